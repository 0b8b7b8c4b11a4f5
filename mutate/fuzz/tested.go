package fuzz

// tested holds hashes of values that have been tested. It forgets one when another
// comes that ends in the same bits.
type tested []uint64

// add remembers h. It reports whether it had not.
func (t *tested) add(h uint64) bool {
	if *t == nil {
		*t = make(tested, 1<<20)
	}
	p := &(*t)[h%uint64(len(*t))]
	if *p == h {
		return false
	}
	*p = h
	return true
}
