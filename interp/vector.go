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

// vector executes an instruction on vectors.
func vector(inst *instance, in *instr, fr *frame) store.Trap {
	info := wasmast.Op(in.op).Info()
	if info.Shape == wasmast.ShapeAccess || info.Shape == wasmast.ShapeAccessLane {
		return vectorAccess(inst, in, fr, info)
	}
	r, trap := numeric[in.op](fr.wide(in.b), fr.wide(in.c), fr.wide(uint16(in.imm)))
	if trap != "" {
		return trap
	}
	setResult(fr, in.a, info, r)
	return ""
}

// setResult writes the result of an instruction with one.
func setResult(fr *frame, a uint16, info *wasmast.Info, r v128) {
	if info.Results[0] == wasmast.V128 {
		fr.setWide(a, r)
	} else {
		fr[a] = r.lo
	}
}

// vectorAccess executes a load or a store.
func vectorAccess(inst *instance, in *instr, fr *frame, info *wasmast.Info) store.Trap {
	const offsets = 1<<laneShift - 1
	at, lane := uint64(uint32(fr[in.b]))+in.imm&offsets, v128{lo: in.imm >> laneShift}
	if !inst.mem.Commit(at + uint64(info.Size)) {
		return store.TrapMemoryBounds
	}
	mem := inst.mem.Data[at:][:info.Size]
	var b [16]byte
	if len(info.Results) > 0 {
		copy(b[:], mem)
		r, _ := numeric[in.op](vectorOf(b), fr.wide(in.c), lane)
		setResult(fr, in.a, info, r)
		return ""
	}
	r, _ := numeric[in.op](fr.wide(in.c), lane, v128{})
	b = r.bytes()
	copy(mem, b[:])
	return ""
}
