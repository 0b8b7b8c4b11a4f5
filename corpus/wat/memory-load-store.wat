;; Loads and stores with offsets and alignments, near the end of the memory too.
(module
  (memory (export "m") 1 2)
  (data (i32.const 8) "\01\ff\80\7f")
  (func (export "f") (param i32) (result i64)
    (i32.store offset=4 align=1 (local.get 0) (i32.const 0x01020304))
    (i64.store16 (local.get 0) (i64.const -2))
    (i64.add
      (i64.load32_s offset=4 (local.get 0))
      (i64.extend_i32_u (i32.load8_s (i32.const 10))))))
