package mutate

import (
	"math/rand/v2"
	"slices"
)

// This file has the random mutators of coverage-guided property-based testing for
// lists and sums; those of other types are short enough to stand with the type.

// Vary varies or drops an element, or appends random ones.
func (m *slice[S, E]) Vary(r *rand.Rand, v S) S {
	i, drop := cell(r, len(v))
	switch {
	case i == len(v):
		return slices.Concat(v, m.Random(r, leafSize))
	case drop && len(v) == 1:
		return nil
	case drop:
		return slices.Concat(v[:i], v[i+1:])
	}
	v = slices.Clone(v)
	v[i] = m.elem.Vary(r, v[i])
	return v
}

// cell draws which element of a list of n is varied or dropped, in the manner of
// the lists of FuzzChick: where k elements are left, the first of them is varied or
// dropped with probability 1/(k+2) each. It returns n for the end of the list.
func cell(r *rand.Rand, n int) (i int, drop bool) {
	for i := range n {
		if x := r.IntN(n - i + 2); x < 2 {
			return i, x == 1
		}
	}
	return n, false
}

// Vary does one of these, each as likely: vary a field; take a field of type T for
// the whole; become another variant whose fields are among those of v, in order, or
// have these among them, what is missing being random. An enum in groups is not
// taken for a field here but for so many variants. If nothing of this can be done,
// the value is random.
func (m *sum[T]) Vary(r *rand.Rand, v T) T {
	own := m.variant(v)
	args := own.args(v)
	var options []func() T
	for _, a := range args {
		options = append(options, func() T { return own.vary(r, v, a.field) })
		if x, ok := a.part.(*T); ok {
			options = append(options, func() T { return *x })
		}
	}
	for _, c := range m.variants {
		to, ok := c.accept(args)
		if !ok || c == own && c.weight() == 1 {
			continue
		}
		for k := range c.weight() {
			options = append(options, func() T { return c.adopt(r, k, args, to) })
		}
	}
	if len(options) == 0 {
		return m.Random(r, leafSize)
	}
	return options[r.IntN(len(options))]()
}

// An arg is a field of a variant that is no enum in groups.
type arg struct {
	field int // its number
	part  any // a pointer to it
}

func (c *variant[T, V]) args(v T) (args []arg) {
	u := c.unwrap(v)
	for i, f := range c.fields {
		if !f.tag() {
			args = append(args, arg{i, f.part(&u)})
		}
	}
	return args
}

// vary returns v with a field varied.
func (c *variant[T, V]) vary(r *rand.Rand, v T, field int) T {
	u := c.unwrap(v)
	c.fields[field].vary(&u, r)
	return c.wrap(u)
}

// accept returns the field that each of the args goes to, or -1, so that either all
// fields are taken care of or all args. It reports whether there is such a mapping
// that keeps the order.
func (c *variant[T, V]) accept(args []arg) (to []int, ok bool) {
	var free []int
	for i, f := range c.fields {
		if !f.tag() {
			free = append(free, i)
		}
	}
	to = make([]int, len(args))
	next := 0
	for i, a := range args {
		to[i] = -1
		if next < len(free) && c.fields[free[next]].fits(a.part) {
			to[i] = free[next]
			next++
		}
	}
	if next == len(free) {
		return to, true
	}
	for i, a := range args {
		for len(free) > 0 && !c.fields[free[0]].fits(a.part) {
			free = free[1:]
		}
		if len(free) == 0 {
			return nil, false
		}
		to[i], free = free[0], free[1:]
	}
	return to, true
}

// adopt returns a value of the k'th variant that c counts as: its fields take the
// args that go to them, the others are random.
func (c *variant[T, V]) adopt(r *rand.Rand, k int, args []arg, to []int) T {
	u := c.unwrap(c.seeds()[k])
	for i, f := range c.fields {
		switch n := slices.Index(to, i); {
		case f.tag():
			f.regroup(&u, r)
		case n >= 0:
			f.take(&u, args[n].part)
		default:
			f.draw(&u, r, leafSize-1)
		}
	}
	return c.wrap(u)
}
