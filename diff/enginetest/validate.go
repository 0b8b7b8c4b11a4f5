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
	if quick := s.e.Check(bin); quick != v.Kind && !(quick == diff.Reject && v.Kind == diff.Inconclusive) {
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

// rejected: invalid modules, and what is malformed or belongs to proposals beyond WebAssembly 2.0.
func (s *suite) rejected(t *testing.T) {
	cases := malformed()
	maps.Copy(cases, invalid())
	if !slices.Contains(s.known, LaterTypes) {
		maps.Copy(cases, laterTypes())
	} else {
		for name, bin := range laterTypes() {
			if v := s.validate(t, bin); v.Kind != diff.Accept {
				t.Errorf("%s: %v", name, v)
			}
		}
	}
	extended := binary.Encode(&wasmast.Module{Globals: []wasmast.GlobalDef{{
		Type: wasmast.GlobalType{Type: i32}, Init: expr{i32c(1), i32c(2), op(wasmast.OpI32Add)}}}})
	if !s.e.Features().Has(wasmast.ExtendedConst) {
		cases["extended constant"] = extended
	} else if v := s.validate(t, extended); v.Kind != diff.Accept {
		t.Errorf("extended constant: %v", v)
	}
	for name, bin := range cases {
		if v := s.validate(t, bin); v.Kind != diff.Reject || v.Text == "" {
			t.Errorf("%s: %v", name, v)
		}
		if o := s.e.Run(bin, &diff.Script{}); o.Stage != diff.Rejected || o.Inconclusive != "" {
			t.Errorf("%s: running it: %v", name, o)
		}
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

const (
	header  = "\x00asm\x01\x00\x00\x00"
	zeros16 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
)

// malformed returns what no tree can say.
func malformed() map[string][]byte {
	return map[string][]byte{
		"no bytes":         {},
		"magic":            []byte("\x00asn\x01\x00\x00\x00"),
		"version":          []byte("\x00asm\x02\x00\x00\x00"),
		"component":        []byte("\x00asm\x0D\x00\x01\x00"),
		"unexpected end":   []byte(header + "\x01\x04\x01"),
		"section id":       []byte(header + "\x7F\x00"),
		"tag section":      []byte(header + "\x01\x04\x01\x60\x00\x00" + "\x0D\x03\x01\x00\x00"),
		"memory64":         []byte(header + "\x05\x03\x01\x04\x00"),
		"table64":          []byte(header + "\x04\x04\x01\x70\x04\x00"),
		"shared memory":    []byte(header + "\x05\x04\x01\x03\x00\x01"),
		"custom page size": []byte(header + "\x05\x04\x01\x08\x00\x00"),
		"subtype":          []byte(header + "\x01\x06\x01\x50\x00\x60\x00\x00"),
		"anyref":           []byte(header + "\x01\x05\x01\x60\x01\x6E\x00"),
		"return_call":      body("\x12\x00"),
		"relaxed swizzle":  body("\xFD\x0C" + zeros16 + "\xFD\x0C" + zeros16 + "\xFD\x80\x02\x1A"),
		"i64.add128":       body("\x42\x00\x42\x00\x42\x00\x42\x00\xFC\x13\x1A\x1A"),
		"atomic.fence":     body("\xFE\x03\x00"),
		"try_table":        body("\x1F\x40\x00\x0B"),
	}
}

func laterTypes() map[string][]byte {
	return map[string][]byte{
		"table initializer": []byte(header + "\x04\x09\x01\x40\x00\x70\x00\x00\xD0\x70\x0B"),
		"recursive types":   []byte(header + "\x01\x06\x01\x4E\x01\x60\x00\x00"),
		"exnref":            []byte(header + "\x01\x05\x01\x60\x01\x69\x00"),
		"typed reference":   []byte(header + "\x01\x09\x02\x60\x00\x00\x60\x01\x63\x00\x00"),
	}
}

// body is a module with one function of type [] -> [] and the given instructions.
func body(code string) []byte {
	return []byte(header + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" +
		"\x0A" + string([]byte{byte(len(code) + 4), 1, byte(len(code) + 2), 0}) + code + "\x0B")
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
