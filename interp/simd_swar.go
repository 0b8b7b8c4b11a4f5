package interp

import "math/bits"

// lanes is arithmetic on the lanes packed in a 64-bit word, half a vector (SIMD within a register). Its value has the
// highest bit of every lane set, which tells the width of the lanes; the methods treat that bit apart from the
// others, so that no lane carries into the next. Called on one of the constants they inline, and everything derived
// from the receiver becomes a constant.
type lanes uint64

const (
	i8  lanes = sign8
	i16 lanes = sign16
	i32 lanes = sign32

	sign8  = 0x8080808080808080
	sign16 = 0x8000800080008000
	sign32 = 0x8000000080000000
	sign64 = 0x8000000000000000

	one8  = sign8 >> 7
	one16 = sign16 >> 15
	one32 = sign32 >> 31
)

// fill spreads the highest bit of every lane over the lane. The other bits of m must be zero.
func (l lanes) fill(m uint64) uint64 { return m<<1 - m>>l.shift() }

// shift is the width of a lane less one.
func (l lanes) shift() int { return bits.TrailingZeros64(uint64(l)) & 63 }

func (l lanes) add(x, y uint64) uint64 {
	h := uint64(l)
	return (x&^h + y&^h) ^ (x^y)&h
}

func (l lanes) sub(x, y uint64) uint64 {
	h := uint64(l)
	return ((x | h) - y&^h) ^ ^(x^y)&h
}

// nonzero returns the highest bit of every lane that is not zero.
func (l lanes) nonzero(x uint64) uint64 {
	h := uint64(l)
	return (x&^h + ^h | x) & h
}

func (l lanes) eq(x, y uint64) uint64 { return ^l.fill(l.nonzero(x ^ y)) }

// Where the highest bits of a lane of x and y differ, they decide which is less. Where they are equal, the other bits
// decide: the highest bit of a lane of d says that those of x are not less than those of y.

func (l lanes) ltS(x, y uint64) uint64 {
	h := uint64(l)
	d := (x | h) - y&^h
	return l.fill((x&^y | ^(x^y)&^d) & h)
}

func (l lanes) ltU(x, y uint64) uint64 {
	h := uint64(l)
	d := (x | h) - y&^h
	return l.fill((y&^x | ^(x^y)&^d) & h)
}

func (l lanes) minS(x, y uint64) uint64 { return choose(l.ltS(x, y), x, y) }
func (l lanes) minU(x, y uint64) uint64 { return choose(l.ltU(x, y), x, y) }
func (l lanes) maxS(x, y uint64) uint64 { return choose(l.ltS(x, y), y, x) }
func (l lanes) maxU(x, y uint64) uint64 { return choose(l.ltU(x, y), y, x) }

// choose takes the bits of x where m has a one and those of y where it has a zero.
func choose(m, x, y uint64) uint64 { return y ^ (x^y)&m }

// abs complements the negative lanes and adds one to them.
func (l lanes) abs(x uint64) uint64 {
	m := l.fill(x & uint64(l))
	return l.sub(x^m, m)
}

// The operators that saturate put the limit that was passed in every lane whose highest bits tell an overflow.

func (l lanes) addSatU(x, y uint64) uint64 {
	r := l.add(x, y)
	return r | l.fill((x&y|(x|y)&^r)&uint64(l))
}

func (l lanes) subSatU(x, y uint64) uint64 {
	r := l.sub(x, y)
	return r &^ l.fill((y&^x|^(x^y)&r)&uint64(l))
}

func (l lanes) addSatS(x, y uint64) uint64 {
	r := l.add(x, y)
	return choose(l.fill((x^r)&^(x^y)&uint64(l)), l.limit(x), r)
}

func (l lanes) subSatS(x, y uint64) uint64 {
	r := l.sub(x, y)
	return choose(l.fill((x^r)&(x^y)&uint64(l)), l.limit(x), r)
}

// limit returns the least number in the lanes where x is negative and the greatest in the others.
func (l lanes) limit(x uint64) uint64 { return x&uint64(l)>>l.shift() + ^uint64(l) }

// avgrU is (x + y + 1) / 2: the bits that x or y has, less half of those that only one has.
func (l lanes) avgrU(x, y uint64) uint64 { return (x | y) - (x^y)>>1&^uint64(l) }

// The shifts are by n modulo the width of a lane.

func (l lanes) shl(x uint64, n uint32) uint64 {
	s := int(n) & l.shift()
	return x & l.low(s) << s
}

func (l lanes) shrU(x uint64, n uint32) uint64 {
	s := int(n) & l.shift()
	return x >> s & l.low(s)
}

func (l lanes) shrS(x uint64, n uint32) uint64 {
	s := int(n) & l.shift()
	return choose(l.low(s), x>>s, l.fill(x&uint64(l)))
}

// low returns the mask of all bits of a lane but the s highest, s being less than the width.
func (l lanes) low(s int) uint64 { return uint64(l)>>s<<1 - uint64(l)>>l.shift() }

// The low half of a word, widened: each lane gets the double width.

func widen8S(x uint64) uint64  { return extend8(widen8U(x)) }
func widen16S(x uint64) uint64 { return extend16(widen16U(x)) }
func widen32S(x uint64) uint64 { return uint64(int32(x)) }

func widen8U(x uint64) uint64 {
	x = widen16U(x)
	return (x | x<<8) & (0xff * one16)
}

func widen16U(x uint64) uint64 { return x&0xffff | x<<16&0xffff00000000 }
func widen32U(x uint64) uint64 { return x & 0xffffffff }

// extend8 and extend16 extend the sign of the number in the low half of every lane, whose high half is zero.

func extend8(x uint64) uint64 {
	m := x & (0x80 * one16)
	return x | (m<<9 - m<<1)
}

func extend16(x uint64) uint64 {
	m := x & (0x8000 * one32)
	return x | (m<<17 - m<<1)
}

// pack8 and pack16 undo widening: they keep the low half of every lane.

func pack8(x uint64) uint64 {
	x &= 0xff * one16
	return pack16(x | x>>8)
}

func pack16(x uint64) uint64 { return x&0xffff | x>>16&0xffff0000 }

func mul16(x, y uint64) uint64 {
	return x*y&0xffff | (x>>16)*(y>>16)&0xffff<<16 | (x>>32)*(y>>32)&0xffff<<32 | (x>>48)*(y>>48)<<48
}

func mul32(x, y uint64) uint64 { return x*y&0xffffffff | (x>>32)*(y>>32)<<32 }
