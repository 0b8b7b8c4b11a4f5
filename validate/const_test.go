package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// constTest is a constant expression for a result of a type, valid or with its failure marked.
type constTest struct {
	name string
	t    wasmast.ValType
	e    expr
}

// constEnv is a module with a function, an imported constant (0), an imported variable (1) and a constant (2).
func constEnv() *wasmast.Module {
	constant := func(t wasmast.ValType) wasmast.GlobalType { return wasmast.GlobalType{Type: t} }
	return &wasmast.Module{
		Types: []wasmast.FuncType{{}},
		Imports: []wasmast.Import{
			{Desc: wasmast.ImportGlobal{Type: constant(i32)}},
			{Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32, Mutable: true}}},
		},
		Funcs:   []wasmast.Func{{}},
		Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc}},
		Mems:    []wasmast.MemType{{}},
		Globals: []wasmast.GlobalDef{{Type: constant(i32), Init: expr{push(i32)}}},
	}
}

// constPlaces are the places of constant expressions: each puts e into m, and says where a failure of e is found.
var constPlaces = []struct {
	name    string
	only    wasmast.ValType // the one type of an expression here, or unknown for any
	put     func(m *wasmast.Module, t wasmast.ValType, e expr)
	section wasmast.Section
	index   int
	path    []int // before the path of the instruction
}{
	{"global", unknown, func(m *wasmast.Module, t wasmast.ValType, e expr) {
		m.Globals = append(m.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t}, Init: e})
	}, wasmast.SectionGlobal, 1, nil},
	{"variable", unknown, func(m *wasmast.Module, t wasmast.ValType, e expr) {
		m.Globals = append(m.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: e})
	}, wasmast.SectionGlobal, 1, nil},
	{"element", funcref, func(m *wasmast.Module, t wasmast.ValType, e expr) {
		seg := wasmast.Elem{Type: wasmast.RefType(t), Mode: wasmast.ElemPassive{}, Init: []expr{{push(t)}, e}}
		m.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemPassive{}}, seg}
	}, wasmast.SectionElement, 1, []int{1}},
	{"element offset", i32, func(m *wasmast.Module, t wasmast.ValType, e expr) {
		m.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Offset: e}, Init: []expr{{push(funcref)}}}}
	}, wasmast.SectionElement, 0, nil},
	{"data offset", i32, func(m *wasmast.Module, t wasmast.ValType, e expr) {
		m.Datas = []wasmast.Data{{Mode: wasmast.DataPassive{}}, {Mode: wasmast.DataActive{Offset: e}}}
	}, wasmast.SectionData, 1, nil},
}

// testConsts validates constant expressions in all places for their type.
func testConsts(t *testing.T, f wasmast.Features, tests []constTest) {
	for _, test := range tests {
		for _, place := range constPlaces {
			if place.only != unknown && place.only != test.t {
				continue
			}
			e, w := unmark(test.e, place.path)
			m := constEnv()
			place.put(m, test.t, e)
			checkError(t, place.name+": "+test.name, Module(m, f), w, place.section, place.index)
		}
	}
}

func TestConstants(t *testing.T) {
	get, set := wasmast.OpGlobalGet, wasmast.OpGlobalSet
	refFunc := func(x wasmast.FuncIdx) instr { return wasmast.RefFunc{Func: x} }
	testConsts(t, wasmast.V2, []constTest{
		{"const", i32, expr{push(i32)}},
		{"const", i64, expr{push(i64)}},
		{"const", f32, expr{push(f32)}},
		{"const", f64, expr{push(f64)}},
		{"const", v128, expr{push(v128)}},
		{"null", externref, expr{push(externref)}},
		{"null", funcref, expr{push(funcref)}},
		{"func", funcref, expr{refFunc(0)}},
		{"func unknown", funcref, expr{bad(UnknownFunction, refFunc(1))}},
		{"global", i32, expr{wasmast.Global{Code: get, X: 0}}},
		{"global of other type", i64, expr{wasmast.Global{Code: get, X: 0}, end(TypeMismatch)}},
		{"variable", i32, expr{bad(ConstantRequired, global(get, 1))}},
		{"global not imported", i32, expr{bad(UnknownGlobal, global(get, 2))}},
		{"global unknown", i32, expr{bad(UnknownGlobal, global(get, 9))}},
		{"set global", i32, expr{push(i32), bad(ConstantRequired, global(set, 1))}},
		{"set constant", i32, expr{push(i32), bad(ConstantRequired, global(set, 0))}},
		{"nothing", i32, expr{end(TypeMismatch)}},
		{"nothing", funcref, expr{end(TypeMismatch)}},
		{"two values", i32, expr{push(i32), push(i32), end(TypeMismatch)}},
		{"other type", i32, expr{push(i64), end(TypeMismatch)}},
		{"other reference", funcref, expr{push(externref), end(TypeMismatch)}},
		{"nop", i32, expr{push(i32), bad(ConstantRequired, op(wasmast.OpNop))}},
		{"unreachable", i32, expr{bad(ConstantRequired, op(wasmast.OpUnreachable))}},
		{"operator", i32, expr{push(i32), push(i32), bad(ConstantRequired, op(wasmast.OpI32Add))}},
		{"block", i32, expr{bad(ConstantRequired, block(i32, push(i32)))}},
		{"call", i32, expr{bad(ConstantRequired, call(0)), push(i32)}},
		{"return", i32, expr{push(i32), bad(ConstantRequired, op(wasmast.OpReturn))}},
	})
}

