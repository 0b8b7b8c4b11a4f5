package enginetest

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Short names for what the tests are made of.
const (
	i32       = wasmast.I32
	i64       = wasmast.I64
	f32       = wasmast.F32
	f64       = wasmast.F64
	v128      = wasmast.V128
	funcref   = wasmast.FuncRef
	externref = wasmast.ExternRef
)

type (
	expr  = wasmast.Expr
	types = []wasmast.ValType
)

func sig(params, results types) wasmast.FuncType {
	return wasmast.FuncType{Params: params, Results: results}
}

// typ returns the index of a type that is added to m if needed.
func typ(m *wasmast.Module, ft wasmast.FuncType) wasmast.TypeIdx {
	for i, t := range m.Types {
		if slices.Equal(t.Params, ft.Params) && slices.Equal(t.Results, ft.Results) {
			return wasmast.TypeIdx(i)
		}
	}
	m.Types = append(m.Types, ft)
	return wasmast.TypeIdx(len(m.Types) - 1)
}

// function adds a function to m, which must have all its imports, and exports it if name is not empty.
func function(m *wasmast.Module, name string, ft wasmast.FuncType, body ...wasmast.Instr) wasmast.FuncIdx {
	x := wasmast.FuncIdx(len(m.Funcs))
	for _, i := range m.Imports {
		if _, ok := i.Desc.(wasmast.ImportFunc); ok {
			x++
		}
	}
	m.Funcs = append(m.Funcs, wasmast.Func{Type: typ(m, ft), Body: body})
	if name != "" {
		m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: wasmast.ExportFunc{Func: x}})
	}
	return x
}

func op(c wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: c} }

func i32c(v int32) wasmast.Instr             { return wasmast.I32Const{Value: v} }
func i64c(v int64) wasmast.Instr             { return wasmast.I64Const{Value: v} }
func f32c(v wasmast.Float32) wasmast.Instr   { return wasmast.F32Const{Value: v} }
func f64c(v wasmast.Float64) wasmast.Instr   { return wasmast.F64Const{Value: v} }
func vec(v wasmast.Vec128) wasmast.Instr     { return wasmast.V128Const{Value: v} }
func null(t wasmast.ValType) wasmast.Instr   { return wasmast.RefNull{Type: wasmast.RefType(t)} }
func ref(x wasmast.FuncIdx) wasmast.Instr    { return wasmast.RefFunc{Func: x} }
func get(x wasmast.LocalIdx) wasmast.Instr   { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func gget(x wasmast.GlobalIdx) wasmast.Instr { return wasmast.Global{Code: wasmast.OpGlobalGet, X: x} }
func gset(x wasmast.GlobalIdx) wasmast.Instr { return wasmast.Global{Code: wasmast.OpGlobalSet, X: x} }
func invoke(x wasmast.FuncIdx) wasmast.Instr { return wasmast.Call{Func: x} }

func table(c wasmast.TableOp) wasmast.Instr   { return wasmast.Table{Code: c} }
func memory(c wasmast.MemoryOp) wasmast.Instr { return wasmast.Memory{Code: c} }
func access(c wasmast.AccessOp) wasmast.Instr { return wasmast.Access{Code: c} }

// gets puts the first n locals on the stack.
func gets(n int) expr {
	e := make(expr, n)
	for i := range e {
		e[i] = get(wasmast.LocalIdx(i))
	}
	return e
}

// zero is the instruction that gives the default value of a type.
func zero(t wasmast.ValType) wasmast.Instr {
	switch t {
	case i32:
		return i32c(0)
	case i64:
		return i64c(0)
	case f32:
		return f32c(0)
	case f64:
		return f64c(0)
	case v128:
		return vec(wasmast.Vec128{})
	}
	return null(t)
}

// limits returns limits with a maximum.
func limits(low, high uint32) wasmast.Limits { return wasmast.Limits{Min: low, Max: &high} }

func memType(l wasmast.Limits) wasmast.MemType { return wasmast.MemType{Limits: l} }

func tableType(t wasmast.RefType, l wasmast.Limits) wasmast.TableType {
	return wasmast.TableType{Elem: t, Limits: l}
}

func exportGlobal(m *wasmast.Module, name string, x wasmast.GlobalIdx) {
	m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: wasmast.ExportGlobal{Global: x}})
}

func exportMemory(m *wasmast.Module, name string) {
	m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: wasmast.ExportMem{}})
}
