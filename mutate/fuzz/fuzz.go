// Package fuzz is a testing loop: it draws values from a generator and from the
// mutants of values that proved interesting, runs a property on each, and
// reports those on which the property fails. It knows nothing of the type of the
// values but how to generate and mutate them, see [Target].
//
// Four parts work together, and each ignores the others' business. The property
// runs instrumented code, whose probes record what it does. A [Log] interprets
// the record: it says how much of it is new. A [Strategy] decides by facts like
// that one which values are worth mutating, and in which order; it never sees
// the values. [Run] holds the values and does the work.
//
// A run is a function of the target and the [Config]: there is no clock in it.
// One goroutine runs one test at a time, and at most one run may be in progress
// in a process, since probes are global.
package fuzz

import (
	"context"
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

// A Verdict is the outcome of one test.
type Verdict int

const (
	Passed    Verdict = iota // the property holds
	Discarded                // the value does not meet the property's precondition
	Failed                   // the property does not hold
)

// String returns the verdict's name in lower case.
func (v Verdict) String() string {
	return [...]string{"passed", "discarded", "failed"}[v]
}

// A Target is what is tested: a property of values of type T, and ways to get
// such values. A property of several arguments is one of a struct.
type Target[T any] struct {
	// Generate draws a value. Sizes range from 0 to Config.MaxSize.
	Generate func(r *rand.Rand, size int) T

	// Mutator describes T to the mutation algorithms.
	Mutator mutate.Mutator[T]

	// Test runs the property on a value, which it must not change. When it
	// returns, the probes hold the trace of the run.
	Test func(v T) Verdict

	// Keep, if not nil, is called with each value of whose trace the log had never
	// seen a part, be it before its last Clear. New is the size of that part.
	Keep func(v T, c Candidate, new int)

	// Seeds are tested before anything else, in order, and again after each reset:
	// generated values can be found again by chance, seeds cannot.
	Seeds []T

	// Import, if not nil, is called before each test with the number of tests so far.
	// It returns values that other runs have found which work on the same target at
	// the same time. They are tested next: seeds like those of this run, but once;
	// known ones so that what they cover is novel no longer, while their mutants are
	// left to the run that found them.
	Import func(tests int) (seeds, known []T)
}

// Config says how to search. The zero Config is Sweep, with no limit on the number of
// tests.
type Config struct {
	// Strategy ranks candidates. The zero Strategy means Sweep().
	Strategy Strategy

	// Log interprets traces. nil means the log of the strategy.
	Log Log

	// Clock tells the time, by which the cost of a test is measured. nil counts the
	// steps of instrumented code, see probe.Steps: with it, a run is deterministic.
	Clock func() int

	// Tests limits the number of tests, whatever their verdicts. 0 is no limit.
	Tests int

	// Seed determines all random choices of the run.
	Seed uint64

	// Part and Parts divide the mutants of seeds among runs that work on the same
	// target at the same time: of the batch of a seed, this run tests the mutants
	// whose number, from 0 on, is Part modulo Parts. Parts of 0 means 1.
	Part, Parts int

	// MaxSize is the largest size passed to Generate. 0 means 10.
	MaxSize int

	// KeepGoing lets the run go on after a failure. Without it the first failure
	// ends the run.
	KeepGoing bool

	// MaxFailures limits the number of failing values that the report keeps; those
	// found later are counted only. 0 means 100.
	MaxFailures int

	// Progress, if not nil, is called after each test.
	Progress func(Status)
}

// Status is the state of a run.
type Status struct {
	Verdicts [Failed + 1]int   // tests by verdict
	Origins  [Imported + 1]int // the same tests by origin
	Queued   [Failed + 1]int   // queued values by verdict

	Known int // how much the log has ever seen, as the number of distinct edges

	Cost       int // the cost of all tests
	Admitted   int // values ever queued
	Covered    int // the sizes of their traces
	MaxCovered int // the largest of these

	R      int // how often a batch created now samples each random mutant
	Boring int // tests since the last novel one, or since the last reset
	Reset  int // the number of boring tests that brings about the next reset; 0 if none ever
	Resets int // resets so far

	Last Candidate // the latest test
}

// Tests returns the number of tests so far.
func (s Status) Tests() int {
	return s.Verdicts[Passed] + s.Verdicts[Discarded] + s.Verdicts[Failed]
}

// Dry reports whether no queued value is left.
func (s Status) Dry() bool { return s.Queued == [Failed + 1]int{} }

// A Report is the final state of a run, with the failing values. It does not
// depend on time, unless the context ended the run.
type Report[T any] struct {
	Status

	// Failures holds the first failing values in the order of their tests.
	Failures []struct {
		Candidate
		Value T
	}
}

// Run tests the target until the limit on tests is reached, a test fails (unless
// told to keep going), or ctx is done, which it checks before each test.
func Run[T any](ctx context.Context, target Target[T], cfg Config) Report[T] {
	l := newLoop(target, cfg)
	for ctx.Err() == nil && l.more() {
		l.step()
	}
	return l.report
}
