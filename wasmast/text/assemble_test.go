//go:build cgo

package text_test

import (
	"bytes"
	"testing"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/internal/asttest"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// assemble checks that wasmtime's assembler makes of the text of m what Encode makes of m.
func assemble(t *testing.T, name string, m *wasmast.Module) {
	t.Helper()
	s := text.String(m)
	got, err := wasmtime.Wat2Wasm(s)
	if err != nil {
		t.Errorf("%s: %v\n%.2000s", name, err, s)
	} else if want := binary.Encode(m); !bytes.Equal(got, want) {
		t.Errorf("%s: the text is assembled to\n%x, want\n%x\n%.2000s", name, got, want, s)
	}
}

func TestAssembleOps(t *testing.T) {
	for op := range wasmast.Op(wasmast.NumOps) {
		assemble(t, op.String(), asttest.Body(asttest.Samples(op)...))
	}
}

func TestAssembleModules(t *testing.T) {
	for _, m := range asttest.Modules() {
		assemble(t, "", m)
	}
	assemble(t, "example", example())
}

func TestAssembleSuite(t *testing.T) {
	for _, version := range []string{testsuite.V1, testsuite.V2} {
		asttest.Suite(t, version, func(c asttest.Command) {
			if m, err := binary.Decode(c.Module); err == nil {
				assemble(t, version+" "+c.Filename, m)
			}
		})
	}
}

// Compiled programs, with their names, debugging sections and producers.
func TestAssemblePrograms(t *testing.T) {
	asttest.Files(t, ".", ".wasm", func(path string, content []byte) {
		if len(content) > 4_000_000 {
			return // takes long
		}
		if m, err := binary.Decode(content); err == nil {
			assemble(t, path, m)
		}
	})
}
