package mutate

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// Slice describes a list type S with elements E. Empty lists are nil.
//
// The mutants of a list are those of the paper for a list of cons cells:
//
//	[]      [d]            where d is the default
//	[x]     [], [x, x]
//	x:xs    [], xs, x:x:xs
//
// and they are found at each tail of the list. A list of n elements has 2n
// children: child 2i is element i, and child 2i+1 the tail after it. Both lie as
// deep below the list as they do in cons cells, i+1 levels, so that level order is
// the same, while positions are short.
//
// Where an element itself has fields of type S, two kinds of mutants follow, each
// the inverse of the other. The first element is replaced by the contents of such
// a field: this is the paper's "immediate subvalue of the same type", a list found
// in a list. And the first element, or the whole tail, is put into each variant of
// E that has a field of type S, into the first such field, the other fields having
// their defaults.
func Slice[S ~[]E, E any](elem Mutator[E]) Mutator[S] { return &slice[S, E]{elem} }

type slice[S ~[]E, E any] struct{ elem Mutator[E] }

func (m *slice[S, E]) Default() S                     { return nil }
func (m *slice[S, E]) Mutate(v S) iter.Seq[Mutant[S]] { return mutants(m.list(v)) }
func (m *slice[S, E]) Arity(v S) int                  { return m.list(v).Arity() }
func (m *slice[S, E]) Child(v S, i int) Child[S]      { return m.list(v).Child(i) }
func (m *slice[S, E]) Equal(a, b S) bool              { return slices.EqualFunc(a, b, m.elem.Equal) }
func (m *slice[S, E]) list(v S) Child[S]              { return &tail[S, E]{m: m, list: v} }

func (m *slice[S, E]) Hash(h uint64, v S) uint64 {
	h = mix(h, uint64(len(v)))
	for _, e := range v {
		h = m.elem.Hash(h, e)
	}
	return h
}

func (m *slice[S, E]) Random(r *rand.Rand, size int) S {
	n := r.IntN(max(size, 0) + 1)
	if n == 0 {
		return nil
	}
	v := make(S, n)
	for i := range v {
		v[i] = m.elem.Random(r, size-1)
	}
	return v
}

// A tail is a list without its first from elements, seen from the list. It has
// children only if it is the list itself.
type tail[S ~[]E, E any] struct {
	m     *slice[S, E]
	list  S
	from  int
	edits []edit[S] // one for each mutant, nil if not made yet
}

// An edit is a change to a list: elements from to to are replaced by others.
type edit[S any] struct {
	from, to int
	with     S
}

func (t *tail[S, E]) Depth() int    { return t.from }
func (t *tail[S, E]) Pure(int) bool { return true }

func (t *tail[S, E]) Arity() int {
	if t.from > 0 {
		return 0
	}
	return 2 * len(t.list)
}

func (t *tail[S, E]) Child(i int) Child[S] {
	if i%2 == 1 {
		return &tail[S, E]{m: t.m, list: t.list, from: i/2 + 1}
	}
	i /= 2
	return &within[S, E]{in: root(t.m.elem, t.list[i]), depth: i + 1, fill: func(dst *S, c Child[E], k int, r *rand.Rand) {
		list := slices.Clone(t.list)
		c.Make(&list[i], k, r)
		*dst = list
	}}
}

func (t *tail[S, E]) Make(dst *S, k int, _ *rand.Rand) {
	e := t.edits[k]
	n := len(t.list) - (e.to - e.from) + len(e.with)
	if n == 0 {
		*dst = nil
		return
	}
	list := append(make(S, 0, n), t.list[:e.from]...)
	list = append(list, e.with...)
	*dst = append(list, t.list[e.to:]...)
}

func (t *tail[S, E]) Len() int {
	if t.edits != nil {
		return len(t.edits)
	}
	i, n := t.from, len(t.list)
	if i == n {
		t.edits = []edit[S]{{i, i, S{t.m.elem.Default()}}}
		return 1
	}
	t.edits = append(t.edits, edit[S]{i, n, nil})
	if i+1 < n {
		t.edits = append(t.edits, edit[S]{i, i + 1, nil})
	}
	t.edits = append(t.edits, edit[S]{i, i, t.list[i : i+1]})
	if m, ok := base(t.m.elem).(nester[E]); ok {
		t.unwrap(m)
		t.wrap(m, i+1)
		if i+1 < n {
			t.wrap(m, n)
		}
	}
	return len(t.edits)
}

// A nester is the mutator of a type whose values may hold lists of the type.
type nester[E any] interface {
	parts(v E) []any                     // pointers to the fields of v
	holders(put func(part any) bool) []E // for each variant with a field that put accepts, its default but for that field
}

// unwrap adds the mutants that have the contents of the first element in its
// place.
func (t *tail[S, E]) unwrap(m nester[E]) {
	var seen []S
	for _, p := range m.parts(t.list[t.from]) {
		if body, ok := p.(*S); ok && len(*body) > 0 && !contains(Mutator[S](t.m), seen, *body) {
			seen = append(seen, *body)
			t.edits = append(t.edits, edit[S]{t.from, t.from + 1, *body})
		}
	}
}

// wrap adds the mutants that have the elements up to to inside another one.
func (t *tail[S, E]) wrap(m nester[E], to int) {
	for _, w := range m.holders(func(part any) bool {
		p, ok := part.(*S)
		if ok {
			*p = t.list[t.from:to:to]
		}
		return ok
	}) {
		t.edits = append(t.edits, edit[S]{t.from, to, S{w}})
	}
}
