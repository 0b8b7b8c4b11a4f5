package diff_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// suiteModule is a valid module of the specification's test suite.
type suiteModule struct {
	name string
	*wasmast.Module
}

// suiteModules returns the modules of both versions of the suite, each once.
func suiteModules(t *testing.T) []suiteModule {
	var ms []suiteModule
	seen := map[string]bool{}
	for _, version := range []string{testsuite.V1, testsuite.V2} {
		scripts, err := testsuite.Load(version)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scripts {
			for _, c := range s.Commands {
				bin, ok, err := s.Binary(c)
				if err != nil {
					t.Fatal(err)
				}
				if c.Type != "module" || !ok || seen[string(bin)] {
					continue
				}
				seen[string(bin)] = true
				m, err := binary.Decode(bin)
				if err != nil {
					t.Fatal(err)
				}
				ms = append(ms, suiteModule{fmt.Sprintf("%s/%s:%d", version, s.Source, c.Line), m})
			}
		}
	}
	return ms
}

// passes are what is done to a module before it is run, apart and together.
var passes = map[string]func(*wasmast.Module) *wasmast.Module{
	"Canon":  diff.Canon,
	"Total":  func(m *wasmast.Module) *wasmast.Module { return diff.Total(m, diff.DefaultBounds()) },
	"Expose": func(m *wasmast.Module) *wasmast.Module { return diff.Expose(m, wasmast.V2) },
	"all":    prepare,
	"twice":  func(m *wasmast.Module) *wasmast.Module { return prepare(prepare(m)) },
}

func prepare(m *wasmast.Module) *wasmast.Module {
	return diff.Expose(diff.Total(diff.Canon(m), diff.DefaultBounds()), wasmast.V2)
}

func TestPassesKeepModulesValidAndTheirArgument(t *testing.T) {
	for _, m := range suiteModules(t) {
		before := binary.Encode(m.Module)
		for name, pass := range passes {
			if err := validate.Module(pass(m.Module), wasmast.V2); err != nil {
				t.Errorf("%s after %s: %v", m.name, name, err)
			}
			if !bytes.Equal(binary.Encode(m.Module), before) {
				t.Fatalf("%s was changed by %s", m.name, name)
			}
		}
	}
}

func TestExposeKeepsVersion1(t *testing.T) {
	for _, m := range suiteModules(t) {
		if validate.Module(m.Module, wasmast.V1) != nil {
			continue
		}
		if err := validate.Module(diff.Expose(diff.Total(diff.Canon(m.Module), diff.DefaultBounds()), wasmast.V1), wasmast.V1); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
}

// generous bounds are not reached by a test of the suite.
var generous = diff.Bounds{Fuel: 1 << 30, Depth: 1 << 20, Pages: 1 << 16, Elems: 1 << 31}

// TestPassesKeepTheMeaning compares our interpreter's outcomes before and after each pass.
func TestPassesKeepTheMeaning(t *testing.T) {
	e := own()
	r := rand.New(rand.NewPCG(1, 2))
	ran := 0
	for _, m := range suiteModules(t) {
		calls, err := diff.Calls(m.Module, 3, r)
		if err != nil {
			t.Fatal(err)
		}
		before, ok := run(e, m.Module, calls)
		if !ok || before.Inconclusive != "" {
			continue
		}
		ran++
		check := func(name string, after diff.Outcome, ok bool) {
			if d := diff.Compare(before, after); d != "" || !ok {
				t.Errorf("%s: %s: %s", m.name, name, d)
			}
		}
		after, ok := run(e, diff.Canon(m.Module), calls) // ours makes only NaNs that are canonical already
		check("Canon", after, ok)
		after, ok = run(e, diff.Total(m.Module, generous), calls)
		for _, s := range states(&after) {
			s.Globals = withoutBounds(s.Globals)
		}
		check("Total", after, ok)
		if _, ok = run(e, diff.Expose(m.Module, wasmast.V2), calls); !ok {
			t.Errorf("%s: no script after Expose", m.name)
		}
	}
	if ran < 900 {
		t.Errorf("only %d modules were run", ran)
	}
}

// states returns all states of an outcome.
func states(o *diff.Outcome) []*diff.State {
	all := []*diff.State{&o.Start.After, &o.State}
	for i := range o.Calls {
		all = append(all, &o.Calls[i].After)
	}
	return all
}

// withoutBounds leaves out the globals that Total added.
func withoutBounds(gs []diff.Global) []diff.Global {
	var out []diff.Global
	for _, g := range gs {
		if g.Name != diff.FuelExport && g.Name != diff.DepthExport {
			out = append(out, g)
		}
	}
	return out
}

// run runs calls on m. It reports false if there is no script for m.
func run(e diff.Engine, m *wasmast.Module, calls []diff.Call) (diff.Outcome, bool) {
	s, err := diff.NewScript(m, calls)
	if err != nil {
		return diff.Outcome{}, false
	}
	return e.Run(binary.Encode(m), s), true
}

// TestEnginesAgreeOnTheSuite runs every module of the test suite, prepared as in a campaign, on every engine. The
// engines pass the suite, so each difference would be a false alarm.
func TestEnginesAgreeOnTheSuite(t *testing.T) {
	var all []diff.Engine
	for _, name := range engines.Names() {
		e, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		all = append(all, e)
	}
	ours := own()
	r := rand.New(rand.NewPCG(3, 4))
	ran, count := 0, map[string]int{}
	for _, m := range suiteModules(t) {
		p := prepare(m.Module)
		calls, err := diff.Calls(p, 2, r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := diff.NewScript(p, calls)
		if err != nil {
			t.Logf("%s: %v", m.name, err)
			continue
		}
		ran++
		bin := binary.Encode(p)
		a := ours.Run(bin, s)
		for _, e := range all {
			b := e.Run(bin, s)
			if b.Inconclusive != "" {
				count[e.Name()+": "+string(b.Inconclusive)]++
			}
			if d := diff.Compare(a, b); d != "" {
				t.Errorf("%s: ours vs %s: %s", m.name, e.Name(), d)
			}
		}
	}
	if ran < 1000 {
		t.Errorf("only %d modules were run", ran)
	}
	t.Logf("%d modules; inconclusive: %v", ran, count)
}