func TestExtendedConstants(t *testing.T) {
	three := func(c wasmast.PlainOp, t wasmast.ValType) expr { return expr{push(t), push(t), op(c)} }
	testConsts(t, wasmast.V2|wasmast.ExtendedConst, []constTest{
		{"i32.add", i32, three(wasmast.OpI32Add, i32)},
		{"i32.sub", i32, three(wasmast.OpI32Sub, i32)},
		{"i32.mul", i32, three(wasmast.OpI32Mul, i32)},
		{"i64.add", i64, three(wasmast.OpI64Add, i64)},
		{"i64.sub", i64, three(wasmast.OpI64Sub, i64)},
		{"i64.mul", i64, three(wasmast.OpI64Mul, i64)},
		{"operand missing", i32, expr{push(i32), bad(TypeMismatch, op(wasmast.OpI32Add))}},
		{"operand of other type", i32, expr{push(i32), push(i64), bad(TypeMismatch, op(wasmast.OpI32Add))}},
		{"i32.and", i32, expr{push(i32), push(i32), bad(ConstantRequired, op(wasmast.OpI32And))}},
		{"f32.add", f32, expr{push(f32), push(f32), bad(ConstantRequired, op(wasmast.OpF32Add))}},
	})
}

// TestDeclared has ref.func in a body refer to functions that occur only in one place outside of bodies.
func TestDeclared(t *testing.T) {
	for _, place := range []struct {
		name string
		put  func(m *wasmast.Module)
	}{
		{"global", func(m *wasmast.Module) {
			def := wasmast.GlobalDef{Type: wasmast.GlobalType{Type: funcref}, Init: expr{wasmast.RefFunc{}}}
			m.Globals = append(m.Globals, def)
		}},
		{"export", func(m *wasmast.Module) { m.Exports = []wasmast.Export{{Desc: wasmast.ExportFunc{}}} }},
		{"active", func(m *wasmast.Module) { m.Elems = mentions(wasmast.ElemActive{Offset: expr{push(i32)}}) }},
		{"passive", func(m *wasmast.Module) { m.Elems = mentions(wasmast.ElemPassive{}) }},
		{"declarative", func(m *wasmast.Module) { m.Elems = mentions(wasmast.ElemDeclarative{}) }},
	} {
		m := constEnv()
		m.Funcs[0].Body = expr{wasmast.RefFunc{}, op(wasmast.OpDrop)}
		place.put(m)
		if err := Module(m, wasmast.V2); err != nil {
			t.Errorf("declared by %s: %v", place.name, err)
		}
	}
	start := wasmast.FuncIdx(0)
	m := constEnv()
	m.Start = &start
	m.Funcs[0].Body = expr{wasmast.RefFunc{}, op(wasmast.OpDrop)}
	checkError(t, "start does not declare", Module(m, wasmast.V2), want{Undeclared, []int{0}}, wasmast.SectionCode, 0)
}

// mentions is a segment that contains function 0.
func mentions(mode wasmast.ElemMode) []wasmast.Elem {
	return []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: mode, Init: []expr{{wasmast.RefFunc{}}}}}
}
