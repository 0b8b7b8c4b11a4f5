package wasmmut

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/mutatetest"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// small returns the modules of the test suite in at most 150 bytes, without their custom sections.
func small(t *testing.T) []wasmast.Module {
	scripts, err := testsuite.Load(testsuite.V2)
	if err != nil {
		t.Fatal(err)
	}
	var modules []wasmast.Module
	for _, s := range scripts {
		for _, c := range s.Commands {
			if c.Type != "module" {
				continue
			}
			b, err := os.ReadFile(filepath.Join(s.Dir, c.Filename))
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > 150 {
				continue
			}
			m, err := binary.Decode(b)
			if err != nil {
				t.Fatalf("%s: %v", c.Filename, err)
			}
			m.Customs = nil
			modules = append(modules, *m)
		}
	}
	return modules
}

func TestLawsOnSuite(t *testing.T) {
	n := 0
	for i, m := range small(t) {
		if i%40 == 0 {
			mutatetest.Check(t, Module(), m)
			n++
		}
	}
	if n < 25 {
		t.Errorf("only %d modules", n)
	}
}

// TestMutantsAreEncoded checks that a mutant is encoded to something that decodes to it. Memory indices and
// alignments have mutants for which the binary format has no room, custom sections some that it cannot tell apart.
func TestMutantsAreEncoded(t *testing.T) {
	unencodable := []wasmast.Code{"zero byte expected", "malformed memop flags"}
	r := rand.New(rand.NewPCG(5, 6))
	total, malformed := 0, 0
	for i, m := range small(t) {
		if i%10 > 0 {
			continue
		}
		batch := mutate.NewBatch(Module(), m, 1)
		for x, ok := batch.Next(r); ok; x, ok = batch.Next(r) {
			total++
			y, err := binary.Decode(binary.Encode(&x))
			var e *wasmast.Error
			switch {
			case errors.As(err, &e) && slices.Contains(unencodable, e.Code):
				malformed++
			case err != nil:
				t.Errorf("mutant at %v of %+v: %v", batch.Pos(), m, err)
			case len(x.Customs) == 0 && !reflect.DeepEqual(x, *y):
				t.Errorf("mutant at %v of %+v: %+v, decoded to %+v", batch.Pos(), m, x, *y)
			}
		}
	}
	if malformed*100 > total {
		t.Errorf("%d of %d mutants are malformed", malformed, total)
	}
}
