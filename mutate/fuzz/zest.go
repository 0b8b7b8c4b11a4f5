package fuzz

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Zest returns the strategy of Zest (Padhye, Lemieux, Sen, Papadakis and Le Traon),
// as its code has it: what is mutated is not a value but the random choices from
// which the generator made it. A value is saved if it takes a new edge, or passes
// and takes an edge that is new among passed ones. The saved values are visited in
// turn, over and over, each for as many mutants as its coverage earns, and twenty
// times as many while there are edges to its credit, see [NewCreditLog].
//
// It differs in that edges have no hit counts; that the unit of the choices is not a
// byte but a draw from the generator's source; and that the first choice is the size.
func Zest() Strategy {
	return Strategy{
		Name:    "zest",
		Log:     NewCreditLog,
		Admit:   func(c Candidate) bool { return c.Origin != Seeded && c.Verdict != Failed && c.Novel+c.Passing > 0 },
		Compare: func(a, b Candidate) int { return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Seq, b.Seq)) },
		Rounds:  Cycles,
		Mutants: Regenerated,
		Energy: func(c Candidate, s Status) int {
			n := 50 * c.Covered / s.MaxCovered
			if c.Credit > 0 {
				n *= 20
			}
			return max(n, 1)
		},
	}
}

// choices are the values that a generator drew from its source.
type choices []uint64

// A recorder is a source that gives the recorded draws first and then others, and
// records what it gives.
type recorder struct {
	replay choices
	draws  choices
	fresh  rand.Source
}

func (s *recorder) Uint64() uint64 {
	var x uint64
	if n := len(s.draws); n < len(s.replay) {
		x = s.replay[n]
	} else {
		x = s.fresh.Uint64()
	}
	s.draws = append(s.draws, x)
	return x
}

// least is a draw for which rand.IntN returns 0. At 0 it would draw again, so that
// later draws would serve for other choices than before.
const least = 1 << 32

// mutate returns the choices with a few draws replaced, at a number of places that
// is geometrically distributed with mean 8: by the least one with probability 1/10,
// else by others. Zest replaces bytes, four of them at a place on average; that is
// about what its generators take for one choice.
func (c choices) mutate(r *rand.Rand) choices {
	draws := slices.Clone(c)
	for range geometric(r, 8) {
		x := r.Uint64()
		if r.IntN(10) == 0 {
			x = least
		}
		draws[r.IntN(len(draws))] = x
	}
	return draws
}

// geometric returns a positive number that is geometrically distributed.
func geometric(r *rand.Rand, mean float64) int {
	return max(1, int(math.Ceil(math.Log(1-r.Float64())/math.Log(1-1/mean))))
}
