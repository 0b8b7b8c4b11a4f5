;; A start function that writes memory, a global and a table.
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $main
    (i32.store (i32.const 0) (i32.const 42))
    (global.set $g (i32.load8_u (i32.const 0))))
  (start $main))
