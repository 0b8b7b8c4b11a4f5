// Package mutate enumerates the mutants of values and draws random values, for
// any data type that a [Mutator] describes. It knows nothing of WebAssembly.
//
// The semantics are those of derived mutation in the MUTAGEN paper (Mista and
// Russo): a value of an algebraic data type is mutated at each of its positions,
// where a sum is replaced by an immediate subvalue of the same type or by
// another variant built from the fields at hand, a list loses or repeats its
// head, and a scalar is drawn anew. Mutants of the first kinds are pure: there
// are finitely many, and each is tried once. Scalars are random mutants: each
// is sampled as often as the caller likes.
//
// The combinators ([Struct], [Sum], [Slice], [Enum], [Int], ...) carry the
// semantics. A table of combinator calls describes a family of types; such
// tables are written by the program mutate/derive, which reads Go types.
//
// Values are never changed. A mutant shares with the original all but the path
// from the root to the position where the two differ.
package mutate

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Mutant is a value next to another one: either a value (Pure), or, if Rand is
// not nil, a generator of such values.
type Mutant[T any] struct {
	Pure T
	Rand func(*rand.Rand) T // nil if the mutant is pure
}

// A Mutator describes a type T to the algorithms of this package. It is
// immutable and may be used by several goroutines.
type Mutator[T any] interface {
	// Default returns the simplest value of the type.
	Default() T

	// Mutate returns the mutants of v itself, not those of its children. The pure
	// ones differ from v and from each other, in the sense of Equal.
	Mutate(v T) iter.Seq[Mutant[T]]

	// Arity returns the number of children of v.
	Arity(v T) int

	// Child returns the i'th child of v, 0 <= i < Arity(v).
	Child(v T, i int) Child[T]

	// Random draws a value. A larger size allows for larger values; values of
	// size 0 are not recursive.
	Random(r *rand.Rand, size int) T

	// Vary draws a value next to v, by the random mutators of coverage-guided
	// property-based testing (Lampropoulos, Hicks and Pierce, §3.2): it goes down
	// from the top, and at each component may change that or go on to a part of it.
	// It may return v.
	Vary(r *rand.Rand, v T) T

	// Equal reports whether a and b are structurally equal. An empty list equals
	// a nil one.
	Equal(a, b T) bool

	// Hash adds v to the hash h of what has come before. Equal values have equal
	// hashes, in every process.
	Hash(h uint64, v T) uint64
}

// A Child is a component of some value of type T, seen from that value: the
// component's own type is hidden, and what is asked of it concerns the whole.
// Children of a Child are deeper components of the same whole.
type Child[T any] interface {
	// Depth returns how many levels the component lies below its parent. It is 1
	// but inside lists, see [Slice]. Among siblings it never falls.
	Depth() int

	// Arity returns the number of children of the component.
	Arity() int

	// Child returns the i'th child of the component, 0 <= i < Arity().
	Child(i int) Child[T]

	// Len returns the number of mutants of the component itself.
	Len() int

	// Pure reports whether the k'th mutant is a value rather than a generator.
	Pure(k int) bool

	// Make sets *dst to the whole, with the component replaced by its k'th mutant,
	// 0 <= k < Len(). A pure mutant does not use r, which may then be nil.
	Make(dst *T, k int, r *rand.Rand)
}

// A Pos is a position in a value: the path of child numbers from the root, which
// is the empty path.
type Pos []int

// String returns the child numbers separated by dots, as in "1.0.2". The root is
// ".".
func (p Pos) String() string {
	if len(p) == 0 {
		return "."
	}
	var b strings.Builder
	for i, n := range p {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// ParsePos is the inverse of [Pos.String].
func ParsePos(s string) (Pos, error) {
	if s == "." {
		return Pos{}, nil
	}
	var p Pos
	for f := range strings.SplitSeq(s, ".") {
		n, err := strconv.ParseUint(f, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("position %q: %q is no child number", s, f)
		}
		p = append(p, int(n))
	}
	return p, nil
}

// Positions returns the positions of v in level order: the root, then what lies
// one level below it from left to right, and so on.
func Positions[T any](m Mutator[T], v T) iter.Seq[Pos] {
	return func(yield func(Pos) bool) {
		w := newWalk(m, v)
		for s := w.next(); s != nil; s = w.next() {
			if !yield(s.pos()) {
				return
			}
		}
	}
}

// At returns the mutants of v that differ from v at position p only. It panics if
// v has no such position.
func At[T any](m Mutator[T], v T, p Pos) iter.Seq[Mutant[T]] {
	c := root(m, v)
	for i, n := range p {
		if n < 0 || n >= c.Arity() {
			panic(fmt.Sprintf("mutate: no position %v: %v has %d children", p, p[:i], c.Arity()))
		}
		c = c.Child(n)
	}
	return mutants(c)
}

// mutants returns the mutants of the whole that differ from it at c only.
func mutants[T any](c Child[T]) iter.Seq[Mutant[T]] {
	return func(yield func(Mutant[T]) bool) {
		for k := range c.Len() {
			var m Mutant[T]
			if c.Pure(k) {
				c.Make(&m.Pure, k, nil)
			} else {
				m.Rand = func(r *rand.Rand) (v T) {
					c.Make(&v, k, r)
					return v
				}
			}
			if !yield(m) {
				return
			}
		}
	}
}

// root returns v as the topmost component of itself.
func root[T any](m Mutator[T], v T) Child[T] {
	if m, ok := base(m).(lister[T]); ok {
		return m.list(v)
	}
	return &focus[T]{m: m, v: v}
}

// A focus is a value seen as the topmost component of itself. Its mutants are
// made when the first of them is asked for.
type focus[T any] struct {
	m       Mutator[T]
	v       T
	made    bool
	mutants []Mutant[T]
}

func (f *focus[T]) Depth() int           { return 0 }
func (f *focus[T]) Arity() int           { return f.m.Arity(f.v) }
func (f *focus[T]) Child(i int) Child[T] { return f.m.Child(f.v, i) }
func (f *focus[T]) Pure(k int) bool      { return f.mutants[k].Rand == nil }

func (f *focus[T]) Len() int {
	if !f.made {
		f.made = true
		for m := range f.m.Mutate(f.v) {
			f.mutants = append(f.mutants, m)
		}
	}
	return len(f.mutants)
}

func (f *focus[T]) Make(dst *T, k int, r *rand.Rand) {
	if m := &f.mutants[k]; m.Rand != nil {
		*dst = m.Rand(r)
	} else {
		*dst = m.Pure
	}
}

// within is a component of an F, seen from an S that holds the F. To fill is to
// set *dst to that S, with the F made by c.
type within[S, F any] struct {
	in    Child[F]
	depth int
	fill  func(dst *S, c Child[F], k int, r *rand.Rand)
}

func (w *within[S, F]) Depth() int                       { return w.depth }
func (w *within[S, F]) Arity() int                       { return w.in.Arity() }
func (w *within[S, F]) Len() int                         { return w.in.Len() }
func (w *within[S, F]) Pure(k int) bool                  { return w.in.Pure(k) }
func (w *within[S, F]) Make(dst *S, k int, r *rand.Rand) { w.fill(dst, w.in, k, r) }

func (w *within[S, F]) Child(i int) Child[S] {
	c := w.in.Child(i)
	return &within[S, F]{c, c.Depth(), w.fill}
}
