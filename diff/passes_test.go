package diff_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// every opens all engines for the time of the test, ours first.
func every(t *testing.T) []diff.Engine {
	es := []diff.Engine{own()}
	for _, name := range engines.Names() {
		e, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		es = append(es, e)
	}
	return es
}

// agree runs a module, which must be valid, on all engines and returns the common outcome, which must be
// conclusive.
func agree(t *testing.T, es []diff.Engine, name string, m *wasmast.Module, calls ...diff.Call) diff.Outcome {
	t.Helper()
	if err := validate.Module(m, wasmast.V2); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s, err := diff.NewScript(m, calls)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	bin := binary.Encode(m)
	first := es[0].Run(bin, s)
	for _, e := range es {
		o := e.Run(bin, s)
		if o.Inconclusive != "" {
			t.Errorf("%s: %s: %v", name, e.Name(), o)
		}
		if d := diff.Compare(first, o); d != "" {
			t.Errorf("%s: %s vs %s: %s", name, es[0].Name(), e.Name(), d)
		}
	}
	return first
}

func i32(v int32) wasmast.Instr               { return wasmast.I32Const{Value: v} }
func op(c wasmast.PlainOp) wasmast.Instr      { return wasmast.Plain{Code: c} }
func get(x wasmast.LocalIdx) wasmast.Instr    { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func call(x wasmast.FuncIdx) wasmast.Instr    { return wasmast.Call{Func: x} }
func memory(c wasmast.MemoryOp) wasmast.Instr { return wasmast.Memory{Code: c} }
func table(c wasmast.TableOp) wasmast.Instr   { return wasmast.Table{Code: c} }
func export(name string, x wasmast.FuncIdx) wasmast.Export {
	return wasmast.Export{Name: name, Desc: wasmast.ExportFunc{Func: x}}
}

func loop(body ...wasmast.Instr) wasmast.Instr {
	return wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{},
		Body: append(body, wasmast.Branch{Code: wasmast.OpBr})}
}

// TestTotalEndsEverything runs what would not end, or not on every engine, without it.
func TestTotalEndsEverything(t *testing.T) {
	none := []wasmast.FuncType{{}}
	one := func(name string, body ...wasmast.Instr) *wasmast.Module {
		return &wasmast.Module{Types: none, Funcs: []wasmast.Func{{Body: body}}, Exports: []wasmast.Export{export(name, 0)},
			Mems:   []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
			Tables: []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 10}}},
			Elems:  []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []wasmast.Expr{{wasmast.RefFunc{}}}, Mode: wasmast.ElemActive{Offset: wasmast.Expr{i32(0)}}}},
			Datas:  []wasmast.Data{{Init: make([]byte, 1<<16), Mode: wasmast.DataPassive{}}},
		}
	}
	drop := op(wasmast.OpDrop)
	mutual := one("mutual", call(1))
	mutual.Funcs = append(mutual.Funcs, wasmast.Func{Body: wasmast.Expr{call(2)}}, wasmast.Func{Body: wasmast.Expr{call(0), call(1)}})
	large := one("large frames", call(0))
	large.Funcs[0].Locals = slices.Repeat([]wasmast.ValType{wasmast.V128}, 5000)
	starting := one("start", loop())
	starting.Start = new(wasmast.FuncIdx)

	es := every(t)
	for _, m := range []*wasmast.Module{
		one("loop", loop()),
		one("nested loops", loop(loop(loop()))),
		one("recursion", call(0), call(0)),
		one("call_indirect", i32(0), wasmast.CallIndirect{}),
		one("fill all", i32(0), i32(1), i32(-1), memory(wasmast.OpMemoryFill)),
		one("fill a page again and again", loop(i32(0), i32(1), i32(1<<16), memory(wasmast.OpMemoryFill))),
		one("copy", loop(i32(0), i32(1), i32(1<<15), wasmast.MemoryCopy{})),
		one("init", loop(i32(0), i32(0), i32(1<<16), wasmast.MemoryInit{})),
		one("grow memory", loop(i32(1), memory(wasmast.OpMemoryGrow), drop)),
		one("grow memory much", i32(60000), memory(wasmast.OpMemoryGrow), drop),
		one("grow table", loop(wasmast.RefNull{Type: wasmast.RefTypeFunc}, i32(100), table(wasmast.OpTableGrow), drop)),
		one("grow table much", wasmast.RefFunc{}, i32(1<<30), table(wasmast.OpTableGrow), drop),
		one("fill table", loop(i32(0), wasmast.RefFunc{}, i32(10), table(wasmast.OpTableFill))),
		one("copy table", loop(i32(0), i32(1), i32(9), wasmast.TableCopy{})),
		mutual, large,
	} {
		name := m.Exports[0].Name
		bounds := diff.DefaultBounds()
		o := agree(t, es, name, diff.Expose(diff.Total(m, bounds), wasmast.V2), diff.Call{Func: name}, diff.Call{Func: name})
		for _, c := range o.Calls {
			if c.Trap != diff.Unreachable && (name != "fill all" || c.Trap != diff.MemoryBounds) {
				t.Errorf("%s: %v", name, c.Trap)
			}
		}
		if o.Stage == diff.Ran && (o.State.Memories[0].Pages > bounds.Pages || o.State.Tables[0].Size > bounds.Elems) {
			t.Errorf("%s: %d pages, %d elements", name, o.State.Memories[0].Pages, o.State.Tables[0].Size)
		}
	}
	if o := agree(t, es, "start", diff.Total(starting, diff.DefaultBounds())); o.Stage != diff.Uninstantiable {
		t.Errorf("a start function that loops: %v", o)
	}
}

