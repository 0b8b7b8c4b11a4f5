package mutate

import (
	"iter"
	"math/rand/v2"
)

// Struct describes a type that has these fields, and no others that matter. A
// struct has no mutants of its own: its fields are mutated one at a time, each at
// its own position, in the order given here.
func Struct[S any](fields ...FieldOf[S]) Mutator[S] {
	return &structure[S]{fields, product[S](fields).zero()}
}

// A FieldOf describes one field of a struct S, see [Field].
type FieldOf[S any] interface {
	part(s *S) any                                        // a pointer to the field of s
	fits(part any) bool                                   // whether part points to a value of the field's type
	reset(s *S)                                           // set the field to its default
	draw(s *S, r *rand.Rand, size int)                    // set it to a random value
	vary(s *S, r *rand.Rand)                              // set it to a value next to its own
	take(s *S, part any) bool                             // set it to what part points to, if that fits
	tag() bool                                            // whether it is an enum in groups
	regroup(s *S, r *rand.Rand)                           // set an enum to a random member of its value's group
	each(s *S, from []any, yield func() bool) (goOn bool) // set it to each candidate in turn, see Sum
	equal(a, b *S) bool                                   // whether a and b agree on the field
	hash(h uint64, s *S) uint64                           // add it to a hash
	child(s *S) Child[S]                                  // the field as a component of s
}

// Field describes the field of an S that get points to, by the mutator of the
// field's type.
func Field[S, F any](get func(*S) *F, m Mutator[F]) FieldOf[S] { return &field[S, F]{get, m} }

type field[S, F any] struct {
	get func(*S) *F
	m   Mutator[F]
}

func (f *field[S, F]) part(s *S) any { return f.get(s) }

func (f *field[S, F]) fits(part any) bool {
	_, ok := part.(*F)
	return ok
}

func (f *field[S, F]) reset(s *S) { *f.get(s) = f.m.Default() }

func (f *field[S, F]) draw(s *S, r *rand.Rand, size int) { *f.get(s) = f.m.Random(r, size) }

func (f *field[S, F]) vary(s *S, r *rand.Rand) { *f.get(s) = f.m.Vary(r, *f.get(s)) }

func (f *field[S, F]) take(s *S, part any) bool {
	p, ok := part.(*F)
	if ok {
		*f.get(s) = *p
	}
	return ok
}

func (f *field[S, F]) tag() bool {
	m, ok := base(f.m).(grouped[F])
	return ok && len(m.seeds()) > 1
}

func (f *field[S, F]) regroup(s *S, r *rand.Rand) {
	if m, ok := base(f.m).(grouped[F]); ok {
		*f.get(s) = m.near(r, *f.get(s))
	}
}

func (f *field[S, F]) hash(h uint64, s *S) uint64 { return f.m.Hash(h, *f.get(s)) }

func (f *field[S, F]) equal(a, b *S) bool { return f.m.Equal(*f.get(a), *f.get(b)) }

func (f *field[S, F]) child(s *S) Child[S] {
	return &within[S, F]{in: root(f.m, *f.get(s)), depth: 1, fill: func(dst *S, c Child[F], k int, r *rand.Rand) {
		*dst = *s
		c.Make(f.get(dst), k, r)
	}}
}

// A grouped mutator is that of a type whose default does not stand for all that may
// be put where nothing is known, see [Groups].
type grouped[F any] interface {
	seeds() []F               // the first member of each group
	near(r *rand.Rand, v F) F // a random member of the group of v
}

func (f *field[S, F]) each(s *S, from []any, yield func() bool) bool {
	candidates := make([]F, 0, len(from))
	for _, part := range from {
		if p, ok := part.(*F); ok && !contains(f.m, candidates, *p) {
			candidates = append(candidates, *p)
		}
	}
	if len(candidates) == 0 {
		if m, ok := base(f.m).(grouped[F]); ok {
			candidates = m.seeds()
		} else {
			candidates = append(candidates, f.m.Default())
		}
	}
	for _, c := range candidates {
		*f.get(s) = c
		if !yield() {
			return false
		}
	}
	return true
}

func contains[T any](m Mutator[T], list []T, v T) bool {
	for _, x := range list {
		if m.Equal(x, v) {
			return true
		}
	}
	return false
}

// product is what structs and the variants of sums have in common.
type product[S any] []FieldOf[S]

func (p product[S]) zero() (s S) {
	for _, f := range p {
		f.reset(&s)
	}
	return s
}

func (p product[S]) draw(r *rand.Rand, size int) (s S) {
	for _, f := range p {
		f.draw(&s, r, size)
	}
	return s
}

func (p product[S]) equal(a, b S) bool {
	for _, f := range p {
		if !f.equal(&a, &b) {
			return false
		}
	}
	return true
}

func (p product[S]) hash(h uint64, s *S) uint64 {
	for _, f := range p {
		h = f.hash(h, s)
	}
	return h
}

// each sets s to every combination of candidates from the parts, the last field
// varying fastest.
func (p product[S]) each(s *S, from []any, yield func() bool) bool {
	if len(p) == 0 {
		return yield()
	}
	return p[0].each(s, from, func() bool { return p[1:].each(s, from, yield) })
}

type structure[S any] struct {
	fields product[S]
	def    S
}

func (m *structure[S]) Default() S                      { return m.def }
func (m *structure[S]) Mutate(S) iter.Seq[Mutant[S]]    { return func(func(Mutant[S]) bool) {} }
func (m *structure[S]) Arity(S) int                     { return len(m.fields) }
func (m *structure[S]) Child(s S, i int) Child[S]       { return m.fields[i].child(&s) }
func (m *structure[S]) Random(r *rand.Rand, size int) S { return m.fields.draw(r, size) }
func (m *structure[S]) Equal(a, b S) bool               { return m.fields.equal(a, b) }
func (m *structure[S]) Hash(h uint64, s S) uint64       { return m.fields.hash(h, &s) }

// Vary varies one of the fields.
func (m *structure[S]) Vary(r *rand.Rand, s S) S {
	if len(m.fields) > 0 {
		m.fields[r.IntN(len(m.fields))].vary(&s, r)
	}
	return s
}

// Array describes an array type A with elements E. Like a struct, it has no
// mutants of its own. All must return a slice of the whole array it points to:
//
//	mutate.Array(func(a *[4]Lane) []Lane { return a[:] }, lane)
func Array[A, E any](all func(*A) []E, elem Mutator[E]) Mutator[A] {
	var a A
	fields := make([]FieldOf[A], len(all(&a)))
	for i := range fields {
		fields[i] = Field(func(a *A) *E { return &all(a)[i] }, elem)
	}
	return Struct(fields...)
}
