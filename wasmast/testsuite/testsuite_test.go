package testsuite

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// TestLoad reads every script, every module and every value that the scripts name.
func TestLoad(t *testing.T) {
	for _, suite := range []string{V1, V2, ExtendedConst} {
		scripts, err := Load(suite)
		if err != nil {
			t.Fatal(err)
		}
		modules := 0
		for _, s := range scripts {
			for _, c := range s.Commands {
				bin, ok, err := s.Binary(c)
				if err != nil {
					t.Errorf("%s:%d: %v", s.Source, c.Line, err)
				}
				if ok && len(bin) > 0 {
					modules++
				}
				checkValues(t, s, c)
			}
		}
		if modules == 0 {
			t.Errorf("suite %s has no modules", suite)
		}
	}
}

func checkValues(t *testing.T, s *Script, c Command) {
	for _, v := range c.Action.Args {
		if _, err := v.Bits(); err != nil && !v.Null() {
			t.Errorf("%s:%d: %v", s.Source, c.Line, err)
		}
	}
	for _, v := range c.Expected {
		if v.Null() || len(v.Text) == 0 {
			continue
		}
		if _, err := v.Matches(wasmast.Vec128{}); err != nil {
			t.Errorf("%s:%d: %v", s.Source, c.Line, err)
		}
	}
}

func TestLoadFailsWithoutScripts(t *testing.T) {
	if _, err := Load("v0"); err == nil {
		t.Error("Load finds a suite that does not exist")
	}
}

func TestMatches(t *testing.T) {
	f32 := func(text string) Value { return Value{Type: "f32", Text: []string{text}} }
	f64 := func(text string) Value { return Value{Type: "f64", Text: []string{text}} }
	pair := func(lo, hi string) Value { return Value{Type: "v128", LaneType: "f64", Text: []string{lo, hi}} }
	for _, test := range []struct {
		v      Value
		lo, hi uint64
		want   bool
	}{
		{f32("1"), 1, 0, true},
		{f32("1"), 2, 0, false},
		{f32("nan:canonical"), 0x7FC00000, 0, true},
		{f32("nan:canonical"), 0xFFC00000, 0, true},
		{f32("nan:canonical"), 0x7FC00001, 0, false},
		{f32("nan:arithmetic"), 0x7FC00001, 0, true},
		{f32("nan:arithmetic"), 0x7FA00000, 0, false},
		{f32("nan:arithmetic"), 0x7F800000, 0, false},
		{f64("nan:canonical"), 0x7FF8000000000000, 0, true},
		{f64("nan:canonical"), 0x7FF8000000000001, 0, false},
		{f64("nan:arithmetic"), 0xFFF8000000000001, 0, true},
		{f64("nan:arithmetic"), 0x7FF4000000000000, 0, false},
		{pair("nan:canonical", "3"), 0x7FF8000000000000, 3, true},
		{pair("nan:canonical", "3"), 0x7FF8000000000000, 4, false},
		{pair("3", "nan:canonical"), 3, 0, false},
	} {
		got, err := test.v.Matches(wasmast.Vec128{Lo: test.lo, Hi: test.hi})
		if err != nil || got != test.want {
			t.Errorf("%v matches %#x %#x: %v, %v; want %v", test.v.Text, test.hi, test.lo, got, err, test.want)
		}
	}
}

func TestBits(t *testing.T) {
	v := Value{Type: "v128", LaneType: "i16", Text: []string{"1", "2", "3", "65535", "5", "6", "7", "8"}}
	got, err := v.Bits()
	want := wasmast.Vec128{Lo: 0xFFFF_0003_0002_0001, Hi: 0x0008_0007_0006_0005}
	if err != nil || got != want {
		t.Errorf("Bits of %v = %#x, %v; want %#x", v.Text, got, err, want)
	}
	for _, v := range []Value{
		{Type: "i32", Text: []string{"4294967296"}},
		{Type: "i32"},
		{Type: "f32", Text: []string{"nan:canonical"}},
		{Type: "externref", Text: []string{"null"}},
		{Type: "v128", LaneType: "i64", Text: []string{"1"}},
	} {
		if got, err := v.Bits(); err == nil {
			t.Errorf("Bits of %s %v = %#x; want an error", v.Type, v.Text, got)
		}
	}
}
