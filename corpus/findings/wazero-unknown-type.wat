;; A call of a function whose type index is out of range: invalid (3.4.1). wazero 1.12.0 panics in CompileModule, with
;; an index out of range.
(module
  (type (func))
  (func (type 0) (call 1))
  (func (type 2)))
