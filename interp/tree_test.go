package interp_test

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Short names for building modules.

type (
	expr    = wasmast.Expr
	valType = wasmast.ValType
)

const (
	i32  = wasmast.I32
	i64  = wasmast.I64
	f32  = wasmast.F32
	f64  = wasmast.F64
	v128 = wasmast.V128
)

// body joins instructions, expressions and plain operators to one expression.
func body(parts ...any) expr {
	var e expr
	for _, p := range parts {
		switch p := p.(type) {
		case expr:
			e = append(e, p...)
		case wasmast.PlainOp:
			e = append(e, wasmast.Plain{Code: p})
		case wasmast.Instr:
			e = append(e, p)
		default:
			panic("not part of an expression")
		}
	}
	return e
}

func get(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func set(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
func tee(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalTee, X: x} }
func num(n int32) wasmast.Instr            { return wasmast.I32Const{Value: n} }
func long(n int64) wasmast.Instr           { return wasmast.I64Const{Value: n} }
func br(l wasmast.LabelIdx) wasmast.Instr  { return wasmast.Branch{Code: wasmast.OpBr, Label: l} }
func brIf(l wasmast.LabelIdx) wasmast.Instr {
	return wasmast.Branch{Code: wasmast.OpBrIf, Label: l}
}
func call(f wasmast.FuncIdx) wasmast.Instr { return wasmast.Call{Func: f} }

func access(code wasmast.AccessOp, offset uint32) wasmast.Instr {
	return wasmast.Access{Code: code, Arg: wasmast.MemArg{Offset: offset}}
}

func block(t wasmast.BlockType, parts ...any) wasmast.Instr {
	return wasmast.Block{Code: wasmast.OpBlock, Type: t, Body: body(parts...)}
}

func loop(t wasmast.BlockType, parts ...any) wasmast.Instr {
	return wasmast.Block{Code: wasmast.OpLoop, Type: t, Body: body(parts...)}
}

func ifElse(t wasmast.BlockType, then, otherwise expr) wasmast.Instr {
	return wasmast.If{Type: t, Then: then, Else: otherwise}
}

var void = wasmast.BlockEmpty{}

func val(t valType) wasmast.BlockType { return wasmast.BlockVal{Type: t} }

func types(ts ...valType) []valType { return ts }

// builder builds a module of functions, each of a type of its own, the last exported as "f".
type builder struct{ wasmast.Module }

// function adds a function.
func (b *builder) function(params, results, locals []valType, parts ...any) *builder {
	b.Funcs = append(b.Funcs, wasmast.Func{Type: b.signature(params, results), Locals: locals, Body: body(parts...)})
	return b
}

// signature adds a type.
func (b *builder) signature(params, results []valType) wasmast.TypeIdx {
	b.Types = append(b.Types, wasmast.FuncType{Params: params, Results: results})
	return wasmast.TypeIdx(len(b.Types) - 1)
}

// memory adds a memory of one page.
func (b *builder) memory() *builder {
	b.Mems = []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}}
	return b
}

// module returns the module.
func (b *builder) module() *wasmast.Module {
	b.Exports = []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: wasmast.FuncIdx(len(b.Funcs) - 1)}}}
	return &b.Module
}

// instantiate instantiates a module without imports.
func instantiate(t testing.TB, m *wasmast.Module, cfg store.Config) store.Instance {
	t.Helper()
	inst, err := interp.Instantiate(m, nil, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}
