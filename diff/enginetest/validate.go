package enginetest

import (
	"maps"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func (s *suite) accepted(t *testing.T) {
	everything := &wasmast.Module{
		Tables:  []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(1, 2)), tableType(wasmast.RefTypeExtern, limits(0, 1))},
		Mems:    []wasmast.MemType{memType(limits(1, 2))},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: v128}, Init: expr{zero(v128)}}},
		Customs: []wasmast.Custom{{Name: "anything"}},
	}
	function(everything, "f", sig(types{i32, v128}, types{v128, i32}), get(1), get(0))
	for name, m := range map[string]*wasmast.Module{"empty": {}, "everything": everything} {
		if v := s.validate(t, binary.Encode(m)); v.Kind != diff.Accept {
			t.Errorf("%s: %v", name, v)
		}
		if o := s.run(t, m); o.Stage != diff.Ran {
			t.Errorf("%s: %v", name, o)
		}
	}
}

// validate returns the engine's verdict, with which Check must agree.
func (s *suite) validate(t *testing.T, bin []byte) diff.Verdict {
	t.Helper()
	v := s.e.Validate(bin)
	if quick := s.e.Check(bin); quick != v.Kind && v.Kind != diff.Inconclusive {
		t.Errorf("Check says %v, Validate %v", quick, v)
	}
	return v
}

// nameSections: errors in a custom section do not make a module malformed (section 5.5.3).
func (s *suite) nameSections(t *testing.T) {
	section := func(data string) wasmast.Custom {
		return wasmast.Custom{After: wasmast.SectionData, Name: "name", Data: []byte(data)}
	}
	m := &wasmast.Module{}
	function(m, "f", sig(types{i32}, nil))
	for name, customs := range map[string][]wasmast.Custom{
		"empty":                 {section("")},
		"two":                   {section("\x00\x02\x01m"), section("\x00\x02\x01n")},
		"long subsection":       {section("\x00\x7F\x01m")},
		"no size":               {section("\x01")},
		"unknown subsection":    {section("\x77\x01\x00")},
		"no UTF-8":              {section("\x00\x02\x01\xFF")},
		"name ends early":       {section("\x00\x02\x05m")},
		"function out of range": {section("\x01\x04\x01\x09\x01f")},
		"function name":         {section("\x01\x04\x01\x00\x05f")},
		"local index":           {section("\x02\x03\x01\x00\x01")},
		"local name":            {section("\x02\x06\x01\x00\x01\x00\x09x")},
		"too many":              {section("\x02\x02\xFF\x01")},
	} {
		m.Customs = customs
		if v := s.validate(t, binary.Encode(m)); v.Kind != diff.Accept && v.Kind != diff.Inconclusive {
			t.Errorf("%s: %v", name, v)
		}
	}
	bad := append(binary.Encode(&wasmast.Module{}), "\x00\x02\x01\xFF"...)
	if v := s.validate(t, bad); v.Kind != diff.Reject {
		t.Errorf("a section whose own name is no UTF-8: %v", v)
	}
}

// rejected: invalid modules and malformed ones.
func (s *suite) rejected(t *testing.T) {
	cases := malformed()
	maps.Copy(cases, invalid())
	for name, bin := range cases {
		if v := s.validate(t, bin); v.Kind != diff.Reject || v.Text == "" {
			t.Errorf("%s: %v", name, v)
		}
		if o := s.e.Run(bin, &diff.Script{}); o.Stage != diff.Rejected || o.Inconclusive != "" {
			t.Errorf("%s: running it: %v", name, o)
		}
	}
}

