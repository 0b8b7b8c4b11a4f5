package interp

// Comparisons fill a lane with ones where they hold.

func i8x16Eq(a, b v128) v128  { return v128{i8.eq(a.lo, b.lo), i8.eq(a.hi, b.hi)} }
func i8x16Ne(a, b v128) v128  { return v128Not(i8x16Eq(a, b)) }
func i8x16LtS(a, b v128) v128 { return v128{i8.ltS(a.lo, b.lo), i8.ltS(a.hi, b.hi)} }
func i8x16LtU(a, b v128) v128 { return v128{i8.ltU(a.lo, b.lo), i8.ltU(a.hi, b.hi)} }
func i8x16GtS(a, b v128) v128 { return i8x16LtS(b, a) }
func i8x16GtU(a, b v128) v128 { return i8x16LtU(b, a) }
func i8x16LeS(a, b v128) v128 { return v128Not(i8x16LtS(b, a)) }
func i8x16LeU(a, b v128) v128 { return v128Not(i8x16LtU(b, a)) }
func i8x16GeS(a, b v128) v128 { return v128Not(i8x16LtS(a, b)) }
func i8x16GeU(a, b v128) v128 { return v128Not(i8x16LtU(a, b)) }

func i16x8Eq(a, b v128) v128  { return v128{i16.eq(a.lo, b.lo), i16.eq(a.hi, b.hi)} }
func i16x8Ne(a, b v128) v128  { return v128Not(i16x8Eq(a, b)) }
func i16x8LtS(a, b v128) v128 { return v128{i16.ltS(a.lo, b.lo), i16.ltS(a.hi, b.hi)} }
func i16x8LtU(a, b v128) v128 { return v128{i16.ltU(a.lo, b.lo), i16.ltU(a.hi, b.hi)} }
func i16x8GtS(a, b v128) v128 { return i16x8LtS(b, a) }
func i16x8GtU(a, b v128) v128 { return i16x8LtU(b, a) }
func i16x8LeS(a, b v128) v128 { return v128Not(i16x8LtS(b, a)) }
func i16x8LeU(a, b v128) v128 { return v128Not(i16x8LtU(b, a)) }
func i16x8GeS(a, b v128) v128 { return v128Not(i16x8LtS(a, b)) }
func i16x8GeU(a, b v128) v128 { return v128Not(i16x8LtU(a, b)) }

func i32x4Eq(a, b v128) v128  { return v128{i32.eq(a.lo, b.lo), i32.eq(a.hi, b.hi)} }
func i32x4Ne(a, b v128) v128  { return v128Not(i32x4Eq(a, b)) }
func i32x4LtS(a, b v128) v128 { return v128{i32.ltS(a.lo, b.lo), i32.ltS(a.hi, b.hi)} }
func i32x4LtU(a, b v128) v128 { return v128{i32.ltU(a.lo, b.lo), i32.ltU(a.hi, b.hi)} }
func i32x4GtS(a, b v128) v128 { return i32x4LtS(b, a) }
func i32x4GtU(a, b v128) v128 { return i32x4LtU(b, a) }
func i32x4LeS(a, b v128) v128 { return v128Not(i32x4LtS(b, a)) }
func i32x4LeU(a, b v128) v128 { return v128Not(i32x4LtU(b, a)) }
func i32x4GeS(a, b v128) v128 { return v128Not(i32x4LtS(a, b)) }
func i32x4GeU(a, b v128) v128 { return v128Not(i32x4LtU(a, b)) }

func i64x2Eq(a, b v128) v128 { return v128{mask64(a.lo == b.lo), mask64(a.hi == b.hi)} }
func i64x2Ne(a, b v128) v128 { return v128Not(i64x2Eq(a, b)) }
func i64x2LtS(a, b v128) v128 {
	return v128{mask64(int64(a.lo) < int64(b.lo)), mask64(int64(a.hi) < int64(b.hi))}
}
func i64x2GtS(a, b v128) v128 { return i64x2LtS(b, a) }
func i64x2LeS(a, b v128) v128 { return v128Not(i64x2LtS(b, a)) }
func i64x2GeS(a, b v128) v128 { return v128Not(i64x2LtS(a, b)) }

// mask64 returns all ones for true.
func mask64(c bool) uint64 { return -uint64(bit(c)) }

// Arithmetic modulo the width of a lane.

