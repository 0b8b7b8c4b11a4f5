package team

import (
	"maps"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
)

// Status is what a worker, or a whole team, has come to.
type Status struct {
	campaign.Summary
	Novel    int           // tests that added something new to what a worker knew by itself
	Findings []finding.Met // by the names that the worker has given them
	Engines  []Engine      // compared with ours
	// Busy is how often each engine was at work when that was looked up, of Looks times. Otherwise the search was, or our
	// own engine.
	Busy  map[string]int
	Looks int
}

// Engine is one that a campaign asks.
type Engine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Add adds what another worker has come to. Findings are left alone: what they have in common is not known here. Of edges
// there are as many as one worker knows, as each learns from the others what they know.
func (s *Status) Add(o *Status) {
	for i, n := range o.Verdicts {
		s.Verdicts[i] += n
	}
	for i, n := range o.Origins {
		s.Origins[i] += n
	}
	for i, n := range o.Queued {
		s.Queued[i] += n
	}
	s.Known = max(s.Known, o.Known)
	s.R, s.Reset = max(s.R, o.R), max(s.Reset, o.Reset)
	s.Resets += o.Resets
	s.Divergences += o.Divergences
	s.Failed += o.Failed
	s.Flaky += o.Flaky
	s.KnownBugs += o.KnownBugs
	s.Inconclusive, s.Kinds = Sum(s.Inconclusive, o.Inconclusive), Sum(s.Kinds, o.Kinds)
	s.Outcomes, s.Busy = Sum(s.Outcomes, o.Outcomes), Sum(s.Busy, o.Busy)
	s.Looks += o.Looks
	s.Novel += o.Novel
	if s.Engines == nil {
		s.Engines = slices.Clone(o.Engines)
	}
}

// Sum adds counts by their names.
func Sum(a, b map[string]int) map[string]int {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]int{}
	}
	for name, n := range b {
		all[name] += n
	}
	return all
}
