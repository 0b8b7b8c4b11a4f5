package interp_test

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// kernel is a program to measure: f(n) of a module.
type kernel struct {
	name string
	n    int32
	m    *wasmast.Module
}

func kernels() []kernel {
	return []kernel{
		{"fib", 22, fibModule()}, {"xorshift", 100_000, xorshiftModule()}, {"sieve", 60_000, sieveModule()},
		{"matmul", 30, matmulModule()}, {"bytes", 30_000, bytesModule()}, {"br_table", 100_000, brTableModule()},
		{"call_indirect", 50_000, callIndirectModule()}, {"vector", 20_000, vectorModule()},
		{"bulk", 20_000, bulkModule()},
	}
}

// fibModule computes Fibonacci numbers recursively.
func fibModule() *wasmast.Module {
	return new(builder).function(types(i32), types(i32), nil,
		get(0), num(2), wasmast.OpI32LtU,
		ifElse(val(i32), body(get(0)), body(
			get(0), num(1), wasmast.OpI32Sub, call(0), get(0), num(2), wasmast.OpI32Sub, call(0), wasmast.OpI32Add)),
	).module()
}

// xorshiftModule runs a random number generator n times.
func xorshiftModule() *wasmast.Module {
	shift := func(op wasmast.PlainOp, by int64) expr {
		return body(get(1), get(1), long(by), op, wasmast.OpI64Xor, set(1))
	}
	return new(builder).function(types(i32), types(i64), types(i64),
		long(88172645463325252), set(1),
		loop(void,
			shift(wasmast.OpI64Shl, 13), shift(wasmast.OpI64ShrU, 7), shift(wasmast.OpI64Shl, 17),
			get(0), num(1), wasmast.OpI32Sub, tee(0), brIf(0)),
		get(1),
	).module()
}

// sieveModule counts the primes below n.
func sieveModule() *wasmast.Module {
	const n, i, j, count = 0, 1, 2, 3
	return new(builder).memory().function(types(i32), types(i32), types(i32, i32, i32),
		num(0), num(0), get(n), wasmast.Memory{Code: wasmast.OpMemoryFill},
		num(2), set(i),
		block(void, loop(void,
			get(i), get(n), wasmast.OpI32GeU, brIf(1),
			get(i), access(wasmast.OpI32Load8U, 0), wasmast.OpI32Eqz,
			ifElse(void, body(
				get(count), num(1), wasmast.OpI32Add, set(count),
				get(i), get(i), wasmast.OpI32Add, set(j),
				block(void, loop(void,
					get(j), get(n), wasmast.OpI32GeU, brIf(1),
					get(j), num(1), access(wasmast.OpI32Store8, 0),
					get(j), get(i), wasmast.OpI32Add, set(j), br(0)))), nil),
			get(i), num(1), wasmast.OpI32Add, set(i), br(0))),
		get(count),
	).module()
}

// matmulModule multiplies two matrices of n*n floats.
func matmulModule() *wasmast.Module {
	const n, i, j, k, sum = 0, 1, 2, 3, 4
	at := func(row, col wasmast.LocalIdx) expr {
		return body(get(row), get(n), wasmast.OpI32Mul, get(col), wasmast.OpI32Add, num(3), wasmast.OpI32Shl)
	}
	step := func(x wasmast.LocalIdx) expr {
		return body(get(x), num(1), wasmast.OpI32Add, tee(x), get(n), wasmast.OpI32LtU, brIf(0))
	}
	return new(builder).memory().function(types(i32), types(f64), types(i32, i32, i32, f64),
		loop(void,
			num(0), set(j),
			loop(void,
				wasmast.F64Const{}, set(sum), num(0), set(k),
				loop(void,
					get(sum), at(i, k), access(wasmast.OpF64Load, 0), at(k, j), access(wasmast.OpF64Load, 8192),
					wasmast.OpF64Mul, wasmast.OpF64Add, set(sum),
					step(k)),
				at(i, j), get(sum), wasmast.F64Const{Value: 0x3ff0000000000000}, wasmast.OpF64Add,
				access(wasmast.OpF64Store, 16384),
				step(j)),
			step(i)),
		get(sum),
	).module()
}

// bytesModule copies n bytes one by one.
func bytesModule() *wasmast.Module {
	return new(builder).memory().function(types(i32), nil, types(i32),
		loop(void,
			get(1), get(1), access(wasmast.OpI32Load8U, 0), access(wasmast.OpI32Store8, 32768),
			get(1), num(1), wasmast.OpI32Add, tee(1), get(0), wasmast.OpI32LtU, brIf(0)),
	).module()
}

// brTableModule chooses one of four ways n times.
func brTableModule() *wasmast.Module {
	bump := func(by int32, l wasmast.LabelIdx) expr {
		return body(get(1), num(by), wasmast.OpI32Add, set(1), br(l))
	}
	return new(builder).function(types(i32), types(i32), types(i32),
		loop(void,
			block(void,
				block(void, block(void, block(void, block(void,
					get(0), num(3), wasmast.OpI32And,
					wasmast.BranchTable{Labels: []wasmast.LabelIdx{0, 1, 2}, Default: 3}),
					bump(1, 3)), bump(2, 2)), bump(3, 1)), bump(4, 0)),
			get(0), num(1), wasmast.OpI32Sub, tee(0), brIf(0)),
		get(1),
	).module()
}

