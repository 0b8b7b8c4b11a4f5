package diff_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// join joins instructions, expressions and plain operators.
func join(parts ...any) (e wasmast.Expr) {
	for _, p := range parts {
		switch p := p.(type) {
		case wasmast.Expr:
			e = append(e, p...)
		case wasmast.PlainOp:
			e = append(e, op(p))
		case wasmast.AccessOp:
			e = append(e, wasmast.Access{Code: p})
		case int:
			e = append(e, i32(int32(p)))
		case wasmast.Instr:
			e = append(e, p)
		}
	}
	return e
}

func f32bits(b uint32) wasmast.Instr { return wasmast.F32Const{Value: wasmast.Float32(b)} }
func f64bits(b uint64) wasmast.Instr { return wasmast.F64Const{Value: wasmast.Float64(b)} }
func vbits(lo, hi uint64) wasmast.Instr {
	return wasmast.V128Const{Value: wasmast.Vec128{Lo: lo, Hi: hi}}
}

// nanModule has a function f with the given results and body, a function g that returns 1, an imported function log for
// each type of a NaN, a memory, and a global for each type of a NaN.
func nanModule(results []wasmast.ValType, body wasmast.Expr) *wasmast.Module {
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{Results: results}, {Results: []wasmast.ValType{wasmast.I32}}},
		Funcs: []wasmast.Func{{Body: body}, {Type: 1, Body: join(1)}},
		Mems:  []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
	}
	for i, init := range []wasmast.Instr{f32bits(0), f64bits(0), vbits(0, 0)} {
		t := init.Op().Info().Results[0]
		m.Types = append(m.Types, wasmast.FuncType{Params: []wasmast.ValType{t}, Results: []wasmast.ValType{wasmast.I64}})
		m.Imports = append(m.Imports, wasmast.Import{Module: "host", Name: t.String(), Desc: wasmast.ImportFunc{Type: wasmast.TypeIdx(2 + i)}})
		m.Globals = append(m.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: wasmast.Expr{init}})
	}
	m.Exports = []wasmast.Export{export("f", 3), export("g", 4)}
	return diff.Expose(m, wasmast.V2)
}

var (
	nan       = join(f32bits(0), f32bits(0), wasmast.OpF32Div)
	wideNaN   = join(f64bits(0), f64bits(0), wasmast.OpF64Div)
	someNaN   = join(f32bits(0x7FC00001), f32bits(0), wasmast.OpF32Add)
	vectorNaN = join(vbits(0, 0x3F800000), vbits(0x3F80000000000000, 0x3F800000), wasmast.OpF32x4Div) // in lanes 0 and 3
	vector64  = join(vbits(0, 0), vbits(0, 0x3FF<<52), wasmast.OpF64x2Div)                            // in lane 0
	anyVector = join(vbits(0x7FC00001, 0), vbits(0, 0), wasmast.OpF32x4Add)
	one       = []wasmast.ValType{wasmast.I32}
	oneF32    = []wasmast.ValType{wasmast.F32}
	oneF64    = []wasmast.ValType{wasmast.F64}
	oneV128   = []wasmast.ValType{wasmast.V128}
	setGlobal = func(x wasmast.GlobalIdx) wasmast.Instr { return wasmast.Global{Code: wasmast.OpGlobalSet, X: x} }
	leaked    = join(8, nan, wasmast.OpF32Store)
	dependent = join(nan, wasmast.OpI32ReinterpretF32, 31, wasmast.OpI32ShrU, wasmast.If{Type: wasmast.BlockEmpty{}})
	flip      = func(lo, hi uint64) func(*diff.Outcome) {
		return func(o *diff.Outcome) { flipResult(o, 0, lo); flipResult(o, 1, hi) }
	}
	hostCalled = func(x wasmast.FuncIdx) wasmast.Expr { return join(call(x), wasmast.OpDrop) }
)

// flipResult changes bits of result i of the first call.
func flipResult(o *diff.Outcome, i int, bits uint64) {
	if bits != 0 {
		o.Calls[0].Results[i].Lo ^= bits
	}
}

// flipArg, flipGlobal and flipByte change bits of the argument of the host call, of a global and of the memory, in all
// states but that after the instantiation.

func flipArg(i int, bits uint64) func(*diff.Outcome) {
	return func(o *diff.Outcome) { o.Calls[0].Trace[0].Args[i].Lo ^= bits }
}

func flipGlobal(i int, lo, hi uint64) func(*diff.Outcome) {
	return func(o *diff.Outcome) {
		for _, s := range states(o)[1:] {
			for k := range s.Globals {
				if s.Globals[k].Name == []string{"wasmfuzz:global:0", "wasmfuzz:global:1", "wasmfuzz:global:2"}[i] {
					s.Globals[k].Value.Lo ^= lo
					s.Globals[k].Value.Hi ^= hi
				}
			}
		}
	}
}

func flipByte(at int, bits byte) func(*diff.Outcome) {
	return func(o *diff.Outcome) {
		for _, s := range states(o)[1:] {
			for _, m := range s.Memories {
				m.Data[at] ^= bits
			}
		}
	}
}

