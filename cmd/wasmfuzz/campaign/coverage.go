package campaign

import (
	"math/rand/v2"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Coverage returns the edges that a test of Validate takes with m, and whether m is valid. Ours is instrumented.
func Coverage(ours *diff.OwnEngine, m *wasmast.Module) (edges []uint32, valid bool) {
	probe.Reset()
	valid = ours.ValidateModule(m, wasmast.V2).Kind == diff.Accept
	return slices.Clone(probe.Edges()), valid
}

// InterpCoverage returns the edges that a test of Interp takes with m, a module whose exported functions are called
// with arguments that are the same each time.
func InterpCoverage(ours *diff.OwnEngine, m *wasmast.Module) (edges []uint32, valid bool) {
	if edges, valid = Coverage(ours, m); !valid {
		return edges, false
	}
	calls, err := SampleCalls(m)
	if err != nil {
		return edges, true
	}
	if q, err := newOutcomes(&Judge{Ours: ours}, m, Prepare(m, ""), calls); err == nil {
		q.ask(ours) // goes on with the run that Coverage began
		edges = slices.Clone(probe.Edges())
	}
	return edges, true
}

// SampleCalls returns calls of the exported functions of m that are the same each time.
func SampleCalls(m *wasmast.Module) ([]diff.Call, error) {
	return diff.Calls(m, vectors, rand.New(rand.NewPCG(1, 1)))
}

// visitFuel bounds a call that is looked at.
const visitFuel = 10000

// Visits returns what becomes of the instructions of a valid module when its exported functions are called with arguments
// that are the same each time. What cannot be called is not executed.
func Visits(m *wasmast.Module) map[wasmast.Op]diff.Visits {
	calls, err := SampleCalls(m)
	if err != nil {
		return nil
	}
	script, err := diff.NewScript(m, calls)
	if err != nil {
		return nil
	}
	return diff.Visit(m, script, visitFuel)
}
