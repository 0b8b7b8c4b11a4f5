;; Two functions that call each other.
(module
  (func $even (export "even") (param i32) (result i32)
    (if (result i32) (i32.eqz (local.get 0))
      (then (i32.const 1)) (else (call $odd (i32.sub (local.get 0) (i32.const 1))))))
  (func $odd (export "odd") (param i32) (result i32)
    (if (result i32) (i32.eqz (local.get 0))
      (then (i32.const 0)) (else (call $even (i32.sub (local.get 0) (i32.const 1)))))))
