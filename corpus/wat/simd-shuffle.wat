;; Shuffles, swizzles, splats and lanes.
(module
  (func (export "f") (param i32 i64) (result i64)
    (i64x2.extract_lane 1
      (i8x16.shuffle 0 17 2 19 4 21 6 23 8 25 10 27 12 29 14 31
        (i64x2.splat (local.get 1))
        (i8x16.swizzle (i32x4.replace_lane 2 (v128.const i64x2 -1 1) (local.get 0)) (i8x16.splat (local.get 0)))))))
