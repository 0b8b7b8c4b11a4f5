package text

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Float32 returns f in the notation of the text format (section 6.3.2): the shortest decimal number that denotes
// it, inf, nan for the canonical NaN, or nan:0x and the payload, after a sign.
func Float32(f wasmast.Float32) string { return string(appendFloat32(nil, f)) }

// Float64 returns f in the notation of the text format, as Float32.
func Float64(f wasmast.Float64) string { return string(appendFloat64(nil, f)) }

func appendFloat32(b []byte, f wasmast.Float32) []byte {
	v := math.Float32frombits(uint32(f))
	return appendFloat(b, float64(v), f>>31 != 0, uint64(f)&(1<<23-1), 23, 32)
}

func appendFloat64(b []byte, f wasmast.Float64) []byte {
	v := math.Float64frombits(uint64(f))
	return appendFloat(b, v, f>>63 != 0, uint64(f)&(1<<52-1), 52, 64)
}

// appendFloat appends a float of a given number of bits that has the value v, a sign and a significand of sig
// bits.
func appendFloat(b []byte, v float64, negative bool, significand uint64, sig, bits int) []byte {
	switch {
	case v == v && !math.IsInf(v, 0):
		return strconv.AppendFloat(b, v, 'g', -1, bits)
	case negative:
		b = append(b, '-')
	}
	switch {
	case significand == 0:
		return append(b, "inf"...)
	case significand == 1<<(sig-1):
		return append(b, "nan"...)
	}
	return fmt.Appendf(b, "nan:0x%x", significand)
}

// appendString appends a string literal (section 6.3.3). Bytes that are no printable characters are escaped.
func appendString(b []byte, s []byte) []byte {
	b = append(b, '"')
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case strconv.IsPrint(r) && (r != utf8.RuneError || n > 1):
			b = append(b, s[:n]...)
		default:
			for _, c := range s[:n] {
				b = append(b, '\\', hex[c>>4], hex[c&15])
			}
		}
		s = s[n:]
	}
	return append(b, '"')
}

const hex = "0123456789abcdef"

// Quote returns a string of the text format that stands for b.
func Quote(b []byte) string { return string(appendString(nil, b)) }
