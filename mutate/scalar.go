package mutate

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"unicode/utf8"
)

// childless is what mutators of types without components have in common.
type childless[T any] struct{}

func (childless[T]) Arity(T) int { return 0 }

func (childless[T]) Child(T, int) Child[T] { panic("mutate: a scalar has no children") }

// Bool describes a boolean type; its values are each other's mutants.
func Bool[B ~bool]() Mutator[B] { return Enum(B(false), B(true)) }

// Enum describes a type that consists of these members. The mutants of a member
// are all others; the default is the first.
func Enum[E comparable](members ...E) Mutator[E] {
	return Groups(func(E) struct{} { return struct{}{} }, members...)
}

// Groups describes a type that consists of these members, in groups of those that
// can stand for each other without much ado. The mutants of a member are the other
// members of its group, then the first member of each other group; and, since these
// need not be the ones that matter, a random one of all that remain. So every member
// is two steps away at most, and most steps are small.
//
// In a variant of a sum, where nothing at hand fits the field, the first member of
// each group is put there, not just the default: a group is to the sum as a variant
// of its own, also when random values are drawn.
//
// A random member is one of a random group.
func Groups[E, G comparable](group func(E) G, members ...E) Mutator[E] {
	m := &enum[E]{members: members, of: map[E]int{}, numbers: map[E]int{}}
	index := map[G]int{}
	for n, e := range members {
		m.numbers[e] = n
		g := group(e)
		i, ok := index[g]
		if !ok {
			i = len(m.groups)
			index[g] = i
			m.groups = append(m.groups, nil)
			m.firsts = append(m.firsts, e)
		}
		m.of[e] = i
		m.groups[i] = append(m.groups[i], e)
	}
	return m
}

type enum[E comparable] struct {
	childless[E]
	members []E
	groups  [][]E
	firsts  []E       // the first member of each group
	of      map[E]int // the number of each member's group
	numbers map[E]int // the number of each member
}

func (m *enum[E]) Default() E        { return m.members[0] }
func (m *enum[E]) Equal(a, b E) bool { return a == b }
func (m *enum[E]) seeds() []E        { return m.firsts }

// Hash adds the member's number. All values that are none have one hash.
func (m *enum[E]) Hash(h uint64, v E) uint64 { return mix(h, uint64(m.numbers[v])) }

// Vary draws another member.
func (m *enum[E]) Vary(r *rand.Rand, v E) E {
	if n, ok := m.numbers[v]; ok && len(m.members) > 1 {
		return m.members[(n+r.IntN(len(m.members)-1)+1)%len(m.members)]
	}
	return m.members[r.IntN(len(m.members))]
}

func (m *enum[E]) near(r *rand.Rand, v E) E {
	g := m.groups[m.of[v]]
	return g[r.IntN(len(g))]
}

// Mutate returns all members for a value that is none.
func (m *enum[E]) Mutate(v E) iter.Seq[Mutant[E]] {
	return func(yield func(Mutant[E]) bool) {
		own, ok := m.of[v]
		near, far := m.members, []E(nil)
		if ok {
			near, far = m.groups[own], m.firsts
		}
		for _, e := range near {
			if e != v && !yield(Mutant[E]{Pure: e}) {
				return
			}
		}
		for i, e := range far {
			if i != own && !yield(Mutant[E]{Pure: e}) {
				return
			}
		}
		if ok && len(near)+len(far)-1 < len(m.members) {
			yield(Mutant[E]{Rand: func(r *rand.Rand) E { return m.remaining(r, own) }})
		}
	}
}

// remaining draws a member that is neither in the group numbered own nor the first of another. There must be one.
func (m *enum[E]) remaining(r *rand.Rand, own int) E {
	for {
		g := r.IntN(len(m.groups))
		if g != own && len(m.groups[g]) > 1 {
			return m.groups[g][1+r.IntN(len(m.groups[g])-1)]
		}
	}
}

func (m *enum[E]) Random(r *rand.Rand, _ int) E {
	g := m.groups[r.IntN(len(m.groups))]
	return g[r.IntN(len(g))]
}

// Integer is the set of integer types.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Int describes an integer type. Its one mutant is random: a small number (at most
// the size), a power of two give or take one, of either sign, or uniformly
// distributed bits; but not the value itself.
func Int[I Integer]() Mutator[I] {
	bits := reflect.TypeFor[I]().Bits()
	return &number[I]{draw: func(r *rand.Rand, size int) I { return drawInt[I](r, size, bits) }}
}

// Index describes an integer type that numbers things. Its mutants are the numbers
// below 4, and a random one: another number below 10, rather a small one, and rarely
// any other.
func Index[I Integer]() Mutator[I] {
	bits := reflect.TypeFor[I]().Bits()
	return &number[I]{pure: []I{0, 1, 2, 3}, draw: func(r *rand.Rand, size int) I {
		if r.IntN(16) == 0 {
			return drawInt[I](r, size, bits)
		}
		return I(r.IntN(1 + r.IntN(1+min(max(size, 0), 9))))
	}}
}

