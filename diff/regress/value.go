package regress

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Want is an expected result: a value, of a reference only whether it is null, or any NaN of a kind.
type Want struct {
	store.Value
	NaN NaN
}

// NaN is a kind of NaNs (section 4.3.3).
type NaN string

// The kinds, in the words of the text format of test scripts.
const (
	Exact      NaN = ""
	Canonical  NaN = "nan:canonical"
	Arithmetic NaN = "nan:arithmetic"
)

// wants returns what is expected in the place of values of which some bits are open. It is an error if that is no NaN of
// a kind: bits of a NaN got into an integer or a vector.
func wants(vs []store.Value, open []diff.Bits) ([]Want, error) {
	wants := make([]Want, len(vs))
	for i, v := range vs {
		nan, err := kindOf(v, at(open, i))
		if err != nil {
			return nil, err
		}
		wants[i] = Want{v, nan}
	}
	return wants, nil
}

// kindOf returns the kind of NaNs that a value with open bits can be.
func kindOf(v store.Value, open diff.Bits) (NaN, error) {
	const sign32, sign64 = 1 << 31, 1 << 63
	switch {
	case open == diff.Bits{}:
		return Exact, nil
	case v.Type == wasmast.F32 && open.Lo == sign32, v.Type == wasmast.F64 && open.Lo == sign64:
		return Canonical, nil
	case v.Type == wasmast.F32, v.Type == wasmast.F64:
		return Arithmetic, nil
	}
	return "", fmt.Errorf("%v depends on bits of a NaN that the specification leaves open", v)
}

// String describes what is expected.
func (w Want) String() string {
	switch {
	case w.NaN != Exact:
		return fmt.Sprintf("%v %s", w.Type, w.NaN)
	case w.Type.IsRef() && w.Lo != 0:
		return w.Type.String() + " not null"
	}
	return w.Value.String()
}

// only returns one of the reasons in a set of traps, the first, and whether there are others.
func only(t diff.Trap) (one diff.Trap, others bool) {
	one = t & -t
	return one, one != t
}
