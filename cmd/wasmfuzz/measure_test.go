//go:build cgo

package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

var (
	measureDir  = flag.String("measure", "", "measure minimization for all named and some automatic faults, and write faults.csv and the modules into this `directory`")
	measureOnly = flag.String("faults", "", "with -measure: only these faults, separated by commas")
)

// draws is how many automatic faults are measured: those that a campaign finds, of faults drawn at random.
const draws = 30

// measurement is a row of the table.
type measurement struct {
	fault, property string
	test            int // of the campaign that found it
	before, after   finding.Size
	body            int // instructions in function bodies
	executions      int
	seconds         float64
	culprits        string
	divergences     int // of the campaign with the collector
	buckets         int // of those
	with            string
	slipped         slip
}

// slip says what became of a fault when another was planted besides: no is that it still shows; ambiguous that the module
// that was made small had shown the other one in the same words from the beginning.
type slip string

const (
	noSlip    slip = "no"
	slipped   slip = "yes"
	ambiguous slip = "ambiguous"
)

var measurementHeader = []string{"fault", "property", "test", "instructions before", "bytes before", "instructions after", "bytes after",
	"in bodies after", "executions", "seconds", "culprits", "divergences", "buckets", "second fault", "slipped"}

func (m measurement) row() []string {
	n := strconv.Itoa
	return []string{m.fault, m.property, n(m.test), n(m.before.Instructions), n(m.before.Bytes), n(m.after.Instructions), n(m.after.Bytes),
		n(m.body), n(m.executions), fmt.Sprintf("%.2f", m.seconds), m.culprits, n(m.divergences), n(m.buckets), m.with, string(m.slipped)}
}

// TestMinimizationOfFaults plants faults, lets a campaign find each, and makes the module small in which it was found.
// Without -measure it does so for a few faults.
func TestMinimizationOfFaults(t *testing.T) {
	t.Cleanup(func() { _ = plant("") })
	if *measureDir != "" {
		measureAll(t)
		return
	}
	for _, name := range []string{"validate-i64-eqz", "validate-max-memories", "interp-i32-sub", "interp-local-init"} {
		m := measure(t, name, "interp-i32-lt-u", t.TempDir())
		if m == nil {
			t.Fatalf("%s: not found", name)
		}
		if m.body > 5 || m.executions > 5000 || m.slipped == slipped || m.buckets > 2 {
			t.Errorf("%+v", *m)
		}
	}
}

