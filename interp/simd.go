package interp

import "encoding/binary"

// The vector instructions (section 4.4.3) are pure functions, one per operator, named by the camel-cased mnemonic:
// i8x16.add_sat_s is i8x16AddSatS. Floats enter and leave as their bits, a lane index is the last parameter. This
// file has what moves lanes and bits; simd_int.go has integer lanes, simd_float.go has floating-point lanes.
//
// Where it is simple, an integer operator works on all lanes of a 64-bit half at once (simd_swar.go).

// v128 is a vector: bytes 0 to 7 in lo and 8 to 15 in hi, little endian.
type v128 struct{ lo, hi uint64 }

// lane returns lane i of width w in the low bits; above them are the lanes that follow in the same half.
func (a v128) lane(i, w uint8) uint64 {
	n := i * w
	if n < 64 {
		return a.lo >> n
	}
	return a.hi >> (n & 63)
}

// with returns a with lane i of width w replaced by the low bits of x.
func (a v128) with(i, w uint8, x uint64) v128 {
	n := i * w
	ones := ^uint64(0) >> (64 - w) << (n & 63)
	x = x << (n & 63) & ones
	if n < 64 {
		return v128{a.lo&^ones | x, a.hi}
	}
	return v128{a.lo, a.hi&^ones | x}
}

func i8x16ExtractLaneS(a v128, lane uint8) uint32 { return uint32(int8(a.lane(lane, 8))) }
func i8x16ExtractLaneU(a v128, lane uint8) uint32 { return uint32(uint8(a.lane(lane, 8))) }
func i16x8ExtractLaneS(a v128, lane uint8) uint32 { return uint32(int16(a.lane(lane, 16))) }
func i16x8ExtractLaneU(a v128, lane uint8) uint32 { return uint32(uint16(a.lane(lane, 16))) }
func i32x4ExtractLane(a v128, lane uint8) uint32  { return uint32(a.lane(lane, 32)) }
func i64x2ExtractLane(a v128, lane uint8) uint64  { return a.lane(lane, 64) }
func f32x4ExtractLane(a v128, lane uint8) uint32  { return uint32(a.lane(lane, 32)) }
func f64x2ExtractLane(a v128, lane uint8) uint64  { return a.lane(lane, 64) }

func i8x16ReplaceLane(a v128, x uint32, lane uint8) v128 { return a.with(lane, 8, uint64(x)) }
func i16x8ReplaceLane(a v128, x uint32, lane uint8) v128 { return a.with(lane, 16, uint64(x)) }
func i32x4ReplaceLane(a v128, x uint32, lane uint8) v128 { return a.with(lane, 32, uint64(x)) }
func i64x2ReplaceLane(a v128, x uint64, lane uint8) v128 { return a.with(lane, 64, x) }
func f32x4ReplaceLane(a v128, x uint32, lane uint8) v128 { return a.with(lane, 32, uint64(x)) }
func f64x2ReplaceLane(a v128, x uint64, lane uint8) v128 { return a.with(lane, 64, x) }

func i8x16Splat(x uint32) v128 { return i64x2Splat(uint64(x&0xff) * one8) }
func i16x8Splat(x uint32) v128 { return i64x2Splat(uint64(x&0xffff) * one16) }
func i32x4Splat(x uint32) v128 { return i64x2Splat(uint64(x) * one32) }
func i64x2Splat(x uint64) v128 { return v128{x, x} }
func f32x4Splat(x uint32) v128 { return i32x4Splat(x) }
func f64x2Splat(x uint64) v128 { return i64x2Splat(x) }

// i8x16Shuffle selects bytes of a (lanes 0 to 15) and b (16 to 31).
func i8x16Shuffle(a, b v128, lanes [16]uint8) v128 {
	var bytes [32]byte
	binary.LittleEndian.PutUint64(bytes[0:], a.lo)
	binary.LittleEndian.PutUint64(bytes[8:], a.hi)
	binary.LittleEndian.PutUint64(bytes[16:], b.lo)
	binary.LittleEndian.PutUint64(bytes[24:], b.hi)
	return v128{pick(&bytes, binary.LittleEndian.Uint64(lanes[:])), pick(&bytes, binary.LittleEndian.Uint64(lanes[8:]))}
}

// pick returns the eight bytes with the given indices.
func pick(bytes *[32]byte, i uint64) uint64 {
	return uint64(bytes[i&31]) | uint64(bytes[i>>8&31])<<8 |
		uint64(bytes[i>>16&31])<<16 | uint64(bytes[i>>24&31])<<24 |
		uint64(bytes[i>>32&31])<<32 | uint64(bytes[i>>40&31])<<40 |
		uint64(bytes[i>>48&31])<<48 | uint64(bytes[i>>56&31])<<56
}

// i8x16Swizzle selects bytes of a by the bytes of b; an index beyond 15 selects zero, of which 16 bytes follow a.
func i8x16Swizzle(a, b v128) v128 {
	var bytes [32]byte
	binary.LittleEndian.PutUint64(bytes[0:], a.lo)
	binary.LittleEndian.PutUint64(bytes[8:], a.hi)
	lo, hi := i8.minU(b.lo, 16*one8), i8.minU(b.hi, 16*one8)
	return v128{pick(&bytes, lo), pick(&bytes, hi)}
}

func v128Not(a v128) v128       { return v128{^a.lo, ^a.hi} }
func v128And(a, b v128) v128    { return v128{a.lo & b.lo, a.hi & b.hi} }
func v128Andnot(a, b v128) v128 { return v128{a.lo &^ b.lo, a.hi &^ b.hi} }
func v128Or(a, b v128) v128     { return v128{a.lo | b.lo, a.hi | b.hi} }
func v128Xor(a, b v128) v128    { return v128{a.lo ^ b.lo, a.hi ^ b.hi} }

// v128Bitselect takes the bits of a where c has a one and those of b where it has a zero.
func v128Bitselect(a, b, c v128) v128 {
	return v128{a.lo&c.lo | b.lo&^c.lo, a.hi&c.hi | b.hi&^c.hi}
}

func v128AnyTrue(a v128) uint32 { return bit(a.lo|a.hi != 0) }

// bit returns 1 for true.
func bit(c bool) uint32 {
	if c {
		return 1
	}
	return 0
}

// The loads that extend: x is the eight bytes in memory, little endian. The other loads and the stores move lanes.

func v128Load8x8S(x uint64) v128  { return v128{widen8S(x), widen8S(x >> 32)} }
func v128Load8x8U(x uint64) v128  { return v128{widen8U(x), widen8U(x >> 32)} }
func v128Load16x4S(x uint64) v128 { return v128{widen16S(x), widen16S(x >> 32)} }
func v128Load16x4U(x uint64) v128 { return v128{widen16U(x), widen16U(x >> 32)} }
func v128Load32x2S(x uint64) v128 { return v128{widen32S(x), widen32S(x >> 32)} }
func v128Load32x2U(x uint64) v128 { return v128{widen32U(x), widen32U(x >> 32)} }
