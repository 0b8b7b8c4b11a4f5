package binary_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/internal/asttest"
)

// A loop that sums bytes of memory: 33 instructions, a size that fuzzing meets most.
func small() *wasmast.Module {
	get := func(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
	set := func(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
	con := func(v int32) wasmast.Instr { return wasmast.I32Const{Value: v} }
	op := func(c wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: c} }
	i32 := []wasmast.ValType{wasmast.I32}
	return &wasmast.Module{
		Types: []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32, wasmast.I32}, Results: i32}, {Params: i32, Results: i32}},
		Funcs: []wasmast.Func{{
			Locals: []wasmast.ValType{wasmast.I32, wasmast.I64},
			Body: wasmast.Expr{
				wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
					wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
						get(0), get(1), op(wasmast.OpI32GeU), wasmast.Branch{Code: wasmast.OpBrIf, Label: 1},
						get(2), get(0), wasmast.Access{Code: wasmast.OpI32Load8U, Arg: wasmast.MemArg{Offset: 1024}},
						op(wasmast.OpI32Add), set(2), get(0), con(1), op(wasmast.OpI32Add), set(0),
						wasmast.Branch{Code: wasmast.OpBr},
					}},
				}},
				get(2), con(-559038737), op(wasmast.OpI32Xor), con(13), op(wasmast.OpI32Rotl),
				wasmast.Call{Func: 1}, get(2), op(wasmast.OpI32Mul), set(2),
				get(2), op(wasmast.OpI32Eqz),
				wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32}, Then: wasmast.Expr{con(0)},
					Else: wasmast.Expr{get(2), con(7), op(wasmast.OpI32DivS)}},
			},
		}, {Type: 1, Body: wasmast.Expr{get(0)}}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Exports: []wasmast.Export{{Name: "sum", Desc: wasmast.ExportFunc{}}, {Name: "memory", Desc: wasmast.ExportMem{}}},
		Datas: []wasmast.Data{{Init: []byte("0123456789abcdef"),
			Mode: wasmast.DataActive{Offset: wasmast.Expr{con(1024)}}}},
	}
}

// large returns a module of 450 KB that a compiler made.
func large(b *testing.B) []byte {
	path := filepath.Join(asttest.WazeroDir(b), "internal/integration_test/bench/testdata/case.wasm")
	bin, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return bin
}

func BenchmarkDecode(b *testing.B) {
	for _, bm := range []struct {
		name string
		bin  []byte
	}{{"small", binary.Encode(small())}, {"large", large(b)}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.bin)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := binary.Decode(bm.bin); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	m, err := binary.Decode(large(b))
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name string
		m    *wasmast.Module
	}{{"small", small()}, {"large", m}} {
		b.Run(bm.name, func(b *testing.B) {
			buf := binary.Encode(bm.m)
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				buf = binary.Append(buf[:0], bm.m)
			}
		})
	}
}
