package openbits

import (
	"math/rand/v2"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/internal/anynan"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// pure lists an instruction of each row that is a pure function of its operands, with random immediates.
func pure(r *rand.Rand) (is []wasmast.Instr) {
	for op := range wasmast.Op(wasmast.NumOps) {
		switch info := op.Info(); info.Shape {
		case wasmast.ShapePlain:
			if len(info.Params) > 0 {
				is = append(is, wasmast.Plain{Code: wasmast.PlainOp(op)})
			}
		case wasmast.ShapeLane:
			is = append(is, wasmast.Lane{Code: wasmast.LaneOp(op), Lane: wasmast.LaneIdx(r.IntN(int(info.Size)))})
		case wasmast.ShapeShuffle:
			var s wasmast.Shuffle
			for i := range s.Lanes {
				s.Lanes[i] = wasmast.LaneIdx(r.IntN(32))
			}
			is = append(is, s)
		}
	}
	return is
}

// pattern returns bits that mean something: lanes of floats or integers at which operators behave differently.
func pattern(r *rand.Rand) uint64 {
	float32s := []uint64{0, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FA00000, 0x4F000000, 0x00000001}
	float64s := []uint64{0, 0x3FF << 52, 0x7FF << 52, 0x7FF8 << 48, 0x7FF8<<48 + 1, 0x7FF4 << 48, 0x41E << 52, 0x43E << 52}
	pick := func(s []uint64) uint64 { return s[r.IntN(len(s))] }
	switch r.IntN(6) {
	case 0, 1:
		return pick(float32s) | pick(float32s)<<32 | uint64(r.IntN(4))&2<<30 | uint64(r.IntN(2))<<63
	case 2, 3:
		return pick(float64s) | uint64(r.IntN(2))<<63
	case 4:
		return r.Uint64() >> r.IntN(64)
	}
	x := uint64(r.IntN(256)) // equal bytes
	return x * 0x0101010101010101
}

// openings returns sets of bits as NaNs leave them, and others.
func openings(r *rand.Rand) uint64 {
	masks := []uint64{0, 0, 0, 1 << 63, 1 << 31, 1<<31 | 1<<63, 1<<63 | 1<<51 - 1, 1<<31 | 1<<22 - 1, 0xFF << (8 * r.IntN(8)),
		1 << r.IntN(64), ^uint64(0), 0xFFFFFFFF, r.Uint64(), r.Uint64() & r.Uint64() & r.Uint64()}
	return masks[r.IntN(len(masks))]
}

func randomValue(r *rand.Rand, t wasmast.ValType) Value {
	m := all(t)
	return Value{
		Value:  store.Value{Type: t, Lo: pattern(r) & m.Lo, Hi: pattern(r) & m.Hi},
		Shadow: Bits{Lo: openings(r) & m.Lo, Hi: openings(r) & m.Hi},
	}
}

func bitsOf(v Value) Bits { return Bits{Lo: v.Lo, Hi: v.Hi} }

// chosen returns v with its open bits chosen anew.
func chosen(r *rand.Rand, v Value) Value {
	v.Lo ^= r.Uint64() & v.Shadow.Lo
	v.Hi ^= r.Uint64() & v.Shadow.Hi
	return v
}

// TestRulesAreSound applies every operator to operands with open bits, and again with these bits chosen otherwise:
// then all bits of the result that a rule does not call open are the same.
func TestRulesAreSound(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 400
	}
	r := rand.New(rand.NewPCG(1, 0))
	d := &Domain{}
	for range rounds {
		for _, i := range pure(r) {
			info := i.Op().Info()
			var operands []Value
			var bits []Bits
			for _, p := range info.Params {
				v := randomValue(r, p)
				operands, bits = append(operands, v), append(bits, bitsOf(v))
			}
			result, trap := interp.Apply(i, bits...)
			v := store.Value{Type: info.Results[0], Lo: result.Lo, Hi: result.Hi}
			open, err := d.Value(interp.Site{Instr: i}, operands, v, trap)
			if err != nil {
				continue
			}
			for range 4 {
				for k, v := range operands {
					bits[k] = bitsOf(chosen(r, v))
				}
				other, otherTrap := anynan.Apply(r, i, bits...)
				if otherTrap != trap {
					t.Fatalf("%v: %v traps: %q, %x: %q", i, operands, trap, bits, otherTrap)
				}
				if trap == "" && ((other.Lo^result.Lo)&^open.Lo != 0 || (other.Hi^result.Hi)&^open.Hi != 0) {
					t.Fatalf("%v: %v becomes %x with the open bits %x, but %x becomes %x", i, operands, result, open, bits, other)
				}
			}
		}
	}
}

