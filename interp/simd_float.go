package interp

import "math"

// Floating-point lanes: the scalar operators of num.go, lane by lane.

// i32s, f32s and f64s return the lanes of a vector.

func (a v128) i32s() (x0, x1, x2, x3 uint32) {
	return uint32(a.lo), uint32(a.lo >> 32), uint32(a.hi), uint32(a.hi >> 32)
}

func (a v128) f32s() (x0, x1, x2, x3 float32) {
	return math.Float32frombits(uint32(a.lo)), math.Float32frombits(uint32(a.lo >> 32)),
		math.Float32frombits(uint32(a.hi)), math.Float32frombits(uint32(a.hi >> 32))
}

func (a v128) f64s() (x0, x1 float64) { return math.Float64frombits(a.lo), math.Float64frombits(a.hi) }

// i32x4, f32x4 and f64x2 return the vector of the given lanes.

func i32x4(x0, x1, x2, x3 uint32) v128 {
	return v128{uint64(x0) | uint64(x1)<<32, uint64(x2) | uint64(x3)<<32}
}

func f32x4(x0, x1, x2, x3 float32) v128 {
	return i32x4(math.Float32bits(x0), math.Float32bits(x1), math.Float32bits(x2), math.Float32bits(x3))
}

func f64x2(x0, x1 float64) v128 { return v128{math.Float64bits(x0), math.Float64bits(x1)} }

func f32x4Abs(a v128) v128 { return v128{a.lo &^ sign32, a.hi &^ sign32} }
func f32x4Neg(a v128) v128 { return v128{a.lo ^ sign32, a.hi ^ sign32} }
func f64x2Abs(a v128) v128 { return v128{a.lo &^ sign64, a.hi &^ sign64} }
func f64x2Neg(a v128) v128 { return v128{a.lo ^ sign64, a.hi ^ sign64} }

func f32x4Sqrt(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return f32x4(f32Sqrt(x0), f32Sqrt(x1), f32Sqrt(x2), f32Sqrt(x3))
}

func f64x2Sqrt(a v128) v128 {
	x0, x1 := a.f64s()
	return f64x2(f64Sqrt(x0), f64Sqrt(x1))
}

func f32x4Ceil(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return f32x4(f32Ceil(x0), f32Ceil(x1), f32Ceil(x2), f32Ceil(x3))
}

func f64x2Ceil(a v128) v128 {
	x0, x1 := a.f64s()
	return f64x2(f64Ceil(x0), f64Ceil(x1))
}

func f32x4Floor(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return f32x4(f32Floor(x0), f32Floor(x1), f32Floor(x2), f32Floor(x3))
}

func f64x2Floor(a v128) v128 {
	x0, x1 := a.f64s()
	return f64x2(f64Floor(x0), f64Floor(x1))
}

func f32x4Trunc(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return f32x4(f32Trunc(x0), f32Trunc(x1), f32Trunc(x2), f32Trunc(x3))
}

func f64x2Trunc(a v128) v128 {
	x0, x1 := a.f64s()
	return f64x2(f64Trunc(x0), f64Trunc(x1))
}

func f32x4Nearest(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return f32x4(f32Nearest(x0), f32Nearest(x1), f32Nearest(x2), f32Nearest(x3))
}

func f64x2Nearest(a v128) v128 {
	x0, x1 := a.f64s()
	return f64x2(f64Nearest(x0), f64Nearest(x1))
}

func f32x4Add(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Add(x0, y0), f32Add(x1, y1), f32Add(x2, y2), f32Add(x3, y3))
}

func f64x2Add(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Add(x0, y0), f64Add(x1, y1))
}

func f32x4Sub(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Sub(x0, y0), f32Sub(x1, y1), f32Sub(x2, y2), f32Sub(x3, y3))
}

func f64x2Sub(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Sub(x0, y0), f64Sub(x1, y1))
}

func f32x4Mul(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Mul(x0, y0), f32Mul(x1, y1), f32Mul(x2, y2), f32Mul(x3, y3))
}

func f64x2Mul(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Mul(x0, y0), f64Mul(x1, y1))
}

func f32x4Div(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Div(x0, y0), f32Div(x1, y1), f32Div(x2, y2), f32Div(x3, y3))
}

func f64x2Div(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Div(x0, y0), f64Div(x1, y1))
}

func f32x4Min(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Min(x0, y0), f32Min(x1, y1), f32Min(x2, y2), f32Min(x3, y3))
}

func f64x2Min(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Min(x0, y0), f64Min(x1, y1))
}

func f32x4Max(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return f32x4(f32Max(x0, y0), f32Max(x1, y1), f32Max(x2, y2), f32Max(x3, y3))
}

