package openbits_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

type expr = wasmast.Expr

const (
	i32  = wasmast.I32
	i64  = wasmast.I64
	f32  = wasmast.F32
	v128 = wasmast.V128
)

// cat joins instructions and expressions.
func cat(parts ...any) (e expr) {
	for _, p := range parts {
		switch p := p.(type) {
		case expr:
			e = append(e, p...)
		case wasmast.PlainOp:
			e = append(e, wasmast.Plain{Code: p})
		case wasmast.AccessOp:
			e = append(e, wasmast.Access{Code: p})
		case int:
			e = append(e, wasmast.I32Const{Value: int32(p)})
		case wasmast.Instr:
			e = append(e, p)
		}
	}
	return e
}

func get(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func set(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }

func block(t wasmast.BlockType, parts ...any) wasmast.Instr {
	return wasmast.Block{Code: wasmast.OpBlock, Type: t, Body: cat(parts...)}
}

var (
	drop  = wasmast.OpDrop
	grow  = wasmast.Memory{Code: wasmast.OpMemoryGrow}
	fill  = wasmast.Memory{Code: wasmast.OpMemoryFill}
	brIf  = wasmast.Branch{Code: wasmast.OpBrIf}
	value = wasmast.BlockVal{Type: i32}
	gget  = wasmast.Global{Code: wasmast.OpGlobalGet}
	gset  = wasmast.Global{Code: wasmast.OpGlobalSet}

	// An f32 NaN with an open sign, its bits, its sign as 0 or 1, which is 0 here, the opposite, and a NaN whose payload is
	// open, too.
	nan      = cat(wasmast.F32Const{}, wasmast.F32Const{}, wasmast.OpF32Div)
	bits     = cat(nan, wasmast.OpI32ReinterpretF32)
	bit      = cat(bits, 31, wasmast.OpI32ShrU)
	one      = cat(nan, wasmast.OpF32Neg, wasmast.OpI32ReinterpretF32, 31, wasmast.OpI32ShrU)
	payloads = cat(wasmast.F32Const{Value: 0x7FC00001}, wasmast.F32Const{}, wasmast.OpF32Add)
	vector   = cat(nan, wasmast.OpF32x4Splat)
)

const (
	sign = 1 << 31
	free = 1<<31 | 1<<22 - 1
)

// moduleOf returns a module with something of everything. F, exported, has the body and a local of each type; function
// 0 is the host's, function 1 returns its f32 and its i32, function 2 is f.
func moduleOf(results []wasmast.ValType, body expr) *wasmast.Module {
	two := wasmast.FuncType{Params: []wasmast.ValType{f32, i32}, Results: []wasmast.ValType{f32, i32}}
	refs := []expr{{wasmast.RefFunc{Func: 1}}, {wasmast.RefFunc{Func: 1}}, {wasmast.RefFunc{Func: 2}}}
	return &wasmast.Module{
		Types:   []wasmast.FuncType{two, {Results: results}, {Params: []wasmast.ValType{f32}, Results: []wasmast.ValType{i32}}},
		Imports: []wasmast.Import{{Module: "m", Name: "host", Desc: wasmast.ImportFunc{Type: 2}}},
		Funcs: []wasmast.Func{
			{Type: 0, Body: cat(get(0), get(1))},
			{Type: 1, Body: body, Locals: []wasmast.ValType{i32, i64, f32, v128}},
		},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 3}}},
		Elems:   []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: refs, Mode: wasmast.ElemActive{Offset: cat(0)}}},
		Datas:   []wasmast.Data{{Init: make([]byte, 8), Mode: wasmast.DataPassive{}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: cat(0)}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: 2}}},
	}
}

