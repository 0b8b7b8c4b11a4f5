package mutate

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
)

// Sum describes an interface type T whose values are values of these variants.
//
// The mutants of a value are those of the paper. First its fields of type T, in
// order. Then, for each variant in order, what can be built of it from the value
// at hand: each field takes all fields of its type that the value has, or its
// default if there is none; all combinations, the last field varying fastest. The
// value itself is left out, and so is what has come before. (A field of an enum
// in groups counts as so many variants, see [Groups].)
//
// The default is that of the variant with the fewest fields among those without
// a field of type T, the first of several.
//
// Random values are of each variant equally often; of size 0 or less, of each one
// without a field of type T.
func Sum[T any](variants ...Variant[T]) Mutator[T] {
	m := &sum[T]{variants: variants, of: map[reflect.Type]int{}}
	var terminal []Variant[T]
	for i, v := range variants {
		m.of[v.typ()] = i
		if !v.recursive() {
			terminal = append(terminal, v)
		}
	}
	if len(terminal) == 0 {
		panic(fmt.Sprintf("mutate: every variant of %v has a field of that type", reflect.TypeFor[T]()))
	}
	m.all, m.terminal = lots(variants), lots(terminal)
	m.def = slices.MinFunc(terminal, func(a, b Variant[T]) int { return a.size() - b.size() }).zero()
	return m
}

// lots returns each variant as often as it counts, so that they can be drawn. They
// are counted when they are first needed, since fields may be references.
func lots[T any](variants []Variant[T]) func() []Variant[T] {
	return sync.OnceValue(func() (lots []Variant[T]) {
		for _, v := range variants {
			lots = append(lots, slices.Repeat([]Variant[T]{v}, v.weight())...)
		}
		return lots
	})
}

// A Variant describes one of the types that implement an interface T, see [Case].
type Variant[T any] interface {
	typ() reflect.Type
	size() int       // the number of fields
	recursive() bool // whether one of them is a T
	weight() int     // the number of variants it counts as, see Groups
	zero() T
	draw(r *rand.Rand, size int) T
	equal(a, b T) bool
	hash(h uint64, v T) uint64
	child(v T, i int) Child[T]
	parts(v T) []any                                  // pointers to the fields of v
	build(from []any, yield func(T) bool) (goOn bool) // all values built from the parts
	hold(put func(part any) bool) (T, bool)           // a value of defaults but for the first field that put accepts

	// Of random mutators, see vary.go:

	args(v T) []arg
	vary(r *rand.Rand, v T, field int) T
	accept(args []arg) (to []int, ok bool)
	adopt(r *rand.Rand, k int, args []arg, to []int) T
}

// Case describes the variant V of T, a struct type with these fields.
func Case[T, V any](fields ...FieldOf[V]) Variant[T] {
	if _, ok := any(*new(V)).(T); !ok {
		panic(fmt.Sprintf("mutate: %v does not implement %v", reflect.TypeFor[V](), reflect.TypeFor[T]()))
	}
	c := &variant[T, V]{fields: fields}
	c.seeds = sync.OnceValue(func() (seeds []T) {
		var v V
		c.fields.each(&v, nil, func() bool {
			seeds = append(seeds, c.wrap(v))
			return true
		})
		return seeds
	})
	return c
}

type variant[T, V any] struct {
	fields product[V]
	seeds  func() []T // what is built from nothing
}

func (c *variant[T, V]) wrap(v V) T   { return any(v).(T) }
func (c *variant[T, V]) unwrap(v T) V { return any(v).(V) }

func (c *variant[T, V]) typ() reflect.Type             { return reflect.TypeFor[V]() }
func (c *variant[T, V]) size() int                     { return len(c.fields) }
func (c *variant[T, V]) weight() int                   { return len(c.seeds()) }
func (c *variant[T, V]) zero() T                       { return c.wrap(c.fields.zero()) }
func (c *variant[T, V]) draw(r *rand.Rand, size int) T { return c.wrap(c.fields.draw(r, size)) }
func (c *variant[T, V]) equal(a, b T) bool             { return c.fields.equal(c.unwrap(a), c.unwrap(b)) }

func (c *variant[T, V]) hash(h uint64, v T) uint64 {
	u := c.unwrap(v)
	return c.fields.hash(h, &u)
}

