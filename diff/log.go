package diff

import (
	"encoding/binary"
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The exports of the module that Log returns, besides the functions.
const (
	LogMemory = "log"
	LogClear  = "clear"
)

// logEntry is the size of a number in the log, and of the mark of a call.
const logEntry = 8

// Log returns the functions of the host as a module, for engines whose interface cannot call back or does so in a way
// that loses bits. It exports function i under the name HostName(i), with the results that a Recorder gives. The
// calls since the beginning or the latest call of LogClear are in the memory LogMemory, see Recorder.Replay.
func (h *Host) Log() *wasmast.Module {
	m := &wasmast.Module{Customs: []wasmast.Custom{{Name: HostModule}}, Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}}}
	export(m, LogMemory, wasmast.ExportMem{})
	l := logger{
		end:   logGlobal(m, wasmast.I32, i32(0)),
		calls: logGlobal(m, wasmast.I64, i64(0)),
		mix: withFunc(m, wasmast.FuncType{Params: []wasmast.ValType{wasmast.I64, wasmast.I64}, Results: []wasmast.ValType{wasmast.I64}},
			nil, logMix()),
	}
	for i, f := range h.Funcs {
		locals := []wasmast.ValType{wasmast.I64}
		export(m, HostName(i), wasmast.ExportFunc{Func: withFunc(m, f.Type, locals, l.function(i, f))})
	}
	clear := wasmast.Expr{
		i32(0), i32(0), gget(l.end), wasmast.Memory{Code: wasmast.OpMemoryFill},
		i32(0), gset(l.end),
	}
	export(m, LogClear, wasmast.ExportFunc{Func: withFunc(m, wasmast.FuncType{}, nil, clear)})
	return m
}

func logGlobal(m *wasmast.Module, t wasmast.ValType, init wasmast.Instr) wasmast.GlobalIdx {
	m.Globals = append(m.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true}, Init: wasmast.Expr{init}})
	return wasmast.GlobalIdx(len(m.Globals) - 1)
}

// logMix is the body of the function mix.
func logMix() wasmast.Expr {
	const hash, x = 0, 1
	return wasmast.Expr{
		get(hash), get(x), op(wasmast.OpI64Xor), i64(mixFactor), op(wasmast.OpI64Mul), tee(hash),
		get(hash), i64(mixShift), op(wasmast.OpI64ShrU), op(wasmast.OpI64Xor),
	}
}

// A logger makes the functions of a log.
type logger struct {
	end, calls wasmast.GlobalIdx
	mix        wasmast.FuncIdx
}

// function is the body of host function i: Recorder.Call. Its local behind the parameters holds the hash.
func (l logger) function(i int, f HostFunc) wasmast.Expr {
	hash := wasmast.LocalIdx(len(f.Type.Params))
	body := l.reserve(uint32(logEntry * (1 + len(f.Type.Params))))
	body = append(body, gget(l.end), i64(uint64(i)+1), l.store(0))
	body = append(body, i64(f.hash), gget(l.calls), wasmast.Call{Func: l.mix}, set(hash),
		gget(l.calls), i64(1), op(wasmast.OpI64Add), gset(l.calls))
	for n, t := range f.Type.Params {
		x := wasmast.LocalIdx(n)
		body = append(append(append(body, gget(l.end)), logBits(t, x)...), l.store(1+n))
		body = append(append(append(body, get(hash)), logAgreed(t, x)...), wasmast.Call{Func: l.mix}, set(hash))
	}
	body = append(body, gget(l.end), i32(uint32(logEntry*(1+len(f.Type.Params)))), op(wasmast.OpI32Add), gset(l.end))
	for n, t := range f.Type.Results {
		body = append(body, get(hash), i64(uint64(n)), wasmast.Call{Func: l.mix}, set(hash))
		body = append(body, logAnswer(t, hash)...)
	}
	return body
}

