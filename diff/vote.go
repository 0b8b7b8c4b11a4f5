package diff

import "slices"

// Undecided is the camp of an answer that takes no side: it is inconclusive, or agrees with more than one camp.
const Undecided = -1

// Camps groups n answers so that those of a camp agree with each other, and returns the camp of each. Camps are
// numbered in the order of their first members. Two answers may agree with a third and not with each other, if that
// is vague, such as a trap that can mean two reasons: it is Undecided then.
func Camps(n int, abstains func(i int) bool, agree func(i, j int) bool) []int {
	camps := make([]int, n)
	fits := func(i, camp, others int) bool {
		for j := range others {
			if camps[j] == camp && !agree(i, j) {
				return false
			}
		}
		return true
	}
	count := 0
	for i := range camps {
		if camps[i] = Undecided; abstains(i) {
			continue
		}
		c := 0
		for c < count && !fits(i, c, i) {
			c++
		}
		camps[i], count = c, max(count, c+1)
	}
	decided := slices.Clone(camps)
	for i, own := range camps {
		for c := range count {
			if own != Undecided && c != own && fits(i, c, n) {
				decided[i] = Undecided
			}
		}
	}
	return decided
}

// Majority returns the camp with the most votes, or Undecided if two have as many. Answers of one family, which share
// the code in question, have one vote in each camp in which one of them is.
func Majority(camps []int, family func(i int) string) int {
	type vote struct {
		camp   int
		family string
	}
	cast := map[vote]bool{}
	votes := make([]int, len(camps))
	for i, c := range camps {
		if v := (vote{c, family(i)}); c != Undecided && !cast[v] {
			cast[v] = true
			votes[c]++
		}
	}
	if len(votes) == 0 {
		return Undecided
	}
	most := slices.Max(votes)
	winner := slices.Index(votes, most)
	if most == 0 || slices.Contains(votes[winner+1:], most) {
		return Undecided
	}
	return winner
}
