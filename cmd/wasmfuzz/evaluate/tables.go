package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// table returns a table in Markdown. The first column is text, the others are numbers.
func table(header []string, rows [][]string) string {
	var b strings.Builder
	row := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(header)
	fmt.Fprintf(&b, "|---|%s\n", strings.Repeat("--:|", len(header)-1))
	for _, r := range rows {
		row(r)
	}
	return b.String()
}

// short writes a number with three digits, or all before the point if there are more. NaN is nothing.
func short(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.Abs(x) >= 100 || x == 0:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case math.Abs(x) < 1e-4:
		return strconv.FormatFloat(x, 'g', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(math.Abs(x))))), 64)
}

// whole writes a number of tests.
func whole(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// outOf writes how many runs found the bug.
func outOf(s Sample) string {
	text := fmt.Sprintf("%d/%d", s.Found, s.Runs)
	if s.Crashed > 0 {
		text += fmt.Sprintf(", %d crashed", s.Crashed)
	}
	return text
}

// effortTable shows for each bug and strategy the failure rate and the effort of successful runs.
func effortTable(samples []Sample) string {
	var rows [][]string
	for _, s := range samples {
		rows = append(rows, []string{s.Bug, s.Strategy, outOf(s),
			whole(mean(s.Tests)), whole(median(s.Tests)), short(mean(s.Seconds)), short(median(s.Seconds))})
	}
	return table([]string{"bug", "strategy", "found", "tests: mean", "median", "seconds: mean", "median"}, rows)
}

// beside sets the runs of a strategy beside those of MUTAGEN in the paper, and counts for how many bugs they do better.
func beside(samples []Sample, strategy string) string {
	var rows [][]string
	always, fewer, total := 0, 0, 0
	for _, s := range samples {
		p, ok := published(s.Bug)
		if !ok || s.Strategy != strategy {
			continue
		}
		total++
		if s.Found == s.Runs {
			always++
			if mean(s.Tests) < p.Tests {
				fewer++
			}
		}
		rows = append(rows, []string{fmt.Sprintf("%d %s", p.Number, s.Bug), whole(p.Tests), short(p.Mutagen.Seconds), outOf(s),
			whole(mean(s.Tests)), whole(median(s.Tests)), short(mean(s.Seconds)), short(median(s.Seconds)), short(p.Tests / mean(s.Tests))})
	}
	return table([]string{"Table II", "paper: tests", "seconds", "here: found", "tests: mean", "median", "seconds: mean", "median",
		"times fewer tests"}, rows) + fmt.Sprintf("\nOf %d bugs, %d are found in every run, and %d of these in fewer tests on average than in the paper.\n", total, always, fewer)
}

// variants sets the failure rates of the other strategies beside those of the paper.
func variants(samples []Sample) string {
	columns := []struct {
		name   string
		effort func(Published) Effort
	}{
		{"no-lifo", func(p Published) Effort { return p.NoLIFO }},
		{"no-reset", func(p Published) Effort { return p.NoReset }},
		{"random", func(p Published) Effort { return p.Random }},
	}
	header := []string{"Table II"}
	var rows [][]string
	for _, c := range columns {
		header = append(header, c.name+": paper", "here")
	}
	for _, p := range TableII {
		row := []string{fmt.Sprintf("%d %s", p.Number, p.Bug)}
		any := false
		for _, c := range columns {
			here := ""
			if i := slices.IndexFunc(samples, func(s Sample) bool { return s.Bug == p.Bug && s.Strategy == c.name }); i >= 0 {
				any = true
				here = outOf(samples[i]) + inSeconds(mean(samples[i].Seconds))
			}
			row = append(row, c.effort(p).String(), here)
		}
		if any {
			rows = append(rows, row)
		}
	}
	return table(header, rows)
}

// inSeconds is the end of a cell of the table of variants.
func inSeconds(s float64) string {
	if math.IsNaN(s) {
		return ""
	}
	return ", " + short(s) + " s"
}

// String shows what is known.
func (e Effort) String() string {
	var parts []string
	if e.Rate > 0 {
		parts = append(parts, whole(e.Rate*100)+" %")
	}
	if e.Seconds > 0 {
		parts = append(parts, short(e.Seconds)+" s")
	}
	return strings.Join(parts, ", ")
}

// A pair is the runs of one bug with the baseline and with another strategy.
type pair struct {
	base, other Sample
	Comparison  // of tests to failure, those of the baseline first
}

// pairs compares two strategies on each bug.
func pairs(samples []Sample, base, other string) []pair {
	var all []pair
	for _, a := range samples {
		for _, b := range samples {
			if a.Strategy == base && b.Strategy == other && a.Bug == b.Bug {
				all = append(all, pair{a, b, Compare(a.censored(a.Tests), b.censored(b.Tests))})
			}
		}
	}
	return all
}

// testTable shows the tests of significance.
func testTable(all []pair, base string) string {
	var rows [][]string
	for _, p := range all {
		rows = append(rows, []string{p.base.Bug, outOf(p.base), outOf(p.other), pValue(p.Less), pValue(p.Greater), fmt.Sprintf("%.2f", p.A12)})
	}
	return table([]string{"bug", base, "other", "p: " + base + " fewer", "p: more", "A12"}, rows)
}

func pValue(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

// curated counts bugs as the paper does in its Tables III and IV.
func curated(all []pair, base, other string) string {
	type class struct {
		name       string
		has        func(p pair) bool
		count      int
		base, rate float64
	}
	classes := []class{
		{name: "never found by " + other, has: func(p pair) bool { return p.other.Found == 0 }},
		{name: base + " needs fewer tests", has: func(p pair) bool { return p.Less < significant }},
		{name: other + " needs fewer tests", has: func(p pair) bool { return p.Greater < significant }},
		{name: "no evidence for either", has: func(p pair) bool { return true }},
	}
	for _, p := range all {
		i := slices.IndexFunc(classes, func(c class) bool { return c.has(p) })
		classes[i].count++
		classes[i].base += p.base.FailureRate()
		classes[i].rate += p.other.FailureRate()
	}
	var rows [][]string
	for _, c := range classes {
		n := float64(c.count)
		rows = append(rows, []string{c.name, strconv.Itoa(c.count), short(c.rate / n), short(c.base / n)})
	}
	return table([]string{"bugs", "count", "failure rate: " + other, base}, rows)
}

// speedTable is Table V: tests per second, the medians of the runs.
func speedTable(records []Record) string {
	var rows [][]string
	for _, b := range Bugs(records) {
		for _, name := range Strategies(records) {
			var total, passed []float64
			for _, r := range records {
				if r.Property == b.Property && r.Strategy == name {
					total = append(total, float64(r.Tests)/r.Seconds)
					passed = append(passed, float64(r.Passed)/r.Seconds)
				}
			}
			row := []string{b.Property + ", " + name, strconv.Itoa(len(total)), short(median(total)), short(median(passed)), "", "", ""}
			for _, p := range TableV {
				if p.Property == b.Property && p.Strategy == name {
					row = append(row[:4], short(p.Total), short(p.Passed), short(median(passed)/p.Passed))
				}
			}
			rows = append(rows, row)
		}
	}
	return table([]string{"property and strategy", "runs", "tests/s", "passed/s", "paper: tests/s", "passed/s", "times the passed/s"}, rows)
}
