package corpus

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func TestSeedsAreValid(t *testing.T) {
	for _, s := range Seeds() {
		m, err := binary.Decode(s.Wasm)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if err := validate.Module(m, wasmast.V2); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// TestSeedsContainEveryInstruction ranges over the instruction table.
func TestSeedsContainEveryInstruction(t *testing.T) {
	seen := map[wasmast.Op]bool{}
	for _, s := range Seeds() {
		m, err := binary.Decode(s.Wasm)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		for _, f := range m.Funcs {
			mark(seen, f.Body)
		}
	}
	for op := range wasmast.Op(wasmast.NumOps) {
		if !seen[op] {
			t.Errorf("no seed contains %v (shape %d)", op, op.Info().Shape)
		}
	}
}

func mark(seen map[wasmast.Op]bool, e wasmast.Expr) {
	for _, i := range e {
		seen[i.Op()] = true
		switch i := i.(type) {
		case wasmast.Block:
			mark(seen, i.Body)
		case wasmast.If:
			mark(seen, i.Then)
			mark(seen, i.Else)
		}
	}
}
