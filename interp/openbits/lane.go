package openbits

import "math/bits"

// lane is what is known of a value of up to 64 bits, or of a lane: its bits, of which some are open.
type lane struct {
	bits, open uint64
	width      int
}

// known returns what is known of the low bits of a value.
func known(v Value, width int) lane { return laneAt(v, width, 0) }

// laneAt returns what is known of lane i of a value.
func laneAt(v Value, width, i int) lane {
	return lane{laneOf(Bits{Lo: v.Lo, Hi: v.Hi}, width, i), laneOf(v.Shadow, width, i), width}
}

// ones is the set of the n lowest bits.
func ones(n int) uint64 { return ^uint64(0) >> (64 - n) }

// laneOf returns lane i of x.
func laneOf(x Bits, width, i int) uint64 {
	if at := i * width; at < 64 {
		return x.Lo >> at & ones(width)
	} else {
		return x.Hi >> (at - 64) & ones(width)
	}
}

// withLane returns x with lane i, which must be zero, replaced.
func withLane(x Bits, width, i int, b uint64) Bits {
	if at := i * width; at < 64 {
		x.Lo |= b << at
	} else {
		x.Hi |= b << (at - 64)
	}
	return x
}

// least and most are the bounds of the value as an unsigned integer.
func (x lane) least() uint64 { return x.bits &^ x.open }
func (x lane) most() uint64  { return x.bits | x.open }

// flipped returns x with the sign changed, so that signed integers compare as unsigned ones.
func (x lane) flipped() lane {
	x.bits ^= x.sign()
	return x
}

// mayBe reports whether the value can be b.
func (x lane) mayBe(b uint64) bool { return (x.bits^b)&^x.open == 0 }

// The parts of a floating-point number.

func (x lane) sign() uint64 { return 1 << (x.width - 1) }

func (x lane) mantissa() uint64 {
	if x.width == 32 {
		return ones(23)
	}
	return ones(52)
}

func (x lane) exponent() uint64 { return x.sign() - 1 - x.mantissa() }

// canonical is the mantissa of a canonical NaN.
func (x lane) canonical() uint64 { return (x.mantissa() + 1) / 2 }

// isNaN reports whether the value is a NaN, whatever its open bits are.
func (x lane) isNaN() bool {
	e := x.exponent()
	return x.least()&e == e && x.least()&x.mantissa() != 0
}

// hasCanonicalPayload reports whether the value is a number or a canonical NaN, whatever its open bits are.
func (x lane) hasCanonicalPayload() bool {
	e, m := x.exponent(), x.mantissa()
	return x.most()&e != e || x.open&m == 0 && (x.bits&m == 0 || x.bits&m == x.canonical())
}

// carried returns the bits from the lowest one on: those that an addition may change if they are open.
func carried(open uint64, width int) uint64 {
	if open == 0 {
		return 0
	}
	return ones(width) &^ ones64(bits.TrailingZeros64(open))
}

// ones64 is ones for n from 0 on.
func ones64(n int) uint64 { return 1<<n - 1 }
