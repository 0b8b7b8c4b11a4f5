//go:build cgo

// The modules are texts, which wasmtime reads.

package diff_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// TestNaNTorture runs modules made to let NaNs leak in every way. On no engine is there a difference that counts, in
// whichever way NaNs are dealt with; but there is one in bits, for each module, so that something is at stake.
func TestNaNTorture(t *testing.T) {
	files, err := filepath.Glob("testdata/nan/*.wat")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	es := every(t)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bin, err := wasmtime.Wat2Wasm(string(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m, err := binary.Decode(bin)
		if err == nil {
			err = validate.Module(m, wasmast.V2)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		known, events := map[diff.NaN]int{}, 0
		for _, n := range diff.NaNs() {
			var leaks bool
			if leaks, known[n], events = torture(t, es, name, m, n); leaks != (n != diff.NaNCanon) {
				t.Errorf("%s, %s: engines have different NaNs: %t", name, n, leaks)
			}
		}
		if known[diff.NaNSpec] > known[diff.NaNTrack] || known[diff.NaNTrack] < events/4 || known[diff.NaNCanon] < events {
			t.Errorf("%s: of %d events are compared %v", name, events, known)
		}
	}
}

// torture calls each function of a module by itself in a fresh instance, and all in one. It reports whether engines
// differ in bits, and how many events there are of which it is known what is open.
func torture(t *testing.T, es []diff.Engine, name string, m *wasmast.Module, n diff.NaN) (leaks bool, known, events int) {
	m = diff.Expose(diff.Total(n.Prepare(m), diff.DefaultBounds()), wasmast.V2)
	all, err := diff.Calls(m, 6, rand.New(rand.NewPCG(7, 8)))
	if err != nil {
		t.Fatal(err)
	}
	scripts := [][]diff.Call{all}
	for _, c := range all {
		if last := scripts[len(scripts)-1]; len(scripts) > 1 && last[0].Func == c.Func {
			scripts[len(scripts)-1] = append(last, c)
		} else {
			scripts = append(scripts, []diff.Call{c})
		}
	}
	bin := binary.Encode(m)
	for _, calls := range scripts {
		s, err := diff.NewScript(m, calls)
		if err != nil {
			t.Fatal(err)
		}
		open, ours := n.Open(m, s), es[0].Run(bin, s)
		if events += 1 + len(calls); open.Inconclusive == "" {
			known += 1 + len(calls)
		} else {
			known += open.Events
		}
		for _, e := range es[1:] {
			theirs := e.Run(bin, s)
			if theirs.Inconclusive != "" {
				t.Errorf("%s, %s: %s: %v", name, n, e.Name(), theirs)
			}
			leaks = leaks || diff.Compare(ours, theirs) != ""
			if d := open.Compare(ours, theirs); d != "" {
				t.Errorf("%s, %s: %s: %s", name, n, e.Name(), d)
			}
		}
	}
	return leaks, known, events
}
