// Package anynan is an implementation of the numeric instructions that makes use of the freedom of the specification:
// of the NaNs that are allowed it takes any (section 4.3.3, NaN propagation). Tests compare others with it.
package anynan

import (
	"math/rand/v2"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Apply does what interp.Apply does, but for the bits of NaNs.
func Apply(r *rand.Rand, i wasmast.Instr, operands ...wasmast.Vec128) (wasmast.Vec128, store.Trap) {
	result, trap := interp.Apply(i, operands...)
	if !i.Op().Info().NaN {
		return result, trap
	}
	to, from := formats(i.Op().Info().Name)
	out := to.lanes(result)
	for k, x := range out {
		if !to.isNaN(x) {
			continue
		}
		out[k] = to.canonical | uint64(r.IntN(2))<<(to.width-1)
		for _, o := range operands {
			if y := from.lanes(o); k < len(y) && from.isNaN(y[k]) && from.magnitude(y[k]) != from.canonical {
				out[k] |= r.Uint64() & (to.quiet() - 1)
			}
		}
	}
	return to.vector(out), trap
}

// format is a floating-point format.
type format struct {
	name      string
	width     int
	canonical uint64 // the positive canonical NaN
	infinity  uint64
}

var float32s, float64s = format{"f32", 32, 0x7FC00000, 0x7F800000}, format{"f64", 64, 0x7FF8 << 48, 0x7FF0 << 48}

// formats returns those of the result and the operands of an instruction.
func formats(mnemonic string) (to, from format) {
	shape, name, _ := strings.Cut(mnemonic, ".")
	to, other := float32s, float64s
	if strings.HasPrefix(shape, other.name) {
		to, other = other, to
	}
	if strings.Contains(name, "_"+other.name) {
		return to, other
	}
	return to, to
}

func (f format) quiet() uint64             { return f.canonical &^ f.infinity }
func (f format) magnitude(x uint64) uint64 { return x &^ (1 << (f.width - 1)) }
func (f format) isNaN(x uint64) bool       { return f.magnitude(x) > f.infinity }

// lanes returns the lanes of a vector, of which a scalar is the first.
func (f format) lanes(x wasmast.Vec128) []uint64 {
	if f.width == 64 {
		return []uint64{x.Lo, x.Hi}
	}
	return []uint64{x.Lo & 0xFFFFFFFF, x.Lo >> 32, x.Hi & 0xFFFFFFFF, x.Hi >> 32}
}

func (f format) vector(lanes []uint64) wasmast.Vec128 {
	if f.width == 64 {
		return wasmast.Vec128{Lo: lanes[0], Hi: lanes[1]}
	}
	return wasmast.Vec128{Lo: lanes[0] | lanes[1]<<32, Hi: lanes[2] | lanes[3]<<32}
}
