package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// moduleTest is a module and the failure expected: code at entry index of a section, outside of expressions.
type moduleTest struct {
	name    string
	m       wasmast.Module
	code    wasmast.Code
	section wasmast.Section
	index   int
}

func testModules(t *testing.T, f wasmast.Features, tests []moduleTest) {
	for _, test := range tests {
		checkError(t, test.name, Module(&test.m, f), want{code: test.code}, test.section, test.index)
	}
}

func limits(min uint32, max ...uint32) wasmast.Limits {
	if len(max) == 0 {
		return wasmast.Limits{Min: min}
	}
	return wasmast.Limits{Min: min, Max: &max[0]}
}

func TestTypes(t *testing.T) {
	sig := func(ft wasmast.FuncType) []wasmast.FuncType { return []wasmast.FuncType{{}, ft} }
	testModules(t, wasmast.V2, []moduleTest{
		{name: "empty"},
		{name: "all types", m: wasmast.Module{Types: sig(funcType(types(i32, i64, f32, f64), types(v128, funcref, externref)))}},
		{"parameter of no type", wasmast.Module{Types: sig(funcType(types(unknown), nil))}, InvalidValueType, wasmast.SectionType, 1},
		{"result of no type", wasmast.Module{Types: sig(funcType(nil, types(i32, unknown)))}, InvalidValueType, wasmast.SectionType, 1},
		{"local of no type", wasmast.Module{Types: sig(wasmast.FuncType{}), Funcs: []wasmast.Func{{Locals: types(i32, unknown)}}},
			InvalidValueType, wasmast.SectionCode, 0},
		{"function of unknown type", wasmast.Module{Types: sig(wasmast.FuncType{}), Funcs: []wasmast.Func{{Type: 1}, {Type: 2}}},
			UnknownType, wasmast.SectionFunction, 1},
	})
}

func TestLimits(t *testing.T) {
	mems := func(l wasmast.Limits) wasmast.Module { return wasmast.Module{Mems: []wasmast.MemType{{Limits: l}}} }
	tables := func(l wasmast.Limits) wasmast.Module {
		return wasmast.Module{Tables: []wasmast.TableType{{Elem: wasmast.RefTypeExtern}, {Elem: wasmast.RefTypeFunc, Limits: l}}}
	}
	testModules(t, wasmast.V2, []moduleTest{
		{name: "memory", m: mems(limits(1, 1))},
		{name: "largest memory", m: mems(limits(65536, 65536))},
		{"memory minimum too large", mems(limits(65537)), MemoryTooLarge, wasmast.SectionMemory, 0},
		{"memory maximum too large", mems(limits(0, 65537)), MemoryTooLarge, wasmast.SectionMemory, 0},
		{"memory minimum above maximum", mems(limits(2, 1)), MinAboveMax, wasmast.SectionMemory, 0},
		{name: "table", m: tables(limits(0, 0))},
		{name: "largest table", m: tables(limits(1<<32-1, 1<<32-1))},
		{"table minimum above maximum", tables(limits(1, 0)), MinAboveMax, wasmast.SectionTable, 1},
		{"table of numbers", wasmast.Module{Tables: []wasmast.TableType{{Elem: wasmast.RefType(i32)}}},
			InvalidValueType, wasmast.SectionTable, 0},
	})
}