func i8x16Add(a, b v128) v128 { return v128{i8.add(a.lo, b.lo), i8.add(a.hi, b.hi)} }
func i8x16Sub(a, b v128) v128 { return v128{i8.sub(a.lo, b.lo), i8.sub(a.hi, b.hi)} }
func i8x16Neg(a v128) v128    { return v128{i8.sub(0, a.lo), i8.sub(0, a.hi)} }
func i8x16Abs(a v128) v128    { return v128{i8.abs(a.lo), i8.abs(a.hi)} }

func i16x8Add(a, b v128) v128 { return v128{i16.add(a.lo, b.lo), i16.add(a.hi, b.hi)} }
func i16x8Sub(a, b v128) v128 { return v128{i16.sub(a.lo, b.lo), i16.sub(a.hi, b.hi)} }
func i16x8Neg(a v128) v128    { return v128{i16.sub(0, a.lo), i16.sub(0, a.hi)} }
func i16x8Abs(a v128) v128    { return v128{i16.abs(a.lo), i16.abs(a.hi)} }

func i32x4Add(a, b v128) v128 { return v128{i32.add(a.lo, b.lo), i32.add(a.hi, b.hi)} }
func i32x4Sub(a, b v128) v128 { return v128{i32.sub(a.lo, b.lo), i32.sub(a.hi, b.hi)} }
func i32x4Neg(a v128) v128    { return v128{i32.sub(0, a.lo), i32.sub(0, a.hi)} }
func i32x4Abs(a v128) v128    { return v128{i32.abs(a.lo), i32.abs(a.hi)} }

func i64x2Add(a, b v128) v128 { return v128{a.lo + b.lo, a.hi + b.hi} }
func i64x2Sub(a, b v128) v128 { return v128{a.lo - b.lo, a.hi - b.hi} }
func i64x2Neg(a v128) v128    { return v128{-a.lo, -a.hi} }
func i64x2Abs(a v128) v128 {
	return v128{uint64(max(int64(a.lo), -int64(a.lo))), uint64(max(int64(a.hi), -int64(a.hi)))}
}

func i16x8Mul(a, b v128) v128 { return v128{mul16(a.lo, b.lo), mul16(a.hi, b.hi)} }
func i32x4Mul(a, b v128) v128 { return v128{mul32(a.lo, b.lo), mul32(a.hi, b.hi)} }
func i64x2Mul(a, b v128) v128 { return v128{a.lo * b.lo, a.hi * b.hi} }

// Arithmetic that saturates or rounds.

func i8x16AddSatS(a, b v128) v128 { return v128{i8.addSatS(a.lo, b.lo), i8.addSatS(a.hi, b.hi)} }
func i8x16AddSatU(a, b v128) v128 { return v128{i8.addSatU(a.lo, b.lo), i8.addSatU(a.hi, b.hi)} }
func i8x16SubSatS(a, b v128) v128 { return v128{i8.subSatS(a.lo, b.lo), i8.subSatS(a.hi, b.hi)} }
func i8x16SubSatU(a, b v128) v128 { return v128{i8.subSatU(a.lo, b.lo), i8.subSatU(a.hi, b.hi)} }
func i8x16AvgrU(a, b v128) v128   { return v128{i8.avgrU(a.lo, b.lo), i8.avgrU(a.hi, b.hi)} }

func i16x8AddSatS(a, b v128) v128 { return v128{i16.addSatS(a.lo, b.lo), i16.addSatS(a.hi, b.hi)} }
func i16x8AddSatU(a, b v128) v128 { return v128{i16.addSatU(a.lo, b.lo), i16.addSatU(a.hi, b.hi)} }
func i16x8SubSatS(a, b v128) v128 { return v128{i16.subSatS(a.lo, b.lo), i16.subSatS(a.hi, b.hi)} }
func i16x8SubSatU(a, b v128) v128 { return v128{i16.subSatU(a.lo, b.lo), i16.subSatU(a.hi, b.hi)} }
func i16x8AvgrU(a, b v128) v128   { return v128{i16.avgrU(a.lo, b.lo), i16.avgrU(a.hi, b.hi)} }

func i16x8Q15mulrSatS(a, b v128) v128 { return v128{q15mulr(a.lo, b.lo), q15mulr(a.hi, b.hi)} }

