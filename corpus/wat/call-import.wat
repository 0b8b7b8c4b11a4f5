;; Calls of imported functions, with a result, with none and with several.
(module
  (import "env" "read" (func $read (param i32) (result i32)))
  (import "env" "write" (func $write (param i32 f64)))
  (import "env" "pair" (func $pair (result i64 f32)))
  (func (export "f") (param i32) (result i64)
    (call $write (call $read (local.get 0)) (f64.const 0.5))
    (call $pair) (drop)))
