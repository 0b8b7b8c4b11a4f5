package diff_test

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// small is a module like those of a campaign: a memory, a global, and a function of 33 instructions.
func small() (*wasmast.Module, []diff.Call) {
	set := func(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
	load := wasmast.Access{Code: wasmast.OpI32Load, Arg: wasmast.MemArg{Align: 2}}
	store32 := wasmast.Access{Code: wasmast.OpI32Store, Arg: wasmast.MemArg{Align: 2}}
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: []wasmast.ValType{wasmast.I32}}},
		Funcs: []wasmast.Func{{Locals: []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F64}, Body: wasmast.Expr{
			get(0), i32(17), op(wasmast.OpI32Mul), set(2),
			get(2), op(wasmast.OpI64ExtendI32S), wasmast.I64Const{Value: 3}, op(wasmast.OpI64Rotl), set(3),
			get(1), op(wasmast.OpF64PromoteF32), wasmast.F64Const{Value: 0x3FF8000000000000}, op(wasmast.OpF64Add), set(4),
			i32(64), get(2), store32, i32(64), load,
			wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32},
				Then: wasmast.Expr{get(3), op(wasmast.OpI32WrapI64)},
				Else: wasmast.Expr{get(4), op(wasmast.OpI32TruncSatF64S)}},
			wasmast.Global{Code: wasmast.OpGlobalGet}, op(wasmast.OpI32Xor),
			wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
				get(0), wasmast.Branch{Code: wasmast.OpBrIf}, i32(5), wasmast.Global{Code: wasmast.OpGlobalSet}}},
			get(2), op(wasmast.OpI32Add),
		}}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{i32(1)}}},
		Exports: []wasmast.Export{export("f", 0)},
	}
	return m, []diff.Call{{Func: "f", Args: []store.Value{store.I32(7), store.F32(0x40490FDB)}}}
}

// each runs a benchmark for every engine.
func each(b *testing.B, run func(*testing.B, diff.Engine)) {
	b.Run("own", func(b *testing.B) { run(b, own()) })
	for _, name := range engines.Names() {
		e, err := engines.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { run(b, e) })
		e.Close()
	}
}

func BenchmarkValidate(b *testing.B) {
	m, _ := small()
	bin := binary.Encode(m)
	each(b, func(b *testing.B, e diff.Engine) {
		b.ReportAllocs()
		for b.Loop() {
			if v := e.Validate(bin); v.Kind != diff.Accept {
				b.Fatal(v)
			}
		}
	})
}

// BenchmarkRun runs the module as it is, so that the cost of the passes shows in comparison with BenchmarkRunPrepared.
func BenchmarkRun(b *testing.B)         { m, calls := small(); benchmarkRun(b, m, calls) }
func BenchmarkRunPrepared(b *testing.B) { m, calls := small(); benchmarkRun(b, prepare(m), calls) }

func benchmarkRun(b *testing.B, m *wasmast.Module, calls []diff.Call) {
	s, err := diff.NewScript(m, calls)
	if err != nil {
		b.Fatal(err)
	}
	bin := binary.Encode(m)
	each(b, func(b *testing.B, e diff.Engine) {
		b.ReportAllocs()
		for b.Loop() {
			if o := e.Run(bin, s); o.Inconclusive != "" || o.Stage != diff.Ran {
				b.Fatal(o)
			}
		}
	})
}

// BenchmarkTrack is the cost of knowing which bits are open, which is due only where engines differ.
func BenchmarkTrack(b *testing.B) {
	m, calls := small()
	s, err := diff.NewScript(m, calls)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if o, _ := diff.Track(m, s); o.Inconclusive != "" {
			b.Fatal(o)
		}
	}
}

// BenchmarkPrepare is the cost of the passes, BenchmarkNewScript that of a script.
func BenchmarkPrepare(b *testing.B) {
	m, _ := small()
	b.ReportAllocs()
	for b.Loop() {
		prepare(m)
	}
}

func BenchmarkNewScript(b *testing.B) {
	m, calls := small()
	m = prepare(m)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := diff.NewScript(m, calls); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	m, calls := small()
	m = prepare(m)
	x, _ := run(own(), m, calls)
	y, _ := run(own(), m, calls)
	b.ReportAllocs()
	for b.Loop() {
		if d := diff.Compare(x, y); d != "" {
			b.Fatal(d)
		}
	}
}
