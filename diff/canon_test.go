package diff_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// floating lists an instruction of each row of the table that has a float or a vector among its operands and results,
// and whose type is in the table.
func floating() (is []wasmast.Instr) {
	has := func(ts []wasmast.ValType) bool {
		return slices.ContainsFunc(ts, func(t wasmast.ValType) bool {
			return t == wasmast.F32 || t == wasmast.F64 || t == wasmast.V128
		})
	}
	for o := range wasmast.Op(wasmast.NumOps) {
		info := o.Info()
		if !has(info.Params) && !has(info.Results) {
			continue
		}
		switch info.Shape {
		case wasmast.ShapePlain:
			is = append(is, wasmast.Plain{Code: wasmast.PlainOp(o)})
		case wasmast.ShapeAccess:
			is = append(is, wasmast.Access{Code: wasmast.AccessOp(o)})
		case wasmast.ShapeAccessLane:
			is = append(is, wasmast.AccessLane{Code: wasmast.AccessLaneOp(o)})
		case wasmast.ShapeLane:
			is = append(is, wasmast.Lane{Code: wasmast.LaneOp(o)})
		case wasmast.ShapeShuffle:
			is = append(is, wasmast.Shuffle{Lanes: [16]wasmast.LaneIdx{3, 2, 1, 0, 19, 18, 17, 16, 4, 5, 6, 7, 31, 30, 29, 28}})
		case wasmast.ShapeF32Const:
			is = append(is, f32bits(0x7FA12345))
		case wasmast.ShapeF64Const:
			is = append(is, f64bits(0xFFF4<<48|1))
		case wasmast.ShapeV128Const:
			is = append(is, vbits(0x7FA12345FFC00001, 0xFFF4<<48|1))
		}
	}
	return is
}

// The patterns are NaNs of all kinds, of both signs, and numbers from which operators make NaNs.
var (
	patterns32 = []uint64{0x7FC00000, 0xFFC00000, 0xFFE12345, 0x7FA12345, 0xFFA00001, 0x7F800000, 0xFF800000, 0, 0x3F800000, 0xBF800000}
	patterns64 = []uint64{0x7FF8 << 48, 0xFFF8 << 48, 0xFFFC123456789ABC, 0x7FF4123456789ABC, 0xFFF4<<48 | 1, 0x7FF << 52, 0xFFF << 52, 0, 0x3FF << 52, 0xBFF << 52}
)

// argument returns value k of a type: of floats and vectors a pattern, of an i32 a small number that can be an address.
func argument(t wasmast.ValType, k int) store.Value {
	p32 := func(k int) uint64 { return patterns32[k%len(patterns32)] }
	p64 := func(k int) uint64 { return patterns64[k%len(patterns64)] }
	switch t {
	case wasmast.F32:
		return store.Value{Type: t, Lo: p32(k)}
	case wasmast.F64, wasmast.I64:
		return store.Value{Type: t, Lo: p64(k)}
	case wasmast.V128:
		if k%2 == 0 {
			return store.Value{Type: t, Lo: p32(k) | p32(k/2)<<32, Hi: p32(k+1) | p32(k+3)<<32}
		}
		return store.Value{Type: t, Lo: p64(k), Hi: p64(k / 2)}
	}
	return store.Value{Type: t, Lo: uint64(8 * (k % 5))}
}

// way is how the bits of a type get into others.
type way struct {
	nan     wasmast.Instr // a constant
	store   wasmast.AccessOp
	integer wasmast.ValType
	bits    wasmast.Expr // makes an integer of them
	compare wasmast.Expr // makes an i32 of a comparison with the constant
}

var ways = map[wasmast.ValType]way{
	wasmast.I32: {i32(0x7FC00000), wasmast.OpI32Store, wasmast.I32, nil, join(0x7FC00000, wasmast.OpI32Eq)},
	wasmast.I64: {wasmast.I64Const{}, wasmast.OpI64Store, wasmast.I64, nil, join(wasmast.OpI64Eqz)},
	wasmast.F32: {f32bits(0x7FC00000), wasmast.OpF32Store, wasmast.I32, join(wasmast.OpI32ReinterpretF32),
		join(wasmast.OpI32ReinterpretF32, 0x7FC00000, wasmast.OpI32Eq)},
	wasmast.F64: {f64bits(0x7FF8 << 48), wasmast.OpF64Store, wasmast.I64, join(wasmast.OpI64ReinterpretF64),
		join(wasmast.OpI64ReinterpretF64, wasmast.I64Const{Value: 0x7FF8 << 48}, wasmast.OpI64Eq)},
	wasmast.V128: {vbits(0x7FC000007FC00000, 0x7FF8<<48), wasmast.OpV128Store, wasmast.I64, join(wasmast.Lane{Code: wasmast.OpI64x2ExtractLane}),
		join(vbits(0x7FC000007FC00000, 0x7FF8<<48), wasmast.OpI8x16Eq, wasmast.OpI8x16Bitmask)},
}

