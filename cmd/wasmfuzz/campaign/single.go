package campaign

import (
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Verdicts tests the property of Validate on one module. The result has no Kind if all engines agree with ours.
func Verdicts(ours *diff.OwnEngine, engines []diff.Engine, m *wasmast.Module) Divergence {
	var found Divergence
	var v validation
	v.inconclusive = map[string]int{}
	v.cfg = Config{Ours: ours, Engines: engines, Found: func(d Divergence) error {
		found = d
		return nil
	}}
	v.test(*m)
	return found
}

// Outcomes compares what engines do with one module that is valid for ours. The result has no Kind if all engines
// agree with ours. It is an error if the module cannot be run with these calls, see diff.NewScript.
func Outcomes(ours *diff.OwnEngine, engines []diff.Engine, m *wasmast.Module, calls []diff.Call) (Divergence, error) {
	ready := Prepare(m)
	script, err := diff.NewScript(ready, calls)
	if err != nil {
		return Divergence{}, err
	}
	outcome := ours.RunModule(ready, script)
	if outcome.Inconclusive != "" {
		return Divergence{}, nil
	}
	wasm := binary.Encode(ready)
	var d dissent
	for _, e := range engines {
		if text := diff.Compare(outcome, e.Run(wasm, script)); text != "" {
			d.add(e, text, generalize(text))
		}
	}
	if d.engines == nil {
		return Divergence{}, nil
	}
	return d.divergence(binary.Encode(m), calls, nil), nil
}

// Reason is a verdict without what is particular to the module. Divergences of one Kind have the same reason of ours.
func Reason(v diff.Verdict) string { return reason(v) }
