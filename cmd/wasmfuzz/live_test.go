package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// TestDraw checks what the live view shows, and that it fits into any terminal.
func TestDraw(t *testing.T) {
	o := &overview{
		title: "wasmfuzz validate", workers: 2, elapsed: time.Minute, modules: 166,
		history:  history{edges: []int{100, 700, 1388}, at: 48 * time.Second},
		tallies:  []finding.Tally{{Name: "wazero-select", Count: 240, Report: &finding.Report{}}, {Name: "old", Count: 3}},
		warnings: []string{"x is inconclusive"},
		Status: team.Status{
			Summary: campaign.Summary{
				Divergences: 243, Inconclusive: map[string]int{"x: limit": 7, "x: unsupported": 9},
				Outcomes: map[string]int{"accepted": 25, "rejected": 75},
			},
			Busy: map[string]int{"x": 30, "y": 50}, Looks: 100,
		},
	}
	o.Verdicts, o.Known, o.R = [3]int{fuzz.Passed: 250, fuzz.Discarded: 750}, 1388, 32
	got := ansi.Strip(strings.Join(o.lines(200, 50), "\n"))
	for _, want := range []string{
		"wasmfuzz validate   1m0s, 2 workers\n", "1000   17/s   valid 25.0 %\n", "1388   ▁▄█   the latest 12s ago\n",
		"y 50.0 %   x 30.0 %   search and own 20.0 %\n", "rejected 75.0 %   accepted 25.0 %\n", "x: unsupported: 9   x: limit: 7\n",
		"  finding       240   wazero-select\n", "  known           3   old\n", "warning      x is inconclusive",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for width := range 120 {
		for height := range 20 {
			lines := o.lines(width, height)
			if height > 1 && len(lines) >= height {
				t.Fatalf("%d lines in %d", len(lines), height)
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > width {
					t.Fatalf("%q is wider than %d", line, width)
				}
			}
		}
	}
	if len((&overview{}).lines(80, 24)) == 0 {
		t.Error("a session that has just begun shows nothing")
	}
}

// TestHistory checks that a history shows all of a session, however long it is.
func TestHistory(t *testing.T) {
	var h history
	for i := range 100_000 {
		h.add(time.Duration(i)*time.Second, min(i/10, 5000), 100*i)
	}
	if h.newest != 5000 || h.tests != 5_000_000 || h.at != 50_000*time.Second {
		t.Errorf("the latest edge: %d, in test %d, after %v", h.newest, h.tests, h.at)
	}
	if n := len(h.edges); n >= maxPoints || n < maxPoints/2 || !slices.IsSorted(h.edges) || h.edges[n-1] != 5000 {
		t.Errorf("%d points: %v", n, h.edges)
	}
	line := []rune(sparkline(h.edges))
	if len(line) != sparkWidth || line[0] != '▁' || line[sparkWidth/2] < '▆' || line[sparkWidth-1] != '█' {
		t.Errorf("%s", string(line))
	}
	if got := sparkline(nil) + sparkline([]int{0}) + sparkline([]int{1, 7}); got != "▁▂█" {
		t.Errorf("%s", got)
	}
}

// TestErase checks that what is on the screen is taken away also if the terminal has become narrower since.
func TestErase(t *testing.T) {
	lines := []string{bold + "12345" + usual, "", "123456"}
	for width, want := range map[int]string{80: "\r\x1b[2A\x1b[J", 6: "\r\x1b[2A\x1b[J", 5: "\r\x1b[3A\x1b[J", 3: "\r\x1b[4A\x1b[J", 0: "\r"} {
		if got := erase(lines, width); !strings.HasPrefix(got, want) {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
	if got := erase(nil, 80) + erase(lines[:1], 80); got != "\r\x1b[J" {
		t.Errorf("%q", got)
	}
	if got := plain(lines[0]); got != "12345" {
		t.Errorf("%q", got)
	}
}
