package campaign

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// Body is what a campaign against the interpreter mutates: the part of the function under test that its
// signature leaves open.
type Body struct {
	Locals []wasmast.ValType
	Code   wasmast.Expr
}

// Entry is the name under which a stub exports the function under test.
const Entry = "f"

// Stub returns the module around a body: everything that an instruction can refer to, once. The function under
// test has index 0.
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
		Tables: []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 4, Max: &maxElems}}},
		Mems:   []wasmast.MemType{{Limits: wasmast.Limits{Min: 1, Max: &maxPages}}},
		Globals: []wasmast.GlobalDef{
			variable(wasmast.I32, wasmast.I32Const{}),
			variable(wasmast.I64, wasmast.I64Const{}),
			variable(wasmast.F32, wasmast.F32Const{}),
			variable(wasmast.F64, wasmast.F64Const{}),
			variable(wasmast.V128, wasmast.V128Const{}),
			variable(wasmast.FuncRef, wasmast.RefNull{Type: wasmast.RefTypeFunc}),
			variable(wasmast.ExternRef, wasmast.RefNull{Type: wasmast.RefTypeExtern}),
		},
		Exports: []wasmast.Export{{Name: Entry, Desc: wasmast.ExportFunc{Func: 0}}},
		Elems: []wasmast.Elem{
			functions(wasmast.ElemActive{Offset: wasmast.Expr{wasmast.I32Const{}}}),
			functions(wasmast.ElemPassive{}),
		},
		Datas: []wasmast.Data{
			{Init: []byte("\x01\x80\xff\x7f"), Mode: wasmast.DataActive{Offset: wasmast.Expr{wasmast.I32Const{}}}},
			{Init: []byte("passive"), Mode: wasmast.DataPassive{}},
		},
	}
}

// variable returns a mutable global.
func variable(t wasmast.ValType, init wasmast.Instr) wasmast.GlobalDef {
	return wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: wasmast.Expr{init}}
}

// functions returns an element segment of the stub's two functions.
func functions(mode wasmast.ElemMode) wasmast.Elem {
	return wasmast.Elem{
		Type: wasmast.RefTypeFunc,
		Init: []wasmast.Expr{{wasmast.RefFunc{Func: 1}}, {wasmast.RefFunc{Func: 0}}},
		Mode: mode,
	}
}
