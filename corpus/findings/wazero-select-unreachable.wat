;; A typed select leaves an i64 where the function has to return an i32: invalid (3.3.4, select), in code that is
;; not reached too. wazero 1.12.0 accepts it.
(module
  (func (result i32)
    unreachable
    i32.const 1
    select (result i32)
    i32.const 1
    select (result i64)))