func q15mulr(x, y uint64) uint64 {
	var r uint64
	for n := 0; n < 64; n += 16 {
		// Only the product of two lanes that are both -1 in this fixed-point format is out of range.
		p := (int32(int16(x>>n))*int32(int16(y>>n)) + 1<<14) >> 15
		r |= uint64(uint16(min(p, 1<<15-1))) << n
	}
	return r
}

func i8x16MinS(a, b v128) v128 { return v128{i8.minS(a.lo, b.lo), i8.minS(a.hi, b.hi)} }
func i8x16MinU(a, b v128) v128 { return v128{i8.minU(a.lo, b.lo), i8.minU(a.hi, b.hi)} }
func i8x16MaxS(a, b v128) v128 { return v128{i8.maxS(a.lo, b.lo), i8.maxS(a.hi, b.hi)} }
func i8x16MaxU(a, b v128) v128 { return v128{i8.maxU(a.lo, b.lo), i8.maxU(a.hi, b.hi)} }

func i16x8MinS(a, b v128) v128 { return v128{i16.minS(a.lo, b.lo), i16.minS(a.hi, b.hi)} }
func i16x8MinU(a, b v128) v128 { return v128{i16.minU(a.lo, b.lo), i16.minU(a.hi, b.hi)} }
func i16x8MaxS(a, b v128) v128 { return v128{i16.maxS(a.lo, b.lo), i16.maxS(a.hi, b.hi)} }
func i16x8MaxU(a, b v128) v128 { return v128{i16.maxU(a.lo, b.lo), i16.maxU(a.hi, b.hi)} }

func i32x4MinS(a, b v128) v128 { return v128{i32.minS(a.lo, b.lo), i32.minS(a.hi, b.hi)} }
func i32x4MinU(a, b v128) v128 { return v128{i32.minU(a.lo, b.lo), i32.minU(a.hi, b.hi)} }
func i32x4MaxS(a, b v128) v128 { return v128{i32.maxS(a.lo, b.lo), i32.maxS(a.hi, b.hi)} }
func i32x4MaxU(a, b v128) v128 { return v128{i32.maxU(a.lo, b.lo), i32.maxU(a.hi, b.hi)} }

// Shifts.

func i8x16Shl(a v128, n uint32) v128  { return v128{i8.shl(a.lo, n), i8.shl(a.hi, n)} }
func i8x16ShrS(a v128, n uint32) v128 { return v128{i8.shrS(a.lo, n), i8.shrS(a.hi, n)} }
func i8x16ShrU(a v128, n uint32) v128 { return v128{i8.shrU(a.lo, n), i8.shrU(a.hi, n)} }

func i16x8Shl(a v128, n uint32) v128  { return v128{i16.shl(a.lo, n), i16.shl(a.hi, n)} }
func i16x8ShrS(a v128, n uint32) v128 { return v128{i16.shrS(a.lo, n), i16.shrS(a.hi, n)} }
func i16x8ShrU(a v128, n uint32) v128 { return v128{i16.shrU(a.lo, n), i16.shrU(a.hi, n)} }

func i32x4Shl(a v128, n uint32) v128  { return v128{i32.shl(a.lo, n), i32.shl(a.hi, n)} }
func i32x4ShrS(a v128, n uint32) v128 { return v128{i32.shrS(a.lo, n), i32.shrS(a.hi, n)} }
func i32x4ShrU(a v128, n uint32) v128 { return v128{i32.shrU(a.lo, n), i32.shrU(a.hi, n)} }

func i64x2Shl(a v128, n uint32) v128 { return v128{a.lo << (n & 63), a.hi << (n & 63)} }
func i64x2ShrS(a v128, n uint32) v128 {
	return v128{uint64(int64(a.lo) >> (n & 63)), uint64(int64(a.hi) >> (n & 63))}
}
func i64x2ShrU(a v128, n uint32) v128 { return v128{a.lo >> (n & 63), a.hi >> (n & 63)} }

// Tests of all lanes.

func i8x16AllTrue(a v128) uint32 { return bit(i8.nonzero(a.lo)&i8.nonzero(a.hi) == sign8) }
func i16x8AllTrue(a v128) uint32 { return bit(i16.nonzero(a.lo)&i16.nonzero(a.hi) == sign16) }
func i32x4AllTrue(a v128) uint32 { return bit(i32.nonzero(a.lo)&i32.nonzero(a.hi) == sign32) }
func i64x2AllTrue(a v128) uint32 { return bit(a.lo != 0 && a.hi != 0) }

