;; Custom sections in several places.
(module
  (@custom "first" (before first) "\00\01")
  (type (func))
  (func (type 0))
  (@custom "between" (after func) "x")
  (@custom "last" "\ff"))
