;; Two imported memories: invalid in WebAssembly 2.0 (3.4.10, at most one memory). wazero 1.12.0 accepts it.
(module
  (import "env" "a" (memory 1))
  (import "env" "b" (memory 1)))