// laterProposals: modules of proposals beyond WebAssembly 2.0.
func (s *suite) laterProposals(t *testing.T) {
	excused := slices.Contains(s.known, LaterProposals)
	var excuses int
	for _, later := range diff.Later() {
		v := s.validate(t, later.Wasm)
		switch {
		case slices.Contains(s.known, Deviation(later.Name)):
			if v.Kind != diff.Accept {
				t.Errorf("%s is no longer accepted: %v", later.Name, v)
			}
		case excused && v.Reason == diff.LaterProposal:
			excuses++
		case v.Kind != diff.Reject:
			t.Errorf("%s: %v", later.Name, v)
		}
	}
	if excused && excuses == 0 {
		t.Error("no proposal needs an excuse")
	}
	want := diff.Reject
	if s.e.Features().Has(wasmast.ExtendedConst) {
		want = diff.Accept
	}
	if v := s.validate(t, binary.Encode(diff.FeatureModule(wasmast.ExtendedConst))); v.Kind != want {
		t.Errorf("extended constant: %v", v)
	}
}

// invalid returns modules that are well-formed but not valid.
func invalid() map[string][]byte {
	mistyped, twice := &wasmast.Module{}, &wasmast.Module{}
	function(mistyped, "f", sig(nil, types{i32}), i64c(0))
	function(twice, "f", sig(nil, nil))
	function(twice, "f", sig(nil, nil))
	return map[string][]byte{
		"type mismatch":     binary.Encode(mistyped),
		"duplicate export":  binary.Encode(twice),
		"unknown type":      binary.Encode(&wasmast.Module{Funcs: []wasmast.Func{{Type: 7}}}),
		"multiple memories": binary.Encode(&wasmast.Module{Mems: make([]wasmast.MemType, 2)}),
		"memory of 65537":   binary.Encode(&wasmast.Module{Mems: []wasmast.MemType{memType(limits(0, 65537))}}),
	}
}

const header = "\x00asm\x01\x00\x00\x00"

// malformed returns what no tree can say.
func malformed() map[string][]byte {
	return map[string][]byte{
		"no bytes":       {},
		"magic":          []byte("\x00asn\x01\x00\x00\x00"),
		"version":        []byte("\x00asm\x02\x00\x00\x00"),
		"component":      []byte("\x00asm\x0D\x00\x01\x00"),
		"unexpected end": []byte(header + "\x01\x04\x01"),
		"section id":     []byte(header + "\x7F\x00"),
	}
}

// limits has valid modules that are larger than some engines allow. No engine may call them invalid.
func (s *suite) limits(t *testing.T) {
	many := func(n int, t wasmast.ValType) types {
		ts := make(types, n)
		for i := range ts {
			ts[i] = t
		}
		return ts
	}
	locals := &wasmast.Module{}
	function(locals, "f", sig(nil, nil))
	locals.Funcs[0].Locals = many(60_000, i32)
	deep := &wasmast.Module{}
	function(deep, "f", sig(nil, nil), nested(2000)...)
	for name, m := range map[string]*wasmast.Module{
		"60000 locals":    locals,
		"2000 parameters": {Types: []wasmast.FuncType{sig(many(2000, i32), nil)}},
		"2000 results":    {Types: []wasmast.FuncType{sig(nil, many(2000, f64))}},
		"200 tables":      {Tables: make200(tableType(wasmast.RefTypeFunc, limits(0, 0)))},
		"nested blocks":   deep,
		"largest memory":  {Mems: []wasmast.MemType{memType(limits(0, 65536))}},
		"largest table":   {Tables: []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(0xFFFFFFFF, 0xFFFFFFFF))}},
	} {
		bin := binary.Encode(m)
		if v := s.validate(t, bin); v.Kind != diff.Accept && v.Kind != diff.Inconclusive {
			t.Errorf("%s: %v", name, v)
		}
		if name == "largest table" { // scripts do not run it
			continue
		}
		if o := s.run(t, m); o.Stage != diff.Ran && o.Inconclusive == "" {
			t.Errorf("%s: running it: %v", name, o)
		}
	}
}

func make200[T any](x T) []T {
	s := make([]T, 200)
	for i := range s {
		s[i] = x
	}
	return s
}

func nested(depth int) expr {
	var e expr
	for range depth {
		e = expr{wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: e}}
	}
	return e
}
