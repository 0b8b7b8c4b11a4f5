;; Blocks and loops with parameters and several results.
(module
  (type $pair (func (param i32 i32) (result i32 i32)))
  (func $swap (type $pair) (local.get 1) (local.get 0))
  (func (export "f") (param i32) (result i32 i64)
    (local.get 0) (i32.const 5)
    (block (type $pair) (call $swap))
    (loop (type $pair) (if (type $pair) (i32.const 1) (then (call $swap)) (else)))
    (i32.sub)
    (i64.const -1)))
