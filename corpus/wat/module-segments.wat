;; Segments of every mode.
(module
  (table 4 funcref)
  (memory 1)
  (func $a)
  (elem (i32.const 1) func $a)
  (elem func $a)
  (elem funcref (ref.null func) (ref.func $a))
  (elem declare func $a)
  (data (i32.const 65535) "\01")
  (data "passive"))
