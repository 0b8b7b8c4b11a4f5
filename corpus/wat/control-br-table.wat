;; A branch table that leaves three blocks with a value.
(module
  (func (export "f") (param i32) (result i32)
    (block (result i32)
      (block (result i32)
        (block (result i32)
          (br_table 0 1 2 1 (i32.const 10) (local.get 0)))
        (i32.add (i32.const 1)))
      (i32.mul (i32.const 3)))))
