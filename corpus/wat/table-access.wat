;; Tables of both kinds: get, set, size, grow, fill.
(module
  (table $t (export "t") 3 10 funcref)
  (table $u 2 externref)
  (func $g)
  (elem declare func $g)
  (func (export "f") (param i32 externref) (result i32)
    (table.set $t (local.get 0) (ref.func $g))
    (table.set $u (i32.const 1) (local.get 1))
    (drop (table.grow $u (local.get 1) (i32.const 2)))
    (table.fill $t (i32.const 1) (ref.null func) (i32.const 1))
    (i32.add (table.size $u) (ref.is_null (table.get $t (local.get 0))))))
