package store

import (
	"fmt"
	"math"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Value is a value with its type (section 4.2.1). Numbers are their bits, zero-extended; vectors have bytes 0 to 7
// in Lo and 8 to 15 in Hi, little endian; references are 0 for null, else one more than the address of a
// function in its Store, or one more than the host's number of an external reference.
type Value struct {
	Type   wasmast.ValType
	Lo, Hi uint64
}

// I32 returns an i32.
func I32(x int32) Value { return Value{Type: wasmast.I32, Lo: uint64(uint32(x))} }

// I64 returns an i64.
func I64(x int64) Value { return Value{Type: wasmast.I64, Lo: uint64(x)} }

// F32 returns an f32.
func F32(x wasmast.Float32) Value { return Value{Type: wasmast.F32, Lo: uint64(x)} }

// F64 returns an f64.
func F64(x wasmast.Float64) Value { return Value{Type: wasmast.F64, Lo: uint64(x)} }

// V128 returns a v128.
func V128(x wasmast.Vec128) Value { return Value{Type: wasmast.V128, Lo: x.Lo, Hi: x.Hi} }

// Null returns the null reference of type t.
func Null(t wasmast.RefType) Value { return Value{Type: t.Val()} }

// ExternRef returns the reference to the host's object number n.
func ExternRef(n uint32) Value { return Value{Type: wasmast.ExternRef, Lo: uint64(n) + 1} }

// Const returns the constant instruction that makes v. A reference is null.
func (v Value) Const() wasmast.Instr {
	switch v.Type {
	case wasmast.I32:
		return wasmast.I32Const{Value: int32(v.Lo)}
	case wasmast.I64:
		return wasmast.I64Const{Value: int64(v.Lo)}
	case wasmast.F32:
		return wasmast.F32Const{Value: wasmast.Float32(v.Lo)}
	case wasmast.F64:
		return wasmast.F64Const{Value: wasmast.Float64(v.Lo)}
	case wasmast.V128:
		return wasmast.V128Const{Value: wasmast.Vec128{Lo: v.Lo, Hi: v.Hi}}
	}
	return wasmast.RefNull{Type: wasmast.RefType(v.Type)}
}

// Zero returns the default value of type t: zero or null (section 4.2.1).
func Zero(t wasmast.ValType) Value { return Value{Type: t} }

// String shows the value as in the text format; a NaN and a vector as its bits.
func (v Value) String() string {
	switch v.Type {
	case wasmast.I32:
		return fmt.Sprintf("i32 %d", int32(v.Lo))
	case wasmast.I64:
		return fmt.Sprintf("i64 %d", int64(v.Lo))
	case wasmast.F32:
		if x := math.Float32frombits(uint32(v.Lo)); x == x {
			return fmt.Sprintf("f32 %v", x)
		}
		return fmt.Sprintf("f32 nan 0x%08x", v.Lo)
	case wasmast.F64:
		if x := math.Float64frombits(v.Lo); x == x {
			return fmt.Sprintf("f64 %v", x)
		}
		return fmt.Sprintf("f64 nan 0x%016x", v.Lo)
	case wasmast.V128:
		return fmt.Sprintf("v128 i64x2 0x%016x 0x%016x", v.Lo, v.Hi)
	}
	if v.Lo == 0 {
		return fmt.Sprintf("%v null", v.Type)
	}
	return fmt.Sprintf("%v %d", v.Type, v.Lo-1)
}
