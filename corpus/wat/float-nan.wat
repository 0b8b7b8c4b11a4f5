;; Where NaN bits can be seen: reinterpretation, memory, copysign.
(module
  (memory (export "m") 1)
  (func (export "f") (param f32 f64) (result i64)
    (f32.store (i32.const 0) (f32.div (local.get 0) (local.get 0)))
    (f64.store (i32.const 8) (f64.promote_f32 (local.get 0)))
    (i64.reinterpret_f64 (f64.copysign (f64.sqrt (local.get 1)) (f64.const -nan:0x4000000000001)))))
