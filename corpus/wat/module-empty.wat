;; The empty module.
(module)
