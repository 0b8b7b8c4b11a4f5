package diff

import (
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Args returns n lists of arguments for a function of type ft: the values at the edges of each type, where bugs
// are, mixed with a few random ones. The first list is all zeros, so a small n has the simplest case. Without
// parameters there is one list to be had, and Args returns it n times: a second call may find other state.
func Args(ft wasmast.FuncType, n int, r *rand.Rand) [][]store.Value {
	lists := make([][]store.Value, n)
	for i := range lists {
		args := make([]store.Value, len(ft.Params))
		for k, t := range ft.Params {
			if args[k] = store.Zero(t); i > 0 {
				args[k] = Interesting(t, r)
			}
		}
		lists[i] = args
	}
	return lists
}

// Interesting returns a value of type t: most often one at which the behaviour of instructions changes, such as
// the ends of the range, powers of two, the last bytes of a page of memory, infinities and all kinds of NaN; at
// times a random one. References are null, as the host has nothing else to refer to.
func Interesting(t wasmast.ValType, r *rand.Rand) store.Value {
	v := store.Zero(t)
	switch t {
	case wasmast.I32, wasmast.I64:
		v.Lo = integer(r, bits(t))
	case wasmast.F32:
		v.Lo = float(r, 8, 23)
	case wasmast.F64:
		v.Lo = float(r, 11, 52)
	case wasmast.V128:
		v = vector(r)
	}
	return v
}

// integer returns an integer of the given width.
func integer(r *rand.Rand, width int) uint64 {
	var x uint64
	switch r.IntN(8) {
	case 0:
		x = uint64(r.IntN(4)) - 1 // -1 to 2
	case 1, 2: // a power of two, one less or one more; minus one before it is the smallest and the largest integer
		x = 1<<r.IntN(width) + uint64(r.IntN(3)) - 1
	case 3:
		x = -(1 << r.IntN(width))
	case 4:
		x = uint64(store.PageSize - 17 + r.IntN(20)) // around the end of a memory of one page
	case 5:
		x = uint64(r.IntN(256))
	default:
		x = r.Uint64()
	}
	return x << (64 - width) >> (64 - width)
}

// float returns the bits of a float with the given widths of exponent and mantissa.
func float(r *rand.Rand, exponent, mantissa int) uint64 {
	one := uint64(1) << mantissa
	inf, quiet, bias := (uint64(1)<<exponent-1)*one, one/2, uint64(1)<<(exponent-1)-1
	payload := 1 + r.Uint64N(quiet-1) // not zero, without the quiet bit
	var x uint64
	switch r.IntN(12) {
	case 0:
		x = 0
	case 1:
		x = bias * one // 1
	case 2:
		x = inf
	case 3:
		x = inf - 1 // the largest number
	case 4:
		x = inf | quiet // the canonical NaN
	case 5:
		x = inf | quiet | payload // an arithmetic NaN
	case 6:
		x = inf | payload // a signalling NaN
	case 7:
		x = payload // subnormal
	case 8:
		x = one // the smallest normal number
	case 9: // a power of two up to 2**64, or just below: where conversions to integers overflow
		x = (bias+uint64(r.IntN(65)))*one - uint64(r.IntN(2))
	case 10:
		x = (bias+uint64(r.IntN(8)))*one + r.Uint64N(one) // a small number with a fraction
	default:
		x = r.Uint64() >> (63 - exponent - mantissa)
	}
	return x | uint64(r.IntN(2))<<(exponent+mantissa)
}

// vector returns a vector of lanes of one type, or two equal halves.
func vector(r *rand.Rand) store.Value {
	half := func() uint64 {
		switch r.IntN(4) {
		case 0:
			return float(r, 8, 23) | float(r, 8, 23)<<32
		case 1:
			return float(r, 11, 52)
		case 2:
			return integer(r, 32) | integer(r, 32)<<32
		}
		return integer(r, 64)
	}
	v := wasmast.Vec128{Lo: half(), Hi: half()}
	if r.IntN(4) == 0 {
		v.Hi = v.Lo
	}
	return store.V128(v)
}
