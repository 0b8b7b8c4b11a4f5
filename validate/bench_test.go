package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// small is a module of the size that campaigns use: 33 instructions that compute a sum in a loop, with a memory, a
// global and an export.
func small() *wasmast.Module {
	get := func(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
	set := func(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
	op := func(c wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: c} }
	i32 := func(n int32) wasmast.Instr { return wasmast.I32Const{Value: n} }
	loop := wasmast.Expr{
		get(0), op(wasmast.OpI32Eqz), wasmast.Branch{Code: wasmast.OpBrIf, Label: 1},
		get(0), get(0), i32(7), op(wasmast.OpI32Mul),
		wasmast.Access{Code: wasmast.OpI32Store, Arg: wasmast.MemArg{Align: 2}},
		get(1), get(0), wasmast.Access{Code: wasmast.OpI32Load, Arg: wasmast.MemArg{Align: 2}}, op(wasmast.OpI32Add), set(1),
		get(0), i32(1), op(wasmast.OpI32Sub), set(0),
		wasmast.Branch{Code: wasmast.OpBr, Label: 0},
	}
	body := wasmast.Expr{
		wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: loop},
		}},
		get(1), wasmast.Global{Code: wasmast.OpGlobalGet}, op(wasmast.OpI32Xor), set(1),
		get(1), i32(100), op(wasmast.OpI32GtU),
		wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32}, Then: wasmast.Expr{i32(1)}, Else: wasmast.Expr{get(1)}},
		get(0), op(wasmast.OpI32Or), op(wasmast.OpNop),
	}
	return &wasmast.Module{
		Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32}}},
		Funcs:   []wasmast.Func{{Locals: []wasmast.ValType{wasmast.I32}, Body: body}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32}, Init: wasmast.Expr{i32(42)}}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{}}},
	}
}

// withTail returns m with instructions appended to its first body.
func withTail(m *wasmast.Module, tail ...wasmast.Instr) *wasmast.Module {
	m.Funcs[0].Body = append(m.Funcs[0].Body, tail...)
	return m
}

func BenchmarkModule(b *testing.B) {
	badLoad := wasmast.Expr{wasmast.Access{Code: wasmast.OpI64Load}}
	early := small()
	early.Funcs[0].Body = append(badLoad, early.Funcs[0].Body...)
	deep := small()
	loop := deep.Funcs[0].Body[0].(wasmast.Block).Body[0].(wasmast.Block).Body
	loop[6] = wasmast.Plain{Code: wasmast.OpI64Mul}
	b.Run("valid", func(b *testing.B) { benchModule(b, small(), true) })
	b.Run("invalid-early", func(b *testing.B) { benchModule(b, early, false) })
	b.Run("invalid-nested", func(b *testing.B) { benchModule(b, deep, false) })
	b.Run("invalid-late", func(b *testing.B) { benchModule(b, withTail(small(), wasmast.I64Const{}), false) })
}

func benchModule(b *testing.B, m *wasmast.Module, valid bool) {
	b.ReportAllocs()
	for b.Loop() {
		if err := Module(m, wasmast.V2); (err == nil) != valid {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeModule(b *testing.B) {
	bin := binary.Encode(small())
	b.ReportAllocs()
	for b.Loop() {
		m, err := binary.Decode(bin)
		if err != nil {
			b.Fatal(err)
		}
		if err := Module(m, wasmast.V2); err != nil {
			b.Fatal(err)
		}
	}
}
