//probe:skip

package interp

import (
	"encoding/binary"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// operator is the semantics of an instruction in one form for all: operands and result are bits in the low end
// of a vector, and operands that the instruction does not have are ignored.
type operator func(x, y, z v128) (v128, store.Trap)

// Numeric applies the operator of a numeric or vector instruction to operands given as their bits, those of a
// number in Lo. Immediates are operands behind the others: a lane index, the lanes of a shuffle as bytes. A load
// takes the bytes it reads as its first operand and a store returns those that it writes. ok is false for
// instructions that are not like that.
func Numeric(op wasmast.Op, x, y, z wasmast.Vec128) (result wasmast.Vec128, trap store.Trap, ok bool) {
	f := numeric[op]
	if f == nil {
		return result, "", false
	}
	r, trap := f(v128{x.Lo, x.Hi}, v128{y.Lo, y.Hi}, v128{z.Lo, z.Hi})
	return wasmast.Vec128{Lo: r.lo, Hi: r.hi}, trap, true
}

// lanesVector returns the lanes of a shuffle as the bytes of a vector.
func lanesVector(lanes [16]wasmast.LaneIdx) v128 {
	var b [16]byte
	for i, l := range lanes {
		b[i] = byte(l)
	}
	return vectorOf(b)
}

// vectorOf returns the vector of bytes b.
func vectorOf(b [16]byte) v128 {
	return v128{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}
}

// bytes returns the bytes of a vector.
func (v v128) bytes() (b [16]byte) {
	binary.LittleEndian.PutUint64(b[:8], v.lo)
	binary.LittleEndian.PutUint64(b[8:], v.hi)
	return b
}
