;; Calls through a table with a null entry and a function of another type.
(module
  (type $un (func (param i32) (result i32)))
  (table 5 funcref)
  (elem (i32.const 0) $neg $inc $other)
  (func $neg (type $un) (i32.sub (i32.const 0) (local.get 0)))
  (func $inc (type $un) (i32.add (local.get 0) (i32.const 1)))
  (func $other (result i64) (i64.const 3))
  (func (export "f") (param i32 i32) (result i32)
    (call_indirect (type $un) (local.get 0) (local.get 1))))
