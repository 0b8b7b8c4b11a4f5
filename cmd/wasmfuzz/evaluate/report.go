package evaluate

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The files of an experiment's directory.
const (
	RunsFile   = "runs.csv"
	reportFile = "report.md"
)

// ours are the strategies whose efforts are set beside those of the paper: its own, and the one that wasmfuzz uses.
var ours = []string{"mutagen", "sweep"}

// baseline returns the strategy with which the others are compared: the first of ours that was run. Without one, there
// is none.
func baseline(samples []Sample) string {
	for _, name := range ours {
		if slices.ContainsFunc(samples, func(s Sample) bool { return s.Strategy == name }) {
			return name
		}
	}
	return ""
}

// Write makes the report of the records: a page and its figures, in the directory of the experiment. It returns the
// path of the page.
func Write(dir string, records []Record) (page string, err error) {
	if len(records) == 0 {
		return "", errors.New("there are no runs to report")
	}
	var b strings.Builder
	planted, bare := split(records)
	if len(planted) > 0 {
		samples := Samples(planted)
		for _, f := range figures(samples) {
			if err := f.save(dir); err != nil {
				return "", err
			}
		}
		plantedPage(&b, samples, planted)
	}
	if len(bare) > 0 {
		speedPage(&b, bare)
	}
	page = filepath.Join(dir, reportFile)
	return page, os.WriteFile(page, []byte(b.String()), 0o644)
}

// split parts the records of runs with a planted bug from those that measure speed.
func split(records []Record) (planted, bare []Record) {
	for _, r := range records {
		if r.Bug != "" {
			planted = append(planted, r)
		} else {
			bare = append(bare, r)
		}
	}
	return planted, bare
}

func figures(samples []Sample) []*figure {
	return []*figure{
		newFigure(samples, "tests", func(s Sample) []float64 { return s.Tests }),
		newFigure(samples, "seconds", func(s Sample) []float64 { return s.Seconds }),
	}
}

// file is the figure's name in the directory.
func (f *figure) file() string { return f.label + ".svg" }

func (f *figure) save(dir string) error {
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, f.file()), b.Bytes(), 0o644)
}

func plantedPage(b *strings.Builder, samples []Sample, records []Record) {
	fmt.Fprintf(b, "# How soon planted bugs are found\n\n%s\n", provenance(records))
	besidePaper(b, samples)
	fmt.Fprintf(b, "## Figures\n\nAs figures 2 to 4 of the paper. A dot is a run that found the bug, a box their mean.\n\n")
	for _, f := range figures(samples) {
		fmt.Fprintf(b, "![failure rates, and %s to failure](%s)\n\n", f.label, f.file())
	}
	fmt.Fprintf(b, "## Efforts\n\nTests and seconds to failure are those of the runs that found the bug. Seconds are of processor time.\n\n%s\n", effortTable(samples))
	base := baseline(samples)
	for _, other := range Strategies(records) {
		if all := pairs(samples, base, other); other != base && len(all) > 0 {
			fmt.Fprintf(b, "## %s or %s\n\n%s\n%s\n%s\n", base, other, significanceText, curated(all, base, other), testTable(all, base))
		}
	}
}

// besidePaper sets the runs for the bugs of Table II beside those of the paper.
func besidePaper(b *strings.Builder, samples []Sample) {
	any := false
	for _, name := range ours {
		if !slices.ContainsFunc(samples, func(s Sample) bool { _, ok := published(s.Bug); return ok && s.Strategy == name }) {
			continue
		}
		if !any {
			fmt.Fprintf(b, "## Beside the paper\n\n%s\n", besideText)
		}
		any = true
		fmt.Fprintf(b, "MUTAGEN in the paper, and %s here:\n\n%s\n", name, beside(samples, name))
	}
	if any {
		fmt.Fprintf(b, "The other strategies, where the paper's draft data tell of them: runs that found the bug, and the mean "+
			"seconds of these.\n\n%s\n", variants(samples))
	}
}

const besideText = `The paper prints no numbers behind its figure 4; those here are of the raw data that its authors published with an
earlier version (means of 30 runs for the validator, 10 for the interpreter). Their engine was haskell-wasm and their
machine another one, so seconds are for scale only. Theirs tested WebAssembly 1.0; here it is 2.0, with more than twice
as many instructions to mutate into.
`

const significanceText = `By tests to failure: the p-values of the one-tailed Mann-Whitney U tests, and the effect size A12 of Vargha and Delaney,
which is the chance that a run of the first needs fewer tests than one of the second. A run that did not find the bug
counts as longer than any that did.
`

func speedPage(b *strings.Builder, records []Record) {
	fmt.Fprintf(b, "# Tests per second\n\n%s\n", provenance(records))
	fmt.Fprintf(b, "As Table V of the paper. No bug is planted. Rates are the medians of the runs, per second of processor time.\n\n%s", speedTable(records))
}

// provenance says how the records came about, and how to make them again.
func provenance(records []Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d runs, made by\n\n```\n%s\n```\n\n", len(records), command(records))
	for _, v := range distinct(records, func(r Record) string { return r.Version }) {
		fmt.Fprintf(&b, "* %s\n", v)
	}
	whole := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Result == Crashed })
	for _, e := range distinct(whole, func(r Record) string { return r.Property + " is judged by " + r.Engines }) {
		fmt.Fprintf(&b, "* %s\n", e)
	}
	return b.String()
}

// command is the command line that does the runs of the records.
func command(records []Record) string {
	runs := 0
	for _, r := range records {
		runs = max(runs, r.Run)
	}
	kind := "speed"
	if records[0].Bug != "" {
		kind = "planted --bugs " + bugNames(Bugs(records))
	}
	return fmt.Sprintf("wasmfuzz bench %s --strategies %s --runs %d %v --out DIR", kind, strings.Join(Strategies(records), ","), runs, records[0].Setup)
}

// bugNames lists bugs, those of Table II as all if they are all there.
func bugNames(bugs []Cell) string {
	var names, table []string
	for _, b := range bugs {
		names = append(names, b.Bug)
	}
	for _, p := range TableII {
		table = append(table, p.Bug)
	}
	if slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(table))) {
		return "all"
	}
	return strings.Join(names, ",")
}
