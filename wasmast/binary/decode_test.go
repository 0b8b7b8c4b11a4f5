package binary_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/internal/asttest"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// decodeError decodes bytes that are to be rejected.
func decodeError(t *testing.T, b []byte) *wasmast.Error {
	t.Helper()
	m, err := binary.Decode(b)
	var e *wasmast.Error
	if !errors.As(err, &e) {
		t.Fatalf("decoded, want an error")
	}
	if m != nil {
		t.Error("a module and an error")
	}
	if e.Offset < 0 || e.Offset > len(b) {
		t.Errorf("%v: the offset is not within %d bytes", e, len(b))
	}
	return e
}

// roundTrip checks that m is encoded and decoded without loss.
func roundTrip(t *testing.T, m *wasmast.Module) {
	t.Helper()
	got, err := binary.Decode(binary.Encode(m))
	if err != nil {
		t.Fatalf("decode(encode(m)): %v\nm: %+v", err, m)
	}
	if !reflect.DeepEqual(got, m) {
		t.Fatalf("decode(encode(m)) differs from m:\n%+v\n%+v", got, m)
	}
}

// noDataCount tells two modules of the suite that its tools made malformed: they have data.drop or memory.init,
// but neither a data segment nor the data count section that version 2.0 demands.
func noDataCount(c asttest.Command, err error) bool {
	var e *wasmast.Error
	return errors.As(err, &e) && e.Code == "data count section required" &&
		(c.Filename == "memory_init.4.wasm" || c.Filename == "memory_init.9.wasm")
}

func TestSuiteWellFormed(t *testing.T) {
	for _, version := range []string{testsuite.V1, testsuite.V2} {
		asttest.Suite(t, version, func(c asttest.Command) {
			if c.Type == "assert_malformed" {
				return
			}
			m, err := binary.Decode(c.Module)
			switch {
			case err == nil:
				roundTrip(t, m)
			case !noDataCount(c, err):
				t.Errorf("%s %v: %v", version, c, err)
			}
		})
	}
}

func TestSuiteMalformed(t *testing.T) {
	asttest.Suite(t, testsuite.V2, func(c asttest.Command) {
		if c.Type != "assert_malformed" {
			return
		}
		if e := decodeError(t, c.Module); e.Stage != wasmast.Malformed || !strings.HasPrefix(string(e.Code), c.Text) {
			t.Errorf("%v: %v, want %q", c, e, c.Text)
		}
	})
}

// Version 1.0 has other texts and needs less, but what it calls malformed is so still, except for a table index
// in call_indirect.
func TestSuiteMalformedV1(t *testing.T) {
	asttest.Suite(t, testsuite.V1, func(c asttest.Command) {
		if c.Type == "assert_malformed" && c.Filename != "binary.32.wasm" {
			if e := decodeError(t, c.Module); e.Stage != wasmast.Malformed {
				t.Errorf("%v: %v, want %q", c, e, c.Text)
			}
		}
	})
}

// All modules of wazero, among them some of proposals beyond version 2.0, and its sources, which are none.
func TestDecodeIsTotal(t *testing.T) {
	decoded := 0
	for _, ext := range []string{".wasm", ".wat"} {
		asttest.Files(t, ".", ext, func(path string, content []byte) {
			if m, err := binary.Decode(content); err == nil {
				decoded++
				roundTrip(t, m)
			}
		})
	}
	if decoded < 4000 {
		t.Errorf("only %d modules of the wazero module are decoded", decoded)
	}
}

func TestRoundTripOps(t *testing.T) {
	for op := range wasmast.Op(wasmast.NumOps) {
		for _, i := range asttest.Samples(op) {
			if i.Op() != op {
				t.Fatalf("a sample for %v is %v", op, i)
			}
			roundTrip(t, asttest.Body(i))
		}
	}
}

func TestRoundTripModules(t *testing.T) {
	for _, m := range asttest.Modules() {
		roundTrip(t, m)
	}
}

