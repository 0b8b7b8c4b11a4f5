package campaign

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Body is what a campaign against the interpreter mutates: the part of the function under test that its
// signature leaves open.
type Body struct {
	Locals []wasmast.ValType
	Code   wasmast.Expr
}

// Entry is the name under which a stub exports the function under test, and entryFunc is its index.
const (
	Entry     = "f"
	entryFunc = wasmast.FuncIdx(0)
)

// Stub returns the module around a body: everything that an instruction can refer to, once. The function under
// test has index 0, and index 0 of the segments is one that can still be used: active ones are dropped at the start.
func Stub(sig wasmast.FuncType, b Body) wasmast.Module {
	maxPages, maxElems := uint32(2), uint32(8)
	return wasmast.Module{
		Types: []wasmast.FuncType{sig, {Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32}}},
		Funcs: []wasmast.Func{
			{Type: 0, Locals: b.Locals, Body: b.Code},
			{Type: 1, Body: wasmast.Expr{
				wasmast.Local{Code: wasmast.OpLocalGet},
				wasmast.I32Const{Value: 1},
				wasmast.Plain{Code: wasmast.OpI32Add},
			}},
		},
		Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 4, Max: &maxElems}}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1, Max: &maxPages}}},
		Globals: variables,
		Exports: []wasmast.Export{{Name: Entry, Desc: wasmast.ExportFunc{Func: 0}}},
		Elems: []wasmast.Elem{
			functions(wasmast.ElemPassive{}),
			functions(wasmast.ElemActive{Offset: wasmast.Expr{wasmast.I32Const{}}}),
		},
		Datas: []wasmast.Data{
			{Init: []byte("passive"), Mode: wasmast.DataPassive{}},
			{Init: []byte("\x01\x80\xff\x7f"), Mode: wasmast.DataActive{Offset: wasmast.Expr{wasmast.I32Const{}}}},
		},
	}
}

// variables are the stub's globals, one mutable global of each type.
var variables = []wasmast.GlobalDef{
	variable(wasmast.I32, wasmast.I32Const{}),
	variable(wasmast.I64, wasmast.I64Const{}),
	variable(wasmast.F32, wasmast.F32Const{}),
	variable(wasmast.F64, wasmast.F64Const{}),
	variable(wasmast.V128, wasmast.V128Const{}),
	variable(wasmast.FuncRef, wasmast.RefNull{Type: wasmast.RefTypeFunc}),
	variable(wasmast.ExternRef, wasmast.RefNull{Type: wasmast.RefTypeExtern}),
}

func variable(t wasmast.ValType, init wasmast.Instr) wasmast.GlobalDef {
	return wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: wasmast.Expr{init}}
}

// variableOf returns the index of the global of type t.
func variableOf(t wasmast.ValType) wasmast.GlobalIdx {
	return wasmast.GlobalIdx(slices.IndexFunc(variables, func(g wasmast.GlobalDef) bool { return g.Type.Type == t }))
}

// functions returns an element segment of the stub's two functions.
func functions(mode wasmast.ElemMode) wasmast.Elem {
	return wasmast.Elem{
		Type: wasmast.RefTypeFunc,
		Init: []wasmast.Expr{{wasmast.RefFunc{Func: 1}}, {wasmast.RefFunc{Func: 0}}},
		Mode: mode,
	}
}