func measureAll(t *testing.T) {
	file, err := os.Create(filepath.Join(*measureDir, "faults.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := csv.NewWriter(file)
	write := func(row []string) {
		if err := out.Write(row); err != nil {
			t.Fatal(err)
		}
		out.Flush()
	}
	write(measurementHeader)
	named, automatic := faultNames()
	random := rand.New(rand.NewPCG(1, 0))
	random.Shuffle(len(automatic), func(i, j int) { automatic[i], automatic[j] = automatic[j], automatic[i] })
	names := append(named, automatic...)
	if *measureOnly != "" {
		names = strings.Split(*measureOnly, ",")
	}
	found, drawn := 0, 0
	for i, name := range names {
		if i >= len(named) && found == draws {
			break
		}
		m := measure(t, name, partner(name, named), *measureDir)
		if i >= len(named) {
			drawn++
		}
		if m == nil {
			t.Logf("%s: not found", name)
			continue
		}
		if i >= len(named) {
			found++
		}
		t.Logf("%+v", *m)
		write(m.row())
	}
	t.Logf("automatic faults: %d found of %d", found, drawn)
}

// partner returns a named fault of the same package that is planted besides another.
func partner(name string, named []string) string {
	same := slices.DeleteFunc(slices.Clone(named), func(other string) bool { return other == name || propertyNamed(other) != propertyNamed(name) })
	return same[len(name)%len(same)]
}

func faultNames() (named, automatic []string) {
	for _, f := range faults() {
		if f.Kind == "named" {
			named = append(named, f.Name)
		} else {
			automatic = append(automatic, f.Name)
		}
	}
	return named, automatic
}

// propertyNamed is the property that a fault of a name breaks.
func propertyNamed(name string) string {
	all := faults()
	return propertyOf(all[slices.IndexFunc(all, func(f probe.FaultInfo) bool { return f.Name == name })])
}

// limits are the tests in which a campaign has to find a fault, named or automatic, and those that follow for counting
// buckets.
var limits = map[string]struct{ named, automatic, more int }{
	evaluate.Validator:   {300000, 50000, 10000},
	evaluate.Interpreter: {300000, 5000, 1500},
}

// stepLimit ends faults that loop sooner than a campaign for users does.
const stepLimit = 1 << 22

// measure returns nil if the fault is not found.
func measure(t *testing.T, name, with, dir string) *measurement {
	t.Helper()
	if err := plant(name); err != nil {
		t.Fatal(err)
	}
	probe.Limit(stepLimit)
	property := propertyNamed(name)
	limit := limits[property].automatic
	if named, _ := faultNames(); slices.Contains(named, name) {
		limit = limits[property].named
	}
	engines, err := openOracle(property, evaluate.Engines)
	if err != nil {
		t.Fatal(err)
	}
	defer closeEngines(engines)
	d := firstDivergence(t, property, engines, limit)
	if d == nil {
		return nil
	}
	m := &measurement{fault: name, property: property, test: d.Test, with: with}
	if !m.minimize(t, d, engines, dir) {
		return nil
	}
	m.count(t, engines, d.Test+limits[property].more)
	m.second(t, d)
	return m
}

// firstDivergence is the first of a campaign that is due to the planted fault, or nil.
func firstDivergence(t *testing.T, property string, engines []diff.Engine, tests int) *campaign.Divergence {
	t.Helper()
	var first *campaign.Divergence
	cfg := campaign.Config{Strategy: fuzz.Sweep(), Tests: tests, Seed: 1, Ours: instrumented(), Engines: engines, NaN: diff.NaNTrack}
	cfg.Found = func(d campaign.Divergence) error {
		if _, err := binary.Decode(d.Wasm); err == nil && d.Flaky == "" && blames(property, d) {
			first = &d
			return errFound
		}
		return nil
	}
	if _, err := runProperty(context.Background(), property, true, cfg); err != nil && !errors.Is(err, errFound) {
		t.Fatal(err)
	}
	return first
}

// minimize makes the module of a divergence small.
func (m *measurement) minimize(t *testing.T, d *campaign.Divergence, engines []diff.Engine, dir string) bool {
	t.Helper()
	original, err := binary.Decode(d.Wasm)
	if err != nil {
		t.Fatal(err)
	}
	s := finding.Subject{Module: original, Calls: d.Calls}
	judge := campaign.Judge{Ours: instrumented(), Engines: engines, NaN: diff.NaNTrack}
	y, err := finding.Observe(judge, s)
	if err != nil || y == nil {
		t.Logf("%s: %v", m.fault, err)
		return false
	}
	r := finding.Reduction{Symptom: y, Budget: 5000}
	start := time.Now()
	best, err := r.Run(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	m.seconds, m.executions = time.Since(start).Seconds(), y.Executions
	for _, f := range best.Module.Funcs {
		m.body += len(slices.Collect((&wasmast.Module{Funcs: []wasmast.Func{f}}).Instrs()))
	}
	f, err := finding.New(context.Background(), y, best)
	if err != nil {
		t.Fatal(err)
	}
	f.From(d.Wasm, d.Calls, finding.NewOrigin(judge.Ours, "", reproduce(&engineFlags{names: names(engines)}, m.fault, nanFlag{diff.NaNTrack})))
	m.before, m.after, m.culprits = f.Report.Before, f.Report.After, strings.Join(f.Culprits, " ")
	name := strings.NewReplacer("/", "-", ":", "-").Replace(m.fault)
	calls := strings.Join(syntax.FormatCalls(d.Calls), "\n")
	for file, content := range map[string][]byte{name + ".wasm": d.Wasm, name + ".min.wasm": binary.Encode(best.Module), name + ".calls": []byte(calls)} {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

func names(engines []diff.Engine) []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.Name())
	}
	return names
}

// count lets a campaign go on with a collector, which is given what is due to the fault.
func (m *measurement) count(t *testing.T, engines []diff.Engine, tests int) {
	t.Helper()
	c := &finding.Collector{Dir: t.TempDir(), Log: io.Discard, Budget: 1000,
		Judge: campaign.Judge{Ours: instrumented(), Engines: engines, NaN: diff.NaNTrack}}
	cfg := campaign.Config{Strategy: fuzz.Sweep(), Tests: tests, Seed: 1, Ours: instrumented(), Engines: engines, NaN: diff.NaNTrack}
	cfg.Found = func(d campaign.Divergence) error {
		if _, err := binary.Decode(d.Wasm); err != nil || d.Flaky != "" || !blames(m.property, d) {
			return nil
		}
		if m.divergences++; m.divergences > 100 {
			return errFound
		}
		return c.Add(context.Background(), d)
	}
	if _, err := runProperty(context.Background(), m.property, true, cfg); err != nil && !errors.Is(err, errFound) {
		t.Fatal(err)
	}
	for _, tally := range c.Tallies() {
		t.Logf("%s: %s: %d", m.fault, tally.Name, tally.Count)
		m.buckets++
	}
}

// manyFaults is an engine with several faults: where one of them makes a difference, it shows.
type manyFaults struct {
	*diff.OwnEngine // the instrumented one
	faults          []string
}

func (p manyFaults) Name() string   { return "planted" }
func (p manyFaults) Family() string { return "planted" }

func (p manyFaults) Validate(bin []byte) (v diff.Verdict) {
	clean := pristine().Validate(bin)
	p.each(func() bool { v = p.OwnEngine.Validate(bin); return v.Kind != clean.Kind })
	return v
}

func (p manyFaults) Check(bin []byte) diff.VerdictKind { return p.Validate(bin).Kind }

func (p manyFaults) Run(bin []byte, s *diff.Script) (o diff.Outcome) {
	clean := pristine().Run(bin, s)
	p.each(func() bool { o = p.OwnEngine.Run(bin, s); return diff.Compare(o, clean) != "" })
	return o
}

// each calls f with one fault after the other until it returns true.
func (p manyFaults) each(f func() bool) {
	active := probe.Active()
	defer probe.Activate(active)
	for _, name := range p.faults {
		if err := plant(name); err != nil {
			panic(err)
		}
		probe.Limit(stepLimit)
		if f() {
			return
		}
	}
}

// second makes the module small on an engine with a second fault, and looks whether the first one still shows.
func (m *measurement) second(t *testing.T, d *campaign.Divergence) {
	t.Helper()
	original, err := binary.Decode(d.Wasm)
	if err != nil {
		t.Fatal(err)
	}
	others, err := openEngines([]string{"wazero-interpreter"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeEngines(others)
	traced := instrumented().Faulty()
	if err := plant(""); err != nil {
		t.Fatal(err)
	}
	judge := func(faults ...string) campaign.Judge {
		return campaign.Judge{Ours: pristine(), Engines: append([]diff.Engine{manyFaults{traced, faults}}, others...), NaN: diff.NaNTrack}
	}
	s := finding.Subject{Module: original, Calls: d.Calls}
	y, err := finding.Observe(judge(m.fault, m.with), s)
	if err != nil || y == nil {
		t.Logf("%s with %s: %v", m.fault, m.with, err)
		return
	}
	r := finding.Reduction{Symptom: y, Budget: 5000}
	best, err := r.Run(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	m.slipped = noSlip
	if alone, err := finding.Observe(judge(m.fault), best); err != nil || alone == nil {
		m.slipped = slipped
		if other, err := finding.Observe(judge(m.with), s); err == nil && other != nil && other.Text == y.Text {
			m.slipped = ambiguous
		}
	}
}
