package minimize

import (
	"cmp"
	"math/bits"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Size is what a reducer makes smaller. Sizes are compared field by field, in this order.
type Size struct {
	Instrs int // instructions, in function bodies and constant expressions, at any depth
	Bytes  int // length in the binary format
	Bits   int // how far constants, indices of variables, limits and data are from 0 (see weight), and number of locals
}

// SizeOf returns the size of m.
func SizeOf(m *wasmast.Module) Size { return sizeOf(m, binary.Encode(m)) }

func sizeOf(m *wasmast.Module, wasm []byte) Size {
	s := Size{Bytes: len(wasm)}
	for _, x := range sites(m) {
		s.Instrs += len(x.expr)
		for _, i := range x.expr {
			s.Bits += immediate(i)
		}
	}
	for _, f := range m.Funcs {
		s.Bits += len(f.Locals)
	}
	for _, d := range m.Datas {
		for _, b := range d.Init {
			s.Bits += weight(uint64(b))
		}
	}
	for _, t := range m.Tables {
		s.Bits += weight(uint64(t.Limits.Min))
	}
	for _, t := range m.Mems {
		s.Bits += weight(uint64(t.Limits.Min))
	}
	return s
}

// Compare orders sizes: it is negative if a is less than b.
func (a Size) Compare(b Size) int {
	return cmp.Or(cmp.Compare(a.Instrs, b.Instrs), cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Bits, b.Bits))
}

// weight is 0 for 0, and less for small numbers than for large ones, and for powers of two than for their neighbours.
func weight(x uint64) int { return bits.Len64(x) + bits.OnesCount64(x) }

// signed is the weight of a signed integer: its magnitude's, and one more for the sign.
func signed(x int64) int {
	if x < 0 {
		return weight(-uint64(x)) + 1
	}
	return weight(uint64(x))
}

// inconstant is the weight of an instruction that is no constant: more than that of a constant of the same length.
const inconstant = 16

// immediate is the weight of an instruction and its immediate.
func immediate(i wasmast.Instr) int {
	switch i := i.(type) {
	case wasmast.I32Const:
		return signed(int64(i.Value))
	case wasmast.I64Const:
		return signed(i.Value)
	case wasmast.F32Const:
		return weight(uint64(i.Value))
	case wasmast.F64Const:
		return weight(uint64(i.Value))
	case wasmast.V128Const:
		return weight(i.Value.Lo) + weight(i.Value.Hi)
	case wasmast.RefNull:
		return 0
	case wasmast.Local:
		return inconstant + weight(uint64(i.X))
	case wasmast.Global:
		return inconstant + weight(uint64(i.X))
	case wasmast.Access:
		return inconstant + weight(uint64(i.Arg.Offset))
	case wasmast.AccessLane:
		return inconstant + weight(uint64(i.Arg.Offset))
	}
	return inconstant
}