// TestRulesAreSharp has what the rules are expected to know. Scalars and halves of vectors are bits/open bits; what is
// open in the result is that much, no more.
func TestRulesAreSharp(t *testing.T) {
	const (
		nan, payload = 0x7FC00000, 0x7FC00123     // canonical, arithmetic
		sign, free   = 1 << 31, 1<<31 | 1<<22 - 1 // what is open in the results of operators on them
		wide         = 0x7FF8 << 48               // the canonical f64
		wideFree     = 1<<63 | 1<<51 - 1
	)
	i32 := func(bits, open uint64) Value { return scalar(wasmast.I32, bits, open) }
	f32 := func(bits, open uint64) Value { return scalar(wasmast.F32, bits, open) }
	f64 := func(bits, open uint64) Value { return scalar(wasmast.F64, bits, open) }
	vec := func(bits, open uint64) Value { return scalar(wasmast.V128, bits, open) }
	lane := func(op wasmast.LaneOp, l wasmast.LaneIdx) wasmast.Instr { return wasmast.Lane{Code: op, Lane: l} }
	op := func(c wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: c} }
	for _, c := range []struct {
		i        wasmast.Instr
		operands []Value
		open     uint64 // of the low half
	}{
		{op(wasmast.OpF32Add), []Value{f32(0x3F800000, 0), f32(0x3F800000, 0)}, 0},
		{op(wasmast.OpF32Div), []Value{f32(0, 0), f32(0, 0)}, sign},
		{op(wasmast.OpF32Add), []Value{f32(nan, 0), f32(0, 0)}, sign},
		{op(wasmast.OpF32Add), []Value{f32(nan, sign), f32(0, 0)}, sign},
		{op(wasmast.OpF32Add), []Value{f32(payload, 0), f32(nan, 0)}, free},
		{op(wasmast.OpF32Max), []Value{f32(nan, free), f32(nan, 0)}, free},
		{op(wasmast.OpF32Sqrt), []Value{f32(nan, 1)}, free},
		{op(wasmast.OpF32Add), []Value{f32(nan, 0), f32(0x123, 0xFF<<23)}, free},
		{op(wasmast.OpF64PromoteF32), []Value{f32(nan, sign)}, 1 << 63},
		{op(wasmast.OpF64PromoteF32), []Value{f32(payload, 0)}, wideFree},
		{op(wasmast.OpF32DemoteF64), []Value{f64(wide+1, 0)}, free},
		{op(wasmast.OpF32Neg), []Value{f32(nan, sign)}, sign},
		{op(wasmast.OpF32Abs), []Value{f32(nan, free)}, free &^ sign},
		{op(wasmast.OpF32Copysign), []Value{f32(nan, free), f32(0, 0)}, free &^ sign},
		{op(wasmast.OpF32Copysign), []Value{f32(0x3F800000, 0), f32(nan, free)}, sign},
		{op(wasmast.OpF32Ne), []Value{f32(nan, free), f32(nan, free)}, 0},
		{op(wasmast.OpF32Lt), []Value{f32(0, sign), f32(0x3F800000, 0)}, 1},
		{op(wasmast.OpI32TruncSatF32S), []Value{f32(nan, free)}, 0},
		{op(wasmast.OpI32TruncF32S), []Value{f32(nan, free)}, 0},
		{op(wasmast.OpI32ReinterpretF32), []Value{f32(nan, free)}, free},
		{op(wasmast.OpI64ExtendI32S), []Value{i32(nan, sign)}, 0xFFFFFFFF80000000},
		{op(wasmast.OpI32And), []Value{i32(nan, free), i32(0x7FFFFFF0, 0)}, 0x3FFFF0},
		{op(wasmast.OpI32Or), []Value{i32(nan, free), i32(sign, 0)}, free &^ sign},
		{op(wasmast.OpI32Xor), []Value{i32(nan, sign), i32(-1&0xFFFFFFFF, 0)}, sign},
		{op(wasmast.OpI32ShrU), []Value{i32(nan, sign), i32(31, 0)}, 1},
		{op(wasmast.OpI32ShrS), []Value{i32(nan, sign), i32(32+30, 1<<31)}, 0xFFFFFFFE},
		{op(wasmast.OpI32Rotl), []Value{i32(nan, sign), i32(1, 0)}, 1},
		{op(wasmast.OpI32Add), []Value{i32(nan, 0x100), i32(1, 0)}, 0xFFFFFF00},
		{op(wasmast.OpI32Eqz), []Value{i32(nan, free)}, 0},
		{op(wasmast.OpI32Eqz), []Value{i32(0, sign)}, 1},
		{op(wasmast.OpI32Eq), []Value{i32(nan, sign), i32(3, 0)}, 0},
		{op(wasmast.OpI32Eq), []Value{i32(nan, sign), i32(nan, 0)}, 1},
		{op(wasmast.OpI32LtU), []Value{i32(nan, free), i32(5, 0)}, 0},
		{op(wasmast.OpI32LtS), []Value{i32(nan, free), i32(5, 0)}, 1},
		{op(wasmast.OpI32Popcnt), []Value{i32(nan, sign)}, 63},
		{op(wasmast.OpI32DivU), []Value{i32(nan, sign), i32(2, 0)}, 0xFFFFFFFF},
		{op(wasmast.OpF32x4Add), []Value{vec(nan<<32|0x3F800000, 0), vec(0, 0)}, sign << 32},
		{op(wasmast.OpF32x4Pmin), []Value{vec(1<<32|nan, sign), vec(0, 0)}, sign},
		{op(wasmast.OpF32x4Eq), []Value{vec(nan, free), vec(0, 0)}, 0},
		{op(wasmast.OpF64x2PromoteLowF32x4), []Value{vec(nan<<32, 0)}, 0},
		{op(wasmast.OpF32x4DemoteF64x2Zero), []Value{vec(wide, 0)}, sign},
		{op(wasmast.OpI8x16Add), []Value{vec(0, 0x0200), vec(0, 0)}, 0xFE00},
		{op(wasmast.OpI8x16Eq), []Value{vec(0, 0x0200), vec(0, 0)}, 0xFF00},
		{op(wasmast.OpI8x16Swizzle), []Value{vec(0, 0x0200), vec(0x0101, 0)}, 0x0202},
		{op(wasmast.OpI8x16Swizzle), []Value{vec(0, 0), vec(0, 0x0100)}, 0xFF00},
		{op(wasmast.OpI32x4Bitmask), []Value{vec(0, sign)}, 1},
		{op(wasmast.OpI32x4AllTrue), []Value{vec(0, sign)}, 0},
		{op(wasmast.OpI32x4AllTrue), []Value{{Value: store.Value{Lo: 1<<32 | 1, Hi: 1<<32 | 1}, Shadow: Bits{Lo: sign}}}, 0},
		{op(wasmast.OpV128AnyTrue), []Value{vec(nan, sign)}, 0},
		{op(wasmast.OpV128AnyTrue), []Value{vec(sign, sign)}, 1},
		{op(wasmast.OpV128Andnot), []Value{vec(3, 0), vec(4, 6)}, 2},
		{op(wasmast.OpV128Bitselect), []Value{vec(5, 0), vec(6, 0), vec(0, 0xFF)}, 3},
		{op(wasmast.OpI8x16NarrowI16x8U), []Value{vec(0, 0x10000), vec(0, 0)}, 0xFF00},
		{op(wasmast.OpI16x8ExtmulLowI8x16U), []Value{vec(0, 0x0100), vec(0, 0)}, 0xFFFF0000},
		{lane(wasmast.OpI16x8ExtractLaneU, 1), []Value{vec(0, 0x10000)}, 1},
		{lane(wasmast.OpF32x4ReplaceLane, 1), []Value{vec(0, free<<32|1), f32(0, sign)}, sign<<32 | 1},
		{wasmast.Shuffle{Lanes: [16]wasmast.LaneIdx{0: 3, 1: 31}}, []Value{vec(0, sign), vec(0, 0)}, 0x80},
	} {
		var bits []Bits
		for _, v := range c.operands {
			bits = append(bits, bitsOf(v))
		}
		r, trap := interp.Apply(c.i, bits...)
		result := store.Value{Type: c.i.Op().Info().Results[0], Lo: r.Lo, Hi: r.Hi}
		open, err := (&Domain{}).Value(interp.Site{Instr: c.i}, c.operands, result, trap)
		if err != nil || open.Lo != c.open {
			t.Errorf("%v of %v: %#x, %v, want %#x", c.i, c.operands, open.Lo, err, c.open)
		}
	}
}