func TestImports(t *testing.T) {
	two := func(d wasmast.ImportDesc) wasmast.Module {
		same := wasmast.ImportFunc{Type: 0}
		return wasmast.Module{Types: []wasmast.FuncType{{}}, Imports: []wasmast.Import{{Desc: same}, {Desc: d}}}
	}
	mem := wasmast.MemType{}
	both := two(wasmast.ImportMem{Type: mem})
	both.Mems = []wasmast.MemType{mem}
	testModules(t, wasmast.V2, []moduleTest{
		{name: "equal names", m: two(wasmast.ImportFunc{Type: 0})},
		{name: "table", m: two(wasmast.ImportTable{Type: wasmast.TableType{Elem: wasmast.RefTypeExtern}})},
		{name: "memory", m: two(wasmast.ImportMem{Type: mem})},
		{name: "variable", m: two(wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: v128, Mutable: true}})},
		{"unknown type", two(wasmast.ImportFunc{Type: 1}), UnknownType, wasmast.SectionImport, 1},
		{"table limits", two(wasmast.ImportTable{Type: wasmast.TableType{Elem: wasmast.RefTypeFunc, Limits: limits(1, 0)}}),
			MinAboveMax, wasmast.SectionImport, 1},
		{"memory too large", two(wasmast.ImportMem{Type: wasmast.MemType{Limits: limits(65537)}}), MemoryTooLarge, wasmast.SectionImport, 1},
		{"global of no type", two(wasmast.ImportGlobal{}), InvalidValueType, wasmast.SectionImport, 1},
		{"second memory", both, MultipleMemories, wasmast.SectionMemory, 0},
		{"two memories", wasmast.Module{Mems: []wasmast.MemType{mem, mem}}, MultipleMemories, wasmast.SectionMemory, 1},
		{"two imported memories", wasmast.Module{Imports: []wasmast.Import{{Desc: wasmast.ImportMem{}}, {Desc: wasmast.ImportMem{}}}},
			MultipleMemories, wasmast.SectionImport, 1},
	})
}

func TestGlobals(t *testing.T) {
	m := wasmast.Module{Globals: []wasmast.GlobalDef{{Init: expr{push(i32)}}}}
	testModules(t, wasmast.V2, []moduleTest{{"no type", m, InvalidValueType, wasmast.SectionGlobal, 0}})
}

func TestExports(t *testing.T) {
	exports := func(ds ...wasmast.ExportDesc) wasmast.Module {
		m := constEnv()
		for _, d := range ds {
			m.Exports = append(m.Exports, wasmast.Export{Name: string(rune('a' + len(m.Exports))), Desc: d})
		}
		return *m
	}
	fun := wasmast.ExportFunc{}
	same := exports(fun, wasmast.ExportMem{}, fun)
	same.Exports[2].Name = "b"
	testModules(t, wasmast.V2, []moduleTest{
		{name: "one of each", m: exports(fun, wasmast.ExportTable{}, wasmast.ExportMem{}, wasmast.ExportGlobal{})},
		{name: "the same twice", m: exports(fun, fun)},
		{name: "global of the module", m: exports(wasmast.ExportGlobal{Global: 2})},
		{"unknown function", exports(fun, wasmast.ExportFunc{Func: 1}), UnknownFunction, wasmast.SectionExport, 1},
		{"unknown table", exports(wasmast.ExportTable{Table: 1}), UnknownTable, wasmast.SectionExport, 0},
		{"unknown memory", exports(wasmast.ExportMem{Mem: 1}), UnknownMemory, wasmast.SectionExport, 0},
		{"unknown global", exports(wasmast.ExportGlobal{Global: 3}), UnknownGlobal, wasmast.SectionExport, 0},
		{"duplicate name", same, DuplicateExport, wasmast.SectionExport, 2},
	})
	// The names of one module are forgotten with it.
	testModules(t, wasmast.V2, []moduleTest{{name: "the same name in another module", m: exports(fun)}})
}

func TestStart(t *testing.T) {
	start := func(ft wasmast.FuncType, x wasmast.FuncIdx) wasmast.Module {
		return wasmast.Module{
			Types: []wasmast.FuncType{ft}, Funcs: []wasmast.Func{{Body: expr{op(wasmast.OpUnreachable)}}}, Start: &x,
		}
	}
	testModules(t, wasmast.V2, []moduleTest{
		{name: "start", m: start(wasmast.FuncType{}, 0)},
		{"unknown", start(wasmast.FuncType{}, 1), UnknownFunction, wasmast.SectionStartFunc, -1},
		{"parameters", start(funcType(types(i32), nil), 0), InvalidStart, wasmast.SectionStartFunc, -1},
		{"results", start(funcType(nil, types(i32)), 0), InvalidStart, wasmast.SectionStartFunc, -1},
	})
}

