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
	calls, err := diff.Calls(m, vectors, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		return edges, true
	}
	if q, err := newOutcomes(&Judge{Ours: ours}, m, Prepare(m, ""), calls); err == nil {
		q.ask(ours) // goes on with the run that Coverage began
		edges = slices.Clone(probe.Edges())
	}
	return edges, true
}