// TestTrapsAreUndecided has open bits that decide about a trap, and some that do not.
func TestTrapsAreUndecided(t *testing.T) {
	d := &Domain{}
	for _, c := range []struct {
		op        wasmast.PlainOp
		x, y      Value
		undecided bool
	}{
		{wasmast.OpI32DivU, scalar(wasmast.I32, 8, 0), scalar(wasmast.I32, 2, 2), true},
		{wasmast.OpI32DivU, scalar(wasmast.I32, 8, 0), scalar(wasmast.I32, 3, 2), false},
		{wasmast.OpI32DivU, scalar(wasmast.I32, 8, 1), scalar(wasmast.I32, 0, 0), false}, // traps
		{wasmast.OpI32RemS, scalar(wasmast.I32, 8, 0), scalar(wasmast.I32, 2, 2), true},
		{wasmast.OpI32DivS, scalar(wasmast.I32, 0, 1<<31), scalar(wasmast.I32, 0xFFFFFFFF, 0), true},
		{wasmast.OpI32RemS, scalar(wasmast.I32, 0, 1<<31), scalar(wasmast.I32, 0xFFFFFFFF, 0), false},
		{wasmast.OpI32DivS, scalar(wasmast.I32, 0, 1<<30), scalar(wasmast.I32, 0xFFFFFFFF, 0), false},
		{wasmast.OpI64DivS, scalar(wasmast.I64, 1<<63, 0), scalar(wasmast.I64, 1, ^uint64(1)), true},
		{wasmast.OpI32TruncF64U, scalar(wasmast.F64, 0x7FF8<<48, 1<<63), Value{}, false}, // traps
		{wasmast.OpI32TruncF64U, scalar(wasmast.F64, 0x3FF<<52, 1<<63), Value{}, true},
	} {
		i := wasmast.Plain{Code: c.op}
		operands := []Value{c.x, c.y}[:len(i.Op().Info().Params)]
		r, trap := interp.Apply(i, bitsOf(c.x), bitsOf(c.y))
		_, err := d.Value(interp.Site{Instr: i}, operands, store.Value{Type: i.Op().Info().Results[0], Lo: r.Lo}, trap)
		if (err != nil) != c.undecided {
			t.Errorf("%v of %v: %v", i.Op(), operands, err)
		}
	}
}

func scalar(t wasmast.ValType, bits, open uint64) Value {
	return Value{Value: store.Value{Type: t, Lo: bits}, Shadow: Bits{Lo: open}}
}
