package fuzz

import (
	"cmp"
	"fmt"
	"strings"
)

// An Origin is the way a tested value came about.
type Origin int

const (
	Generated Origin = iota // drawn by the target's generator
	Seeded                  // one of the target's seeds
	Mutated                 // a mutant of a queued value
	Imported                // found by another run, which tests its mutants
)

// String returns the origin's name in lower case.
func (o Origin) String() string {
	return [...]string{"generated", "seeded", "mutated", "imported"}[o]
}

// A Candidate is what a strategy knows of a tested value.
type Candidate struct {
	Seq     int     // the number of its test; the first is 1
	Origin  Origin  // where it comes from
	Verdict Verdict // what its test said
	Novelty         // what the log said
	Cost    int     // what its test cost, by the clock of the run

	// Of a mutant only:

	Parent       int  // Seq of the value it is a mutant of
	ParentPassed bool // whether that one's test passed
	Steps        int  // mutations that separate it from a seed or generated value

	// Of a queued value only:

	Round  int // the round in which its mutants are tested, see Strategy.Rounds
	Credit int // how many things stand to its credit, if the log knows
}

// Mutants says which mutants of a queued value are tested.
type Mutants int

const (
	// All is each mutant once, position by position, random ones R times: the
	// batches of MUTAGEN.
	All Mutants = iota
	// Varied is as many as Strategy.Energy says, by the random mutators of the type.
	Varied
	// Regenerated is as many as Strategy.Energy says, made by the generator from the
	// random choices that gave the queued value, a few of them changed. A seed has no
	// such mutants.
	Regenerated
)

// Rounds says when the mutants of a queued value are tested.
type Rounds int

const (
	// Now lets the order of the queue decide.
	Now Rounds = iota
	// Generations lets a value wait until those are worked through that were queued
	// before the present round began. Passed and discarded values have their own rounds.
	Generations
	// Cycles takes a value up at once, and again in each later round.
	Cycles
)

// A Strategy is a policy of mutation. Its functions are pure: they depend on
// their arguments only.
type Strategy struct {
	// Name identifies the strategy to [Named] and in reports.
	Name string

	// Log makes the log by which tests are judged. nil means NewEdgeLog.
	Log func() Log

	// Admit reports whether a tested value is to be queued for mutation, whatever
	// its verdict. nil admits none.
	Admit func(c Candidate) bool

	// Compare orders the queue. It is negative if a's mutants are tested before
	// b's, and positive if after; among equals the latest queued goes first.
	Compare func(a, b Candidate) int

	// Rounds says whether a queued value has to wait for others.
	Rounds Rounds

	// Mutants says which mutants a queued value has, and Energy how many if these are
	// random, at least 1.
	Mutants Mutants
	Energy  func(c Candidate, s Status) int

	// Once leaves out mutants that have been tested since the last reset, in so far as
	// they are remembered.
	Once bool

	// Spare reports whether a value that is not admitted is set aside, as long as there
	// is room, and Stalled whether the next mutant is one of a value that was set aside,
	// those with the fewest steps first. nil is never.
	Spare   func(c Candidate) bool
	Stalled func(s Status) bool

	// Restart reports whether the next value is to be generated, whatever is in the
	// queue. nil is never.
	Restart func(s Status) bool

	// Refresh reports whether a value is to be generated when the mutants of c have
	// been tested, before any other is taken up. nil is never.
	Refresh func(c Candidate) bool

	// R is how often a batch samples each random mutant, until the first reset, and
	// Reset a number of boring tests that is meant to bring this about. A reset clears
	// the log and doubles both.
	R, Reset int

	// Stale reports whether it is time for a reset. nil is never.
	Stale func(s Status) bool

	// MaxSteps limits the number of mutations between a queued value and the seed
	// or generated value it comes from. 0 is no limit.
	MaxSteps int
}

// Mutagen returns the strategy of MUTAGEN (Mista and Russo) as the paper has it:
// each mutant of an interesting value is tested once; the values whose traces were
// most novel come first, and among equals the newest (§IV-A); when more than a
// thousand tests in a row were boring, the log is cleared and random mutants are
// sampled more often, whatever is in the queue (§IV-B).
//
// The published code differs. It keeps two logs, see [NewSplitLog]; resets only
// when the queue is dry; counts a test as boring that is novel but not queued; and
// limits MaxSteps to 10.
func Mutagen() Strategy {
	return Strategy{
		Name: "mutagen", Admit: interesting, Compare: novelFirst, R: 1, Reset: 1000,
		Stale: func(s Status) bool { return s.Boring > s.Reset },
	}
}

