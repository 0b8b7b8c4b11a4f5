package mutate

// A lister is a mutator that knows a better way than [focus] to present v as the
// topmost component of itself.
type lister[T any] interface {
	list(v T) Child[T]
}

// base returns the mutator behind references and changed defaults.
func base[T any](m Mutator[T]) Mutator[T] {
	for {
		b, ok := m.(interface{ base() Mutator[T] })
		if !ok {
			return m
		}
		m = b.base()
	}
}
