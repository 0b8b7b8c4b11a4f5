;; An import of every kind, used in offsets and bodies.
(module
  (import "env" "func" (func (param i32)))
  (import "env" "table" (table 2 8 funcref))
  (import "env" "memory" (memory 1 2))
  (import "env" "global" (global i32))
  (import "env" "counter" (global (mut i64)))
  (elem (i32.const 0) func 0)
  (data (i32.const 16) "data")
  (func (export "f") (result i64)
    (call 0 (global.get 0))
    (global.set 1 (i64.add (global.get 1) (i64.load (i32.const 16))))
    (global.get 1)))