// The canonical encoding is a fixed point, and what it leaves out does not change the module.
func TestNotCanonical(t *testing.T) {
	want := &wasmast.Module{
		Types: []wasmast.FuncType{{}},
		Funcs: []wasmast.Func{{Locals: []wasmast.ValType{wasmast.I32, wasmast.I32}, Body: wasmast.Expr{
			wasmast.If{Type: wasmast.BlockEmpty{}}, wasmast.I32Const{Value: 1},
		}}},
		Customs: []wasmast.Custom{
			{After: wasmast.SectionStart, Name: "a"}, {After: wasmast.SectionFunction, Name: "b"}, {After: wasmast.SectionCode, Name: "c"},
		},
	}
	loose := "\x00asm\x01\x00\x00\x00" +
		"\x00\x02\x01a" +
		"\x01\x84\x00\x01\x60\x00\x00" + // a size that is longer than needed
		"\x03\x02\x01\x00" +
		"\x07\x01\x00" + // no exports
		"\x0c\x01\x00" + // a data count that is not needed
		"\x00\x02\x01b" +
		"\x0a\x13\x01\x11\x03\x01\x7f\x00\x7d\x01\x7f" + // runs of one, no and one local
		"\x04\x40\x05\x0b" + // an else without instructions
		"\x41\x81\x80\x80\x00\x0b" + // LEB128 that is longer than needed
		"\x0b\x01\x00" + // no data
		"\x00\x02\x01c"
	got, err := binary.Decode([]byte(loose))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	roundTrip(t, got)
}

// Segments whose form is not the shortest are those of the shortest form.
func TestSegmentForms(t *testing.T) {
	ref := []wasmast.Expr{{wasmast.RefFunc{Func: 0}}}
	offset := wasmast.Expr{wasmast.I32Const{}}
	for _, form := range []struct {
		bytes string
		want  wasmast.ElemMode
	}{
		{"\x00\x41\x00\x0b\x01\x00", wasmast.ElemActive{Offset: offset}},
		{"\x02\x00\x41\x00\x0b\x00\x01\x00", wasmast.ElemActive{Offset: offset}},
		{"\x04\x41\x00\x0b\x01\xd2\x00\x0b", wasmast.ElemActive{Offset: offset}},
		{"\x06\x00\x41\x00\x0b\x70\x01\xd2\x00\x0b", wasmast.ElemActive{Offset: offset}},
		{"\x01\x00\x01\x00", wasmast.ElemPassive{}},
		{"\x05\x70\x01\xd2\x00\x0b", wasmast.ElemPassive{}},
		{"\x03\x00\x01\x00", wasmast.ElemDeclarative{}},
		{"\x07\x70\x01\xd2\x00\x0b", wasmast.ElemDeclarative{}},
	} {
		got, err := binary.Decode([]byte("\x00asm\x01\x00\x00\x00\x09" + string(rune(len(form.bytes)+1)) + "\x01" + form.bytes))
		if err != nil {
			t.Errorf("%q: %v", form.bytes, err)
			continue
		}
		want := &wasmast.Module{Elems: []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: ref, Mode: form.want}}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", form.bytes, got, want)
		}
	}
}

func TestErrorPlace(t *testing.T) {
	for _, test := range []struct {
		bytes string
		want  string
	}{
		{"", "malformed: unexpected end (offset 0x0)"},
		{"\x00asn\x01\x00\x00\x00", "malformed: magic header not detected (offset 0x0)"},
		{"\x00asm\x01\x00\x00", "malformed: unexpected end (offset 0x7)"},
		{"\x00asm\x02\x00\x00\x00", "malformed: unknown binary version (offset 0x4)"},
		{"\x00asm\x01\x00\x00\x00\x0d\x00", "malformed: malformed section id (offset 0x8)"},
		{"\x00asm\x01\x00\x00\x00\x01\x03\x01\x61\x00", "malformed: malformed function type (offset 0xb)"},
		{"\x00asm\x01\x00\x00\x00\x01\x05\x01\x60\x01\x7a\x00", "malformed: malformed value type (offset 0xd)"},
		{"\x00asm\x01\x00\x00\x00\x03\x02\x01\x00\x01\x01\x00", "malformed: unexpected content after last section (offset 0xc)"},
		{"\x00asm\x01\x00\x00\x00\x06\x05\x01\x7f\x00\xff\x0b", "malformed: illegal opcode (offset 0xd)"},
		{"\x00asm\x01\x00\x00\x00\x06\x06\x01\x7f\x00\xfc\x12\x0b", "malformed: illegal opcode (offset 0xd)"},
		{"\x00asm\x01\x00\x00\x00\x06\x05\x01\x7f\x00\x05\x0b", "malformed: END opcode expected (offset 0xd)"},
		{"\x00asm\x01\x00\x00\x00\x06\x06\x01\x7f\x00\x02\xc0\x7f", "malformed: malformed block type (offset 0xe)"},
		{"\x00asm\x01\x00\x00\x00\x07\x04\x01\x00\x04\x00", "malformed: malformed export kind (offset 0xc)"},
		{"\x00asm\x01\x00\x00\x00\x09\x02\x01\x08", "malformed: malformed elements segment kind (offset 0xb)"},
		{"\x00asm\x01\x00\x00\x00\x09\x04\x01\x01\x01\x00", "malformed: malformed element kind (offset 0xc)"},
		{"\x00asm\x01\x00\x00\x00\x0b\x02\x01\x03", "malformed: malformed data segment kind (offset 0xb)"},
	} {
		if got := decodeError(t, []byte(test.bytes)).Error(); got != test.want {
			t.Errorf("%q: %s, want %s", test.bytes, got, test.want)
		}
	}
}

