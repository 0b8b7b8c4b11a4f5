;; Fill, copy with overlap, init from a passive segment, drop.
(module
  (memory (export "m") 1)
  (data $d "wasm bulk")
  (data (i32.const 3) "abc")
  (func (export "f") (param i32 i32 i32)
    (memory.fill (local.get 0) (i32.const 0x55) (local.get 2))
    (memory.copy (local.get 1) (local.get 0) (local.get 2))
    (memory.init $d (i32.const 100) (i32.const 1) (i32.const 4))
    (data.drop $d)))
