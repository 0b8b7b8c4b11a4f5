package fuzz

import "cmp"

// FuzzChick returns the strategy of coverage-guided property-based testing
// (Lampropoulos, Hicks and Pierce), as its code has it: an interesting value is
// mutated at random as often as its energy says, which follows the power schedule
// of AFL. Values are worked through in generations, each newest first. Discarded
// values, whatever their parents, wait until there are no others, and whenever one
// has been used up a value is generated.
//
// It differs in what is interesting, a new edge rather than a new number of
// executions of one; and the generator is that of all strategies.
func FuzzChick() Strategy {
	return Strategy{
		Name:  "fuzzchick",
		Admit: func(c Candidate) bool { return c.Novel > 0 && c.Verdict != Failed },
		Compare: func(a, b Candidate) int {
			return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Round, b.Round))
		},
		Rounds:  Generations,
		Mutants: Varied,
		Energy:  energyOfAFL,
		Refresh: func(c Candidate) bool { return c.Verdict == Discarded },
	}
}

// energyOfAFL is the energy of c by the cost of its test and the size of its trace,
// each compared to the average so far.
func energyOfAFL(c Candidate, s Status) int {
	return power(c.Cost, s.Cost/s.Tests(), c.Covered, s.Covered/s.Admitted, c.Verdict)
}

// power returns the energy for a cost, a size and their averages: ten times the
// performance score of AFL, a third of it for discarded values.
func power(cost, avgCost, size, avgSize int, v Verdict) int {
	score := 100 * costFactor(cost, avgCost) * sizeFactor(size, avgSize)
	if v == Discarded {
		score *= 0.33
	}
	return 10 * int(min(max(score, 5), 1600))
}

// costFactor favours what is cheap.
func costFactor(cost, avg int) float64 {
	switch {
	case cost > 10*avg:
		return 0.1
	case cost > 4*avg:
		return 0.25
	case cost > 2*avg:
		return 0.5
	case 3*cost > 4*avg:
		return 0.75
	case 4*cost < avg:
		return 3
	case 3*cost < avg:
		return 2
	case 2*cost < avg:
		return 1.5
	}
	return 1
}

// sizeFactor favours what covers much.
func sizeFactor(size, avg int) float64 {
	switch {
	case 3*size > 10*avg:
		return 3
	case size > 2*avg:
		return 2
	case 3*size > 4*avg:
		return 1.5
	case 3*size < avg:
		return 0.25
	case 2*size < avg:
		return 0.5
	case 3*size < 2*avg:
		return 0.75
	}
	return 1
}
