package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
)

// TestSeed compares with sha256sum.
func TestSeed(t *testing.T) {
	c := Cell{Validator, "validate-i64-eqz", "mutagen", 1}
	if got, want := c.Seed(), uint64(0xb55b8a2f268c25c2); got != want {
		t.Errorf("seed of %v is %#x, want %#x", c, got, want)
	}
}

func TestGrid(t *testing.T) {
	got := Grid([]Cell{{Property: "p", Bug: "a"}, {Property: "q", Bug: "b"}}, []string{"s", "t"}, 2)
	want := []Cell{
		{"p", "a", "s", 1}, {"p", "a", "t", 1}, {"q", "b", "s", 1}, {"q", "b", "t", 1},
		{"p", "a", "s", 2}, {"p", "a", "t", 2}, {"q", "b", "s", 2}, {"q", "b", "t", 2},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestTableII compares the paper's table with our faults.
func TestTableII(t *testing.T) {
	n := 0
	for _, f := range slices.Concat(validatetraced.Faults, interptraced.Faults) {
		if f.Kind != "named" {
			continue
		}
		if n >= len(TableII) || TableII[n].Bug != f.Name || !strings.HasPrefix(f.Doc, fmt.Sprintf("Table II %d:", TableII[n].Number)) {
			t.Errorf("fault %s is not row %d of TableII", f.Name, n)
		}
		n++
	}
	if n != len(TableII) {
		t.Errorf("%d faults, TableII has %d rows", n, len(TableII))
	}
}

// full is a record with a value in each field, some of which need quoting.
var full = Record{
	Cell:   Cell{Interpreter, `a,"b"`, "mutagen", 3},
	Setup:  Setup{Engines, true, 1000, 90 * time.Second},
	Result: Found, Tests: 7, Passed: 4, Discarded: 2, Seconds: 0.25, Version: "v1, go", Engines: "x y",
}

func TestLine(t *testing.T) {
	if v := reflect.ValueOf(full); v.NumField() != 9 { // besides, each of them must survive
		t.Fatalf("a record has %d fields: does it have a value in each?", v.NumField())
	}
	got, err := ParseLine(full.Line())
	if err != nil || got != full {
		t.Errorf("got %+v, %v, want %+v", got, err, full)
	}
	for _, tt := range []struct{ name, old, new, err string }{
		{"seed", seedText(&full), "1", "seed 1 is not that of the run"},
		{"number", ",1000,", ",many,", `limit: strconv.Atoi: parsing "many"`},
		{"fields", ",x y", "", "15 fields, want 16"},
	} {
		if _, err := ParseLine(strings.Replace(full.Line(), tt.old, tt.new, 1)); err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
		}
	}
}

// run returns a record of a run that found the bug, or missed it with 0 tests.
func run(bug, strategy string, run, tests int, seconds float64) Record {
	r := Record{Cell: Cell{Validator, bug, strategy, run}, Setup: Setup{Oracle: Pristine, Limit: 100}, Result: Found, Tests: tests, Seconds: seconds}
	if tests == 0 {
		r.Result, r.Tests = Missed, 100
	}
	return r
}

// TestLog kills the writer of a log between any two bytes, and expects that what was complete is kept and the rest can
// be done again.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), RunsFile)
	cells := Grid([]Cell{{Property: Validator, Bug: "b"}}, []string{"mutagen"}, 3)
	record := func(c Cell) Record { return run(c.Bug, c.Strategy, c.Run, 10*c.Run, 1) }
	setup := record(cells[0]).Setup
	text := header()
	for _, c := range cells {
		text += record(c).Line()
	}
	for cut := range len(text) + 1 {
		if err := os.WriteFile(path, []byte(text[:cut]), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		missing, err := l.Missing(cells, setup)
		if want := max(0, strings.Count(text[:cut], "\n")-1); err != nil || len(missing) != len(cells)-want {
			t.Fatalf("cut at %d: %d missing, %v, want %d", cut, len(missing), err, len(cells)-want)
		}
		for _, c := range missing {
			if err := l.Append(record(c)); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Fatalf("cut at %d: got\n%s\nwant\n%s", cut, got, text)
		}
	}
}

func TestLogErrors(t *testing.T) {
	good := run("b", "mutagen", 1, 10, 1)
	for _, tt := range []struct{ name, text, err string }{
		{"header", "a,b\n", "line 1: this is not the header"},
		{"twice", header() + good.Line() + good.Line(), "line 3: the same run as line 2"},
		{"field", header() + strings.Replace(good.Line(), "false", "maybe", 1), "line 2: seeds:"},
		{"setup", header() + good.Line(), "another experiment: --oracle pristine --limit 100, not --oracle engines --limit 5 --time 1s --seeds"},
	} {
		path := filepath.Join(t.TempDir(), RunsFile)
		if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := OpenLog(path)
		if err == nil {
			_, err = l.Missing([]Cell{good.Cell}, Setup{Engines, true, 5, time.Second})
		}
		if err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
		}
	}
}

