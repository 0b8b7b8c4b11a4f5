;; Locals of every number type, tee, and mutable and constant globals.
(module
  (global $g (mut i32) (i32.const 1))
  (global $c i64 (i64.const -2))
  (global $x (export "x") (mut f64) (f64.const 0x1p-3))
  (func (export "f") (param i32) (result i64) (local i64 f32 f64)
    (global.set $g (local.tee 0 (i32.add (local.get 0) (global.get $g))))
    (local.set 3 (f64.mul (global.get $x) (f64.const 3)))
    (global.set $x (local.get 3))
    (i64.add (local.get 1) (global.get $c))))
