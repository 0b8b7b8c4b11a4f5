package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestInstructionsOfFeatures(t *testing.T) {
	for op := range wasmast.Op(wasmast.NumOps) {
		info := op.Info()
		if info.Feature == 0 {
			continue
		}
		i := instrOf(op)
		name := info.Name + " without its feature"
		body := []bodyTest{{name: name, body: expr{bad(IllegalOpcode, i)}}}
		m := wasmast.Module{Types: []wasmast.FuncType{{}}}
		plain, w := unmark(body[0].body, nil)
		m.Funcs = []wasmast.Func{{Body: plain}}
		checkError(t, name, Module(&m, wasmast.V2&^info.Feature), w, wasmast.SectionCode, 0)
	}
}

func TestTypesOfFeatures(t *testing.T) {
	sig := func(ps, rs []wasmast.ValType) wasmast.Module {
		return wasmast.Module{Types: []wasmast.FuncType{{Params: ps, Results: rs}}}
	}
	tables := func(ts ...wasmast.RefType) (m wasmast.Module) {
		for _, t := range ts {
			m.Tables = append(m.Tables, wasmast.TableType{Elem: t})
		}
		return m
	}
	imported := tables(wasmast.RefTypeFunc)
	imported.Imports = []wasmast.Import{{Desc: wasmast.ImportTable{Type: wasmast.TableType{Elem: wasmast.RefTypeFunc}}}}
	testModules(t, wasmast.V2&^wasmast.MultiValue, []moduleTest{
		{name: "one result", m: sig(nil, types(i32))},
		{"two results", sig(nil, types(i32, i32)), InvalidResultArity, wasmast.SectionType, 0},
	})
	testModules(t, wasmast.V2&^wasmast.SIMD, []moduleTest{
		{"vector", sig(types(v128), nil), InvalidValueType, wasmast.SectionType, 0},
		{name: "references without vectors", m: sig(types(funcref), types(externref))},
	})
	testModules(t, wasmast.V2&^wasmast.ReferenceTypes, []moduleTest{
		{name: "vector without references", m: sig(types(v128), nil)},
		{"externref", sig(types(externref), nil), InvalidValueType, wasmast.SectionType, 0},
		{"funcref", sig(nil, types(funcref)), InvalidValueType, wasmast.SectionType, 0},
		{name: "one table", m: tables(wasmast.RefTypeFunc)},
		{"table of externref", tables(wasmast.RefTypeExtern), InvalidValueType, wasmast.SectionTable, 0},
		{"two tables", tables(wasmast.RefTypeFunc, wasmast.RefTypeFunc), MultipleTables, wasmast.SectionTable, 1},
		{"two tables, one imported", imported, MultipleTables, wasmast.SectionTable, 0},
	})
}

func TestBlockTypesOfFeatures(t *testing.T) {
	body := func(i instr) wasmast.Module {
		return wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Body: expr{i}}}}
	}
	for _, test := range []struct {
		off wasmast.Features
		i   instr
	}{
		{wasmast.MultiValue, block(0)},
		{wasmast.MultiValue, loop(0)},
		{wasmast.SIMD, block(v128)},
		{wasmast.ReferenceTypes, block(externref)},
	} {
		m := body(test.i)
		err := Module(&m, wasmast.V2&^test.off)
		checkError(t, test.i.Op().String(), err, want{InvalidValueType, []int{0}}, wasmast.SectionCode, 0)
	}
}

func TestSegmentsOfFeatures(t *testing.T) {
	elems := func(mode wasmast.ElemMode, init ...expr) wasmast.Module {
		m := constEnv()
		m.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: mode, Init: init}}
		return *m
	}
	active := wasmast.ElemActive{Offset: expr{push(i32)}}
	fun := expr{wasmast.RefFunc{}}
	passive := constEnv()
	passive.Datas = []wasmast.Data{{Mode: wasmast.DataPassive{}}}
	testModules(t, wasmast.V1, []moduleTest{
		{name: "function index", m: elems(active, fun, fun)},
		{"passive data", *passive, InvalidSegmentKind, wasmast.SectionData, 0},
		{"passive", elems(wasmast.ElemPassive{}, fun), InvalidSegmentKind, wasmast.SectionElement, 0},
		{"declarative", elems(wasmast.ElemDeclarative{}, fun), InvalidSegmentKind, wasmast.SectionElement, 0},
	})
	for _, test := range []struct {
		name string
		m    wasmast.Module
		code wasmast.Code
	}{
		{"unknown function", elems(active, fun, expr{wasmast.RefFunc{Func: 1}}), UnknownFunction},
		{"null", elems(active, fun, expr{push(funcref)}), InvalidSegmentKind},
		{"empty", elems(active, fun, expr{}), InvalidSegmentKind},
	} {
		checkError(t, test.name, Module(&test.m, wasmast.V1), want{test.code, []int{1}}, wasmast.SectionElement, 0)
	}
}

// TestBranchTableLabels: before reference types, the labels of br_table had to take the same types even in
// unreachable code.
func TestBranchTableLabels(t *testing.T) {
	module := func(inner wasmast.ValType) *wasmast.Module {
		return &wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Body: expr{
			block(f64, block(inner, op(wasmast.OpUnreachable), brTable(1, 0)), op(wasmast.OpUnreachable)), op(wasmast.OpDrop),
		}}}}
	}
	for _, test := range []struct {
		inner wasmast.ValType
		f     wasmast.Features
		code  wasmast.Code
	}{
		{f64, wasmast.V1, ""},
		{f32, wasmast.V1, TypeMismatch},
		{f32, wasmast.V2, ""},
	} {
		w := want{test.code, []int{0, 0, 0, 0, 1}}
		checkError(t, "labels", Module(module(test.inner), test.f), w, wasmast.SectionCode, 0)
	}
}
