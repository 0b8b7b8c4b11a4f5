package wasmast

// IsFuncs reports whether s is of type funcref and each of its elements is a single ref.func, so that the binary
// and the text format can give it as a vector of function indices.
func (s *Elem) IsFuncs() bool {
	for _, e := range s.Init {
		if len(e) != 1 {
			return false
		}
		if _, ok := e[0].(RefFunc); !ok {
			return false
		}
	}
	return s.Type == RefTypeFunc
}
