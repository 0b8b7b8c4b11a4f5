package text_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/internal/asttest"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// example has most of what a reader meets.
func example() *wasmast.Module {
	i32 := []wasmast.ValType{wasmast.I32}
	get := wasmast.Local{Code: wasmast.OpLocalGet}
	return &wasmast.Module{
		Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: i32}, {}},
		Imports: []wasmast.Import{{Module: "env", Name: "print", Desc: wasmast.ImportFunc{Type: 1}}},
		Funcs: []wasmast.Func{{Locals: []wasmast.ValType{wasmast.I64, wasmast.V128}, Body: wasmast.Expr{
			wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockVal{Type: wasmast.I32}, Body: wasmast.Expr{
				get,
				wasmast.If{Type: wasmast.BlockFunc{Type: 1},
					Then: wasmast.Expr{wasmast.Branch{Code: wasmast.OpBr, Label: 1}},
					Else: wasmast.Expr{wasmast.Call{}}},
				get,
				wasmast.Access{Code: wasmast.OpI32Load16U, Arg: wasmast.MemArg{Align: 1, Offset: 4}},
			}},
			wasmast.V128Const{Value: wasmast.Vec128{Lo: 1 << 32, Hi: 0xFFFFFFFF}},
			wasmast.Lane{Code: wasmast.OpF32x4ExtractLane, Lane: 3},
			wasmast.Plain{Code: wasmast.OpDrop},
		}}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.F64, Mutable: true}, Init: wasmast.Expr{wasmast.F64Const{Value: 0x3FF8000000000000}}}},
		Exports: []wasmast.Export{{Name: "main", Desc: wasmast.ExportFunc{Func: 1}}},
		Datas:   []wasmast.Data{{Init: []byte("hello\n"), Mode: wasmast.DataActive{Offset: wasmast.Expr{wasmast.I32Const{Value: 8}}}}},
		Customs: []wasmast.Custom{{After: wasmast.SectionCode, Name: "name", Data: []byte{0, 'm'}}},
	}
}

func TestGolden(t *testing.T) {
	want, err := os.ReadFile("testdata/example.wat")
	if err != nil {
		t.Fatal(err)
	}
	if got := text.String(example()); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPrint(t *testing.T) {
	var b bytes.Buffer
	if err := text.Print(&b, example()); err != nil || b.String() != text.String(example()) {
		t.Errorf("Print and String differ, error %v", err)
	}
	r, w := io.Pipe()
	r.Close()
	if err := text.Print(w, example()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Print to a closed pipe: error %v", err)
	}
}

// Each instruction has its mnemonic, is one line, and is told from the others.
func TestInstr(t *testing.T) {
	seen := map[string]wasmast.Instr{}
	for op := range wasmast.Op(wasmast.NumOps) {
		for _, i := range asttest.Samples(op) {
			s := text.Instr(i)
			if word, _, _ := strings.Cut(s, " "); word != op.String() {
				t.Errorf("%v is printed as %s", op, s)
			}
			if strings.Contains(s, "\n") {
				t.Errorf("%v is printed on several lines: %q", op, s)
			}
			if seen[s] != nil && !reflect.DeepEqual(seen[s], i) {
				t.Errorf("%+v and %+v are both printed as %s", i, seen[s], s)
			}
			seen[s] = i
		}
	}
}

func TestInstrText(t *testing.T) {
	for _, test := range []struct {
		i    wasmast.Instr
		want string
	}{
		{example().Funcs[0].Body[0], "loop (result i32) local.get 0 if (type 1) br 1 else call 0 end local.get 0 i32.load16_u offset=4 end"},
		{wasmast.SelectT{}, "select (result)"},
		{wasmast.SelectT{Types: asttest.ValTypes[:2]}, "select (result i32 i64)"},
		{wasmast.Access{Code: wasmast.OpI64Load, Arg: wasmast.MemArg{Align: 3}}, "i64.load"},
		{wasmast.Access{Code: wasmast.OpI64Load, Arg: wasmast.MemArg{Align: 2, Offset: 1}}, "i64.load offset=1 align=4"},
		{wasmast.Access{Code: wasmast.OpI64Load, Arg: wasmast.MemArg{Align: 63}}, "i64.load align=9223372036854775808"},
		{wasmast.Access{Code: wasmast.OpI64Load, Arg: wasmast.MemArg{Align: 64}}, "i64.load align=2^64"},
		{wasmast.CallIndirect{Table: 1, Type: 2}, "call_indirect 1 (type 2)"},
		{wasmast.TableInit{Table: 1, Elem: 2}, "table.init 1 2"},
		{wasmast.TableCopy{Dst: 1, Src: 2}, "table.copy 1 2"},
		{wasmast.MemoryInit{Data: 2}, "memory.init 2"},
		{wasmast.MemoryInit{Mem: 1, Data: 2}, "memory.init 1 2"},
		{wasmast.MemoryCopy{Src: 1}, "memory.copy 0 1"},
		{wasmast.Memory{Code: wasmast.OpMemoryGrow, Mem: 1}, "memory.grow 1"},
		{wasmast.RefNull{Type: wasmast.RefTypeExtern}, "ref.null extern"},
		{wasmast.BranchTable{Labels: []wasmast.LabelIdx{3, 1}, Default: 2}, "br_table 3 1 2"},
	} {
		if got := text.Instr(test.i); got != test.want {
			t.Errorf("%+v: %s, want %s", test.i, got, test.want)
		}
	}
}

// A body that is nested very deeply has not a text of quadratic size.
func TestDeepNesting(t *testing.T) {
	var e wasmast.Expr
	for range 2000 {
		e = wasmast.Expr{wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: e}}
	}
	if n := len(text.String(asttest.Body(e...))); n > 1_000_000 {
		t.Errorf("2000 nested blocks have %d bytes of text", n)
	}
}

