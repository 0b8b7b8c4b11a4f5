package diff_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/wazero"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// witness keeps what it is told, and stops engines if told to.
type witness struct {
	told []string
	wasm []byte
	stop *diff.Stop
}

func (w *witness) Begin(engine string, wasm []byte, scripts ...*diff.Script) *diff.Stop {
	w.told = append(w.told, fmt.Sprintf("%s %d", engine, len(scripts)))
	w.wasm = bytes.Clone(wasm)
	return w.stop
}

func (w *witness) End() { w.told = append(w.told, "end") }

// TestWitnessed: whatever an engine is asked its witness knows before, and answers in its place if it likes.
func TestWitnessed(t *testing.T) {
	m := diff.FeatureModule(wasmast.SIMD)
	bin := binary.Encode(m)
	script, err := diff.NewScript(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := new(witness)
	wz, ours := diff.Witnessed(wazero.Interpreter(), w), own().(*diff.OwnEngine).Witnessed(w)
	defer wz.Close()
	for name, ask := range map[string]struct {
		scripts int
		ask     func() string
	}{
		"wazero-interpreter": {0, func() string { return wz.Check(bin).String() }},
		"wazero-validate":    {0, func() string { return wz.Validate(bin).Kind.String() }},
		"wazero-run":         {1, func() string { return wz.Run(bin, script).Stage.String() }},
		"wazero-each": {2, func() string {
			return wz.(diff.Batcher).RunEach(bin, []*diff.Script{script, script})[1].Stage.String()
		}},
		"own":     {0, func() string { return ours.ValidateModule(m, wasmast.V2).Kind.String() }},
		"own-run": {1, func() string { return ours.RunModule(m, script).Stage.String() }},
	} {
		engine := "wazero-interpreter"
		if name[:3] == "own" {
			engine = "own"
		}
		for _, stop := range []*diff.Stop{nil, diff.StopStage(diff.Hung, "too slow")} {
			*w = witness{stop: stop}
			got := ask.ask()
			told := []string{fmt.Sprintf("%s %d", engine, ask.scripts)}
			if stop == nil {
				told = append(told, "end")
			}
			if !slices.Equal(w.told, told) || !bytes.Equal(w.wasm, bin) {
				t.Errorf("%s: the witness was told %v of % x, want %v", name, w.told, w.wasm, told)
			}
			if (got == "hung") != (stop != nil) {
				t.Errorf("%s: %s with stop %v", name, got, stop)
			}
		}
	}
}