func TestRun(t *testing.T) {
	cells := Grid([]Cell{{Bug: "b"}}, []string{"s"}, 20)
	var running, most atomic.Int32
	var got []Cell
	err := Run(context.Background(), cells, 3, func(_ context.Context, c Cell) (Record, error) {
		most.Store(max(most.Load(), running.Add(1)))
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return Record{Cell: c}, nil
	}, func(r Record) error {
		got = append(got, r.Cell)
		return nil
	})
	slices.SortFunc(got, func(a, b Cell) int { return a.Run - b.Run })
	if err != nil || !slices.Equal(got, cells) {
		t.Errorf("got %v, %v, want %v", got, err, cells)
	}
	if most.Load() > 3 {
		t.Errorf("%d runs at a time, want at most 3", most.Load())
	}
}

// TestRunStops expects that nothing is started after an error.
func TestRunStops(t *testing.T) {
	broken := errors.New("broken")
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		ctx   context.Context
		err   error
		start int32
	}{{context.Background(), broken, 2}, {canceled, context.Canceled, 0}} {
		var started atomic.Int32
		err := Run(tt.ctx, Grid([]Cell{{Bug: "b"}}, []string{"s"}, 20), 1, func(_ context.Context, c Cell) (Record, error) {
			started.Add(1)
			if c.Run == 2 {
				return Record{}, broken
			}
			return Record{Cell: c}, nil
		}, func(Record) error { return nil })
		if !errors.Is(err, tt.err) || started.Load() != tt.start {
			t.Errorf("error %v after %d runs, want %v after %d", err, started.Load(), tt.err, tt.start)
		}
	}
}

// TestCompare compares with probabilities counted by hand: of the ways to choose the first sample out of both.
func TestCompare(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		a, b []float64
		want Comparison
	}{
		{[]float64{1, 2}, []float64{3, 4}, Comparison{1.0 / 6, 1, 1}},
		{[]float64{3, 4}, []float64{1, 2}, Comparison{1, 1.0 / 6, 0}},
		{[]float64{1, 3}, []float64{2, 4}, Comparison{2.0 / 6, 5.0 / 6, 0.75}},
		{[]float64{1, 4}, []float64{2, 3}, Comparison{4.0 / 6, 4.0 / 6, 0.5}},
		{[]float64{1, 1}, []float64{1, 2}, Comparison{0.5, 1, 0.75}},
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, Comparison{1.0 / 20, 1, 1}},
		{[]float64{1, 2}, []float64{2, inf}, Comparison{2.0 / 6, 1, 0.875}},
		{[]float64{5}, []float64{inf}, Comparison{0.5, 1, 1}},
		{[]float64{7, 7}, []float64{7}, Comparison{1, 1, 0.5}},
		{[]float64{inf}, []float64{inf, inf}, Comparison{1, 1, 0.5}},
	} {
		got := Compare(tt.a, tt.b)
		near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
		if !near(got.Less, tt.want.Less) || !near(got.Greater, tt.want.Greater) || !near(got.A12, tt.want.A12) {
			t.Errorf("%v, %v: got %+v, want %+v", tt.a, tt.b, got, tt.want)
		}
	}
}
