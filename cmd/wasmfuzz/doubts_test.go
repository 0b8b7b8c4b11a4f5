package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

func TestDoubts(t *testing.T) {
	status := func(passed, discarded int, inconclusive, outcomes map[string]int) *team.Status {
		s := &team.Status{Summary: campaign.Summary{Inconclusive: inconclusive, Outcomes: outcomes}}
		s.Verdicts[fuzz.Passed], s.Verdicts[fuzz.Discarded] = passed, discarded
		return s
	}
	for name, test := range map[string]struct {
		s        *team.Status
		sinceNew int
		asksAll  bool
		want     string // kinds
	}{
		"as it should be":       {status(20000, 80000, map[string]int{"x: limit": 3}, map[string]int{campaign.Returned: 40000, "unreachable": 40000}), 90000, false, ""},
		"too soon":              {status(0, 9999, map[string]int{"x: limit": 9999}, map[string]int{"unreachable": 9999}), 9999, true, ""},
		"few valid":             {status(99, 9901, nil, map[string]int{campaign.Returned: 400}), 0, false, "valid"},
		"just enough":           {status(100, 9900, nil, map[string]int{campaign.Returned: 400}), 0, false, ""},
		"most calls trap":       {status(5000, 5000, nil, map[string]int{campaign.Returned: 1, "unreachable": 5, "integer overflow": 5}), 0, false, "traps"},
		"verdicts are no traps": {status(5000, 5000, nil, map[string]int{"accepted": 5000, "rejected": 5000}), 0, true, ""},
		"nothing new":           {status(1_000_000, 1_000_000, nil, map[string]int{campaign.Returned: 1}), 1_000_000, false, "idle"},
		"new not long ago":      {status(1_000_000, 1_000_001, nil, map[string]int{campaign.Returned: 1}), 1_000_000, false, ""},
		"nothing new, but few":  {status(500_000, 499_999, nil, map[string]int{campaign.Returned: 1}), 999_999, false, ""},
		"silent, of valid":      {status(1000, 9000, map[string]int{"x: limit": 900, "x: unsupported": 50, "y: limit": 900}, map[string]int{campaign.Returned: 1}), 0, false, "x"},
		"silent, of all":        {status(1000, 9000, map[string]int{"x: limit": 950}, map[string]int{"accepted": 1}), 0, true, ""},
	} {
		got := doubts(test.s, test.sinceNew, test.asksAll)
		if kinds := strings.Join(slices.Sorted(maps.Keys(got)), " "); kinds != test.want {
			t.Errorf("%s: %v, want %q", name, got, test.want)
		}
	}
}

// TestWarnings checks that each kind of warning comes once, whatever the numbers in it.
func TestWarnings(t *testing.T) {
	w := warnings{kinds: map[string]bool{}}
	for i, test := range []struct {
		doubts map[string]string
		want   []string
	}{
		{map[string]string{"b": "b 1", "a": "a 1"}, []string{"a 1", "b 1"}},
		{map[string]string{"a": "a 2", "c": "c 2"}, []string{"c 2"}},
		{map[string]string{"a": "a 3"}, nil},
	} {
		if got := w.add(test.doubts); !slices.Equal(got, test.want) {
			t.Errorf("%d: %q, want %q", i, got, test.want)
		}
	}
	if want := []string{"a 1", "b 1", "c 2"}; !slices.Equal(w.texts, want) {
		t.Errorf("all: %q, want %q", w.texts, want)
	}
}