func f64x2Max(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return f64x2(f64Max(x0, y0), f64Max(x1, y1))
}

// The pseudo-minimum and -maximum select one of the operands, NaN or not.

func f32x4Pmin(a, b v128) v128 { return v128Bitselect(b, a, f32x4Lt(b, a)) }
func f32x4Pmax(a, b v128) v128 { return v128Bitselect(b, a, f32x4Lt(a, b)) }
func f64x2Pmin(a, b v128) v128 { return v128Bitselect(b, a, f64x2Lt(b, a)) }
func f64x2Pmax(a, b v128) v128 { return v128Bitselect(b, a, f64x2Lt(a, b)) }

func f32x4Eq(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return mask32x4(x0 == y0, x1 == y1, x2 == y2, x3 == y3)
}

func f64x2Eq(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return v128{mask64(x0 == y0), mask64(x1 == y1)}
}

func f32x4Ne(a, b v128) v128 { return v128Not(f32x4Eq(a, b)) }
func f64x2Ne(a, b v128) v128 { return v128Not(f64x2Eq(a, b)) }

func f32x4Lt(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return mask32x4(x0 < y0, x1 < y1, x2 < y2, x3 < y3)
}

func f64x2Lt(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return v128{mask64(x0 < y0), mask64(x1 < y1)}
}

func f32x4Gt(a, b v128) v128 { return f32x4Lt(b, a) }
func f64x2Gt(a, b v128) v128 { return f64x2Lt(b, a) }

func f32x4Le(a, b v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	y0, y1, y2, y3 := b.f32s()
	return mask32x4(x0 <= y0, x1 <= y1, x2 <= y2, x3 <= y3)
}

func f64x2Le(a, b v128) v128 {
	x0, x1 := a.f64s()
	y0, y1 := b.f64s()
	return v128{mask64(x0 <= y0), mask64(x1 <= y1)}
}

func f32x4Ge(a, b v128) v128 { return f32x4Le(b, a) }
func f64x2Ge(a, b v128) v128 { return f64x2Le(b, a) }

// mask32x4 fills the lanes whose condition holds with ones.
func mask32x4(c0, c1, c2, c3 bool) v128 {
	return v128{mask64(c0)>>32 | mask64(c1)<<32, mask64(c2)>>32 | mask64(c3)<<32}
}

func i32x4TruncSatF32x4S(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return i32x4(i32TruncSatF32S(x0), i32TruncSatF32S(x1), i32TruncSatF32S(x2), i32TruncSatF32S(x3))
}

func i32x4TruncSatF64x2SZero(a v128) v128 {
	x0, x1 := a.f64s()
	return i32x4(i32TruncSatF64S(x0), i32TruncSatF64S(x1), 0, 0)
}

func i32x4TruncSatF32x4U(a v128) v128 {
	x0, x1, x2, x3 := a.f32s()
	return i32x4(i32TruncSatF32U(x0), i32TruncSatF32U(x1), i32TruncSatF32U(x2), i32TruncSatF32U(x3))
}

func i32x4TruncSatF64x2UZero(a v128) v128 {
	x0, x1 := a.f64s()
	return i32x4(i32TruncSatF64U(x0), i32TruncSatF64U(x1), 0, 0)
}

func f32x4ConvertI32x4S(a v128) v128 {
	x0, x1, x2, x3 := a.i32s()
	return f32x4(f32ConvertI32S(x0), f32ConvertI32S(x1), f32ConvertI32S(x2), f32ConvertI32S(x3))
}

func f64x2ConvertLowI32x4S(a v128) v128 {
	x0, x1, _, _ := a.i32s()
	return f64x2(f64ConvertI32S(x0), f64ConvertI32S(x1))
}

func f32x4ConvertI32x4U(a v128) v128 {
	x0, x1, x2, x3 := a.i32s()
	return f32x4(f32ConvertI32U(x0), f32ConvertI32U(x1), f32ConvertI32U(x2), f32ConvertI32U(x3))
}

func f64x2ConvertLowI32x4U(a v128) v128 {
	x0, x1, _, _ := a.i32s()
	return f64x2(f64ConvertI32U(x0), f64ConvertI32U(x1))
}

func f32x4DemoteF64x2Zero(a v128) v128 {
	x0, x1 := a.f64s()
	return f32x4(f32DemoteF64(x0), f32DemoteF64(x1), 0, 0)
}

func f64x2PromoteLowF32x4(a v128) v128 {
	x0, x1, _, _ := a.f32s()
	return f64x2(f64PromoteF32(x0), f64PromoteF32(x1))
}