// TestNaNs has a module, and what another engine does otherwise than ours. It says whether that is reported in each
// way of dealing with NaNs in which the module is run as it is. Without such a way, by comparison of bits, everything
// is.
func TestNaNs(t *testing.T) {
	const sign, payload, wideSign = 1 << 31, 1, 1 << 63
	for _, c := range []struct {
		name        string
		m           *wasmast.Module
		change      func(o *diff.Outcome)
		track, spec bool // whether it is reported
	}{
		{"sign", nanModule(oneF32, nan), flip(sign, 0), false, false},
		{"payload of a canonical NaN", nanModule(oneF32, nan), flip(payload, 0), true, true},
		{"arithmetic payload", nanModule(oneF32, someNaN), flip(payload, 0), false, false},
		{"canonical instead of arithmetic", nanModule(oneF32, join(someNaN)), func(o *diff.Outcome) { o.Calls[0].Results[0].Lo = 0xFFC00000 }, false, false},
		{"signalling instead of arithmetic", nanModule(oneF32, someNaN), func(o *diff.Outcome) { o.Calls[0].Results[0].Lo = 0x7FA00000 }, true, true},
		{"infinity instead of a NaN", nanModule(oneF32, someNaN), func(o *diff.Outcome) { o.Calls[0].Results[0].Lo = 0x7F800000 }, true, true},
		{"a number instead of a NaN", nanModule(oneF32, nan), func(o *diff.Outcome) { o.Calls[0].Results[0].Lo = 0 }, true, true},
		{"a NaN instead of a number", nanModule(oneF32, join(f32bits(0), f32bits(0), wasmast.OpF32Add)),
			func(o *diff.Outcome) { o.Calls[0].Results[0].Lo = 0x7FC00000 }, true, true},
		{"sign of zero", nanModule(oneF32, join(f32bits(0), f32bits(0), wasmast.OpF32Add)), flip(sign, 0), true, true},
		{"a NaN that only moves", nanModule(oneF32, join(f32bits(0x7FA00000))), flip(1<<22, 0), true, true},
		{"sign of neg", nanModule(oneF32, join(f32bits(0x7FC00000), wasmast.OpF32Neg)), flip(sign, 0), true, true},
		{"f64: sign", nanModule(oneF64, wideNaN), flip(wideSign, 0), false, false},
		{"f64: payload", nanModule(oneF64, wideNaN), flip(payload, 0), true, true},
		{"promotion: canonical", nanModule(oneF64, join(f32bits(0xFFC00000), wasmast.OpF64PromoteF32)), flip(payload, 0), true, true},
		{"demotion: arithmetic", nanModule(oneF32, join(f64bits(0x7FF4<<48), wasmast.OpF32DemoteF64)), flip(payload, 0), false, false},

		{"vector: sign in a lane", nanModule(oneV128, vectorNaN), flip(sign, 0), false, false},
		{"vector: sign in a number", nanModule(oneV128, vectorNaN), flip(sign<<32, 0), true, true},
		{"vector: sign in the upper half", nanModule(oneV128, vectorNaN), flip(0, sign<<32), false, false},
		{"vector: payload", nanModule(oneV128, vectorNaN), flip(payload, 0), true, true},
		{"vector: arithmetic payload", nanModule(oneV128, anyVector), flip(payload|sign, 0), false, false},
		{"vector: f64 lane", nanModule(oneV128, vector64), flip(wideSign, 0), false, false},
		{"vector: f64 lane, lower word", nanModule(oneV128, vector64), flip(sign, 0), true, true},
		{"vector: other f64 lane", nanModule(oneV128, vector64), flip(0, wideSign), true, true},

		{"global", nanModule(nil, join(nan, setGlobal(0))), flipGlobal(0, sign, 0), false, false},
		{"global: payload", nanModule(nil, join(nan, setGlobal(0))), flipGlobal(0, payload, 0), true, true},
		{"f64 global", nanModule(nil, join(wideNaN, setGlobal(1))), flipGlobal(1, wideSign, 0), false, false},
		{"vector global", nanModule(nil, join(vectorNaN, setGlobal(2))), flipGlobal(2, sign, sign<<32), false, false},
		{"vector global: number", nanModule(nil, join(vectorNaN, setGlobal(2))), flipGlobal(2, 0, sign), true, true},
		{"host", nanModule(nil, join(nan, hostCalled(0))), flipArg(0, sign), false, false},
		{"host: payload", nanModule(nil, join(nan, hostCalled(0))), flipArg(0, payload), true, true},
		{"host: vector", nanModule(nil, join(vectorNaN, hostCalled(2))), flipArg(1, sign<<32), false, false},
		{"host: vector, number", nanModule(nil, join(vectorNaN, hostCalled(2))), flipArg(1, sign), true, true},
		{"host's answer to a NaN", nanModule([]wasmast.ValType{wasmast.I64}, join(nan, call(0))), flip(1, 0), true, true},
		{"host's answer to a vector", nanModule([]wasmast.ValType{wasmast.I64}, join(vectorNaN, call(2))), flip(1, 0), false, false},

		{"memory", nanModule(nil, leaked), flipByte(11, 0x80), false, false},
		{"memory: payload", nanModule(nil, leaked), flipByte(8, 1), true, false},
		{"memory: another place", nanModule(nil, join(leaked, 20, 1, wasmast.OpI32Store)), flipByte(20, 1), true, false},
		{"integer", nanModule(one, join(nan, wasmast.OpI32ReinterpretF32)), flip(sign, 0), false, false},
		{"integer: payload", nanModule(one, join(nan, wasmast.OpI32ReinterpretF32)), flip(payload, 0), true, false},
		{"integer computed from it", nanModule(one, join(nan, wasmast.OpI32ReinterpretF32, 31, wasmast.OpI32ShrU)), flip(2, 0), true, false},
		{"a float that may be a number", nanModule(oneF32, join(f32bits(0x3F800000), nan, wasmast.OpF32Copysign)), flip(1, 0), true, false},
		{"sign of a float that may be a number", nanModule(oneF32, join(f32bits(0x3F800000), nan, wasmast.OpF32Copysign)), flip(sign, 0), false, false},
		{"result after memory", nanModule(one, join(leaked, 7)), flip(1, 0), true, false},
		{"next call after memory", nanModule(nil, leaked), func(o *diff.Outcome) { flipResult(&diff.Outcome{Calls: o.Calls[1:]}, 0, 1) }, true, false},
		{"trap after memory", nanModule(nil, leaked), func(o *diff.Outcome) { o.Calls[1] = diff.Event{Func: "g", Trap: diff.MemoryBounds} }, true, false},

		{"decision", nanModule(one, join(dependent, 7)), flip(1, 0), false, false},
		{"trap after a decision", nanModule(nil, dependent), func(o *diff.Outcome) { o.Calls[1] = diff.Event{Func: "g", Trap: diff.MemoryBounds} }, false, false},
		{"failure after a decision", nanModule(nil, dependent), func(o *diff.Outcome) { o.Calls[1] = diff.Event{Func: "g", Trap: diff.Failure} }, true, true},
		{"crash instead", nanModule(nil, dependent), func(o *diff.Outcome) { *o = diff.Outcome{Stage: diff.Crashed} }, true, true},
		{"comparison", nanModule(one, join(nan, nan, wasmast.OpF32Ne)), flip(1, 0), true, true},
	} {
		if err := validate.Module(c.m, wasmast.V2); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		s, err := diff.NewScript(c.m, []diff.Call{{Func: "f"}, {Func: "g"}})
		if err != nil {
			t.Fatal(err)
		}
		e := own().(*diff.OwnEngine)
		ours, theirs := e.RunModule(c.m, s), e.RunModule(c.m, s)
		c.change(&theirs)
		for n, want := range map[diff.NaN]bool{diff.NaNTrack: c.track, diff.NaNSpec: c.spec, diff.NaNCanon: true} {
			open := n.Open(c.m, s)
			if d := open.Compare(ours, ours); d != "" {
				t.Errorf("%s, %s: ours differs from itself: %s", c.name, n, d)
			}
			there, back := open.Compare(ours, theirs), open.Compare(theirs, ours)
			if (there != "") != want || (back != "") != want {
				t.Errorf("%s, %s: %q, and the other way round %q", c.name, n, there, back)
			}
		}
	}
}

