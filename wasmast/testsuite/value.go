package testsuite

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Value is an argument or an expected result as the script spells it.
type Value struct {
	// Type is a value type of the text format.
	Type string
	// LaneType is i8, i16, i32, i64, f32 or f64 for a vector, whose Text has one element per lane, and ""
	// otherwise.
	LaneType string
	// Text is the value: the bits of a number in decimal; the number of an external reference; "null"; or, as
	// an expected result only, "nan:canonical" or "nan:arithmetic". It is empty where only the type matters.
	Text []string
}

// UnmarshalJSON accepts a string or, for vectors, an array of strings as the value.
func (v *Value) UnmarshalJSON(text []byte) error {
	var raw struct {
		Type     string
		LaneType string `json:"lane_type"`
		Value    json.RawMessage
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	*v = Value{Type: raw.Type, LaneType: raw.LaneType}
	if len(raw.Value) == 0 {
		return nil
	}
	if raw.LaneType != "" {
		return json.Unmarshal(raw.Value, &v.Text)
	}
	v.Text = make([]string, 1)
	return json.Unmarshal(raw.Value, &v.Text[0])
}

// Null reports whether v is a null reference.
func (v Value) Null() bool { return len(v.Text) == 1 && v.Text[0] == "null" }

// Bits returns the bits of a number or vector, or the number of an external reference. It fails if v is null or
// a NaN pattern.
func (v Value) Bits() (wasmast.Vec128, error) {
	var bits wasmast.Vec128
	w, err := v.width(len(v.Text))
	if err != nil {
		return bits, err
	}
	for n, text := range v.Text {
		x, err := strconv.ParseUint(text, 10, w)
		if err != nil {
			return wasmast.Vec128{}, fmt.Errorf("testsuite: %v", err)
		}
		bits = withLane(bits, w, n, x)
	}
	return bits, nil
}

// Matches reports whether v, an expected number or vector, admits the given bits: lane by lane they are equal, or
// a NaN where a NaN pattern stands.
func (v Value) Matches(bits wasmast.Vec128) (bool, error) {
	w, err := v.width(len(v.Text))
	if err != nil {
		return false, err
	}
	for n, text := range v.Text {
		got := lane(bits, w, n)
		switch text {
		case "nan:canonical":
			if !canonical(got, w) {
				return false, nil
			}
		case "nan:arithmetic":
			if !arithmetic(got, w) {
				return false, nil
			}
		default:
			want, err := strconv.ParseUint(text, 10, w)
			if err != nil {
				return false, fmt.Errorf("testsuite: %v", err)
			}
			if got != want {
				return false, nil
			}
		}
	}
	return true, nil
}

// width returns the number of bits of each of the lanes of v; a scalar is one lane.
func (v Value) width(lanes int) (int, error) {
	t, want := v.Type, 1
	if v.LaneType != "" {
		t = v.LaneType
	}
	w := 0
	switch t {
	case "i8":
		w = 8
	case "i16":
		w = 16
	case "i32", "f32", "externref", "funcref":
		w = 32
	case "i64", "f64":
		w = 64
	}
	if v.LaneType != "" && w > 0 {
		want = 128 / w
	}
	if w == 0 || lanes != want {
		return 0, fmt.Errorf("testsuite: cannot read %v as %s %s", v.Text, v.Type, v.LaneType)
	}
	return w, nil
}

func lane(bits wasmast.Vec128, w, n int) uint64 {
	half := bits.Lo
	if n*w >= 64 {
		half = bits.Hi
	}
	return half >> (n * w % 64) & (1<<w - 1)
}

func withLane(bits wasmast.Vec128, w, n int, x uint64) wasmast.Vec128 {
	if n*w >= 64 {
		bits.Hi |= x << (n * w % 64)
	} else {
		bits.Lo |= x << (n * w)
	}
	return bits
}

// canonical reports whether x is a NaN of w bits whose payload is the quiet bit alone (section 2.2.3).
func canonical(x uint64, w int) bool {
	if w == 32 {
		return x&0x7FFF_FFFF == 0x7FC0_0000
	}
	return x&0x7FFF_FFFF_FFFF_FFFF == 0x7FF8_0000_0000_0000
}

// arithmetic reports whether x is a NaN of w bits whose payload has the quiet bit (section 2.2.3).
func arithmetic(x uint64, w int) bool {
	if w == 32 {
		return x&0x7FC0_0000 == 0x7FC0_0000
	}
	return x&0x7FF8_0000_0000_0000 == 0x7FF8_0000_0000_0000
}
