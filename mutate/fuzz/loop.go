package fuzz

import (
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// A loop is a run in progress.
//
// Where the MUTAGEN paper and its published code differ, the strategies mutagen, no-lifo and
// no-reset follow the paper, and sweep does what found bugs in fewer tests. The figures
// compare geometric means over the 20 bugs of the information-flow stack machine, 7 runs
// each of at most 150,000 tests, with small and with large integers; differences below a
// fifth may be chance.
//
//   - There is one log for all verdicts (paper), not one each for passed and
//     discarded tests (code): 19 and 24 % fewer tests. The regular expressions
//     of this package's tests are of two minds about it: two logs are better for
//     two of the five faults, and worse for two, when values start large.
//   - In sweep a reset waits until the queue is dry (code), it does not happen amid a
//     batch (paper): 23 and 32 % fewer. So R is the same for a value and the
//     mutants derived from it, but large seeds may never see a reset. With the built-in
//     seeds of wasmfuzz resets amid batches are worse than that: each tests all seeds
//     anew, on top of what is queued, and R grows without bound.
//   - A test is boring if its trace adds nothing (paper), not if it is not
//     queued (code): 16 % fewer, with small integers.
//   - The generations of mutants are not limited (paper) to 10 (code): 3 % more,
//     that is, no difference.
//
// Sizes of generated values follow the code; the paper does not say.
//
// What else sweep does was measured by geometric means over the 15 bugs of Table II in
// wasmfuzz, 2 to 4 runs each of at most 60,000 to 200,000 tests.
//
//   - No value is tested twice: 35 % fewer tests (3,088 and 2,003), and 40 % fewer for
//     each fault of the regular expressions. To forget values that passed, since the
//     next arguments might fail, is no better.
//   - The cheapest of equally novel values first, not the newest: 34 % fewer (2,189 and
//     1,449). Those of fewest mutations first is as good here, and ten times worse for
//     the regular expressions; so is the oldest first. By cost before novelty: 60 % more.
//   - Boring values when the search stalls: 15 % fewer (1,493 and 1,275), and the bug that
//     takes a local variable and an instruction that gets it, each boring by itself, is
//     found after 14,000 tests and not after more than 60,000. If every other test is of
//     a boring value from the start, it is 29 % more instead of fewer.
//     With the built-in seeds of wasmfuzz, where most tests are boring all along, it would
//     find the bugs of wazero twice as late if it began after 150 tests.
//   - A generated value now and then: for the bugs of the interpreter, 13 % fewer (12,668
//     and 11,052, 10 runs of at most 300,000), and none of 50 runs misses its bug, not one.
//   - Not worth it: two logs (between 14 % fewer and 37 % more, by the order of the
//     queue); random mutations in a row between those of a batch (2 to 4 times as many,
//     since they are large and novel); smaller groups of operators; resets when only
//     discarded values are left.
type loop[T any] struct {
	target Target[T]
	cfg    Config
	rand   *rand.Rand

	seeds   []T               // those to be tested next
	known   []T               // those of other runs, to be tested before
	queue   queue             // of values worth mutating
	aside   queue             // of values for when the search stalls
	tested  tested            // if the strategy tests no value twice
	mutants map[int]supply[T] // their mutants, by Candidate.Seq
	refresh bool              // whether to generate the next value
	choices choices           // that gave the value under test, if the strategy needs them

	report Report[T]
}

func newLoop[T any](target Target[T], cfg Config) *loop[T] {
	if cfg.Strategy.Name == "" {
		cfg.Strategy = Sweep()
	}
	if cfg.Strategy.Log == nil {
		cfg.Strategy.Log = NewEdgeLog
	}
	if cfg.Log == nil {
		cfg.Log = cfg.Strategy.Log()
	}
	if cfg.Clock == nil {
		cfg.Clock = func() int { return int(probe.Steps()) }
	}
	if cfg.Parts == 0 {
		cfg.Parts = 1
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
		queue:   queue{compare: cfg.Strategy.Compare, rounds: cfg.Strategy.Rounds},
		aside:   queue{compare: nearest},
		mutants: make(map[int]supply[T]),
		report:  Report[T]{Status: Status{R: cfg.Strategy.R, Reset: cfg.Strategy.Reset}},
	}
}

// more reports whether there are tests left to do.
func (l *loop[T]) more() bool {
	s := &l.report.Status
	return (l.cfg.Tests == 0 || s.Tests() < l.cfg.Tests) &&
		(l.cfg.KeepGoing || s.Verdicts[Failed] == 0)
}

// step does one test (the body of Algorithm 1).
func (l *loop[T]) step() {
	v, c := l.pick()
	if c.Origin != Mutated {
		l.fresh(v)
	}
	c.Seq = l.report.Tests() + 1
	known := l.cfg.Log.Known()
	l.cfg.Log.Begin()
	begin := l.cfg.Clock()
	c.Verdict = l.test(v)
	c.Cost = l.cfg.Clock() - begin
	c.Novelty = l.cfg.Log.End(c.Verdict)
	if grown := l.cfg.Log.Known() - known; grown > 0 && l.target.Keep != nil {
		l.target.Keep(v, c, grown)
	}

	if c.Verdict == Failed && len(l.report.Failures) < l.cfg.MaxFailures {
		l.report.Failures = append(l.report.Failures, struct {
			Candidate
			Value T
		}{c, v})
	}
	l.count(c)
	if s := &l.cfg.Strategy; s.Admit != nil && c.Origin != Imported && (s.MaxSteps == 0 || c.Steps < s.MaxSteps) && s.Admit(c) {
		l.enqueue(c, v)
	} else if s.Spare != nil && s.Spare(c) {
		l.setAside(c, v)
	}
	if l.cfg.Progress != nil {
		l.cfg.Progress(l.report.Status)
	}
}

// pick returns the next value to test (Algorithm 3) and where it comes from.
func (l *loop[T]) pick() (T, Candidate) {
	l.take()
	if len(l.known) > 0 {
		v := l.known[0]
		l.known = l.known[1:]
		return v, Candidate{Origin: Imported}
	}
	s := &l.report.Status
	if restart := l.cfg.Strategy.Restart; restart != nil && restart(*s) {
		l.refresh = true
	}
	if len(l.seeds) == 0 && !l.refresh {
		v, c, ok := l.mutant()
		if stale := l.cfg.Strategy.Stale; stale != nil && stale(*s) {
			l.reset()
		}
		if ok {
			return v, c
		}
	}
	if len(l.seeds) > 0 {
		v := l.seeds[0]
		l.seeds = l.seeds[1:]
		return v, Candidate{Origin: Seeded}
	}
	l.refresh = false
	n := size(s.Verdicts[Passed], s.Verdicts[Discarded], l.cfg.MaxSize, l.cfg.Tests)
	return l.generate(nil, n), Candidate{Origin: Generated}
}

// take takes in what other runs have found.
func (l *loop[T]) take() {
	if l.target.Import == nil {
		return
	}
	seeds, known := l.target.Import(l.report.Tests())
	l.seeds = append(l.seeds[:len(l.seeds):len(l.seeds)], seeds...) // the target's own stay as they are
	l.known = append(l.known, known...)
}

// mutant returns the next mutant of the first value that has one left, or false if
// there is none or a value is to be generated first.
func (l *loop[T]) mutant() (v T, c Candidate, ok bool) {
	for !l.refresh {
		parent, aside, ok := l.parent()
		if !ok {
			break
		}
		v, ok := l.mutants[parent.Seq].Next(l.rand)
		switch {
		case ok && l.fresh(v):
			return v, Candidate{
				Origin:       Mutated,
				Parent:       parent.Seq,
				ParentPassed: parent.Verdict == Passed,
				Steps:        parent.Steps + 1,
			}, true
		case ok:
		case aside:
			l.aside.drop()
			delete(l.mutants, parent.Seq)
		default:
			l.dequeue(parent)
		}
	}
	return v, c, false
}

// parent returns the value whose mutants are tested now, and whether it is one that
// was set aside. It returns false if there is none.
func (l *loop[T]) parent() (c Candidate, aside, ok bool) {
	if stalled := l.cfg.Strategy.Stalled; stalled != nil && stalled(l.report.Status) {
		if c, ok := l.aside.first(); ok {
			return c, true, true
		}
	}
	c, ok = l.queue.first()
	return c, false, ok
}

// fresh reports whether v is to be tested, and remembers it.
func (l *loop[T]) fresh(v T) bool {
	return !l.cfg.Strategy.Once || l.tested.add(l.target.Mutator.Hash(0, v))
}

// spares is the number of values that are set aside at most.
const spares = 1000

// setAside keeps v for when the search stalls, if there is room or one that is farther away.
func (l *loop[T]) setAside(c Candidate, v T) {
	if len(l.aside.candidates) == spares {
		last := l.aside.candidates[0]
		if nearest(last, c) < 0 {
			return
		}
		l.aside.candidates = l.aside.candidates[1:]
		delete(l.mutants, last.Seq)
	}
	l.aside.add(c)
	l.mutants[c.Seq] = l.supply(c, v)
}

// enqueue queues v with its mutants (Algorithm 2).
func (l *loop[T]) enqueue(c Candidate, v T) {
	s := &l.report.Status
	s.Queued[c.Verdict]++
	s.Admitted++
	s.Covered += c.Covered
	s.MaxCovered = max(s.MaxCovered, c.Covered)
	l.queue.add(c)
	l.mutants[c.Seq] = l.supply(c, v)
}

// dequeue removes the first candidate, whose mutants have been tested, unless it
// comes back in the next round.
func (l *loop[T]) dequeue(c Candidate) {
	l.queue.drop()
	if s, ok := l.mutants[c.Seq].(*lottery[T]); ok && l.cfg.Strategy.Rounds == Cycles {
		s.left = l.energy(c)
		l.queue.again(c)
		return
	}
	delete(l.mutants, c.Seq)
	l.report.Queued[c.Verdict]--
	l.refresh = l.cfg.Strategy.Refresh != nil && l.cfg.Strategy.Refresh(c)
}

// test runs the property. A test that exceeds the probes' budget is discarded.
func (l *loop[T]) test(v T) (verdict Verdict) {
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(probe.Exhausted); !ok {
				panic(x)
			}
			verdict = Discarded
		}
	}()
	return l.target.Test(v)
}

// count adds a test to the status.
func (l *loop[T]) count(c Candidate) {
	s := &l.report.Status
	s.Verdicts[c.Verdict]++
	s.Origins[c.Origin]++
	s.Cost += c.Cost
	s.Known = l.cfg.Log.Known()
	s.Boring++
	if c.Novel > 0 {
		s.Boring = 0
	}
	s.Last = c
}

// reset starts over, with twice the effort spent on random mutants (Algorithm 5).
func (l *loop[T]) reset() {
	l.cfg.Log.Clear()
	l.tested = nil
	l.seeds = l.target.Seeds
	s := &l.report.Status
	s.R *= 2
	s.Reset *= 2
	s.Boring = 0
	s.Resets++
}

// size returns the size of the next value to be generated. It goes through 0 to
// most-1 with the number of passed tests, over and over, and is one larger for
// each ten tests discarded so far, up to most: a target that discards nearly all
// values is soon given large ones. If most does not divide the limit on tests,
// the last passage is quicker.
func size(passed, discarded, most, tests int) int {
	n := passed % most
	if last := tests % most; last > 0 && passed < tests && passed-n+most > tests {
		n = n * most / last
	}
	return min(n+discarded/10, most)
}