// leaking returns a module whose function f applies an instruction to its parameters and lets the bits of the result
// get everywhere: into memory and a global, through a call and select, which they decide, into an integer, and into a
// comparison.
func leaking(i wasmast.Instr) *wasmast.Module {
	info := i.Op().Info()
	var apply wasmast.Expr
	for k := range info.Params {
		apply = append(apply, get(wasmast.LocalIdx(k)))
	}
	apply = append(apply, i)
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{Params: info.Params}},
		Mems:  []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Funcs: []wasmast.Func{{Body: apply}},
		Datas: []wasmast.Data{{Mode: wasmast.DataActive{Offset: join(0)}, Init: []byte("\x45\x23\xA1\x7F\x01\x00\xC0\xFF" +
			"\x01\x00\x00\x00\x00\x00\xF4\xFF\x00\x00\xC0\x7F\x45\x23\xE1\xFF\x00\x00\x00\x00\x00\x00\xF8\xFF")}},
		Exports: []wasmast.Export{export("f", 0)},
	}
	if len(info.Results) == 0 {
		return diff.Expose(m, wasmast.V2)
	}
	t := info.Results[0]
	x := ways[t]
	m.Types[0].Results = []wasmast.ValType{t, x.integer, wasmast.I32}
	m.Types = append(m.Types, wasmast.FuncType{Params: []wasmast.ValType{t}, Results: []wasmast.ValType{t}})
	m.Funcs = append(m.Funcs, wasmast.Func{Type: 1, Body: join(get(0))})
	m.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: join(x.nan)}}
	m.Funcs[0].Body = join(
		64, apply, x.store,
		apply, wasmast.Global{Code: wasmast.OpGlobalSet},
		apply, call(1), x.nan, apply, x.compare, wasmast.OpSelect,
		apply, x.bits,
		apply, x.compare)
	return m
}

// disagreement runs f of a module on all engines and returns the first difference of one from the first, or "".
func disagreement(t *testing.T, es []diff.Engine, m *wasmast.Module) string {
	t.Helper()
	m = diff.Expose(m, wasmast.V2)
	if err := validate.Module(m, wasmast.V2); err != nil {
		t.Fatal(err)
	}
	var calls []diff.Call
	for k := range 24 {
		c := diff.Call{Func: "f"}
		for n, p := range m.Types[0].Params {
			c.Args = append(c.Args, argument(p, k*(1+2*n)+n))
		}
		calls = append(calls, c)
	}
	s, err := diff.NewScript(m, calls)
	if err != nil {
		t.Fatal(err)
	}
	bin := binary.Encode(m)
	first, difference := es[0].Run(bin, s), ""
	for _, e := range es {
		o := e.Run(bin, s)
		if o.Stage != diff.Ran || o.Inconclusive != "" {
			t.Errorf("%s: %v", e.Name(), o)
		}
		if d := diff.Compare(first, o); d != "" && difference == "" {
			difference = e.Name() + ": " + d
		}
	}
	return difference
}

// propagating are the words in the mnemonics of the operators whose NaN results section 4.3.3 does not determine: all
// that result in floats but for neg, abs, copysign, and those that convert integers or only select or move.
var propagating = []string{"add", "sub", "mul", "div", "min", "max", "sqrt", "ceil", "floor", "trunc", "nearest", "promote", "demote"}

// TestCanonDecidesEveryNaN applies each instruction that has to do with floats or vectors to NaNs. Those whose NaNs
// Canon replaces, as the instruction table marks them, are those on which engines disagree; there are no others, and
// after Canon there is none. So it fails for a mark that is missing, and for one too many.
func TestCanonDecidesEveryNaN(t *testing.T) {
	es := every(t)
	is, marked := floating(), 0
	for _, i := range is {
		info := i.Op().Info()
		m := leaking(i)
		before, after := disagreement(t, es, m), disagreement(t, es, diff.Canon(m))
		if info.NaN {
			marked++
		}
		if (before != "") != info.NaN {
			t.Errorf("%s: marked %t, but without Canon: %q", info.Name, info.NaN, before)
		}
		if after != "" {
			t.Errorf("%s: with Canon: %s", info.Name, after)
		}
		shape, name, _ := strings.Cut(info.Name, ".")
		word, _, _ := strings.Cut(name, "_")
		if (shape[0] == 'f' && slices.Contains(propagating, word)) != info.NaN {
			t.Errorf("%s: marked %t, unlike the specification", info.Name, info.NaN)
		}
	}
	if len(is) < 300 || marked != 48 {
		t.Errorf("%d instructions, %d marked", len(is), marked)
	}
}
