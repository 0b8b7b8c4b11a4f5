package interp

import (
	"math"
	"math/bits"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
)

// The numeric instructions (section 4.3) are pure functions, one per operator, named by the camel-cased mnemonic:
// i32.div_s is i32DivS. The generator reads their signatures: integers are unsigned as in the specification;
// floats are Go floats where they are calculated with and bits (integers) where they are not; a comparison
// returns a bool; a partial operator returns a trap too.
//
// A NaN result that the specification leaves open is the positive canonical NaN, on every platform.

func i32Eqz(x uint32) bool    { return x == 0 }
func i32Eq(x, y uint32) bool  { return x == y }
func i32Ne(x, y uint32) bool  { return x != y }
func i32LtS(x, y uint32) bool { return int32(x) < int32(y) }
func i32LtU(x, y uint32) bool { return x < y }
func i32GtS(x, y uint32) bool { return int32(x) > int32(y) }
func i32GtU(x, y uint32) bool { return x > y }
func i32LeS(x, y uint32) bool { return int32(x) <= int32(y) }
func i32LeU(x, y uint32) bool { return x <= y }
func i32GeS(x, y uint32) bool { return int32(x) >= int32(y) }
func i32GeU(x, y uint32) bool { return x >= y }

func i64Eqz(x uint64) bool    { return x == 0 }
func i64Eq(x, y uint64) bool  { return x == y }
func i64Ne(x, y uint64) bool  { return x != y }
func i64LtS(x, y uint64) bool { return int64(x) < int64(y) }
func i64LtU(x, y uint64) bool { return x < y }
func i64GtS(x, y uint64) bool { return int64(x) > int64(y) }
func i64GtU(x, y uint64) bool { return x > y }
func i64LeS(x, y uint64) bool { return int64(x) <= int64(y) }
func i64LeU(x, y uint64) bool { return x <= y }
func i64GeS(x, y uint64) bool { return int64(x) >= int64(y) }
func i64GeU(x, y uint64) bool { return x >= y }

func f32Eq(x, y float32) bool { return x == y }
func f32Ne(x, y float32) bool { return x != y }
func f32Lt(x, y float32) bool { return x < y }
func f32Gt(x, y float32) bool { return x > y }
func f32Le(x, y float32) bool { return x <= y }
func f32Ge(x, y float32) bool { return x >= y }

func f64Eq(x, y float64) bool { return x == y }
func f64Ne(x, y float64) bool { return x != y }
func f64Lt(x, y float64) bool { return x < y }
func f64Gt(x, y float64) bool { return x > y }
func f64Le(x, y float64) bool { return x <= y }
func f64Ge(x, y float64) bool { return x >= y }

func i32Clz(x uint32) uint32       { return uint32(bits.LeadingZeros32(x)) }
func i32Ctz(x uint32) uint32       { return uint32(bits.TrailingZeros32(x)) }
func i32Popcnt(x uint32) uint32    { return uint32(bits.OnesCount32(x)) }
func i32Add(x, y uint32) uint32    { return x + y }
func i32Sub(x, y uint32) uint32    { return x - y }
func i32Mul(x, y uint32) uint32    { return x * y }
func i32And(x, y uint32) uint32    { return x & y }
func i32Or(x, y uint32) uint32     { return x | y }
func i32Xor(x, y uint32) uint32    { return x ^ y }
func i32Shl(x, y uint32) uint32    { return x << (y & 31) }
func i32ShrS(x, y uint32) uint32   { return uint32(int32(x) >> (y & 31)) }
func i32ShrU(x, y uint32) uint32   { return x >> (y & 31) }
func i32Rotl(x, y uint32) uint32   { return bits.RotateLeft32(x, int(y&31)) }
func i32Rotr(x, y uint32) uint32   { return bits.RotateLeft32(x, -int(y&31)) }
func i32Extend8S(x uint32) uint32  { return uint32(int8(x)) }
func i32Extend16S(x uint32) uint32 { return uint32(int16(x)) }

func i32DivS(x, y uint32) (uint32, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	if x == 1<<31 && int32(y) == -1 {
		return 0, store.TrapIntegerOverflow
	}
	return uint32(int32(x) / int32(y)), ""
}

func i32DivU(x, y uint32) (uint32, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return x / y, ""
}

func i32RemS(x, y uint32) (uint32, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return uint32(int32(x) % int32(y)), ""
}

func i32RemU(x, y uint32) (uint32, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return x % y, ""
}

