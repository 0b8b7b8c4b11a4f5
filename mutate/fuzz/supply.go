package fuzz

import (
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

// A supply hands out the mutants of a queued value that are still to be tested.
type supply[T any] interface {
	// Next returns one of them, or false if there are none left.
	Next(r *rand.Rand) (T, bool)
}

// A lottery is the supply of a number of random mutants.
type lottery[T any] struct {
	draw func(r *rand.Rand) T
	left int
}

func (s *lottery[T]) Next(r *rand.Rand) (v T, ok bool) {
	if s.left == 0 {
		return v, false
	}
	s.left--
	return s.draw(r), true
}

// supply returns the mutants of v, a value that was just tested.
func (l *loop[T]) supply(c Candidate, v T) supply[T] {
	switch s := &l.cfg.Strategy; s.Mutants {
	case Varied:
		m := l.target.Mutator
		return &lottery[T]{left: l.energy(c), draw: func(r *rand.Rand) T { return m.Vary(r, v) }}
	case Regenerated:
		from := l.choices
		return &lottery[T]{left: l.energy(c), draw: func(r *rand.Rand) T { return l.generate(from.mutate(r), 0) }}
	default:
		b := mutate.NewBatch(l.target.Mutator, v, l.report.R)
		if c.Origin == Seeded && l.cfg.Parts > 1 {
			return &part[T]{batch: b, skip: l.cfg.Part, parts: l.cfg.Parts}
		}
		return b
	}
}

// A part is the supply of each so many'th mutant of a batch.
type part[T any] struct {
	batch       *mutate.Batch[T]
	skip, parts int // mutants before the next of this part, and how many parts there are
}

func (p *part[T]) Next(r *rand.Rand) (v T, ok bool) {
	for range p.skip {
		if _, ok := p.batch.Next(r); !ok {
			return v, false
		}
	}
	p.skip = p.parts - 1
	return p.batch.Next(r)
}

// energy asks the strategy how many mutants of c there are.
func (l *loop[T]) energy(c Candidate) int {
	if log, ok := l.cfg.Log.(creditor); ok {
		c.Credit = log.Credit(c.Seq)
	}
	return l.cfg.Strategy.Energy(c, l.report.Status)
}

// generate draws a value of a size. If its choices are to be mutated, the size is one of
// them, the first; those of replay are made again.
func (l *loop[T]) generate(replay choices, size int) T {
	if l.cfg.Strategy.Mutants != Regenerated {
		return l.target.Generate(l.rand, size)
	}
	source := &recorder{replay: replay, fresh: l.rand}
	r := rand.New(source)
	v := l.target.Generate(r, r.IntN(l.cfg.MaxSize+1))
	l.choices = source.draws
	return v
}
