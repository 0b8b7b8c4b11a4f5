;; Select without and with its type, on numbers and on references.
(module
  (func $g)
  (elem declare func $g)
  (func (export "f") (param i32 f32 f32) (result f32)
    (drop (select (result funcref) (ref.null func) (ref.func $g) (local.get 0)))
    (drop (select (result i64) (i64.const 1) (i64.const 2) (local.get 0)))
    (select (local.get 1) (local.get 2) (local.get 0))))
