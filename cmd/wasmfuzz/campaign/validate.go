package campaign

import (
	"context"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Validate tests that the engines accept and reject the same modules as our validator. Modules that ours rejects
// count as discarded: it is valid ones whose mutants are most promising.
//
// Malformed files cannot be mutated, but the engines are asked about them before the campaign begins.
func Validate(ctx context.Context, seeds []wasmast.Module, malformed [][]byte, cfg Config) (Summary, error) {
	var v validation
	mutator := wasmmut.Module()
	return run(ctx, &v.recorder, cfg, fuzz.Target[wasmast.Module]{
		Generate: mutator.Random,
		Mutator:  mutator,
		Test:     v.test,
		Seeds:    seeds,
		Import:   v.imports,
		Keep:     func(m wasmast.Module, c fuzz.Candidate, edges int) { v.keep(&m, c, edges) },
	}, func() {
		for i := cfg.Part; i < len(malformed); i += max(cfg.Parts, 1) {
			v.found(v.judge.Malformed(malformed[i]), 0)
		}
	}, func() {}, func() {})
}

// validation is the property that engines agree on the validity of modules.
type validation struct {
	recorder
	wasm []byte // reused
}

func (v *validation) test(m wasmast.Module) fuzz.Verdict {
	v.wasm = binary.Append(v.wasm[:0], &m)
	q := newVerdicts(v.cfg.Ours, &m, v.wasm)
	v.sum.Outcomes[q.ours.Kind.String()]++
	switch {
	case !v.quiet() && !v.agree(q) && v.diverges(q):
		return fuzz.Failed
	case q.ours.Kind == diff.Accept:
		return fuzz.Passed
	}
	return fuzz.Discarded
}

// diverges looks closer, and reports whether there is a divergence that counts. What it has our validator do is not in
// the trace of the test, so that the search does not depend on it.
func (v *validation) diverges(q *verdicts) (found bool) {
	probe.Aside(func() { found = v.found(consider(&v.judge, q, q.ours, nil), v.number) })
	return found
}

// agree reports whether the bare verdicts are the same, which is cheap to find out.
func (v *validation) agree(q *verdicts) bool {
	for _, e := range v.cfg.Engines {
		if e.Check(v.wasm) != q.ours.Kind {
			return false
		}
	}
	return true
}

// verdicts is the question whether a module is valid.
type verdicts struct {
	engine *diff.OwnEngine
	m      *wasmast.Module // nil if malformed
	wasm   []byte
	ours   diff.Verdict
}

// newVerdicts puts the question to our own engine. M is nil if wasm is malformed.
func newVerdicts(ours *diff.OwnEngine, m *wasmast.Module, wasm []byte) *verdicts {
	q := &verdicts{engine: ours, m: m, wasm: wasm}
	q.ours = q.ask(ours)
	return q
}

// ask asks an engine. One that accepts a module because of features beyond WebAssembly 2.0 that it cannot switch off
// decides nothing.
func (q *verdicts) ask(e diff.Engine) diff.Verdict {
	if e == diff.Engine(q.engine) && q.m != nil {
		return q.engine.ValidateModule(q.m, wasmast.V2)
	}
	v := e.Validate(q.wasm)
	if f := e.Features(); v.Kind == diff.Accept && f != wasmast.V2 && q.m != nil && q.ours.Kind != diff.Accept &&
		q.engine.ValidateModule(q.m, f).Kind == diff.Accept {
		return diff.Verdict{Kind: diff.Inconclusive, Reason: diff.LaterProposal, Text: "accepted"}
	}
	return v
}

func (q *verdicts) module() []byte                   { return q.wasm }
func (q *verdicts) compare(a, b diff.Verdict) string { return diff.CompareVerdicts(a, b) }
func (q *verdicts) blind() diff.Reason               { return "" }
func (q *verdicts) String(v diff.Verdict) string     { return v.String() }

func (q *verdicts) abstains(v diff.Verdict) bool { return v.Kind == diff.Inconclusive }

func (q *verdicts) undecided(v diff.Verdict) diff.Reason {
	if v.Kind == diff.Inconclusive {
		return v.Reason
	}
	return ""
}

func (q *verdicts) general(a, b diff.Verdict, _ string) string { return Reason(a) + " vs " + Reason(b) }
