;; An export of every kind; one function under two names.
(module
  (func (export "a") (export "b") (result f32) (f32.const 1.5))
  (table (export "t") 1 funcref)
  (memory (export "m") 1)
  (global (export "g") (mut i32) (i32.const 9)))
