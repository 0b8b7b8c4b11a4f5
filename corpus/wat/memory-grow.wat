;; The memory's size before and after growing it, within and beyond its maximum.
(module
  (memory 1 3)
  (func (export "f") (param i32) (result i32 i32 i32)
    (memory.size) (memory.grow (local.get 0)) (memory.size)))
