;; global.get of a mutable global is not a constant expression (3.3.10). wazero 1.12.0 accepts it.
(module
  (import "env" "g" (global (mut i32)))
  (global i32 (global.get 0)))
