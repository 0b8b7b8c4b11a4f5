;; Arithmetic that traps for some arguments.
(module
  (func (export "div") (param i32 i32) (result i32) (i32.div_s (local.get 0) (local.get 1)))
  (func (export "rem") (param i64 i64) (result i64) (i64.rem_u (local.get 0) (local.get 1)))
  (func (export "trunc") (param f64) (result i32) (i32.trunc_f64_u (local.get 0))))
