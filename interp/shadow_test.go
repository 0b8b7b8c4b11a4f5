package interp_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// blank is a domain with the same shadow for everything.
type blank struct{}

func (blank) Value(interp.Site, []interp.Shadowed[int], store.Value, store.Trap) (int, error) {
	return 0, nil
}
func (blank) Load(interp.Site, []int, interp.Shadowed[int], store.Value) int  { return 0 }
func (blank) Store(interp.Site, interp.Shadowed[int], []int)                  {}
func (blank) Select(_ interp.Site, _, _, _ interp.Shadowed[int]) (int, error) { return 0, nil }
func (blank) Decide(interp.Site, interp.Shadowed[int], uint64) error          { return nil }
func (blank) Host(_ interp.Site, _ *store.Func, _ []interp.Shadowed[int], results []store.Value) []int {
	return make([]int, len(results))
}

// shadowed returns the instantiator of a shadower.
func shadowed[S comparable](s *interp.Shadower[S]) instantiator {
	return func(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
		inst, err := s.Instantiate(m, imports, cfg)
		if err != nil {
			return nil, err
		}
		return inst, nil
	}
}

func blankly() instantiator { return shadowed(interp.NewShadower(blank{})) }

// Shadow execution does what register code does: on the test suite, on random bodies, and where limits end it.

func TestShadowSuite(t *testing.T) { testSuite(t, blankly) }

func TestShadowRandomBodies(t *testing.T) { testRandomBodies(t, 5000, blankly()) }

func TestShadowLimits(t *testing.T) {
	files, err := filepath.Glob("../corpus/seeds/*.wasm")
	if err != nil || len(files) == 0 {
		t.Fatalf("no seeds: %v", err)
	}
	modules := map[string][]byte{}
	for _, name := range files {
		if modules[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range hostileBodies() {
		modules[string(rune('A'+i))] = embed(encodeBody(e))
	}
	modules["large frames"] = binary.Encode(largeFrames())
	for name, b := range modules {
		m, err := binary.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		got, want := runHostile(t, m, blankly()), runHostile(t, m, interp.Instantiate)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// largeFrames returns a module whose f calls itself until the stack is exhausted, and counts in a global how often.
func largeFrames() *wasmast.Module {
	g := func(code wasmast.GlobalOp) wasmast.Instr { return wasmast.Global{Code: code} }
	b := new(builder)
	b.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: body(num(0))}}
	b.function(nil, nil, slices.Repeat(types(v128, i32), 20_000),
		num(1), g(wasmast.OpGlobalGet), wasmast.OpI32Add, g(wasmast.OpGlobalSet),
		num(7), get(0), call(0), wasmast.OpUnreachable)
	return b.module()
}
