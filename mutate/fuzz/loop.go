package fuzz

import (
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

var oneLog, dryReset, inheritR bool

// A loop is a run in progress.
type loop[T any] struct {
	target Target[T]
	cfg    Config
	rand   *rand.Rand

	seeds   []T                      // those not tested yet
	queue   queue                    // of values worth mutating
	batches map[int]*mutate.Batch[T] // their remaining mutants, by Candidate.Seq

	report Report[T]
}

func newLoop[T any](target Target[T], cfg Config) *loop[T] {
	if cfg.Strategy.Name == "" {
		cfg.Strategy = Mutagen()
	}
	if cfg.Log == nil {
		cfg.Log = NewEdgeLog()
	}
	if cfg.MaxSize == 0 {
		cfg.MaxSize = 10
	}
	if cfg.MaxFailures == 0 {
		cfg.MaxFailures = 100
	}
	return &loop[T]{
		target:  target,
		cfg:     cfg,
		rand:    rand.New(rand.NewPCG(cfg.Seed, 0)),
		seeds:   target.Seeds,
		queue:   queue{compare: cfg.Strategy.Compare},
		batches: make(map[int]*mutate.Batch[T]),
		report:  Report[T]{Status: Status{R: cfg.Strategy.R, Reset: cfg.Strategy.Reset}},
	}
}

// more reports whether there are tests left to do.
func (l *loop[T]) more() bool {
	s := &l.report
	return (l.cfg.Tests == 0 || s.Tests() < l.cfg.Tests) && (l.cfg.KeepGoing || s.Verdicts[Failed] == 0)
}

// step does one test (the body of Algorithm 1 of the MUTAGEN paper).
func (l *loop[T]) step() {
	if s := &l.report; s.Reset > 0 && s.Boring > s.Reset && (!dryReset || len(l.queue.candidates) == 0) {
		l.reset()
	}
	v, c := l.pick()
	c.Seq = l.report.Tests() + 1
	l.cfg.Log.Begin()
	c.Verdict = l.target.Test(v)
	c.Novel = l.cfg.Log.End(c.Verdict)
	l.count(c)
	if c.Verdict == Failed && len(l.report.Failures) < l.cfg.MaxFailures {
		f := &l.report.Failures
		*f = append(*f, struct {
			Candidate
			Value T
		}{c, v})
	}
	if l.admits(c) {
		l.enqueue(c, v)
	}
	if l.cfg.Progress != nil {
		l.cfg.Progress(l.report.Status)
	}
}

// reset starts over with more effort spent on random mutants (Algorithm 5).
func (l *loop[T]) reset() {
	s := &l.report.Status
	l.cfg.Log.Clear()
	l.seeds = l.target.Seeds
	s.R *= 2
	s.Reset *= 2
	s.Boring = 0
	s.Resets++
}

// pick returns the next value to test (Algorithm 3), and where it comes from.
func (l *loop[T]) pick() (T, Candidate) {
	if len(l.seeds) > 0 {
		v := l.seeds[0]
		l.seeds = l.seeds[1:]
		return v, Candidate{Origin: Seeded}
	}
	for c, ok := l.queue.first(); ok; c, ok = l.queue.first() {
		if v, ok := l.batches[c.Seq].Next(l.rand); ok {
			return v, Candidate{
				Origin:       Mutated,
				Parent:       c.Seq,
				ParentPassed: c.Verdict == Passed,
				Steps:        c.Steps + 1,
			}
		}
		l.dequeue(c)
	}
	s := &l.report.Status
	return l.target.Generate(l.rand, size(s.Verdicts[Passed], s.Verdicts[Discarded], l.cfg.MaxSize, l.cfg.Tests)), Candidate{}
}

// count records the facts of a test.
func (l *loop[T]) count(c Candidate) {
	s := &l.report.Status
	s.Verdicts[c.Verdict]++
	s.Origins[c.Origin]++
	s.Known = l.cfg.Log.Known()
	s.Boring++
	if c.Novel > 0 {
		s.Boring = 0
	}
	s.Last = c
}

// admits reports whether a tested value is to be mutated.
func (l *loop[T]) admits(c Candidate) bool {
	s := &l.cfg.Strategy
	return s.Admit != nil && (s.MaxSteps == 0 || c.Steps < s.MaxSteps) && s.Admit(c)
}

// enqueue makes the batch of v (Algorithm 2).
func (l *loop[T]) enqueue(c Candidate, v T) {
	l.batches[c.Seq] = mutate.NewBatch(l.target.Mutator, v, l.report.R)
	l.queue.push(c)
	l.report.Queued[c.Verdict]++
}

// dequeue drops the first candidate, c, whose batch is exhausted.
func (l *loop[T]) dequeue(c Candidate) {
	delete(l.batches, c.Seq)
	l.queue.drop()
	l.report.Queued[c.Verdict]--
}

// size returns the size of the next value to be generated, which grows from 0 to
// most with the number of passed tests, over and over, and by 1 for each 10
// discarded ones: all of them so far, so that a target that discards most values
// soon gets large ones. If most does not divide the limit on tests, the last
// round covers all sizes in fewer steps.
func size(passed, discarded, most, tests int) int {
	n := passed % most
	if last := tests % most; last > 0 && passed < tests && passed-n+most > tests {
		n = n * most / last
	}
	return min(n+discarded/10, most)
}
