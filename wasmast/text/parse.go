package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseInt reads an integer of the text format (section 6.3.1), in the range of either the signed or the unsigned
// integers of a number of bits.
func ParseInt(s string, bits int) (uint64, error) {
	digits, negative := strings.CutPrefix(strings.TrimPrefix(s, "+"), "-")
	base := 10
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(digits, "_", ""), base, bits)
	switch {
	case err != nil:
		return 0, err
	case !negative:
		return n, nil
	case n > 1<<(bits-1):
		return 0, fmt.Errorf("%s is out of range", s)
	}
	return -n & (math.MaxUint64 >> (64 - bits)), nil
}

// ParseFloat reads a float of the text format (section 6.3.2) and returns its bits.
func ParseFloat(s string, bits int) (uint64, error) {
	mantissa := 23
	if bits == 64 {
		mantissa = 52
	}
	magnitude, negative := strings.CutPrefix(strings.TrimPrefix(s, "+"), "-")
	var n uint64
	switch payload, isNaN := strings.CutPrefix(magnitude, "nan:"); {
	case magnitude == "nan":
		n = infinity(bits) | 1<<(mantissa-1)
	case isNaN:
		p, err := strconv.ParseUint(payload, 0, mantissa)
		if err != nil || p == 0 {
			return 0, fmt.Errorf("bad payload")
		}
		n = infinity(bits) | p
	default:
		magnitude = strings.ReplaceAll(magnitude, "_", "")
		if strings.HasPrefix(magnitude, "0x") && !strings.ContainsAny(magnitude, "pP") {
			magnitude += "p0"
		}
		f, err := strconv.ParseFloat(magnitude, bits)
		if err != nil {
			return 0, err
		}
		n = floatBits(f, bits)
	}
	if negative {
		n |= 1 << (bits - 1)
	}
	return n, nil
}

// infinity returns the bits of positive infinity.
func infinity(bits int) uint64 { return floatBits(math.Inf(1), bits) }

func floatBits(f float64, bits int) uint64 {
	if bits == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}
