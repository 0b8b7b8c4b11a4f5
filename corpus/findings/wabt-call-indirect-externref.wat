;; An indirect call through a table of externref: invalid (3.3.8, call_indirect). wabt 1.0.32 does not look at the type
;; of the table, and accepts it; 1.0.37 does.
(module
  (type (func))
  (table 1 externref)
  (func (export "f")
    i32.const 0
    call_indirect (type 0)))