// reserve makes sure that size bytes fit behind the end. Without memory for them it traps.
func (l logger) reserve(size uint32) wasmast.Expr {
	return wasmast.Expr{
		gget(l.end), i32(size), op(wasmast.OpI32Add), i32(16), op(wasmast.OpI32ShrU),
		wasmast.Memory{Code: wasmast.OpMemorySize}, op(wasmast.OpI32GeU), when(
			i32(1+size>>16), wasmast.Memory{Code: wasmast.OpMemoryGrow}, i32(^uint32(0)), op(wasmast.OpI32Eq), trapIf()),
	}
}

// store stores an i64 as number n behind the end, whose address is below it on the stack.
func (l logger) store(n int) wasmast.Instr {
	return wasmast.Access{Code: wasmast.OpI64Store, Arg: wasmast.MemArg{Align: 3, Offset: uint32(logEntry * n)}}
}

// logBits puts the bits of parameter x on the stack as an i64; of a reference, whether it is not null.
func logBits(t wasmast.ValType, x wasmast.LocalIdx) wasmast.Expr {
	e := lowered(t, get(x))
	if lowerTypes([]wasmast.ValType{t})[0] == wasmast.I32 {
		e = append(e, op(wasmast.OpI64ExtendI32U))
	}
	return e
}

// logAgreed is the function agreed.
func logAgreed(t wasmast.ValType, x wasmast.LocalIdx) wasmast.Expr {
	canonical := func(nan uint64, ne wasmast.PlainOp) wasmast.Expr {
		e := append(wasmast.Expr{i64(nan)}, logBits(t, x)...)
		return append(e, get(x), get(x), op(ne), op(wasmast.OpSelect))
	}
	switch t {
	case wasmast.F32:
		return canonical(uint64(nan32), wasmast.OpF32Ne)
	case wasmast.F64:
		return canonical(uint64(nan64), wasmast.OpF64Ne)
	}
	return logBits(t, x)
}

// logAnswer is the function answer.
func logAnswer(t wasmast.ValType, hash wasmast.LocalIdx) wasmast.Expr {
	small := wasmast.Expr{get(hash), i64(1), op(wasmast.OpI64ShrU), i64(smallMask), op(wasmast.OpI64And)}
	large := wasmast.Expr{get(hash), i64(uint64(64 - bits(t))), op(wasmast.OpI64ShrU)}
	switch t {
	case wasmast.I32:
		small, large = append(small, op(wasmast.OpI32WrapI64)), append(large, op(wasmast.OpI32WrapI64))
	case wasmast.F32:
		small = append(small, op(wasmast.OpF32ConvertI64U))
		large = append(large, op(wasmast.OpI32WrapI64), op(wasmast.OpF32ReinterpretI32))
	case wasmast.F64:
		small, large = append(small, op(wasmast.OpF64ConvertI64U)), append(large, op(wasmast.OpF64ReinterpretI64))
	case wasmast.FuncRef, wasmast.ExternRef:
		return wasmast.Expr{wasmast.RefNull{Type: wasmast.RefType(t)}}
	}
	return wasmast.Expr{
		get(hash), op(wasmast.OpI32WrapI64), i32(1), op(wasmast.OpI32And),
		wasmast.If{Type: wasmast.BlockVal{Type: t}, Then: large, Else: small},
	}
}

// Replay lets the recorder answer the calls that a log holds, so that its trace has them. Zeros at the end of the log
// may be missing.
func (r *Recorder) Replay(log []byte) error {
	for len(log) > 0 {
		number := func() (n uint64) {
			var entry [logEntry]byte
			log = log[copy(entry[:], log):]
			return binary.LittleEndian.Uint64(entry[:])
		}
		i := number()
		if i == 0 {
			return nil
		}
		if i > uint64(len(r.funcs)) {
			return fmt.Errorf("the log of the host has a call of function %d of %d", i-1, len(r.funcs))
		}
		var args []store.Value
		for _, t := range r.funcs[i-1].Type.Params {
			args = append(args, store.Value{Type: t, Lo: number()})
		}
		r.Call(int(i-1), args)
	}
	return nil
}
