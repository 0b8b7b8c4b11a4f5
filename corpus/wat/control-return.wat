;; Return from within a nested block, with dead code behind it.
(module
  (func (export "f") (param i32) (result i32)
    (block
      (br_if 0 (local.get 0))
      (return (i32.const 1))
      (drop (i32.add)))
    (i32.const 2)
    (nop)))