func TestFloats(t *testing.T) {
	for bits, want := range map[wasmast.Float32]string{
		0: "0", 0x80000000: "-0", 0x3F800000: "1", 0x3DCCCCCD: "0.1", 1: "1e-45", 0x7F7FFFFF: "3.4028235e+38",
		0x7F800000: "inf", 0xFF800000: "-inf", 0x7FC00000: "nan", 0xFFC00000: "-nan", 0x7FA00000: "nan:0x200000",
		0xFFFFFFFF: "-nan:0x7fffff",
	} {
		if got := text.Float32(bits); got != want {
			t.Errorf("%#x: %s, want %s", uint32(bits), got, want)
		}
	}
	for bits, want := range map[wasmast.Float64]string{
		0: "0", 1 << 63: "-0", 0x3FF0000000000000: "1", 0x3FB999999999999A: "0.1", 1: "5e-324",
		0x7FF0000000000000: "inf", 0xFFF0000000000000: "-inf", 0x7FF8000000000000: "nan",
		0xFFF8000000000000: "-nan", 0x7FF0000000000001: "nan:0x1", 0xFFF8000000000001: "-nan:0x8000000000001",
	} {
		if got := text.Float64(bits); got != want {
			t.Errorf("%#x: %s, want %s", uint64(bits), got, want)
		}
	}
}

func TestFloatsReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f, d := math.Float32frombits(r.Uint32()), math.Float64frombits(r.Uint64())
		if f == f {
			got, err := strconv.ParseFloat(text.Float32(wasmast.Float32(math.Float32bits(f))), 32)
			if err != nil || float32(got) != f {
				t.Errorf("%v is read back as %v, error %v", f, got, err)
			}
		}
		if d == d {
			got, err := strconv.ParseFloat(text.Float64(wasmast.Float64(math.Float64bits(d))), 64)
			if err != nil || got != d {
				t.Errorf("%v is read back as %v, error %v", d, got, err)
			}
		}
	}
}

func BenchmarkString(b *testing.B) {
	m := example()
	b.ReportAllocs()
	for b.Loop() {
		text.String(m)
	}
}
