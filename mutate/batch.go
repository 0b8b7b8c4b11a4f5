package mutate

import (
	"math/rand/v2"
	"slices"
)

// A Batch hands out the mutants of one value, position by position in level
// order: each pure mutant once, each random mutant as many times as the batch was
// told to sample it (Algorithm 2 of the MUTAGEN paper).
//
// A batch is lazy. It holds the value, a cursor, and the mutants of the one
// component it has reached, at that component's own type: a mutant of the whole
// is built when it is asked for, and a random one is sampled then.
type Batch[T any] struct {
	walk    walk[T]
	randoms int

	at      *step[T]
	mutants int // of the component at the cursor
	k       int // the mutant to hand out next
	sampled int // how often it has been handed out, if it is random
	out     T   // the mutant handed out last
}

// NewBatch returns the batch of v. It samples each random mutant randoms times.
func NewBatch[T any](m Mutator[T], v T, randoms int) *Batch[T] {
	return &Batch[T]{walk: newWalk(m, v), randoms: randoms}
}

// Next returns the next mutant, or false if there are none left.
func (b *Batch[T]) Next(r *rand.Rand) (T, bool) {
	for {
		for b.k < b.mutants {
			if b.at.node.Pure(b.k) {
				return b.make(b.k+1, r), true
			}
			if b.sampled < b.randoms {
				b.sampled++
				return b.make(b.k, r), true
			}
			b.k, b.sampled = b.k+1, 0
		}
		b.at = b.walk.next()
		if b.at == nil {
			b.mutants, b.k = 0, 0
			var none T
			return none, false
		}
		b.mutants, b.k = b.at.node.Len(), 0
	}
}

// make builds the mutant at the cursor and then moves the cursor to next.
func (b *Batch[T]) make(next int, r *rand.Rand) T {
	b.at.node.Make(&b.out, b.k, r)
	b.k = next
	return b.out
}

// Pos returns the position at which the mutant handed out last differs from the
// value, or the root before the first one.
func (b *Batch[T]) Pos() Pos {
	if b.at == nil {
		return Pos{}
	}
	return b.at.pos()
}

// A walk visits the components of a value in level order.
//
// It is a breadth-first search whose queue is in level order. Children of one
// node may lie on several levels (see [Slice]): those more than one level down
// wait in the queue as a rest, one level further down each time it comes up,
// behind the nearer children, whose descendants are left of them.
type walk[T any] struct {
	queue []*step[T]
	head  int
}

// A step is a node in the queue of a walk. A rest is a node that has been
// visited, but not all of whose children have been queued.
type step[T any] struct {
	node  Child[T]
	up    *step[T] // its parent
	index int      // its number among the parent's children

	depth int      // of a rest: how many levels it has come down; 0 if not yet visited
	next  int      // of a rest: the number of the first child to be queued
	child Child[T] // of a rest: that child
}

func newWalk[T any](m Mutator[T], v T) walk[T] {
	return walk[T]{queue: []*step[T]{{node: root(m, v)}}}
}

// next returns the next node, or nil at the end.
func (w *walk[T]) next() *step[T] {
	for w.head < len(w.queue) {
		s := w.queue[w.head]
		w.queue[w.head] = nil
		w.head++
		if w.head > len(w.queue)/2 {
			w.queue = w.queue[:copy(w.queue, w.queue[w.head:])]
			w.head = 0
		}
		w.expand(s)
		if s.depth == 0 {
			return s
		}
	}
	return nil
}

// expand queues those children of s that lie on the next level, and the rest.
func (w *walk[T]) expand(s *step[T]) {
	parent, c := s, s.child
	if s.depth > 0 {
		parent = s.up
	}
	for i, n := s.next, s.node.Arity(); i < n; i++ {
		if c == nil {
			c = s.node.Child(i)
		}
		if c.Depth() > s.depth+1 {
			w.queue = append(w.queue, &step[T]{node: s.node, up: parent, depth: s.depth + 1, next: i, child: c})
			return
		}
		w.queue = append(w.queue, &step[T]{node: c, up: parent, index: i})
		c = nil
	}
}

// pos returns the position of a node in the queue.
func (s *step[T]) pos() Pos {
	p := Pos{}
	for ; s.up != nil; s = s.up {
		p = append(p, s.index)
	}
	slices.Reverse(p)
	return p
}