// wrap returns a module whose only function has the given body.
func wrap(body wasmast.Expr, locals ...wasmast.ValType) *wasmast.Module {
	return &wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Locals: locals, Body: body}}}
}

func nested(depth int) wasmast.Expr {
	var e wasmast.Expr
	for range depth {
		e = wasmast.Expr{wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: e}}
	}
	return e
}

func TestLimits(t *testing.T) {
	locals := slices.Repeat([]wasmast.ValType{wasmast.I64}, binary.MaxLocals+1)
	roundTrip(t, wrap(nested(binary.MaxNesting)))
	roundTrip(t, wrap(nil, locals[1:]...))

	arity := func(n int) *wasmast.Module {
		return &wasmast.Module{Types: []wasmast.FuncType{{Params: locals[:n]}, {Results: locals[:n]}}}
	}
	roundTrip(t, arity(binary.MaxArity))

	many := &wasmast.Module{Funcs: slices.Repeat([]wasmast.Func{{Locals: locals[1:]}}, 1+binary.MaxAllLocals/binary.MaxLocals)}
	for _, test := range []struct {
		m    *wasmast.Module
		code wasmast.Code
	}{
		{wrap(nested(binary.MaxNesting + 1)), "nesting too deep"},
		{wrap(nil, locals...), "too many locals"},
		{many, "too many locals in all functions"},
		{arity(binary.MaxArity + 1), "too many parameters or results"},
	} {
		if e := decodeError(t, binary.Encode(test.m)); e.Stage != wasmast.Limit || e.Code != test.code {
			t.Errorf("%v, want %s", e, test.code)
		}
	}
}

// A module does not change when the bytes that it was decoded from do.
func TestDecodeCopies(t *testing.T) {
	asttest.Suite(t, testsuite.V2, func(c asttest.Command) {
		want, err := binary.Decode(c.Module)
		if err != nil {
			return
		}
		b := slices.Clone(c.Module)
		got, err := binary.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		clear(b)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: the module shares memory with its bytes", c)
		}
	})
}

// What stands before the encoding is kept, and does not matter.
func TestAppend(t *testing.T) {
	for _, m := range asttest.Modules() {
		prefix := []byte("prefix")
		if got, want := binary.Append(prefix, m), append(prefix, binary.Encode(m)...); !bytes.Equal(got, want) {
			t.Errorf("Append gives %q, want %q", got, want)
		}
	}
}

// Encode knows no values but those of the abstract syntax.
func TestEncodePanics(t *testing.T) {
	for _, m := range []*wasmast.Module{
		{Imports: make([]wasmast.Import, 1)},
		{Exports: make([]wasmast.Export, 1)},
		{Elems: make([]wasmast.Elem, 1)},
		{Datas: make([]wasmast.Data, 1)},
		wrap(wasmast.Expr{wasmast.Block{Code: wasmast.OpBlock}}),
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasPrefix(s, "wasmfuzz: internal error") {
					t.Errorf("%+v: panic %q", m, s)
				}
			}()
			binary.Encode(m)
		}()
	}
}

func FuzzDecode(f *testing.F) {
	for op := range wasmast.Op(wasmast.NumOps) {
		for _, i := range asttest.Samples(op)[:1] {
			f.Add(binary.Encode(asttest.Body(i)))
		}
	}
	for _, m := range asttest.Modules() {
		if b := binary.Encode(m); len(b) < 2000 {
			f.Add(b)
		}
	}
	asttest.Suite(f, testsuite.V2, func(c asttest.Command) {
		if strings.HasPrefix(c.Filename, "binary") || strings.HasPrefix(c.Filename, "custom") {
			f.Add(c.Module)
		}
	})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := binary.Decode(b)
		if err != nil {
			decodeError(t, b)
			return
		}
		roundTrip(t, m)
	})
}
