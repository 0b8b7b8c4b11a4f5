package evaluate

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestReport compares tables with figures worked out by hand.
func TestReport(t *testing.T) {
	records := []Record{
		run("validate-i64-eqz", "mutagen", 1, 1000, 0.1), run("validate-i64-eqz", "mutagen", 2, 2000, 0.2),
		run("validate-i64-eqz", "mutagen", 3, 6000, 0.6), run("validate-i64-eqz", "random", 1, 0, 9),
		run("validate-i64-eqz", "random", 2, 0, 9), run("validate-i64-eqz", "random", 3, 0, 9),
		run("validate-max-memories", "mutagen", 1, 30, 0.003), run("validate-max-memories", "mutagen", 2, 31, 0.003),
		run("validate-max-memories", "mutagen", 3, 32, 0.003), run("validate-max-memories", "random", 1, 400, 2),
		run("validate-max-memories", "random", 2, 500, 2), run("validate-max-memories", "random", 3, 0, 9),
		run("instr.go:1:cond1:true", "mutagen", 1, 0, 9), run("instr.go:1:cond1:true", "random", 1, 80, 1),
	}
	records[13].Result = Crashed
	wantPage(t, records,
		"wasmfuzz bench planted --bugs validate-i64-eqz,validate-max-memories,instr.go:1:cond1:true --strategies mutagen,random --runs 3 --oracle pristine --limit 100 --out DIR\n",
		"| 6 validate-i64-eqz | 2534 | 1.54 | 3/3 | 3000 | 2000 | 0.300 | 0.200 | 0.845 |",
		"| 4 validate-max-memories | 155 | 0.116 | 3/3 | 31 | 31 | 0.00300 | 0.00300 | 5.00 |",
		"Of 2 bugs, 2 are found in every run, and 1 of these in fewer tests on average than in the paper.",
		"| 6 validate-i64-eqz | 100 %, 85.0 s |  | 100 %, 9.70 s |  |  | 0/3 |",
		"| validate-max-memories | random | 2/3 | 450 | 450 | 2.00 | 2.00 |",
		"| instr.go:1:cond1:true | random | 0/1, 1 crashed |  |  |  |  |",
		"| never found by random | 2 | 0 | 0.500 |",
		"| mutagen needs fewer tests | 0 |  |  |",
		"| random needs fewer tests | 0 |  |  |",
		"| no evidence for either | 1 | 0.667 | 1.00 |",
		"| validate-max-memories | 3/3 | 2/3 | 0.0500 | 1.0000 | 1.00 |",
	)
}

// TestSweepReport compares tables of two strategies that are set beside the paper.
func TestSweepReport(t *testing.T) {
	records := []Record{
		run("validate-i64-eqz", "sweep", 1, 500, 0.1), run("validate-i64-eqz", "mutagen", 1, 2000, 0.2),
		run("validate-i64-eqz", "gofuzz", 1, 0, 9),
	}
	wantPage(t, records,
		"MUTAGEN in the paper, and mutagen here:", "| 6 validate-i64-eqz | 2534 | 1.54 | 1/1 | 2000 | 2000 | 0.200 | 0.200 | 1.27 |",
		"MUTAGEN in the paper, and sweep here:", "| 6 validate-i64-eqz | 2534 | 1.54 | 1/1 | 500 | 500 | 0.100 | 0.100 | 5.07 |",
		"## mutagen or sweep", "## mutagen or gofuzz",
	)
	wantPage(t, slices.DeleteFunc(records, func(r Record) bool { return r.Strategy == "mutagen" }), "## sweep or gofuzz")
}

func TestSpeedReport(t *testing.T) {
	var records []Record
	for i, tests := range []int{100_000, 400_000, 900_000} {
		records = append(records, Record{
			Cell: Cell{Interpreter, "", "mutagen", i + 1}, Setup: Setup{Oracle: Engines, Time: 10 * time.Second}, Result: Missed,
			Tests: tests, Passed: tests / 4, Seconds: 10, Engines: "x v1",
		})
	}
	wantPage(t, records,
		"wasmfuzz bench speed --strategies mutagen --runs 3 --oracle engines --limit 0 --time 10s --out DIR\n",
		"* interp is judged by x v1",
		"| interp, mutagen | 3 | 40000 | 10000 | 2142 | 501 | 20.0 |",
	)
}

// wantPage makes the report of records and expects lines in it, and that its figures are XML.
func wantPage(t *testing.T, records []Record, lines ...string) {
	t.Helper()
	dir := t.TempDir()
	page, err := Write(dir, records)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if !strings.Contains(string(text), l) {
			t.Errorf("no %q in:\n%s", l, text)
		}
	}
	for _, path := range svgs(t, dir) {
		svg, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(bytes.NewReader(svg))
		for err == nil {
			_, err = d.Token()
		}
		if err != io.EOF {
			t.Errorf("%s: %v", path, err)
		}
		if !strings.Contains(string(text), "("+filepath.Base(path)+")") {
			t.Errorf("%s is not on the page", path)
		}
	}
}

func svgs(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestNothingFound makes figures with nothing in them.
func TestNothingFound(t *testing.T) {
	wantPage(t, []Record{run("b", "random", 1, 0, 1)}, "| b | random | 0/1 |")
	if _, err := Write(t.TempDir(), nil); err == nil {
		t.Error("a report of nothing was written")
	}
}

// TestResults makes the reports of the experiments in results again. They must be as they are.
func TestResults(t *testing.T) {
	logs, err := filepath.Glob("results/*/" + RunsFile)
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d experiments in results, %v", len(logs), err)
	}
	for _, log := range logs {
		records, err := ReadLog(log)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		page, err := Write(dir, records)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range append(svgs(t, dir), page) {
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			kept := filepath.Join(filepath.Dir(log), filepath.Base(path))
			if want, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is stale (%v); wasmfuzz bench report %s makes it anew", kept, err, filepath.Dir(log))
			}
		}
	}
}

func TestDecades(t *testing.T) {
	for _, tt := range [][4]float64{{8, 81, 1, 100}, {51, 51, 10, 100}, {100, 100, 100, 1000}, {0.0004, 0.02, 0.0001, 0.1}, {5, 2, 1, 10}} {
		if low, high := decades(tt[0], tt[1]); low != tt[2] || high != tt[3] {
			t.Errorf("decades around %v and %v: %v and %v", tt[0], tt[1], low, high)
		}
	}
}