// callIndirectModule calls functions through a table n times.
func callIndirectModule() *wasmast.Module {
	b := new(builder)
	for _, op := range []wasmast.PlainOp{wasmast.OpI32Add, wasmast.OpI32Xor} {
		b.function(types(i32), types(i32), nil, get(0), num(77), op)
	}
	b.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 2}}}
	b.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Offset: body(num(0))},
		Init: []expr{{wasmast.RefFunc{Func: 0}}, {wasmast.RefFunc{Func: 1}}}}}
	b.Funcs[1].Type = 0
	return b.function(types(i32), types(i32), types(i32),
		loop(void,
			get(1), get(0), num(1), wasmast.OpI32And, wasmast.CallIndirect{Type: 0}, set(1),
			get(0), num(1), wasmast.OpI32Sub, tee(0), brIf(0)),
		get(1),
	).module()
}

// vectorModule adds and multiplies vectors in memory.
func vectorModule() *wasmast.Module {
	return new(builder).memory().function(types(i32), types(i32), types(v128),
		loop(void,
			num(64), get(1), num(64), access(wasmast.OpV128Load, 0), wasmast.OpI32x4Add,
			get(0), wasmast.OpI32x4Splat, wasmast.OpI16x8Mul, tee(1), access(wasmast.OpV128Store, 0),
			get(0), num(1), wasmast.OpI32Sub, tee(0), brIf(0)),
		get(1), extract(0),
	).module()
}

// bulkModule fills and copies a hundred bytes n times.
func bulkModule() *wasmast.Module {
	return new(builder).memory().function(types(i32), nil, nil,
		loop(void,
			get(0), num(1023), wasmast.OpI32And, get(0), num(100), wasmast.Memory{Code: wasmast.OpMemoryFill},
			get(0), num(4095), wasmast.OpI32And, num(512), num(100), wasmast.MemoryCopy{},
			get(0), num(1), wasmast.OpI32Sub, tee(0), brIf(0)),
	).module()
}

// wazeroFunc is f of the module in wazero's interpreter.
func wazeroFunc(t testing.TB, m *wasmast.Module) func(n int32) []uint64 {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { r.Close(ctx) })
	mod, err := r.Instantiate(ctx, binary.Encode(m))
	if err != nil {
		t.Fatal(err)
	}
	f := mod.ExportedFunction("f")
	return func(n int32) []uint64 {
		results, err := f.Call(ctx, uint64(uint32(n)))
		if err != nil {
			t.Fatal(err)
		}
		return results
	}
}

// interpFunc is f of the module in the interpreter.
func interpFunc(t testing.TB, m *wasmast.Module) func(n int32) []uint64 {
	inst := instantiate(t, m, store.Config{})
	return func(n int32) []uint64 {
		inst.SetFuel(1 << 40)
		results, err := inst.Call("f", []store.Value{store.I32(n)})
		if err != nil {
			t.Fatal(err)
		}
		var bits []uint64
		for _, r := range results {
			bits = append(bits, r.Lo)
		}
		return bits
	}
}

// TestKernels makes sure that the benchmarks compute the same.
func TestKernels(t *testing.T) {
	for _, k := range kernels() {
		got, want := interpFunc(t, k.m)(k.n), wazeroFunc(t, k.m)(k.n)
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%s: got %v, want %v", k.name, got, want)
		}
	}
}

// BenchmarkKernel compares the interpreter with others: wazero's, and where it is built in Pulley, which is
// Wasmtime's.
func BenchmarkKernel(b *testing.B) {
	for _, k := range kernels() {
		for _, e := range append([]kernelEngine{{"interp", interpFunc}, {"wazero", wazeroFunc}}, withCgo...) {
			b.Run(k.name+"/"+e.name, func(b *testing.B) {
				f := e.open(b, k.m)
				for b.Loop() {
					f(k.n)
				}
			})
		}
	}
}

// kernelEngine is an engine that a kernel can be run on.
type kernelEngine struct {
	name string
	open func(testing.TB, *wasmast.Module) func(n int32) []uint64
}

// BenchmarkStart instantiates a module of about thirty instructions with a memory and calls its function.
func BenchmarkStart(b *testing.B) {
	m := sieveModule()
	b.Run("interp", func(b *testing.B) {
		for b.Loop() {
			inst, err := interp.Instantiate(m, nil, store.Config{})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := inst.Call("f", []store.Value{store.I32(3)}); err != nil {
				b.Fatal(err)
			}
			inst.Close()
		}
	})
	b.Run("wazero", func(b *testing.B) {
		ctx := context.Background()
		r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
		defer r.Close(ctx)
		bin := binary.Encode(m)
		for b.Loop() {
			mod, err := r.Instantiate(ctx, bin)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := mod.ExportedFunction("f").Call(ctx, 3); err != nil {
				b.Fatal(err)
			}
			mod.Close(ctx)
		}
	})
}

// BenchmarkCall calls a function that does nothing.
func BenchmarkCall(b *testing.B) {
	f := interpFunc(b, new(builder).function(types(i32), types(i32), nil, get(0)).module())
	for b.Loop() {
		f(1)
	}
}