func (c *variant[T, V]) recursive() bool {
	for _, f := range c.fields {
		if f.fits(new(T)) {
			return true
		}
	}
	return false
}

func (c *variant[T, V]) child(v T, i int) Child[T] {
	u := c.unwrap(v)
	return &within[T, V]{in: c.fields[i].child(&u), depth: 1, fill: func(dst *T, in Child[V], k int, r *rand.Rand) {
		var u V
		in.Make(&u, k, r)
		*dst = c.wrap(u)
	}}
}

func (c *variant[T, V]) parts(v T) []any {
	u := c.unwrap(v)
	parts := make([]any, len(c.fields))
	for i, f := range c.fields {
		parts[i] = f.part(&u)
	}
	return parts
}

func (c *variant[T, V]) build(from []any, yield func(T) bool) bool {
	if !c.takes(from) {
		for _, v := range c.seeds() {
			if !yield(v) {
				return false
			}
		}
		return true
	}
	var v V
	return c.fields.each(&v, from, func() bool { return yield(c.wrap(v)) })
}

// takes reports whether some field can take one of the parts.
func (c *variant[T, V]) takes(from []any) bool {
	for _, f := range c.fields {
		for _, p := range from {
			if f.fits(p) {
				return true
			}
		}
	}
	return false
}

func (c *variant[T, V]) hold(put func(part any) bool) (T, bool) {
	v := c.fields.zero()
	for _, f := range c.fields {
		if put(f.part(&v)) {
			return c.wrap(v), true
		}
	}
	var none T
	return none, false
}

type sum[T any] struct {
	variants []Variant[T]
	all      func() []Variant[T]  // each as often as it counts
	terminal func() []Variant[T]  // of these, those without a field of type T
	of       map[reflect.Type]int // the number of each variant
	def      T
}

// number returns the number of v's variant.
func (m *sum[T]) number(v T) int {
	i, ok := m.of[reflect.TypeOf(v)]
	if !ok {
		panic(fmt.Sprintf("mutate: %T is no variant of %v", v, reflect.TypeFor[T]()))
	}
	return i
}

// variant returns the variant of v.
func (m *sum[T]) variant(v T) Variant[T] { return m.variants[m.number(v)] }

func (m *sum[T]) Default() T                { return m.def }
func (m *sum[T]) Arity(v T) int             { return m.variant(v).size() }
func (m *sum[T]) Child(v T, i int) Child[T] { return m.variant(v).child(v, i) }

func (m *sum[T]) Equal(a, b T) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && m.variant(a).equal(a, b)
}

func (m *sum[T]) Hash(h uint64, v T) uint64 {
	i := m.number(v)
	return m.variants[i].hash(mix(h, uint64(i)), v)
}

func (m *sum[T]) Mutate(v T) iter.Seq[Mutant[T]] {
	return func(yield func(Mutant[T]) bool) {
		own := m.variant(v)
		parts := own.parts(v)
		var subs []T
		for _, p := range parts {
			if x, ok := p.(*T); ok && !contains(m, subs, *x) {
				subs = append(subs, *x)
				if !yield(Mutant[T]{Pure: *x}) {
					return
				}
			}
		}
		for _, c := range m.variants {
			if !c.build(parts, func(x T) bool {
				if c == own && c.equal(x, v) || contains(m, subs, x) {
					return true
				}
				return yield(Mutant[T]{Pure: x})
			}) {
				return
			}
		}
	}
}

// deepest is the size below which a random sum is its default. Sizes go on
// falling below 0, so that recursion through other types ends.
const deepest = -8

func (m *sum[T]) Random(r *rand.Rand, size int) T {
	if size < deepest {
		return m.def
	}
	lots := m.all()
	if size <= 0 {
		lots = m.terminal()
	}
	return lots[r.IntN(len(lots))].draw(r, size-1)
}

// parts implements nester.
func (m *sum[T]) parts(v T) []any { return m.variant(v).parts(v) }

// holders implements nester.
func (m *sum[T]) holders(put func(part any) bool) (all []T) {
	for _, c := range m.variants {
		if v, ok := c.hold(put); ok {
			all = append(all, v)
		}
	}
	return all
}
