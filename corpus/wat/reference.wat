;; References: null, of functions, from outside.
(module
  (func $g (export "g") (param externref) (result i32) (ref.is_null (local.get 0)))
  (global funcref (ref.func $g))
  (global externref (ref.null extern))
  (func (export "f") (result i32)
    (i32.add (ref.is_null (ref.null func)) (ref.is_null (global.get 0)))))