// A bitmask collects the highest bits of the lanes: a multiplication adds copies of them, shifted so that they meet
// at the top of the word and nowhere carry.

func i8x16Bitmask(a v128) uint32 {
	const gather = 1<<56 | 1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7
	return uint32(a.lo>>7&one8*gather>>56 | a.hi>>7&one8*gather>>56<<8)
}

func i16x8Bitmask(a v128) uint32 {
	const gather = 1<<60 | 1<<45 | 1<<30 | 1<<15
	return uint32(a.lo>>15&one16*gather>>60 | a.hi>>15&one16*gather>>60<<4)
}

func i32x4Bitmask(a v128) uint32 {
	return uint32(a.lo>>31&1 | a.lo>>63<<1 | a.hi>>31&1<<2 | a.hi>>63<<3)
}

func i64x2Bitmask(a v128) uint32 { return uint32(a.lo>>63 | a.hi>>63<<1) }

func i8x16Popcnt(a v128) v128 { return v128{popcnt8(a.lo), popcnt8(a.hi)} }

// popcnt8 counts the ones in pairs of bits, then in nibbles, then in bytes.
func popcnt8(x uint64) uint64 {
	x -= x >> 1 & 0x5555555555555555
	x = x&0x3333333333333333 + x>>2&0x3333333333333333
	return (x + x>>4) & 0x0f0f0f0f0f0f0f0f
}

// Conversions between widths.

func i16x8ExtendLowI8x16S(a v128) v128  { return v128{widen8S(a.lo), widen8S(a.lo >> 32)} }
func i16x8ExtendLowI8x16U(a v128) v128  { return v128{widen8U(a.lo), widen8U(a.lo >> 32)} }
func i16x8ExtendHighI8x16S(a v128) v128 { return v128{widen8S(a.hi), widen8S(a.hi >> 32)} }
func i16x8ExtendHighI8x16U(a v128) v128 { return v128{widen8U(a.hi), widen8U(a.hi >> 32)} }

func i32x4ExtendLowI16x8S(a v128) v128  { return v128{widen16S(a.lo), widen16S(a.lo >> 32)} }
func i32x4ExtendLowI16x8U(a v128) v128  { return v128{widen16U(a.lo), widen16U(a.lo >> 32)} }
func i32x4ExtendHighI16x8S(a v128) v128 { return v128{widen16S(a.hi), widen16S(a.hi >> 32)} }
func i32x4ExtendHighI16x8U(a v128) v128 { return v128{widen16U(a.hi), widen16U(a.hi >> 32)} }

func i64x2ExtendLowI32x4S(a v128) v128  { return v128{widen32S(a.lo), widen32S(a.lo >> 32)} }
func i64x2ExtendLowI32x4U(a v128) v128  { return v128{widen32U(a.lo), widen32U(a.lo >> 32)} }
func i64x2ExtendHighI32x4S(a v128) v128 { return v128{widen32S(a.hi), widen32S(a.hi >> 32)} }
func i64x2ExtendHighI32x4U(a v128) v128 { return v128{widen32U(a.hi), widen32U(a.hi >> 32)} }

func i8x16NarrowI16x8S(a, b v128) v128 {
	return v128{narrow16S(a.lo) | narrow16S(a.hi)<<32, narrow16S(b.lo) | narrow16S(b.hi)<<32}
}

func i8x16NarrowI16x8U(a, b v128) v128 {
	return v128{narrow16U(a.lo) | narrow16U(a.hi)<<32, narrow16U(b.lo) | narrow16U(b.hi)<<32}
}

func i16x8NarrowI32x4S(a, b v128) v128 {
	return v128{narrow32S(a.lo) | narrow32S(a.hi)<<32, narrow32S(b.lo) | narrow32S(b.hi)<<32}
}

func i16x8NarrowI32x4U(a, b v128) v128 {
	return v128{narrow32U(a.lo) | narrow32U(a.hi)<<32, narrow32U(b.lo) | narrow32U(b.hi)<<32}
}

// Narrowing takes lanes as signed numbers and saturates them to the half width, signed or unsigned.

func narrow16S(x uint64) uint64 {
	const least, greatest = 0xff80 * one16, 0x7f * one16
	return pack8(i16.minS(i16.maxS(x, least), greatest))
}

func narrow16U(x uint64) uint64 { return pack8(i16.minS(i16.maxS(x, 0), 0xff*one16)) }

