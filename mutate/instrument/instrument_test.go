package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate/instrument/testdata/toy"
	"github.com/wasmfuzz/wasmfuzz/mutate/instrument/testdata/toy/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// The toy package and its committed copy. After a change of either, or of the
// instrumenter: go run . -in testdata/toy -out testdata/toy/traced
const (
	toyDir    = "testdata/toy"
	tracedDir = "testdata/toy/traced"
)

func instrumentToy(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := Instrument(toyDir, tracedDir, 1)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGolden compares the committed copy with a new one.
func TestGolden(t *testing.T) {
	var stderr bytes.Buffer
	if status := run([]string{"-in", toyDir, "-out", tracedDir, "-check"}, &stderr); status != 0 {
		t.Errorf("exit status %d\n%s", status, &stderr)
	}
}

// TestWriteAndCheck writes a copy, spoils it, and looks whether -check sees that.
func TestWriteAndCheck(t *testing.T) {
	files := instrumentToy(t)
	dir := filepath.Join(t.TempDir(), "traced")
	rewrite := func() {
		t.Helper()
		if err := write(dir, files); err != nil {
			t.Fatal(err)
		}
		if status := report(dir, files, io.Discard); status != 0 {
			t.Fatal("a copy just written is stale")
		}
	}
	spoil := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		if status := report(dir, files, &stderr); status != 1 || !strings.Contains(stderr.String(), name+" is stale") {
			t.Errorf("%s is spoiled, but the exit status is %d\n%s", name, status, &stderr)
		}
	}
	rewrite()
	spoil("toy.go", "package traced\n")
	rewrite()
	spoil("data.txt", "")
	rewrite()
	spoil("old.go", generated+" from old.go; DO NOT EDIT.\n")
	rewrite()
	if err := os.WriteFile(filepath.Join(dir, "mine.go"), []byte("package traced\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	rewrite()
	if _, err := os.Stat(filepath.Join(dir, "mine.go")); err != nil {
		t.Error("a file that was not generated is gone")
	}
}

// TestOwnTests runs the toy's own tests on its copy.
func TestOwnTests(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(toyDir, "toy_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	test := filepath.Join(tmp, "toy_test.go")
	if err := os.WriteFile(test, bytes.Replace(src, []byte("package toy"), []byte("package traced"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	place, err := filepath.Abs(filepath.Join(tracedDir, "toy_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{place: test}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"test", "./" + toyDir}, {"test", "-v", "-overlay", overlayFile, "./" + tracedDir}} {
		out, err := exec.Command("go", args...).CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		if slices.Contains(args, "-v") && !bytes.Contains(out, []byte("--- PASS: TestToy")) {
			t.Errorf("the toy's tests did not run on its copy:\n%s", out)
		}
	}
}

// TestText looks whether each line of a copy is the original's with insertions.
func TestText(t *testing.T) {
	files := instrumentToy(t)
	for name, text := range files {
		if name == faultsGen || filepath.Ext(name) != ".go" {
			continue
		}
		original, err := os.ReadFile(filepath.Join(toyDir, name))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(string(original), "\n")
		got := strings.Split(string(text), "\n")
		if len(got) != len(want) {
			t.Fatalf("%s: %d lines, want %d", name, len(got), len(want))
		}
		begun := false
		for i := range want {
			if want[i] == "" && strings.HasPrefix(got[i], "package traced") {
				begun = true // the header is one line more, the space after this clause one less
			} else if begun && !strings.HasPrefix(want[i], "//go:generate") && !isSubsequence(want[i], got[i]) {
				t.Errorf("%s:%d: %q does not contain %q", name, i+1, got[i], want[i])
			}
		}
		if !begun {
			t.Errorf("%s: no package clause", name)
		}
	}
	for _, name := range []string{"skipped.go", "other_plan9.go"} {
		if strings.Contains(string(files[name]), "probe.") {
			t.Errorf("%s has probes", name)
		}
	}
	for name, why := range map[string]string{"gen.go": "a program of its own", "omitted.go": "to be omitted"} {
		if files[name] != nil {
			t.Errorf("%s, %s, was copied", name, why)
		}
	}
}

func isSubsequence(short, long string) bool {
	for _, r := range long {
		if short != "" && strings.HasPrefix(short, string(r)) {
			short = short[len(string(r)):]
		}
	}
	return short == ""
}

// TestSites looks whether the sites are dense, and each is in one place.
func TestSites(t *testing.T) {
	const base = 50
	files, err := Instrument(toyDir, tracedDir, base)
	if err != nil {
		t.Fatal(err)
	}
	count := map[int]int{}
	for _, m := range regexp.MustCompile(`probe_?\.(Hit|Step|Pass|Fail|Value)\((\d+)(?:, (\d+))?`).FindAllStringSubmatch(joined(files), -1) {
		first, _ := strconv.Atoi(m[2])
		n := 1
		if m[1] == "Value" {
			n, _ = strconv.Atoi(m[3])
		}
		for i := range n {
			count[first+i]++
		}
	}
	end := base + len(count)
	for s := base; s < end; s++ {
		if count[s] != 1 {
			t.Errorf("site %d is in %d places", s, count[s])
		}
	}
	if want := fmt.Sprintf("FirstSite = %d\n\tEndSite   = %d\n", base, end); !strings.Contains(string(files[faultsGen]), want) {
		t.Errorf("%s does not contain %q", faultsGen, want)
	}
}

func joined(files map[string][]byte) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.Write(files[name])
	}
	return b.String()
}

// TestPositions compares the stack of a panic in the toy with that in its copy.
func TestPositions(t *testing.T) {
	stack := func(f func()) (frames []string) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
			pc := make([]uintptr, 20)
			all := runtime.CallersFrames(pc[:runtime.Callers(0, pc)])
			for {
				frame, more := all.Next()
				if strings.Contains(frame.Function, "/toy") {
					name := frame.Function[strings.LastIndex(frame.Function, "."):]
					frames = append(frames, fmt.Sprintf("%s %s:%d", name, filepath.Base(frame.File), frame.Line))
				}
				if !more {
					return
				}
			}
		}()
		f()
		return nil
	}
	want := stack(func() { toy.Run([]toy.Instr{{Op: 0, Arg: 100}, {Op: 2, Arg: 12}}) })
	got := stack(func() { traced.Run([]traced.Instr{{Op: 0, Arg: 100}, {Op: 2, Arg: 12}}) })
	if len(want) < 4 || !slices.Equal(got, want) {
		t.Errorf("stack of the copy:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// traceOf returns the edges of a run of f and of what comes after it.
func traceOf(f func()) []uint32 {
	probe.Reset()
	f()
	probe.Hit(traced.EndSite)
	return slices.Clone(probe.Edges())
}

// TestOutcomes runs the copy on inputs that differ in one outcome of one condition
// or operand, and looks whether each passes an edge that the other does not.
func TestOutcomes(t *testing.T) {
	yes := func() bool { return true }
	no := func() bool { return false }
	code := func(ops ...traced.Op) func() {
		return func() {
			var list []traced.Instr
			for _, op := range ops {
				list = append(list, traced.Instr{Op: op, Arg: 1})
			}
			traced.Run(list)
		}
	}
	tests := []struct {
		name string
		a, b func()
	}{
		{"if", func() { traced.Classify(-1) }, func() { traced.Classify(1) }},
		{"else if, first operand", func() { traced.Classify(4) }, func() { traced.Classify(3) }},
		{"else if, second operand", func() { traced.Classify(4) }, func() { traced.Classify(0) }},
		{"no else", func() { traced.Classify(0) }, func() { traced.Classify(3) }},
		{"&&, first operand", func() { traced.And(yes, yes, yes) }, func() { traced.And(no, yes, yes) }},
		{"&&, middle operand", func() { traced.And(yes, yes, yes) }, func() { traced.And(yes, no, yes) }},
		{"&&, last operand", func() { traced.And(yes, yes, yes) }, func() { traced.And(yes, yes, no) }},
		{"||, first operand", func() { traced.Mixed(true, false, true) }, func() { traced.Mixed(true, true, true) }},
		{"&& in !", func() { traced.Mixed(true, true, true) }, func() { traced.Mixed(false, true, true) }},
		{"||, last operand", func() { traced.Mixed(true, true, true) }, func() { traced.Mixed(true, true, false) }},
		{"if of a named type", func() { traced.Named(true, 3) }, func() { traced.Named(true, 0) }},
		{"no iteration", func() { traced.Loops(0) }, func() { traced.Loops(3) }},
		{"while", func() { traced.Loops(3) }, func() { traced.Loops(300) }},
		{"case", func() { traced.Switch(1) }, func() { traced.Switch(2) }},
		{"no case", func() { traced.Switch(1) }, func() { traced.Switch(30) }},
		{"case without tag", func() { traced.Switch(20) }, func() { traced.Switch(30) }},
		{"operand in case", func() { traced.Switch(7) }, func() { traced.Switch(20) }},
		{"type", func() { traced.Types(nil) }, func() { traced.Types(1) }},
		{"no type", func() { traced.Types(1) }, func() { traced.Types(1.5) }},
		{"select", func() { traced.Select(nil) }, func() { c := make(chan int, 1); c <- 1; traced.Select(c) }},
		{"generic", func() { traced.Max(1, 2) }, func() { traced.Max(2, 1) }},
		{"operation", code(0), code(1)},
		{"value", code(0, 0), code(0, 0, 0)},
	}
	for _, tt := range tests {
		a, b := traceOf(tt.a), traceOf(tt.b)
		if subset(a, b) || subset(b, a) {
			t.Errorf("%s: edges %v and %v do not tell the runs apart", tt.name, a, b)
		}
	}
}

func subset(a, b []uint32) bool {
	return !slices.ContainsFunc(a, func(e uint32) bool { return !slices.Contains(b, e) })
}

// workload calls the copy in many ways; each call's result, or panic, is a string.
func workload() []func() string {
	var calls []func() string
	call := func(f func() any) {
		calls = append(calls, func() (s string) {
			defer func() {
				if e := recover(); e != nil {
					s = fmt.Sprint("panic: ", e)
				}
			}()
			return fmt.Sprint(f())
		})
	}
	bools := []bool{false, true}
	for n := range 24 {
		n -= 2
		call(func() any { return traced.Classify(n) })
		call(func() any { return traced.Loops(n) })
		call(func() any { return traced.Labels(n) })
		call(func() any { return traced.Switch(n) })
		call(func() any { return traced.Max(n, 5) })
		call(func() any { return traced.Data(n) })
		call(func() any { return traced.Closures(n) })
		call(func() any { return traced.Sum(max(n, 0)) })
		call(func() any { return traced.Run([]traced.Instr{{Op: 0, Arg: 50}, {Op: traced.Op(n & 3), Arg: n}}) })
	}
	call(func() any { return traced.Run([]traced.Instr{{Op: 0, Arg: 100}, {Op: 2, Arg: 12}}) })
	for i := range 8 {
		a, b, c := i&1 != 0, i&2 != 0, i&4 != 0
		call(func() any { return traced.Mixed(a, b, c) })
		call(func() any {
			order := ""
			f := func(name string, v bool) func() bool { return func() bool { order += name; return v } }
			return fmt.Sprint(traced.And(f("a", a), f("b", b), f("c", c)), order)
		})
	}
	for _, b := range bools {
		call(func() any { return traced.NewPair(1, "a").Swap(b) })
	}
	for _, p := range traced.Points {
		call(func() any { return traced.Literal(p) })
	}
	return calls
}

// TestFaults activates every fault, and looks whether the copy then behaves
// differently; and that only calls that infect a fault do.
func TestFaults(t *testing.T) {
	calls := workload()
	want := make([]string, len(calls))
	infected := make([][]uint32, len(calls))
	probe.Watch(true)
	for i, call := range calls {
		probe.Reset()
		want[i] = call()
		infected[i] = slices.Clone(probe.Infected())
	}
	probe.Watch(false)
	probe.Limit(10_000)
	defer probe.Limit(0)
	defer probe.Activate(0)
	var survivors []string
	for _, f := range traced.Faults {
		probe.Activate(f.ID)
		killed := false
		for i, call := range calls {
			probe.Reset()
			if got := call(); got != want[i] {
				killed = true
				if !slices.Contains(infected[i], f.ID) {
					t.Errorf("%s is not infected, but changes %q into %q", f.Name, want[i], got)
				}
			}
		}
		if !killed {
			survivors = append(survivors, fmt.Sprintf("%s %s", f.Name, f.Doc))
		}
	}
	if len(survivors) > 0 {
		t.Errorf("faults without effect:\n%s", strings.Join(survivors, "\n"))
	}
}

// TestNamedFaults looks at what faults.txt does.
func TestNamedFaults(t *testing.T) {
	ids := map[string]uint32{}
	for _, f := range traced.Faults {
		ids[f.Name] = f.ID
	}
	defer probe.Activate(0)
	one := func(op traced.Op, a, b int) func() any {
		return func() any { return traced.Run([]traced.Instr{{Op: 3, Arg: a}, {Op: op, Arg: b}}) }
	}
	tests := []struct {
		fault       string
		call        func() any
		plain, with any
	}{
		{"sub-as-add", one(1, 7, 3), 4, 10},
		{"sub-as-add", one(2, 7, 3), 21, 21},
		{"odd-zero", func() any { return traced.Classify(0) }, "zero", "odd"},
		{"odd-zero", func() any { return traced.Classify(1) }, "odd", "zero"},
		{"no-check", one(2, 7, 3), 21, 21},
		{"no-check", one(2, 700, 3), "too large: 2100", 2100},
		{"long-product", one(2, 1, 3), 3, 4},
		{"long-product", one(2, 250, 3), 750, "too large: 1001"},
	}
	for _, tt := range tests {
		for _, step := range []struct {
			id   uint32
			want any
		}{{0, tt.plain}, {ids[tt.fault], tt.with}, {0, tt.plain}} {
			probe.Activate(step.id)
			if got := outcome(tt.call); got != step.want {
				t.Errorf("%s: fault %d gives %v, want %v", tt.fault, step.id, got, step.want)
			}
		}
	}
}

// outcome returns the result of f or the value of its panic.
func outcome(f func() any) (v any) {
	defer func() {
		if e := recover(); e != nil {
			v = e
		}
	}()
	return f()
}

// TestEndless activates faults of Sum that make its loop or its recursion endless.
func TestEndless(t *testing.T) {
	probe.Limit(10_000)
	defer probe.Limit(0)
	defer probe.Activate(0)
	endless := 0
	for _, f := range traced.Faults {
		if f.Func != "Sum" {
			continue
		}
		probe.Activate(f.ID)
		probe.Reset()
		if outcome(func() any { return traced.Sum(5) }) == (probe.Exhausted{}) {
			endless++
		}
	}
	if endless != 2 {
		t.Errorf("%d endless faults, want 2: n == 0 is false, i < 2 is true", endless)
	}
}

// TestFaultList looks at the description of faults.
func TestFaultList(t *testing.T) {
	seen := map[string]bool{}
	for i, f := range traced.Faults {
		if f.ID != uint32(traced.FirstSite*probe.FaultsPerSite+i) {
			t.Errorf("fault %d has the ID %d", i, f.ID)
		}
		if seen[f.Name] || f.Name == "" || f.File == "" || f.Line == 0 || f.Func == "" || f.Doc == "" {
			t.Errorf("%+v is incomplete or there twice", f)
		}
		seen[f.Name] = true
	}
	src, err := os.ReadFile(filepath.Join(toyDir, "toy.go"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	for name, text := range map[string]string{
		"sub-as-add":   "return a - b",
		"odd-zero":     "n == 0",
		"long-product": "p := a * b",
	} {
		i := slices.IndexFunc(traced.Faults, func(f probe.FaultInfo) bool { return f.Name == name })
		if got := lines[traced.Faults[i].Line-1]; !strings.Contains(got, text) {
			t.Errorf("the line of %s is %q, want %q in it", name, got, text)
		}
	}
	last := traced.Faults[len(traced.Faults)-1]
	if last.ID >= traced.EndSite*probe.FaultsPerSite {
		t.Errorf("fault %d belongs to a site beyond %d", last.ID, traced.EndSite)
	}
	want := probe.FaultInfo{Name: "toy/toy.go:17:cond3:false", Kind: "false", File: "toy.go", Line: 17, Func: "Classify", Doc: "n > 0"}
	i := slices.IndexFunc(traced.Faults, func(f probe.FaultInfo) bool { return f.Name == want.Name })
	if i < 0 {
		t.Fatalf("no fault is called %s", want.Name)
	}
	want.ID = traced.Faults[i].ID
	if traced.Faults[i] != want {
		t.Errorf("%+v, want %+v", traced.Faults[i], want)
	}
}
