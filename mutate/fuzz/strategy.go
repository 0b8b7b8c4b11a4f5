package fuzz

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An Origin is the way a tested value came about.
type Origin int

const (
	Generated Origin = iota // drawn by the target's generator
	Seeded                  // one of the target's seeds
	Mutated                 // a mutant of a queued value
)

// String returns the origin's name in lower case.
func (o Origin) String() string {
	return [...]string{"generated", "seeded", "mutated"}[o]
}

// A Candidate is what a strategy knows of a tested value.
type Candidate struct {
	Seq     int     // the number of its test; the first is 1
	Origin  Origin  // where it comes from
	Verdict Verdict // what its test said
	Novel   int     // how many new things its test added to the log

	// Of a mutant only:

	Parent       int  // Seq of the value it is a mutant of
	ParentPassed bool // whether that one's test passed
	Steps        int  // mutations that separate it from a seed or generated value
}

// A Strategy is a policy of mutation. Its functions are pure: they depend on
// their arguments only.
type Strategy struct {
	// Name identifies the strategy to [Named] and in reports.
	Name string

	// Admit reports whether a tested value is to be queued for mutation, whatever
	// its verdict. nil admits none.
	Admit func(c Candidate) bool

	// Compare orders the queue. It is negative if a's mutants are tested before
	// b's, and positive if after; among equals the latest queued goes first.
	Compare func(a, b Candidate) int

	// R is how often a batch samples each random mutant, until the first reset.
	R int

	// Reset is the number of boring tests in a row that brings about the first
	// reset, which clears the log and doubles R and Reset. 0 is never.
	Reset int

	// MaxSteps limits the number of mutations between a queued value and the seed
	// or generated value it comes from. 0 is no limit.
	MaxSteps int
}

// Mutagen returns the strategy of MUTAGEN (Mista and Russo): each mutant of an
// interesting value is tested once; the values whose traces were most novel come
// first, and among equals the newest (§IV-A); when novelty runs dry the log is
// cleared and random mutants are sampled more often (§IV-B).
func Mutagen() Strategy {
	return Strategy{Name: "mutagen", Admit: interesting, Compare: novelFirst, R: 1, Reset: 1000}
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
	s.Name, s.R, s.Reset = "no-reset", 25, 0
	return s
}

// Random returns the strategy of QuickCheck: nothing is mutated.
func Random() Strategy { return Strategy{Name: "random"} }

// Named returns the strategy of that name.
func Named(name string) (Strategy, error) {
	var names []string
	for _, s := range []Strategy{Mutagen(), NoLIFO(), NoReset(), Random()} {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Strategy{}, fmt.Errorf("no strategy %q: there are %s", name, strings.Join(names, ", "))
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

// oldestFirst puts passed values before discarded ones, and the oldest of either
// first.
func oldestFirst(a, b Candidate) int {
	return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Seq, b.Seq))
}

// A queue holds candidates in the order of a strategy, the first one at the end.
type queue struct {
	compare    func(a, b Candidate) int
	candidates []Candidate
}

// push inserts c in front of its equals.
func (q *queue) push(c Candidate) {
	i, _ := slices.BinarySearchFunc(q.candidates, c, func(e, c Candidate) int {
		return cmp.Or(q.compare(c, e), -1)
	})
	q.candidates = slices.Insert(q.candidates, i, c)
}

// first returns the candidate whose mutants are tested now, or false if the queue
// is empty.
func (q *queue) first() (Candidate, bool) {
	if len(q.candidates) == 0 {
		return Candidate{}, false
	}
	return q.candidates[len(q.candidates)-1], true
}

// drop removes the first candidate.
func (q *queue) drop() { q.candidates = q.candidates[:len(q.candidates)-1] }