// TestTrackDoesTheSame compares what is tracked with our interpreter's outcome, on the test suite as it is run in a
// campaign.
func TestTrackDoesTheSame(t *testing.T) {
	e := own().(*diff.OwnEngine)
	ran, opened := 0, 0
	for _, suite := range suiteModules(t) {
		m := diff.Expose(diff.Total(suite.Module, diff.DefaultBounds()), wasmast.V2)
		calls, err := diff.Calls(m, 3, rand.New(rand.NewPCG(5, 6)))
		if err != nil {
			t.Fatal(err)
		}
		s, err := diff.NewScript(m, calls)
		if err != nil {
			continue
		}
		ran++
		ours := e.RunModule(m, s)
		tracked, open := diff.Track(m, s)
		if d := diff.Compare(ours, tracked); d != "" {
			t.Errorf("%s: tracked: %s", suite.name, d)
		}
		if tracked.Inconclusive != ours.Inconclusive && tracked.Inconclusive != diff.DependsOnNaN {
			t.Errorf("%s: %s, tracked: %s", suite.name, ours, tracked)
		}
		if slices.ContainsFunc(open.Calls, func(e diff.OpenEvent) bool {
			return slices.ContainsFunc(e.Results, func(b diff.Bits) bool { return b != diff.Bits{} })
		}) {
			opened++
		}
	}
	if ran < 1000 || opened < 50 {
		t.Errorf("%d modules were run, %d with open results", ran, opened)
	}
}

func TestParseNaN(t *testing.T) {
	for _, n := range diff.NaNs() {
		if got, err := diff.ParseNaN(string(n)); got != n || err != nil {
			t.Errorf("%s: %s, %v", n, got, err)
		}
	}
	if _, err := diff.ParseNaN("bits"); err == nil || err.Error() != `"bits" is not one of track, spec, canon` {
		t.Errorf("%v", err)
	}
}
