package minimize

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// all refers to each of the index spaces in every way there is. The entries before the last of each space are unused.
func all() *wasmast.Module {
	i32 := wasmast.I32Const{}
	voids := wasmast.FuncType{}
	table := wasmast.TableType{Elem: wasmast.RefTypeFunc}
	global := wasmast.GlobalType{Type: wasmast.I32, Mutable: true}
	body := wasmast.Expr{
		wasmast.RefFunc{Func: 2}, wasmast.Plain{Code: wasmast.OpDrop},
		wasmast.Local{Code: wasmast.OpLocalGet, X: 1}, wasmast.Global{Code: wasmast.OpGlobalSet, X: 1},
		wasmast.Table{Code: wasmast.OpTableSize, X: 1}, wasmast.Plain{Code: wasmast.OpDrop},
		i32, i32, i32, wasmast.TableCopy{Dst: 1, Src: 1},
		i32, i32, i32, wasmast.TableInit{Elem: 1, Table: 1},
		wasmast.ElemDrop{Elem: 1},
		i32, wasmast.Access{Code: wasmast.OpI32Load}, wasmast.Plain{Code: wasmast.OpDrop},
		i32, wasmast.V128Const{}, wasmast.AccessLane{Code: wasmast.OpV128Load8Lane}, wasmast.Plain{Code: wasmast.OpDrop},
		wasmast.Memory{Code: wasmast.OpMemorySize}, wasmast.Plain{Code: wasmast.OpDrop},
		i32, i32, i32, wasmast.MemoryCopy{},
		i32, i32, i32, wasmast.MemoryInit{Data: 1},
		wasmast.DataDrop{Data: 1},
		wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockFunc{Type: 1}, Body: wasmast.Expr{wasmast.Call{Func: 2}}},
		i32, wasmast.If{Type: wasmast.BlockFunc{Type: 1}, Else: wasmast.Expr{wasmast.Call{Func: 2}}},
		i32, wasmast.CallIndirect{Table: 1, Type: 1},
	}
	start := wasmast.FuncIdx(2)
	return &wasmast.Module{
		Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.F64}}, voids},
		Imports: []wasmast.Import{{Desc: wasmast.ImportFunc{Type: 1}}},
		Funcs: []wasmast.Func{
			{Type: 1},
			{Type: 1, Locals: []wasmast.ValType{wasmast.F32, wasmast.I32}, Body: body},
		},
		Tables:  []wasmast.TableType{table, table},
		Mems:    []wasmast.MemType{{}},
		Globals: []wasmast.GlobalDef{{Type: global, Init: wasmast.Expr{i32}}, {Type: global, Init: wasmast.Expr{i32}}},
		Exports: []wasmast.Export{
			{Name: "f", Desc: wasmast.ExportFunc{Func: 2}}, {Name: "t", Desc: wasmast.ExportTable{Table: 1}},
			{Name: "m", Desc: wasmast.ExportMem{}}, {Name: "g", Desc: wasmast.ExportGlobal{Global: 1}},
		},
		Start: &start,
		Elems: []wasmast.Elem{
			{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemPassive{}},
			{Type: wasmast.RefTypeFunc, Init: []wasmast.Expr{{wasmast.RefFunc{Func: 2}}},
				Mode: wasmast.ElemActive{Table: 1, Offset: wasmast.Expr{i32}}},
		},
		Datas: []wasmast.Data{
			{Mode: wasmast.DataPassive{}},
			{Mode: wasmast.DataActive{Offset: wasmast.Expr{i32}}},
		},
	}
}

// without returns the numbers below n but x.
func without(n, x int) []int { return slices.Delete(numbers(n), x, x+1) }

// TestSelectEntries: an unused entry of each space can be taken away, and what came behind it is referred to by its
// new index; one that is used cannot.
func TestSelectEntries(t *testing.T) {
	m := all()
	if err := validate.Module(m, wasmast.V2); err != nil {
		t.Fatal(err)
	}
	for s := range localSpace {
		n, _ := count(m, s)
		if _, ok := selectEntries(m, s, without(n, n-1)); ok {
			t.Errorf("space %d: an entry that is used was taken away", s)
		}
		for x := range n - 1 {
			var ok bool
			if m, ok = selectEntries(m, s, without(n-x, 0)); !ok {
				t.Errorf("space %d: entry %d of %d is not used but cannot be taken away", s, x, n)
			}
			if err := validate.Module(m, wasmast.V2); err != nil {
				t.Errorf("space %d: without entry %d of %d: %v\n%s", s, x, n, err, text.String(m))
			}
		}
	}
	if got := SizeOf(m).Instrs; got != SizeOf(all()).Instrs-1 { // an unused global had an instruction
		t.Errorf("%d instructions are left", got)
	}
}

// TestSelectEntriesOfSeeds: what is left of a valid module is valid, if nothing referred to what was taken away. Not
// so segments and globals, which may have declared a function for ref.func.
func TestSelectEntriesOfSeeds(t *testing.T) {
	taken := 0
	for _, seed := range corpus.Seeds() {
		m, err := binary.Decode(seed.Wasm)
		if err != nil || validate.Module(m, wasmast.V2) != nil {
			continue
		}
		for s := range localSpace {
			n, _ := count(m, s)
			for x := range n {
				smaller, ok := selectEntries(m, s, without(n, x))
				if !ok {
					continue
				}
				taken++
				if err := validate.Module(smaller, wasmast.V2); err != nil && s != elemSpace && s != globalSpace {
					t.Errorf("%s: without entry %d of space %d: %v", seed.Name, x, s, err)
				}
			}
		}
	}
	if taken < 50 {
		t.Errorf("only %d entries were taken away", taken)
	}
}

func TestOutOfRangeStaysSo(t *testing.T) {
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{}},
		Funcs: []wasmast.Func{{}, {Body: wasmast.Expr{wasmast.Call{Func: 2}, wasmast.Call{Func: 9}}}},
	}
	got, ok := selectEntries(m, funcSpace, []int{1})
	want := wasmast.Expr{wasmast.Call{Func: 1}, wasmast.Call{Func: 8}}
	if !ok || !slices.Equal(got.Funcs[0].Body, want) {
		t.Errorf("%v, %v", got.Funcs, ok)
	}
}

func TestSelectLocals(t *testing.T) {
	f := wasmast.Func{
		Locals: []wasmast.ValType{wasmast.I32, wasmast.F32, wasmast.F64},
		Body:   wasmast.Expr{wasmast.Local{X: 0}, wasmast.Local{X: 3}},
	}
	got, ok := selectLocals(f, 1, []int{2})
	want := wasmast.Expr{wasmast.Local{X: 0}, wasmast.Local{X: 1}}
	if !ok || !slices.Equal(got.Body, want) || !slices.Equal(got.Locals, []wasmast.ValType{wasmast.F64}) {
		t.Errorf("%v, %v", got, ok)
	}
	if _, ok := selectLocals(f, 1, []int{0, 1}); ok {
		t.Error("a local that is used was taken away")
	}
}
