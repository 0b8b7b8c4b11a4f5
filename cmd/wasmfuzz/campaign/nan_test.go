package campaign

import (
	"context"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// other returns an engine that changes our outcomes.
func other(ours *diff.OwnEngine, change func(*diff.Outcome)) diff.Engine {
	return &actor{ours, "a", "a", 0, func(_ int, v diff.Verdict) diff.Verdict { return v },
		func(_ int, o diff.Outcome) diff.Outcome {
			if o.Stage == diff.Ran {
				change(&o)
			}
			return o
		}}
}

// flipResults returns a change of the bits of all NaNs among the f32 results.
func flipResults(bits uint64) func(*diff.Outcome) {
	return func(o *diff.Outcome) {
		for _, c := range o.Calls {
			for i, v := range c.Results {
				if v.Type == wasmast.F32 && v.Lo&0x7F800000 == 0x7F800000 && v.Lo&0x007FFFFF != 0 {
					c.Results[i].Lo ^= bits
				}
			}
		}
	}
}

// TestJudgeOfNaNs has an engine with other NaNs than ours. Modules made canonical have none of these.
func TestJudgeOfNaNs(t *testing.T) {
	const sign, payload = 1 << 31, 1
	ours := open(t).Ours
	sig := wasmast.FuncType{Results: []wasmast.ValType{wasmast.F32}}
	zero := wasmast.F32Const{}
	nan := wasmast.Expr{zero, zero, wasmast.Plain{Code: wasmast.OpF32Div}}
	bits := append(nan[:3:3], wasmast.Plain{Code: wasmast.OpI32ReinterpretF32})
	leak := append(wasmast.Expr{wasmast.I32Const{}}, append(nan[:3:3], wasmast.Access{Code: wasmast.OpF32Store})...)
	branch := append(bits[:4:4], wasmast.I32Const{Value: 31}, wasmast.Plain{Code: wasmast.OpI32ShrU}, wasmast.If{Type: wasmast.BlockEmpty{}})
	three := []diff.NaN{diff.NaNTrack, diff.NaNSpec, diff.NaNCanon}
	for _, c := range []struct {
		name     string
		body     wasmast.Expr
		bits     uint64
		reported []diff.NaN
		blind    []diff.NaN // for which what is seen is inconclusive
	}{
		{"the same", nan, 0, nil, nil},
		{"sign", nan, sign, three[2:], nil},
		{"payload", nan, payload, three, nil},
		{"after a leak", append(leak[:len(leak):len(leak)], nan...), payload, []diff.NaN{diff.NaNTrack, diff.NaNCanon}, []diff.NaN{diff.NaNSpec}},
		{"after a decision", append(branch[:len(branch):len(branch)], nan...), payload, three[2:], three[:2]},
	} {
		m := Stub(sig, Body{Code: c.body})
		for _, n := range three {
			reasons := map[diff.Reason]int{}
			j := &Judge{Ours: ours, Engines: []diff.Engine{other(ours, flipResults(c.bits))}, NaN: n,
				Undecided: func(_ string, r diff.Reason) { reasons[r]++ }}
			d, err := j.Outcomes(&m, []diff.Call{{Func: Entry}})
			if err != nil || (d != nil) != slices.Contains(c.reported, n) {
				t.Errorf("%s, %s: %v, %v", c.name, n, d, err)
			}
			if blind := reasons[diff.DependsOnNaN] > 0; blind != slices.Contains(c.blind, n) {
				t.Errorf("%s, %s: inconclusive: %v", c.name, n, reasons)
			}
		}
	}
}

// free is an engine that makes use of all the freedom that our tracking knows of: it flips each open bit of results.
type free struct{ *actor }

func (f free) Run(wasm []byte, s *diff.Script) diff.Outcome {
	m, err := binary.Decode(wasm)
	if err != nil {
		panic(err)
	}
	o, open := diff.Track(m, s)
	for i, c := range o.Calls {
		for k, v := range c.Results {
			if open := open.Calls[i].Results[k]; v.Type == wasmast.F32 && open.Lo != 0 {
				c.Results[k].Lo ^= open.Lo
				f.asked++
			}
		}
	}
	return o
}

// TestCampaignOfNaNs searches with engines that have other NaNs than ours: those that are allowed are not reported
// where modules are run as they are, and those that are not allowed are found.
func TestCampaignOfNaNs(t *testing.T) {
	sig := wasmast.FuncType{Params: []wasmast.ValType{wasmast.F32}, Results: []wasmast.ValType{wasmast.F32}}
	x := wasmast.Local{Code: wasmast.OpLocalGet}
	ratio := Body{Code: wasmast.Expr{x, x, wasmast.Plain{Code: wasmast.OpF32Div}}}
	run := func(n diff.NaN, engine func(*diff.OwnEngine) diff.Engine) int {
		cfg := open(t)
		cfg.Tests, cfg.NaN = 1000, n
		cfg.Engines = []diff.Engine{engine(cfg.Ours)}
		sum, err := Interp(context.Background(), sig, []Body{ratio}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		return sum.Divergences
	}
	for _, n := range []diff.NaN{diff.NaNTrack, diff.NaNSpec} {
		var a *actor
		allowed := func(ours *diff.OwnEngine) diff.Engine {
			a = other(ours, nil).(*actor)
			return free{a}
		}
		if found := run(n, allowed); found > 0 || a.asked < 10 {
			t.Errorf("%s: %d divergences in %d NaNs that are allowed", n, found, a.asked)
		}
		quiet := func(ours *diff.OwnEngine) diff.Engine { return other(ours, flipResults(1<<22)) }
		if found := run(n, quiet); found == 0 {
			t.Errorf("%s: no divergence in NaNs that are not allowed", n)
		}
	}
	sign := func(ours *diff.OwnEngine) diff.Engine { return other(ours, flipResults(1<<31)) }
	if found := run(diff.NaNCanon, sign); found == 0 {
		t.Error("canon: no divergence in NaNs that are not canonical")
	}
}
