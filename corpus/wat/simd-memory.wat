;; Vector loads, stores, and their lanes.
(module
  (memory (export "m") 1)
  (data (i32.const 0) "\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\80\ff")
  (func (export "f") (param i32) (result i32)
    (v128.store offset=32 (local.get 0)
      (i16x8.add (v128.load8x8_s (local.get 0)) (v128.load16_splat align=1 (i32.const 15))))
    (v128.store8_lane offset=64 3 (local.get 0) (v128.load32_zero (i32.const 4)))
    (i8x16.bitmask (v128.load64_lane 1 (local.get 0) (v128.const i32x4 1 2 3 4)))))