func drawInt[I Integer](r *rand.Rand, size, bits int) I {
	switch r.IntN(3) {
	case 0:
		return I(r.IntN(max(size, 0) + 1))
	case 1:
		x := I(1)<<r.IntN(bits) + I(r.IntN(3)) - 1
		if r.IntN(2) == 0 {
			return -x
		}
		return x
	default:
		return I(r.Uint64())
	}
}

type number[I Integer] struct {
	childless[I]
	pure []I // those that are mutants of all others
	draw func(r *rand.Rand, size int) I
}

func (m *number[I]) Default() I                      { return 0 }
func (m *number[I]) Random(r *rand.Rand, size int) I { return m.draw(r, size) }
func (m *number[I]) Equal(a, b I) bool               { return a == b }
func (m *number[I]) Hash(h uint64, v I) uint64       { return mix(h, uint64(v)) }

// Vary returns 0 or draws anew, each as likely; 0 is always drawn anew.
func (m *number[I]) Vary(r *rand.Rand, v I) I {
	if v != 0 && r.IntN(2) == 0 {
		return 0
	}
	return m.draw(r, leafSize)
}

func (m *number[I]) Mutate(v I) iter.Seq[Mutant[I]] {
	return func(yield func(Mutant[I]) bool) {
		for _, x := range m.pure {
			if x != v && !yield(Mutant[I]{Pure: x}) {
				return
			}
		}
		yield(Mutant[I]{Rand: func(r *rand.Rand) I {
			for {
				if x := m.draw(r, leafSize); x != v {
					return x
				}
			}
		}})
	}
}

// Bytes describes a byte string as one component, not as a list of so many. Its
// pure mutant is the empty string, or a zero byte if it is empty; its random mutant
// has one byte changed, inserted or deleted somewhere.
func Bytes[B ~[]byte]() Mutator[B] {
	return &text[B, byte]{
		split: func(b B) []byte { return b },
		join:  func(b []byte) B { return b },
		equal: func(a, b B) bool { return bytes.Equal(a, b) },
		draw:  func(r *rand.Rand) byte { return byte(r.Uint32()) },
		code:  func(b byte) uint64 { return uint64(b) },
	}
}

// String describes a string of characters as one component, like [Bytes] but for
// the unit: a valid string stays so. The default character is a, random ones are
// lower case letters for the most part.
func String[S ~string]() Mutator[S] {
	return &text[S, rune]{
		split: func(s S) []rune { return []rune(string(s)) },
		join:  func(s []rune) S { return S(s) },
		equal: func(a, b S) bool { return a == b },
		unit:  'a',
		draw:  drawRune,
		code:  func(c rune) uint64 { return uint64(c) },
	}
}

func drawRune(r *rand.Rand) rune {
	if r.IntN(16) > 0 {
		return 'a' + r.Int32N(26)
	}
	if c := r.Int32N(utf8.MaxRune + 1); utf8.ValidRune(c) {
		return c
	}
	return 0
}

// text is the mutator of a string T of units U.
type text[T any, U comparable] struct {
	childless[T]
	split func(T) []U
	join  func([]U) T // of units that are not used otherwise
	equal func(a, b T) bool
	unit  U // the default
	draw  func(*rand.Rand) U
	code  func(U) uint64
}

func (m *text[T, U]) Default() T        { return m.join(nil) }
func (m *text[T, U]) Equal(a, b T) bool { return m.equal(a, b) }

func (m *text[T, U]) Mutate(v T) iter.Seq[Mutant[T]] {
	return func(yield func(Mutant[T]) bool) {
		units := m.split(v)
		pure := m.join(nil)
		if len(units) == 0 {
			pure = m.join([]U{m.unit})
		}
		if yield(Mutant[T]{Pure: pure}) {
			yield(Mutant[T]{Rand: func(r *rand.Rand) T { return m.join(m.edit(r, units)) }})
		}
	}
}

// edit returns s with one unit inserted, deleted or changed.
func (m *text[T, U]) edit(r *rand.Rand, s []U) []U {
	i := r.IntN(len(s) + 1)
	if i == len(s) {
		return append(slices.Clone(s), m.draw(r))
	}
	switch r.IntN(3) {
	case 0:
		return slices.Insert(slices.Clone(s), i, m.draw(r))
	case 1:
		return slices.Concat(s[:i], s[i+1:])
	}
	out := slices.Clone(s)
	for out[i] == s[i] {
		out[i] = m.draw(r)
	}
	return out
}

func (m *text[T, U]) Hash(h uint64, v T) uint64 {
	units := m.split(v)
	h = mix(h, uint64(len(units)))
	for _, u := range units {
		h = mix(h, m.code(u))
	}
	return h
}

// Vary is that of a list of units.
func (m *text[T, U]) Vary(r *rand.Rand, v T) T {
	units := m.split(v)
	i, drop := cell(r, len(units))
	switch {
	case i == len(units):
		return m.join(append(slices.Clone(units), m.split(m.Random(r, leafSize))...))
	case drop:
		return m.join(slices.Concat(units[:i], units[i+1:]))
	}
	units = slices.Clone(units)
	units[i] = m.draw(r)
	return m.join(units)
}

func (m *text[T, U]) Random(r *rand.Rand, size int) T {
	var units []U
	for range r.IntN(max(size, 0) + 1) {
		units = append(units, m.draw(r))
	}
	return m.join(units)
}
