package binary_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/internal/asttest"
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
	for _, version := range []string{"v1", "v2"} {
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
	asttest.Suite(t, "v2", func(c asttest.Command) {
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
	asttest.Suite(t, "v1", func(c asttest.Command) {
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
