;; A typed select leaves a value of its type, here an i32, where the function has to return an i64: invalid (3.3.4,
;; select). wabt 1.0.32 takes what it leaves for a value of any type, and accepts it; 1.0.40 does not.
(module
  (func (result i64)
    i32.const 1
    i32.const 2
    i32.const 3
    select (result i32)))