func i64Clz(x uint64) uint64       { return uint64(bits.LeadingZeros64(x)) }
func i64Ctz(x uint64) uint64       { return uint64(bits.TrailingZeros64(x)) }
func i64Popcnt(x uint64) uint64    { return uint64(bits.OnesCount64(x)) }
func i64Add(x, y uint64) uint64    { return x + y }
func i64Sub(x, y uint64) uint64    { return x - y }
func i64Mul(x, y uint64) uint64    { return x * y }
func i64And(x, y uint64) uint64    { return x & y }
func i64Or(x, y uint64) uint64     { return x | y }
func i64Xor(x, y uint64) uint64    { return x ^ y }
func i64Shl(x, y uint64) uint64    { return x << (y & 63) }
func i64ShrS(x, y uint64) uint64   { return uint64(int64(x) >> (y & 63)) }
func i64ShrU(x, y uint64) uint64   { return x >> (y & 63) }
func i64Rotl(x, y uint64) uint64   { return bits.RotateLeft64(x, int(y&63)) }
func i64Rotr(x, y uint64) uint64   { return bits.RotateLeft64(x, -int(y&63)) }
func i64Extend8S(x uint64) uint64  { return uint64(int8(x)) }
func i64Extend16S(x uint64) uint64 { return uint64(int16(x)) }
func i64Extend32S(x uint64) uint64 { return uint64(int32(x)) }

func i64DivS(x, y uint64) (uint64, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	if x == 1<<63 && int64(y) == -1 {
		return 0, store.TrapIntegerOverflow
	}
	return uint64(int64(x) / int64(y)), ""
}

func i64DivU(x, y uint64) (uint64, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return x / y, ""
}

func i64RemS(x, y uint64) (uint64, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return uint64(int64(x) % int64(y)), ""
}

func i64RemU(x, y uint64) (uint64, store.Trap) {
	if y == 0 {
		return 0, store.TrapDivideByZero
	}
	return x % y, ""
}

const (
	msb32 = 1 << 31
	msb64 = 1 << 63
	nan32 = 0x7fc00000         // the positive canonical NaN
	nan64 = 0x7ff8000000000000 // the positive canonical NaN
)

// canon32 returns x with a NaN made canonical.
func canon32(x float32) float32 {
	if x != x {
		return math.Float32frombits(nan32)
	}
	return x
}

// canon64 returns x with a NaN made canonical.
func canon64(x float64) float64 {
	if x != x {
		return math.Float64frombits(nan64)
	}
	return x
}

func f32Abs(x uint32) uint32          { return x &^ msb32 }
func f32Neg(x uint32) uint32          { return x ^ msb32 }
func f32Copysign(x, y uint32) uint32  { return x&^msb32 | y&msb32 }
func f32Ceil(x float32) float32       { return canon32(float32(math.Ceil(float64(x)))) }
func f32Floor(x float32) float32      { return canon32(float32(math.Floor(float64(x)))) }
func f32Trunc(x float32) float32      { return canon32(float32(math.Trunc(float64(x)))) }
func f32Nearest(x float32) float32    { return canon32(float32(math.RoundToEven(float64(x)))) }
func f32Sqrt(x float32) float32       { return canon32(float32(math.Sqrt(float64(x)))) }
func f32Add(x, y float32) float32     { return canon32(x + y) }
func f32Sub(x, y float32) float32     { return canon32(x - y) }
func f32Mul(x, y float32) float32     { return canon32(x * y) }
func f32Div(x, y float32) float32     { return canon32(x / y) }
func f32Min(x, y float32) float32     { return canon32(min(x, y)) }
func f32Max(x, y float32) float32     { return canon32(max(x, y)) }
func f32ConvertI32S(x uint32) float32 { return float32(int32(x)) }
func f32ConvertI32U(x uint32) float32 { return float32(x) }
func f32ConvertI64S(x uint64) float32 { return float32(int64(x)) }
func f32ConvertI64U(x uint64) float32 { return float32(x) }
func f32DemoteF64(x float64) float32  { return canon32(float32(x)) }

func f64Abs(x uint64) uint64          { return x &^ msb64 }
func f64Neg(x uint64) uint64          { return x ^ msb64 }
func f64Copysign(x, y uint64) uint64  { return x&^msb64 | y&msb64 }
func f64Ceil(x float64) float64       { return canon64(math.Ceil(x)) }
func f64Floor(x float64) float64      { return canon64(math.Floor(x)) }
func f64Trunc(x float64) float64      { return canon64(math.Trunc(x)) }
func f64Nearest(x float64) float64    { return canon64(math.RoundToEven(x)) }
func f64Sqrt(x float64) float64       { return canon64(math.Sqrt(x)) }
func f64Add(x, y float64) float64     { return canon64(x + y) }
func f64Sub(x, y float64) float64     { return canon64(x - y) }
func f64Mul(x, y float64) float64     { return canon64(x * y) }
func f64Div(x, y float64) float64     { return canon64(x / y) }
func f64Min(x, y float64) float64     { return canon64(min(x, y)) }
func f64Max(x, y float64) float64     { return canon64(max(x, y)) }
func f64ConvertI32S(x uint32) float64 { return float64(int32(x)) }
func f64ConvertI32U(x uint32) float64 { return float64(x) }
func f64ConvertI64S(x uint64) float64 { return float64(int64(x)) }
func f64ConvertI64U(x uint64) float64 { return float64(x) }
func f64PromoteF32(x float32) float64 { return canon64(float64(x)) }

