;; Copy between tables, init from a passive segment, drop.
(module
  (table $t (export "t") 8 funcref)
  (table $u 8 funcref)
  (func $a) (func $b)
  (elem $e func $a $b $a)
  (elem (table $u) (i32.const 2) funcref (ref.func $b) (ref.null func))
  (func (export "f") (param i32 i32 i32)
    (table.init $t $e (local.get 0) (i32.const 0) (i32.const 2))
    (table.copy $t $u (local.get 0) (local.get 1) (local.get 2))
    (elem.drop $e)))
