;; If with and without else, and one that yields a value.
(module
  (func (export "f") (param i32 f32) (result i32)
    (if (local.get 0) (then (local.set 0 (i32.const 7))))
    (if (result i32) (i32.lt_s (local.get 0) (i32.const 3))
      (then (i32.const 1))
      (else (i32.trunc_sat_f32_s (local.get 1))))))
