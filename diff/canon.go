package diff

import (
	"strings"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The canonical NaNs (section 4.3.3).
const (
	nan32 wasmast.Float32 = 0x7FC00000
	nan64 wasmast.Float64 = 0x7FF8000000000000
)

// Canon returns m with the choice of NaN bits removed: after every instruction whose NaN results the
// specification leaves open (section 4.3.3, NaN propagation; the rows marked so in the instruction table), a NaN
// result, or NaN lane, is replaced by the positive canonical NaN. What moves bits without computing (neg,
// copysign, loads, reinterpret, pmin and so on) is determined and stays as it is, so signalling NaNs still travel
// through the module. M must be valid, and so is the result.
func Canon(m *wasmast.Module) *wasmast.Module {
	out := *m
	out.Funcs = extended(m.Funcs)
	for i, f := range out.Funcs {
		c := canonizer{fresh: fresh{first: len(params(m, f)) + len(f.Locals)}}
		f.Body = rewrite(f.Body, c.instr)
		f.Locals = extended(f.Locals, c.types...)
		out.Funcs[i] = f
	}
	return &out
}

// A canonizer rewrites one function.
type canonizer struct{ fresh }

func (c *canonizer) instr(out wasmast.Expr, i wasmast.Instr, _ wasmast.LabelIdx) wasmast.Expr {
	out = append(out, i)
	info := i.Op().Info()
	if !info.NaN {
		return out
	}
	var nan wasmast.Instr
	var eq, choose wasmast.PlainOp
	switch shape, _, _ := strings.Cut(info.Name, "."); shape { // the type of the result, or of its lanes
	case "f32":
		nan, eq, choose = wasmast.F32Const{Value: nan32}, wasmast.OpF32Eq, wasmast.OpSelect
	case "f64":
		nan, eq, choose = wasmast.F64Const{Value: nan64}, wasmast.OpF64Eq, wasmast.OpSelect
	case "f32x4":
		two := uint64(nan32)<<32 | uint64(nan32)
		nan, eq, choose = vec(two, two), wasmast.OpF32x4Eq, wasmast.OpV128Bitselect
	case "f64x2":
		nan, eq, choose = vec(uint64(nan64), uint64(nan64)), wasmast.OpF64x2Eq, wasmast.OpV128Bitselect
	default:
		panic("wasmfuzz: internal error: NaN result of unknown type: " + info.Name)
	}
	// Only a NaN differs from itself. Both select and bitselect keep the first operand where the condition holds.
	x := c.local(info.Results[0])
	return append(out, tee(x), nan, get(x), get(x), op(eq), op(choose))
}

func vec(lo, hi uint64) wasmast.Instr {
	return wasmast.V128Const{Value: wasmast.Vec128{Lo: lo, Hi: hi}}
}

// fresh hands out locals beyond those that a function has, one for each type.
type fresh struct {
	first int
	types []wasmast.ValType
}

func (f *fresh) local(t wasmast.ValType) wasmast.LocalIdx {
	for i, u := range f.types {
		if u == t {
			return wasmast.LocalIdx(f.first + i)
		}
	}
	f.types = append(f.types, t)
	return wasmast.LocalIdx(f.first + len(f.types) - 1)
}
