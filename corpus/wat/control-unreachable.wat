;; Code behind unreachable has any type that it needs.
(module
  (func (export "f") (param i32) (result i64)
    (if (result i64) (local.get 0)
      (then (unreachable) (i64.add))
      (else (i64.const 4)))))