func narrow32S(x uint64) uint64 {
	const least, greatest = 0xffff8000 * one32, 0x7fff * one32
	return pack16(i32.minS(i32.maxS(x, least), greatest))
}

func narrow32U(x uint64) uint64 { return pack16(i32.minS(i32.maxS(x, 0), 0xffff*one32)) }

// Arithmetic into lanes of the double width, where no sum of two lanes and no product overflows.

func i16x8ExtaddPairwiseI8x16S(a v128) v128 { return v128{pairs8S(a.lo), pairs8S(a.hi)} }
func i16x8ExtaddPairwiseI8x16U(a v128) v128 { return v128{pairs8U(a.lo), pairs8U(a.hi)} }
func i32x4ExtaddPairwiseI16x8S(a v128) v128 { return v128{pairs16S(a.lo), pairs16S(a.hi)} }
func i32x4ExtaddPairwiseI16x8U(a v128) v128 { return v128{pairs16U(a.lo), pairs16U(a.hi)} }

func pairs8U(x uint64) uint64  { return x&(0xff*one16) + x>>8&(0xff*one16) }
func pairs16U(x uint64) uint64 { return x&(0xffff*one32) + x>>16&(0xffff*one32) }

func pairs8S(x uint64) uint64 { return i16.add(extend8(x&(0xff*one16)), extend8(x>>8&(0xff*one16))) }

func pairs16S(x uint64) uint64 {
	return i32.add(extend16(x&(0xffff*one32)), extend16(x>>16&(0xffff*one32)))
}

func i16x8ExtmulLowI8x16S(a, b v128) v128 {
	return i16x8Mul(i16x8ExtendLowI8x16S(a), i16x8ExtendLowI8x16S(b))
}
func i16x8ExtmulLowI8x16U(a, b v128) v128 {
	return i16x8Mul(i16x8ExtendLowI8x16U(a), i16x8ExtendLowI8x16U(b))
}
func i16x8ExtmulHighI8x16S(a, b v128) v128 {
	return i16x8Mul(i16x8ExtendHighI8x16S(a), i16x8ExtendHighI8x16S(b))
}
func i16x8ExtmulHighI8x16U(a, b v128) v128 {
	return i16x8Mul(i16x8ExtendHighI8x16U(a), i16x8ExtendHighI8x16U(b))
}

func i32x4ExtmulLowI16x8S(a, b v128) v128 {
	return i32x4Mul(i32x4ExtendLowI16x8S(a), i32x4ExtendLowI16x8S(b))
}
func i32x4ExtmulLowI16x8U(a, b v128) v128 {
	return i32x4Mul(i32x4ExtendLowI16x8U(a), i32x4ExtendLowI16x8U(b))
}
func i32x4ExtmulHighI16x8S(a, b v128) v128 {
	return i32x4Mul(i32x4ExtendHighI16x8S(a), i32x4ExtendHighI16x8S(b))
}
func i32x4ExtmulHighI16x8U(a, b v128) v128 {
	return i32x4Mul(i32x4ExtendHighI16x8U(a), i32x4ExtendHighI16x8U(b))
}

func i64x2ExtmulLowI32x4S(a, b v128) v128 {
	return i64x2Mul(i64x2ExtendLowI32x4S(a), i64x2ExtendLowI32x4S(b))
}
func i64x2ExtmulLowI32x4U(a, b v128) v128 {
	return i64x2Mul(i64x2ExtendLowI32x4U(a), i64x2ExtendLowI32x4U(b))
}
func i64x2ExtmulHighI32x4S(a, b v128) v128 {
	return i64x2Mul(i64x2ExtendHighI32x4S(a), i64x2ExtendHighI32x4S(b))
}
func i64x2ExtmulHighI32x4U(a, b v128) v128 {
	return i64x2Mul(i64x2ExtendHighI32x4U(a), i64x2ExtendHighI32x4U(b))
}

// i32x4DotI16x8S adds the products of neighbouring lanes. The sum of two products of -1<<15 with itself wraps.
func i32x4DotI16x8S(a, b v128) v128 { return v128{dot16(a.lo, b.lo), dot16(a.hi, b.hi)} }

func dot16(x, y uint64) uint64 {
	p := func(n int) int32 { return int32(int16(x>>n)) * int32(int16(y>>n)) }
	return uint64(uint32(p(0)+p(16))) | uint64(uint32(p(32)+p(48)))<<32
}