// TestTotalLeavesWhatEnginesMustRefuse: a growth beyond the maximum fails, one within it but not within the
// bounds traps, one within the bounds succeeds.
func TestTotalLeavesWhatEnginesMustRefuse(t *testing.T) {
	types := []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32}}}
	grow := func(low uint32, high *uint32) *wasmast.Module {
		l := wasmast.Limits{Min: low, Max: high}
		return diff.Total(&wasmast.Module{Types: types,
			Mems:   []wasmast.MemType{{Limits: l}},
			Tables: []wasmast.TableType{{Elem: wasmast.RefTypeExtern, Limits: l}},
			Funcs: []wasmast.Func{
				{Body: wasmast.Expr{get(0), memory(wasmast.OpMemoryGrow)}},
				{Body: wasmast.Expr{wasmast.RefNull{Type: wasmast.RefTypeExtern}, get(0), table(wasmast.OpTableGrow)}},
			},
			Exports: []wasmast.Export{export("memory", 0), export("table", 1)},
		}, diff.Bounds{Fuel: 100, Depth: 10, Pages: 5, Elems: 5})
	}
	high := func(n uint32) *uint32 { return &n }
	const trap = math.MinInt32
	es := every(t)
	for _, c := range []struct {
		low    uint32
		high   *uint32
		delta  int64
		memory int32 // the old size, -1 or trap
		table  int32
	}{
		{1, nil, 0, 1, 1},
		{1, nil, 4, 1, 1},
		{1, nil, 5, trap, trap},
		{1, nil, 65535, trap, trap},
		{1, nil, 65536, -1, trap},
		{1, nil, 1 << 31, -1, trap},
		{1, nil, 1<<32 - 2, -1, trap},
		{1, nil, 1<<32 - 1, -1, -1},
		{1, high(8), 4, 1, 1},
		{1, high(8), 5, trap, trap},
		{1, high(8), 7, trap, trap},
		{1, high(8), 8, -1, -1},
		{1, high(8), 1<<32 - 1, -1, -1},
		{1, high(3), 2, 1, 1},
		{1, high(3), 3, -1, -1},
		{1, high(3), 1<<32 - 1, -1, -1},
		{7, high(9), 0, 7, 7},
		{7, high(9), 1, trap, trap},
		{7, high(9), 3, -1, -1},
		{0, high(0), 0, 0, 0},
		{0, high(0), 1, -1, -1},
	} {
		name := fmt.Sprintf("%d more than %d", c.delta, c.low)
		delta := []store.Value{store.I32(int32(c.delta))}
		o := agree(t, es, name, grow(c.low, c.high), diff.Call{Func: "memory", Args: delta}, diff.Call{Func: "table", Args: delta})
		for i, want := range []int32{c.memory, c.table} {
			got := int32(trap)
			if e := o.Calls[i]; e.Trap == 0 {
				got = int32(e.Results[0].Lo)
			}
			if got != want {
				t.Errorf("%s, %s: %d, want %d", name, o.Calls[i].Func, got, want)
			}
		}
	}
}

