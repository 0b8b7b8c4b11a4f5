// Package enginetest tests implementations of diff.Engine, as testing/fstest does those of fs.FS: that an adaptor
// reports what its engine does, completely and in the terms of package diff, and leaves nothing behind.
package enginetest

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Deviation names a behaviour in which an engine knowingly departs from the specification. The suite then tests
// that it still does. Besides the constants, the names of the modules of diff.Later are deviations: the engine accepts
// that module although the proposal is switched off.
type Deviation string

const (
	// LaterProposals: some proposals beyond WebAssembly 2.0 cannot be switched off. The verdict on a module that may be
	// accepted because of them is inconclusive.
	LaterProposals Deviation = "later proposals"
	// Anonymous: two references to one function may differ, so that it does not show which function one is.
	Anonymous Deviation = "anonymous"
)

// Test tests an engine. Open returns it; the suite closes it.
func Test(t *testing.T, open func() diff.Engine, known ...Deviation) {
	e := open()
	s := &suite{e: e, known: known}
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"description", s.description},
		{"accepted", s.accepted},
		{"name sections", s.nameSections},
		{"rejected", s.rejected},
		{"later proposals", s.laterProposals},
		{"limits", s.limits},
		{"values", s.values},
		{"results", s.results},
		{"vectors", s.vectors},
		{"traps", s.traps},
		{"instantiation", s.instantiation},
		{"globals", s.globals},
		{"memory", s.memory},
		{"tables", s.tables},
		{"references", s.references},
		{"segments", s.segments},
		{"between calls", s.between},
		{"large tables", s.largeTables},
		{"host functions", s.hostFunctions},
		{"imports", s.imports},
		{"unnamed imports", s.unnamedImports},
		{"exhaustion", s.exhaustion},
		{"bounds", s.bounds},
		{"isolation", s.isolation},
		{"memory use", s.memoryUse},
	} {
		t.Run(test.name, test.run)
	}
	t.Run("close", func(t *testing.T) {
		for range 2 {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

type suite struct {
	e     diff.Engine
	known []Deviation
}

func (s *suite) description(t *testing.T) {
	if s.e.Name() == "" || s.e.Version() == "" {
		t.Errorf("engine %q has version %q", s.e.Name(), s.e.Version())
	}
	if !s.e.Features().Has(wasmast.V2) {
		t.Error("the engine does not support WebAssembly 2.0")
	}
}

// run runs calls on m as it is.
func (s *suite) run(t *testing.T, m *wasmast.Module, calls ...diff.Call) diff.Outcome {
	t.Helper()
	script, err := diff.NewScript(m, calls)
	if err != nil {
		t.Fatal(err)
	}
	return s.e.Run(binary.Encode(m), script)
}

// ran is run for a script that must be conclusive.
func (s *suite) ran(t *testing.T, m *wasmast.Module, calls ...diff.Call) diff.Outcome {
	t.Helper()
	o := s.run(t, m, calls...)
	if o.Stage != diff.Ran || o.Inconclusive != "" || len(o.Calls) != len(calls) {
		t.Fatalf("outcome is %v after %d of %d calls", o, len(o.Calls), len(calls))
	}
	return o
}

func call(name string, args ...store.Value) diff.Call { return diff.Call{Func: name, Args: args} }

// want compares what an engine did with what it should have done. The state in between is not part of it.
func want(t *testing.T, got, want diff.Event) {
	t.Helper()
	o := func(e diff.Event) diff.Outcome { return diff.Outcome{Stage: diff.Ran, Start: e} }
	got.After = diff.State{}
	if d := diff.Compare(o(got), o(want)); d != "" {
		t.Errorf("got vs want: %s", d)
	}
}