func i32WrapI64(x uint64) uint32        { return uint32(x) }
func i64ExtendI32S(x uint32) uint64     { return uint64(int32(x)) }
func i64ExtendI32U(x uint32) uint64     { return uint64(x) }
func i32ReinterpretF32(x uint32) uint32 { return x }
func i64ReinterpretF64(x uint64) uint64 { return x }
func f32ReinterpretI32(x uint32) uint32 { return x }
func f64ReinterpretI64(x uint64) uint64 { return x }

// toInt decides on the conversion of x to an integer that is possible for low < x < high: its trap, or none.
func toInt(x, low, high float64) store.Trap {
	if x != x {
		return store.TrapInvalidConversion
	}
	if x <= low || x >= high {
		return store.TrapIntegerOverflow
	}
	return ""
}

// The bounds between which truncation gives an integer of the type. Where the type's least integer less one is no
// float64, the bound is the next float64 below the least integer.
const (
	lowS32, highS32 = -1<<31 - 1, 1 << 31
	lowS64, highS64 = -1<<63 - 1<<11, 1 << 63
	lowU            = -1
	highU32         = 1 << 32
	highU64         = 1 << 64
)

func i32TruncF32S(x float32) (uint32, store.Trap) { return i32TruncF64S(float64(x)) }
func i32TruncF32U(x float32) (uint32, store.Trap) { return i32TruncF64U(float64(x)) }
func i64TruncF32S(x float32) (uint64, store.Trap) { return i64TruncF64S(float64(x)) }
func i64TruncF32U(x float32) (uint64, store.Trap) { return i64TruncF64U(float64(x)) }

func i32TruncF64S(x float64) (uint32, store.Trap) {
	if trap := toInt(x, lowS32, highS32); trap != "" {
		return 0, trap
	}
	return uint32(int32(x)), ""
}

func i32TruncF64U(x float64) (uint32, store.Trap) {
	if trap := toInt(x, lowU, highU32); trap != "" {
		return 0, trap
	}
	return uint32(int64(x)), ""
}

func i64TruncF64S(x float64) (uint64, store.Trap) {
	if trap := toInt(x, lowS64, highS64); trap != "" {
		return 0, trap
	}
	return uint64(int64(x)), ""
}

func i64TruncF64U(x float64) (uint64, store.Trap) {
	if trap := toInt(x, lowU, highU64); trap != "" {
		return 0, trap
	}
	return truncU64(x), ""
}

// truncU64 truncates x, which is between 0 and highU64 or less than 1 away from 0. Go leaves the conversion of a
// negative float to an unsigned integer to the platform.
func truncU64(x float64) uint64 {
	if x < highS64 {
		return uint64(int64(x))
	}
	return uint64(int64(x-highS64)) | msb64
}

func i32TruncSatF32S(x float32) uint32 { return i32TruncSatF64S(float64(x)) }
func i32TruncSatF32U(x float32) uint32 { return i32TruncSatF64U(float64(x)) }
func i64TruncSatF32S(x float32) uint64 { return i64TruncSatF64S(float64(x)) }
func i64TruncSatF32U(x float32) uint64 { return i64TruncSatF64U(float64(x)) }

func i32TruncSatF64S(x float64) uint32 {
	switch {
	case x != x:
		return 0
	case x <= lowS32:
		return msb32
	case x >= highS32:
		return msb32 - 1
	}
	return uint32(int32(x))
}

func i32TruncSatF64U(x float64) uint32 {
	switch {
	case x != x || x <= lowU:
		return 0
	case x >= highU32:
		return math.MaxUint32
	}
	return uint32(int64(x))
}

func i64TruncSatF64S(x float64) uint64 {
	switch {
	case x != x:
		return 0
	case x <= lowS64:
		return msb64
	case x >= highS64:
		return msb64 - 1
	}
	return uint64(int64(x))
}

func i64TruncSatF64U(x float64) uint64 {
	switch {
	case x != x || x <= lowU:
		return 0
	case x >= highU64:
		return math.MaxUint64
	}
	return truncU64(x)
}