func TestTotalReturnsFromWithin(t *testing.T) {
	params := []wasmast.ValType{wasmast.I32}
	results := []wasmast.ValType{wasmast.I32, wasmast.I64}
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{Params: params, Results: results}},
		Funcs: []wasmast.Func{{Body: wasmast.Expr{
			wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
				get(0), wasmast.If{Type: wasmast.BlockEmpty{}, Then: wasmast.Expr{
					i32(99), i32(1), wasmast.I64Const{Value: 10}, op(wasmast.OpReturn)}},
				i32(2), wasmast.I64Const{Value: 20}, get(0), i32(1), op(wasmast.OpI32Sub),
				wasmast.BranchTable{Labels: []wasmast.LabelIdx{1}, Default: 1}, // to the function's own label
			}},
			op(wasmast.OpUnreachable),
		}}},
		Exports: []wasmast.Export{export("f", 0)},
	}
	p := diff.Total(m, diff.Bounds{Fuel: 10, Depth: 1})
	o := agree(t, every(t), "return", p, diff.Call{Func: "f", Args: []store.Value{store.I32(0)}},
		diff.Call{Func: "f", Args: []store.Value{store.I32(1)}})
	for i, want := range [][]store.Value{{store.I32(2), store.I64(20)}, {store.I32(1), store.I64(10)}} {
		if got := o.Calls[i].Results; !slices.Equal(got, want) {
			t.Errorf("call %d: %v, want %v", i, got, want)
		}
	}
	if depth := o.State.Globals[1]; depth.Name != diff.DepthExport || depth.Value.Lo != 0 {
		t.Errorf("the return leaves %v", depth)
	}
}

// TestBulkOperationsCostFuel has each operation with an operand that a fuel of 1000 pays for, one that it does
// not, and one for which the operation traps by itself.
func TestBulkOperationsCostFuel(t *testing.T) {
	null := wasmast.RefNull{Type: wasmast.RefTypeFunc}
	inits := make([]wasmast.Expr, 2000)
	for i := range inits {
		inits[i] = wasmast.Expr{null}
	}
	es := every(t)
	for _, c := range []struct {
		body wasmast.Expr // between two operands and the length
		op   wasmast.Instr
		unit int32 // the length that costs one
		own  diff.Trap
	}{
		{wasmast.Expr{i32(0), i32(1)}, memory(wasmast.OpMemoryFill), 64, diff.MemoryBounds},
		{wasmast.Expr{i32(0), i32(1)}, wasmast.MemoryCopy{}, 64, diff.MemoryBounds},
		{wasmast.Expr{i32(0), i32(0)}, wasmast.MemoryInit{}, 64, diff.MemoryBounds},
		{wasmast.Expr{i32(0), null}, table(wasmast.OpTableFill), 1, diff.TableBounds},
		{wasmast.Expr{i32(0), i32(1)}, wasmast.TableCopy{}, 1, diff.TableBounds},
		{wasmast.Expr{i32(0), i32(0)}, wasmast.TableInit{}, 1, diff.TableBounds},
	} {
		m := diff.Total(&wasmast.Module{
			Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}}},
			Funcs:   []wasmast.Func{{Body: append(c.body, get(0), c.op)}},
			Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 2}}},
			Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 2000}}},
			Datas:   []wasmast.Data{{Init: make([]byte, 1<<17), Mode: wasmast.DataPassive{}}},
			Elems:   []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: inits, Mode: wasmast.ElemPassive{}}},
			Exports: []wasmast.Export{export("f", 0)},
		}, diff.Bounds{Fuel: 1000, Depth: 1})
		f := func(n int32) diff.Call { return diff.Call{Func: "f", Args: []store.Value{store.I32(n)}} }
		o := agree(t, es, c.op.Op().String(), m, f(1000*c.unit), f(-1), f(999*c.unit), f(100*c.unit))
		for i, want := range []diff.Trap{diff.Unreachable, c.own, 0, 0} {
			if got := o.Calls[i].Trap; got != want {
				t.Errorf("%v, call %d: %v, want %v", c.op.Op(), i, got, want)
			}
		}
		if fuel := o.State.Globals[0]; fuel.Name != diff.FuelExport || fuel.Value.Lo != 899 {
			t.Errorf("%v leaves %v", c.op.Op(), fuel)
		}
	}
}

