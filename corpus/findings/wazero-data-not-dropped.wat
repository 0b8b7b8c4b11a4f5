;; An active data segment is dropped at instantiation (4.5.4, step 17), so that memory.init of one of its bytes traps.
;; In wazero 1.12.0 it does not.
(module
  (memory 1)
  (data (i32.const 0) "\2a")
  (func (export "f")
    (memory.init 0 (i32.const 8) (i32.const 0) (i32.const 1))))
