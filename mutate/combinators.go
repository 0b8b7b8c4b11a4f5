package mutate

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
)

// leafSize is the size at which random mutants are drawn: MUTAGEN's default
// maximum size of generated values, whatever the size of the value at hand.
const leafSize = 10

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

// mix adds x to the hash h. It is a bijection in either.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>32
}

// Ref stands for the mutator that *m will hold when it is first used. It ties
// the knot of recursive types:
//
//	var tree mutate.Mutator[Tree]
//	tree = mutate.Sum(..., mutate.Case[Tree](mutate.Field(left, mutate.Ref(&tree)), ...))
//
// Structs and sums work out their defaults when they are constructed, so a
// default that depends on itself is a panic then, and so is one that depends on a
// mutator defined later.
func Ref[T any](m *Mutator[T]) Mutator[T] { return ref[T]{m} }

type ref[T any] struct{ m *Mutator[T] }

func (m ref[T]) base() Mutator[T] {
	if *m.m == nil {
		panic(fmt.Sprintf("mutate: the mutator of %v is used before it is defined, or its default never ends", reflect.TypeFor[T]()))
	}
	return *m.m
}

func (m ref[T]) Default() T                      { return m.base().Default() }
func (m ref[T]) Mutate(v T) iter.Seq[Mutant[T]]  { return m.base().Mutate(v) }
func (m ref[T]) Arity(v T) int                   { return m.base().Arity(v) }
func (m ref[T]) Child(v T, i int) Child[T]       { return m.base().Child(v, i) }
func (m ref[T]) Random(r *rand.Rand, size int) T { return m.base().Random(r, size) }
func (m ref[T]) Vary(r *rand.Rand, v T) T        { return m.base().Vary(r, v) }
func (m ref[T]) Equal(a, b T) bool               { return m.base().Equal(a, b) }
func (m ref[T]) Hash(h uint64, v T) uint64       { return m.base().Hash(h, v) }

// WithDefault is m with another default, for types where the formal rule picks
// one that is simple in form but not in meaning.
func WithDefault[T any](m Mutator[T], def T) Mutator[T] { return withDefault[T]{m, def} }

type withDefault[T any] struct {
	Mutator[T]
	def T
}

func (m withDefault[T]) base() Mutator[T] { return m.Mutator }
func (m withDefault[T]) Default() T       { return m.def }

// Option describes pointers as optional values: nil becomes a pointer to the
// default, any other pointer becomes nil. A value that is there is the child 0.
func Option[T any](m Mutator[T]) Mutator[*T] { return option[T]{m} }

type option[T any] struct{ elem Mutator[T] }

func (m option[T]) Default() *T { return nil }

func (m option[T]) Mutate(v *T) iter.Seq[Mutant[*T]] {
	return func(yield func(Mutant[*T]) bool) {
		var other *T
		if v == nil {
			other = new(m.elem.Default())
		}
		yield(Mutant[*T]{Pure: other})
	}
}

func (m option[T]) Arity(v *T) int {
	if v == nil {
		return 0
	}
	return 1
}

func (m option[T]) Child(v *T, _ int) Child[*T] {
	return &within[*T, T]{in: root(m.elem, *v), depth: 1, fill: func(dst **T, c Child[T], k int, r *rand.Rand) {
		*dst = new(T)
		c.Make(*dst, k, r)
	}}
}

func (m option[T]) Random(r *rand.Rand, size int) *T {
	if size <= 0 || r.IntN(2) == 0 {
		return nil
	}
	return new(m.elem.Random(r, size-1))
}

// Vary varies the value that is there, or takes it away, each as likely. Where there
// is none it draws one.
func (m option[T]) Vary(r *rand.Rand, v *T) *T {
	switch {
	case v == nil:
		return new(m.elem.Random(r, leafSize-1))
	case r.IntN(2) == 0:
		return nil
	}
	return new(m.elem.Vary(r, *v))
}

func (m option[T]) Hash(h uint64, v *T) uint64 {
	if v == nil {
		return mix(h, 0)
	}
	return m.elem.Hash(mix(h, 1), *v)
}

func (m option[T]) Equal(a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return m.elem.Equal(*a, *b)
}