func TestExposeNamesEverythingOnce(t *testing.T) {
	m := &wasmast.Module{
		Imports: []wasmast.Import{{Module: "m", Name: "g", Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: wasmast.I32}}}},
		Globals: []wasmast.GlobalDef{
			{Type: wasmast.GlobalType{Type: wasmast.I64}, Init: wasmast.Expr{wasmast.I64Const{}}},
			{Type: wasmast.GlobalType{Type: wasmast.V128}, Init: wasmast.Expr{wasmast.V128Const{}}},
		},
		Mems:   []wasmast.MemType{{}},
		Tables: []wasmast.TableType{{Elem: wasmast.RefTypeFunc}},
		Exports: []wasmast.Export{
			{Name: "mine", Desc: wasmast.ExportGlobal{Global: 1}},
			{Name: "wasmfuzz:memory:0", Desc: wasmast.ExportTable{}},
		},
	}
	want := "mine wasmfuzz:memory:0' wasmfuzz:global:0 wasmfuzz:global:2 wasmfuzz:vector:2 wasmfuzz:memory:0"
	names := func(m *wasmast.Module) string {
		var s []string
		for _, e := range m.Exports {
			s = append(s, e.Name)
		}
		return strings.Join(s, " ")
	}
	once := diff.Expose(m, wasmast.V2)
	if got := names(once); got != want {
		t.Errorf("exports are %s,\nwant %s", got, want)
	}
	if got := strings.Count(names(diff.Expose(once, wasmast.V2)), "global:0"); got != 1 {
		t.Errorf("global 0 is exported %d times by a second pass", got)
	}
	m = &wasmast.Module{
		Types:   []wasmast.FuncType{{Results: []wasmast.ValType{wasmast.V128}}, {Params: []wasmast.ValType{wasmast.V128}}, {}},
		Funcs:   []wasmast.Func{{Type: 0, Body: wasmast.Expr{wasmast.V128Const{}}}, {Type: 1}, {Type: 2}},
		Exports: []wasmast.Export{export("result", 0), export("param", 1), export("none", 2)},
	}
	if got, want := names(diff.Expose(m, wasmast.V2)), "result param none wasmfuzz:call:result wasmfuzz:call:param"; got != want {
		t.Errorf("exports are %s, want %s", got, want)
	}
	if got, want := names(diff.Expose(m, wasmast.SIMD)), "result param none wasmfuzz:call:param"; got != want {
		t.Errorf("without multiple values, exports are %s, want %s", got, want)
	}
}

func TestScriptsThatCannotBe(t *testing.T) {
	imports := func(a, b wasmast.ImportDesc) *wasmast.Module {
		return &wasmast.Module{Types: []wasmast.FuncType{{}, {Params: []wasmast.ValType{wasmast.I32}}, {}},
			Imports: []wasmast.Import{{Module: "m", Name: "x", Desc: a}, {Module: "m", Name: "x", Desc: b}}}
	}
	f := &wasmast.Module{Types: []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}}}, Funcs: []wasmast.Func{{}},
		Exports: []wasmast.Export{export("f", 0)}}
	for _, c := range []struct {
		name string
		m    *wasmast.Module
		call diff.Call
		ok   bool
	}{
		{"fits", f, diff.Call{Func: "f", Args: []store.Value{store.I32(1)}}, true},
		{"no such function", f, diff.Call{Func: "g"}, false},
		{"too few arguments", f, diff.Call{Func: "f"}, false},
		{"other arguments", f, diff.Call{Func: "f", Args: []store.Value{store.I64(1)}}, false},
		{"large memory", &wasmast.Module{Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: 65536}}}}, diff.Call{}, false},
		{"large table", &wasmast.Module{Tables: []wasmast.TableType{{Limits: wasmast.Limits{Min: 1 << 30}}}}, diff.Call{}, false},
		{"one import twice", imports(wasmast.ImportFunc{Type: 0}, wasmast.ImportFunc{Type: 2}), diff.Call{}, true},
		{"two types of function", imports(wasmast.ImportFunc{Type: 0}, wasmast.ImportFunc{Type: 1}), diff.Call{}, false},
		{"two kinds", imports(wasmast.ImportFunc{Type: 0}, wasmast.ImportGlobal{}), diff.Call{}, false},
	} {
		var calls []diff.Call
		if c.call.Func != "" {
			calls = append(calls, c.call)
		}
		if _, err := diff.NewScript(c.m, calls); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
