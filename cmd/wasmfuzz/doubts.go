package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// When a campaign is worth a warning.
const (
	enough   = 10_000    // tests, before anything is said
	fewValid = 0.01      // share of valid modules
	muchTrap = 0.9       // share of calls that trap
	idle     = 1_000_000 // tests without a new edge, if they are half of all
	silent   = 0.9       // share of tests in which an engine says nothing that can be compared
)

// doubts returns what makes it doubtful that a campaign finds what it could, by kind of warning. SinceNew is the number of
// tests since the latest new edge. AsksAll says whether engines are asked about all tests, or about valid ones only.
func doubts(s *team.Status, sinceNew int, asksAll bool) map[string]string {
	found := map[string]string{}
	tests := s.Tests()
	if tests < enough {
		return found
	}
	valid := tests - s.Verdicts[fuzz.Discarded]
	if share := float64(valid) / float64(tests); share < fewValid {
		found["valid"] = fmt.Sprintf("%.2f %% of the tests are of valid modules; other seeds may help", 100*share)
	}
	if share := trapping(s.Outcomes); share > muchTrap {
		found["traps"] = fmt.Sprintf("%.0f %% of the calls trap", 100*share)
	}
	if sinceNew >= idle && 2*sinceNew >= tests {
		found["idle"] = fmt.Sprintf("no new edge in %d tests; what can be found from these seeds may have been found", sinceNew)
	}
	asked := valid
	if asksAll {
		asked = tests
	}
	for engine, n := range byEngine(s.Inconclusive) {
		if share := float64(n) / float64(max(asked, 1)); share > silent {
			found[engine] = fmt.Sprintf("%s is inconclusive in %.0f %% of the tests", engine, 100*share)
		}
	}
	return found
}

// trapping returns the share of calls that trap; verdicts are no calls.
func trapping(outcomes map[string]int) float64 {
	returned, all := outcomes[campaign.Returned], 0
	for _, n := range outcomes {
		all += n
	}
	if returned == 0 && outcomes["accepted"]+outcomes["rejected"] > 0 {
		return 0
	}
	return 1 - float64(returned)/float64(max(all, 1))
}

// byEngine adds up inconclusive answers, which are by engine and reason.
func byEngine(inconclusive map[string]int) map[string]int {
	all := map[string]int{}
	for name, n := range inconclusive {
		engine, _, _ := strings.Cut(name, ": ")
		all[engine] += n
	}
	return all
}

// warnings collects doubts, each kind once, as it was when it first came up.
type warnings struct {
	kinds map[string]bool
	texts []string
}

// add adds those that are new, and returns them.
func (w *warnings) add(doubts map[string]string) []string {
	before := len(w.texts)
	for _, kind := range slices.Sorted(maps.Keys(doubts)) {
		if !w.kinds[kind] {
			w.kinds[kind] = true
			w.texts = append(w.texts, doubts[kind])
		}
	}
	return w.texts[before:]
}