// TestExecution follows open bits wherever values go. What f returns is open as much as it says, or f traps, or is
// undecided.
func TestExecution(t *testing.T) {
	const none, undecided = "", "execution depends on the bits of a NaN"
	int32s := []wasmast.ValType{i32}
	for _, c := range []struct {
		name    string
		results []wasmast.ValType
		body    expr
		open    []uint64 // of the low halves of the results
		stop    string
	}{
		{"the operator", int32s, bits, []uint64{sign}, none},
		{"payload", int32s, cat(payloads, wasmast.OpI32ReinterpretF32), []uint64{free}, none},
		{"locals", int32s, cat(bits, wasmast.Local{Code: wasmast.OpLocalTee}, drop, get(0)), []uint64{sign}, none},
		{"overwritten local", int32s, cat(bits, set(0), 7, set(0), get(0)), []uint64{0}, none},
		{"global", int32s, cat(bits, gset, gget), []uint64{sign}, none},
		{"overwritten global", int32s, cat(bits, gset, 7, gset, gget), []uint64{0}, none},
		{"call", []wasmast.ValType{f32, i32}, cat(nan, bit, wasmast.Call{Func: 1}), []uint64{sign, 1}, none},
		{"call_indirect", []wasmast.ValType{f32, i32}, cat(nan, bit, 1, wasmast.CallIndirect{}), []uint64{sign, 1}, none},
		{"values of a block", []wasmast.ValType{i32, i32}, cat(5, block(value, bit, 1, brIf, drop, 7)), []uint64{0, 1}, none},
		{"if", int32s, cat(1, wasmast.If{Type: value, Then: bit, Else: cat(0)}), []uint64{1}, none},
		{"else", int32s, cat(0, wasmast.If{Type: value, Then: cat(0), Else: bit}), []uint64{1}, none},

		{"select by what is known", int32s, cat(bit, 5, 1, wasmast.OpSelect), []uint64{1}, none},
		{"select the other", int32s, cat(bit, 5, 0, wasmast.OpSelect), []uint64{0}, none},
		{"select by open bits", int32s, cat(5, 6, bit, wasmast.SelectT{Types: int32s}), []uint64{3}, none},
		{"select by an open one", int32s, cat(5, 6, one, wasmast.OpSelect), []uint64{3}, none},
		{"select by what cannot be zero", int32s, cat(5, 6, bits, wasmast.OpSelect), []uint64{0}, none},
		{"select a reference by open bits", nil, cat(wasmast.RefFunc{Func: 1}, wasmast.RefFunc{Func: 2}, bit,
			wasmast.SelectT{Types: []wasmast.ValType{wasmast.FuncRef}}, drop), nil, undecided},
		{"select the same reference by open bits", nil, cat(wasmast.RefFunc{Func: 1}, wasmast.RefFunc{Func: 1}, bit,
			wasmast.SelectT{Types: []wasmast.ValType{wasmast.FuncRef}}, drop), []uint64{}, none},

		{"memory", int32s, cat(8, nan, wasmast.OpF32Store, 8, wasmast.OpI32Load), []uint64{sign}, none},
		{"a byte of it", int32s, cat(8, nan, wasmast.OpF32Store, 11, wasmast.OpI32Load8S), []uint64{0xFFFFFF80}, none},
		{"another byte", int32s, cat(8, nan, wasmast.OpF32Store, 10, wasmast.OpI32Load8S), []uint64{0}, none},
		{"overwritten byte", int32s, cat(8, payloads, wasmast.OpF32Store, 9, 0, wasmast.OpI32Store8, 8, wasmast.OpI32Load),
			[]uint64{free &^ 0xFF00}, none},
		{"vector in memory", int32s, cat(8, vector, wasmast.OpV128Store, 15, wasmast.OpI32Load16U), []uint64{0x80}, none},
		{"lane in memory", int32s, cat(8, vector, wasmast.AccessLane{Code: wasmast.OpV128Store16Lane, Lane: 3}, 8, wasmast.OpI32Load),
			[]uint64{0x8000}, none},
		{"lane from memory", int32s, cat(8, nan, wasmast.OpF32Store, 8, vector,
			wasmast.AccessLane{Code: wasmast.OpV128Load16Lane, Lane: 1}, wasmast.Lane{Code: wasmast.OpI32x4ExtractLane}), []uint64{0}, none},
		{"fill", int32s, cat(8, bits, 24, wasmast.OpI32ShrU, 3, fill, 8, wasmast.OpI32Load), []uint64{0x808080}, none},
		{"fill over", int32s, cat(8, nan, wasmast.OpF32Store, 8, 0, 4, fill, 8, wasmast.OpI32Load), []uint64{0}, none},
		{"fill beside", int32s, cat(8, nan, wasmast.OpF32Store, 8, 0, 3, fill, 8, wasmast.OpI32Load), []uint64{sign}, none},
		{"copy", int32s, cat(8, nan, wasmast.OpF32Store, 9, 8, 4, wasmast.MemoryCopy{}, 9, wasmast.OpI32Load), []uint64{sign}, none},
		{"copy over", int32s, cat(8, nan, wasmast.OpF32Store, 8, 20, 4, wasmast.MemoryCopy{}, 8, wasmast.OpI32Load), []uint64{0}, none},
		{"init over", int32s, cat(8, nan, wasmast.OpF32Store, 8, 0, 8, wasmast.MemoryInit{}, 8, wasmast.OpI32Load), []uint64{0}, none},

		{"branch", nil, cat(bit, brIf), nil, undecided},
		{"branch on an open one", nil, cat(one, brIf), nil, undecided},
		{"branch on what cannot be zero", nil, cat(bits, brIf), []uint64{}, none},
		{"branch on a NaN's being one", nil, cat(nan, nan, wasmast.OpF32Ne, brIf), []uint64{}, none},
		{"condition", nil, cat(bit, wasmast.If{Type: wasmast.BlockEmpty{}}), nil, undecided},
		{"table of branches", nil, cat(bit, wasmast.BranchTable{Labels: []wasmast.LabelIdx{0}}), nil, undecided},
		{"beyond the table", nil, cat(bits, wasmast.BranchTable{Labels: []wasmast.LabelIdx{0}}), []uint64{}, none},
		{"index of a function", nil, cat(nan, 0, bit, wasmast.CallIndirect{}, drop, drop), nil, undecided},
		{"beyond the functions", nil, cat(nan, 0, bits, wasmast.CallIndirect{}, drop, drop), nil, "undefined element"},
		{"address of a load", nil, cat(bit, wasmast.OpI32Load, drop), nil, undecided},
		{"address of a store", nil, cat(bit, 0, wasmast.OpI32Store8), nil, undecided},
		{"the last address", nil, cat(bit, 16, wasmast.OpI32Shl, 0xFFFF, wasmast.OpI32Or, wasmast.OpI32Load8U, drop), nil, undecided},
		{"address beyond the memory", nil, cat(bits, wasmast.OpI32Load8U, drop), nil, "out of bounds memory access"},
		{"growth", nil, cat(bit, grow, drop), nil, undecided},
		{"destination", nil, cat(bit, 0, 0, fill), nil, undecided},
		{"source", nil, cat(0, bit, 0, wasmast.MemoryCopy{}), nil, undecided},
		{"length", nil, cat(0, 0, bit, fill), nil, undecided},
		{"index in a table", nil, cat(bit, wasmast.Table{Code: wasmast.OpTableGet}, drop), nil, undecided},
		{"divisor", nil, cat(7, bit, wasmast.OpI32DivU, drop), nil, undecided},
		{"conversion", nil, cat(nan, wasmast.OpI32TruncF32S, drop), nil, "invalid conversion to integer"},

		{"host that looks at a NaN", int32s, cat(nan, wasmast.Call{Func: 0}), []uint64{0}, none},
		{"host that looks at a number", int32s, cat(wasmast.F32Const{Value: 0x3F800000}, nan, wasmast.OpF32Copysign, wasmast.Call{Func: 0}),
			[]uint64{0xFFFFFFFF}, none},
	} {
		m := moduleOf(c.results, c.body)
		if err := validate.Module(m, wasmast.V2); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		domain := &openbits.Domain{Depends: func(_ *store.Func, args []openbits.Value) bool {
			return args[0].Shadow.Lo != 0 && args[0].Lo != 0x7FC00000
		}}
		host := &store.Func{Type: m.Types[2], Call: func([]store.Value) ([]store.Value, error) { return []store.Value{store.I32(1)}, nil }}
		imports := func(string, string) (store.Extern, bool) { return store.Extern{Func: host}, true }
		inst, err := interp.NewShadower(domain).Instantiate(m, imports, store.Config{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		results, err := inst.CallShadowed("f", nil)
		stop, open := "", []uint64(nil)
		if err != nil {
			stop = err.Error()
		} else {
			open = []uint64{}
		}
		for _, r := range results {
			open = append(open, r.Shadow.Lo)
		}
		if stop != c.stop || !slices.Equal(open, c.open) {
			t.Errorf("%s: open %#x, %q, want %#x, %q", c.name, open, stop, c.open, c.stop)
		}
	}
}

// TestOpenState has open bits in the state that a call leaves: in a global, in memory, in another instance.
func TestOpenState(t *testing.T) {
	m := moduleOf(nil, cat(bits, gset, 0x1FE, payloads, wasmast.OpF32Store))
	m.Exports = append(m.Exports, wasmast.Export{Name: "g", Desc: wasmast.ExportGlobal{}},
		wasmast.Export{Name: "m", Desc: wasmast.ExportMem{}})
	host := &store.Func{Type: m.Types[2]}
	s := interp.NewShadower(&openbits.Domain{})
	cfg := store.Config{Store: new(store.Store)}
	inst, err := s.Instantiate(m, func(string, string) (store.Extern, bool) { return store.Extern{Func: host}, true }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	reader := &wasmast.Module{
		Types: []wasmast.FuncType{{Results: []wasmast.ValType{i32, i32}}, {}},
		Imports: []wasmast.Import{
			{Name: "g", Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32, Mutable: true}}},
			{Name: "m", Desc: wasmast.ImportMem{Type: wasmast.MemType{Limits: wasmast.Limits{Min: 1}}}},
			{Name: "f", Desc: wasmast.ImportFunc{Type: 1}},
		},
		Funcs:   []wasmast.Func{{Body: cat(wasmast.Call{}, gget, 0x1FE, wasmast.OpI32Load)}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: 1}}},
	}
	other, err := s.Instantiate(reader, func(_, name string) (store.Extern, bool) { return inst.Export(name) }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	results, err := other.CallShadowed("f", nil)
	if err != nil || results[0].Shadow.Lo != sign || results[1].Shadow.Lo != free {
		t.Errorf("another instance: %v, %v", results, err)
	}
	if got := s.Global(inst.Globals()[0]).Lo; got != sign {
		t.Errorf("global: %#x", got)
	}
	var open []uint64
	for at, b := range s.Memory(inst.Memories()[0]) {
		open = append(open, at, b.Lo)
	}
	if want := []uint64{0x1FE, 0xFF, 0x1FF, 0xFF, 0x200, 0x3F, 0x201, 0x80}; !slices.Equal(open, want) {
		t.Errorf("memory: %#x, want %#x", open, want)
	}
}

// TestUndecidedStart: the start function is executed with open bits, too.
func TestUndecidedStart(t *testing.T) {
	m := moduleOf(nil, cat(bit, brIf))
	start := wasmast.FuncIdx(2)
	m.Start = &start
	host := &store.Func{Type: m.Types[2]}
	_, err := interp.NewShadower(&openbits.Domain{}).Instantiate(m,
		func(string, string) (store.Extern, bool) { return store.Extern{Func: host}, true }, store.Config{})
	if !errors.Is(err, openbits.Undecided{}) {
		t.Errorf("%v", err)
	}
}
