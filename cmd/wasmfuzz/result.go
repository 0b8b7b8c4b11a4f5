package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// Result is what a session of a campaign has come to. Its fields are those of the file that --json writes; later
// versions may add some, and do not change what there is.
type Result struct {
	Command      string         `json:"command"` // the command line
	Seed         uint64         `json:"seed"`
	Wasmfuzz     string         `json:"wasmfuzz"` // version
	Engines      []team.Engine  `json:"engines"`  // compared in each test
	Start        time.Time      `json:"start"`
	Seconds      float64        `json:"seconds"`
	Interrupted  bool           `json:"interrupted"` // by a signal
	Error        string         `json:"error,omitempty"`
	Tests        int            `json:"tests"`
	Passed       int            `json:"passed"`
	Discarded    int            `json:"discarded"` // not valid, where that is required
	Diverged     int            `json:"diverged"`
	Edges        int            `json:"edges"`
	Divergences  int            `json:"divergences"` // malformed files included, which are no tests
	Flaky        int            `json:"flaky"`       // divergences that did not repeat and do not count
	Inconclusive map[string]int `json:"inconclusive"`
	Findings     []bug          `json:"findings"`
	Known        []bug          `json:"known"`    // bugs that --known names
	Warnings     []string       `json:"warnings"` // about the campaign itself

	search fuzz.Status
}

// bug is one that the session met, and how often.
type bug struct {
	Name    string `json:"name"`
	Count   int    `json:"count"`
	Dir     string `json:"dir,omitempty"`     // of the finding
	Title   string `json:"title,omitempty"`   // a line for people
	Diff    string `json:"diff,omitempty"`    // what engines disagree in
	Command string `json:"command,omitempty"` // that shows it
}

// newResult returns the result of a session that began at a time and ends now.
func newResult(s *team.Status, o finding.Origin, start time.Time) *Result {
	return &Result{
		Command: o.Command, Seed: o.Seed, Wasmfuzz: o.Wasmfuzz, Start: start.UTC(), Seconds: time.Since(start).Seconds(),
		Tests: s.Tests(), Passed: s.Tests() - s.Verdicts[fuzz.Discarded] - s.Failed, Discarded: s.Verdicts[fuzz.Discarded], Diverged: s.Failed,
		Edges: s.Known, Divergences: s.Divergences, Flaky: s.Flaky, Inconclusive: s.Inconclusive,
		Engines: s.Engines, Findings: []bug{}, Known: []bug{}, Warnings: []string{}, search: s.Summary.Status,
	}
}

// met adds the bugs that were met.
func (r *Result) met(tallies []finding.Tally) {
	for _, t := range tallies {
		if t.Report == nil {
			r.Known = append(r.Known, bug{Name: t.Name, Count: t.Count})
			continue
		}
		r.Findings = append(r.Findings, bug{t.Name, t.Count, t.Dir, t.Report.Title, t.Report.Between + ": " + t.Report.Diff, t.Command()})
	}
}

// print writes the result for people.
func (r *Result) print(w io.Writer) {
	elapsed := time.Duration(r.Seconds * float64(time.Second))
	fmt.Fprintf(w, "tests: %d in %s (%.0f/sec): %d passed, %d discarded, %d diverged\n",
		r.Tests, elapsed.Round(time.Millisecond), rate(r.Tests, elapsed), r.Passed, r.Discarded, r.Diverged)
	fmt.Fprintf(w, "search: %d edges, queues: %d valid and %d discarded, R %d, resets %d\n",
		r.Edges, r.search.Queued[fuzz.Passed], r.search.Queued[fuzz.Discarded], r.search.R, r.search.Resets)
	names := []string{"own " + r.Wasmfuzz}
	for _, e := range r.Engines {
		names = append(names, e.Name+" "+e.Version)
	}
	fmt.Fprintf(w, "engines: %s\n", strings.Join(names, ", "))
	for _, reason := range slices.Sorted(maps.Keys(r.Inconclusive)) {
		fmt.Fprintf(w, "inconclusive: %s: %d\n", reason, r.Inconclusive[reason])
	}
	for _, t := range r.Findings {
		fmt.Fprintf(w, "finding: %s: %d\n", t.Name, t.Count)
	}
	for _, t := range r.Known {
		fmt.Fprintf(w, "known: %s: %d\n", t.Name, t.Count)
	}
	if r.Flaky > 0 {
		fmt.Fprintf(w, "flaky, not counted: %d\n", r.Flaky)
	}
	for _, text := range r.Warnings {
		fmt.Fprintf(w, "warning: %s\n", text)
	}
	fmt.Fprintf(w, "divergences: %d\n", r.Divergences)
}