// Sweep returns the strategy that runs use unless told otherwise. It is MUTAGEN, with
// a few changes:
//
//   - No value is tested twice: the mutants of a mutant are for the most part mutants
//     of its parent, too.
//   - Among values that are equally novel the cheapest come first: they are small, and
//     so are their batches. Newest first goes down one line of descent for hundreds of
//     generations, and every step is a batch.
//   - When 150 tests in a row were boring, or so many for each seed, every other test is
//     of a mutant of a value that passed but was boring, those that fewest mutations
//     made first. So two steps can be taken of which the first shows nothing new. And
//     one test in 32 is of a generated value, as those before may all have had one
//     ancestor.
//   - A reset waits until the queue is dry, as in the published code.
//
// The comment on loop says what each is worth.
func Sweep() Strategy {
	s := Mutagen()
	s.Name = "sweep"
	s.Once = true
	s.Compare = func(a, b Candidate) int { return cmp.Or(novelFirst(a, b), cmp.Compare(a.Cost, b.Cost)) }
	s.Spare = func(c Candidate) bool { return c.Verdict == Passed }
	stall := func(s Status) bool { return s.Boring >= 150*max(1, s.Origins[Seeded]) }
	s.Stalled = func(s Status) bool { return stall(s) && s.Tests()%2 == 0 }
	s.Restart = func(s Status) bool { return stall(s) && s.Tests()%32 == 1 }
	s.Stale = func(s Status) bool { return s.Dry() && s.Boring >= s.Reset }
	return s
}

// NoLIFO returns MUTAGEN without priorities: interesting values are mutated in
// the order in which they were found (the paper's ablation of §IV-A).
func NoLIFO() Strategy {
	s := Mutagen()
	s.Name, s.Compare = "no-lifo", oldestFirst
	return s
}

// NoReset returns MUTAGEN without resets, and with 25 samples of each random
// mutant from the start (the paper's ablation of §IV-B).
func NoReset() Strategy {
	s := Mutagen()
	s.Name, s.R, s.Reset, s.Stale = "no-reset", 25, 0, nil
	return s
}

// Paths returns MUTAGEN with the log and the priorities that its code calls those
// of trees: interesting is what takes a new path, and those come first that leave
// the known ones soonest.
func Paths() Strategy {
	s := Mutagen()
	s.Name = "paths"
	s.Log = func() Log { return NewPathLog(0) }
	s.Compare = func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Depth, b.Depth))
	}
	return s
}

// Random returns the strategy of QuickCheck: nothing is mutated.
func Random() Strategy { return Strategy{Name: "random"} }

// strategies returns all strategies that have names.
func strategies() []Strategy {
	return []Strategy{Sweep(), Mutagen(), NoLIFO(), NoReset(), Paths(), FuzzChick(), Zest(), Random()}
}

// Names returns the names of the strategies.
func Names() (names []string) {
	for _, s := range strategies() {
		names = append(names, s.Name)
	}
	return names
}

// Named returns the strategy of that name.
func Named(name string) (Strategy, error) {
	for _, s := range strategies() {
		if s.Name == name {
			return s, nil
		}
	}
	return Strategy{}, fmt.Errorf("no strategy %q: there are %s", name, strings.Join(Names(), ", "))
}

// interesting admits what Algorithm 1 of the MUTAGEN paper admits: novel values
// that passed, and novel mutants that were discarded if their parents passed.
// Of seeds it admits those that passed or are novel.
func interesting(c Candidate) bool {
	if c.Verdict == Failed {
		return false
	}
	if c.Origin == Seeded {
		return c.Verdict == Passed || c.Novel > 0
	}
	return c.Novel > 0 && (c.Verdict == Passed || c.ParentPassed)
}

// novelFirst puts passed values before discarded ones, and the most novel of
// either first.
func novelFirst(a, b Candidate) int {
	return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(b.Novel, a.Novel))
}

// nearest puts those first that fewest mutations separate from a seed or generated
// value, and the oldest of these.
func nearest(a, b Candidate) int {
	return cmp.Or(cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.Seq, b.Seq))
}

// oldestFirst puts passed values before discarded ones, and the oldest of either
// first.
func oldestFirst(a, b Candidate) int {
	return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Seq, b.Seq))
}