func TestSegments(t *testing.T) {
	elems := func(t wasmast.RefType, mode wasmast.ElemMode) wasmast.Module {
		m := constEnv()
		m.Elems = []wasmast.Elem{{Type: t, Mode: mode}}
		return *m
	}
	datas := func(mode wasmast.DataMode) wasmast.Module {
		m := constEnv()
		m.Datas = []wasmast.Data{{Mode: mode}}
		return *m
	}
	offset := expr{push(i32)}
	testModules(t, wasmast.V2, []moduleTest{
		{name: "active", m: elems(wasmast.RefTypeFunc, wasmast.ElemActive{Offset: offset})},
		{"active of other type", elems(wasmast.RefTypeExtern, wasmast.ElemActive{Offset: offset}), TypeMismatch, wasmast.SectionElement, 0},
		{"active unknown table", elems(wasmast.RefTypeFunc, wasmast.ElemActive{Table: 1, Offset: offset}), UnknownTable, wasmast.SectionElement, 0},
		{name: "passive", m: elems(wasmast.RefTypeExtern, wasmast.ElemPassive{})},
		{name: "declarative", m: elems(wasmast.RefTypeExtern, wasmast.ElemDeclarative{})},
		{"no reference type", elems(wasmast.RefType(i32), wasmast.ElemPassive{}), InvalidValueType, wasmast.SectionElement, 0},
		{name: "active data", m: datas(wasmast.DataActive{Offset: offset})},
		{name: "passive data", m: datas(wasmast.DataPassive{})},
		{"active data unknown memory", datas(wasmast.DataActive{Mem: 1, Offset: offset}), UnknownMemory, wasmast.SectionData, 0},
	})
}

// TestModuleIsIndependent validates modules in turn: what one leaves in the reused storage must not matter.
func TestModuleIsIndependent(t *testing.T) {
	big := env(bodyTest{ft: funcType(types(i32), nil)}, expr{push(i64), block(nil, bad(TypeMismatch, op(wasmast.OpDrop)))})
	big.Funcs[0].Body, _ = unmark(big.Funcs[0].Body, nil)
	if Module(big, wasmast.V2) == nil {
		t.Fatal("the first module is valid")
	}
	body := func(e ...instr) wasmast.Module {
		return wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Body: e}}}
	}
	for _, test := range []struct {
		i    instr
		code wasmast.Code
	}{
		{local(wasmast.OpLocalGet, 0), UnknownLocal},
		{global(wasmast.OpGlobalGet, 0), UnknownGlobal},
		{call(1), UnknownFunction},
		{table(wasmast.OpTableSize, 0), UnknownTable},
		{wasmast.Memory{Code: wasmast.OpMemorySize}, UnknownMemory},
		{wasmast.ElemDrop{}, UnknownElem},
		{wasmast.DataDrop{}, UnknownData},
		{block(1), UnknownType},
		{br(1), UnknownLabel},
		{wasmast.RefFunc{}, Undeclared},
		{op(wasmast.OpDrop), TypeMismatch},
	} {
		m := body(test.i)
		checkError(t, test.i.Op().String(), Module(&m, wasmast.V2), want{test.code, []int{0}}, wasmast.SectionCode, 0)
	}
}

// TestBugsAreNotErrors gives Module a tree that nobody can have read: that is a bug, not an invalid module.
func TestBugsAreNotErrors(t *testing.T) {
	for _, m := range []wasmast.Module{
		{Imports: []wasmast.Import{{}}},
		{Exports: []wasmast.Export{{}}},
		{Elems: []wasmast.Elem{{Type: wasmast.RefTypeFunc}}},
		{Datas: []wasmast.Data{{}}},
		{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Body: expr{wasmast.Block{Code: wasmast.OpBlock}}}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for %+v", m)
				}
			}()
			_ = Module(&m, wasmast.V2)
		}()
	}
}
