package interp_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// openCount says how often open bits mattered.
type openCount struct{ calls, open, undecided, chosen int }

// compareOpen executes f of a module twice with open bits, and naively with any NaNs. It returns a difference in bits
// that are not open, or "".
func compareOpen(m *wasmast.Module, r *rand.Rand, count *openCount) string {
	const fuel = 500
	shadower := interp.NewShadower(&openbits.Domain{})
	inst, err := shadower.Instantiate(m, nil, store.Config{Fuel: fuel, MaxDepth: naiveDepth})
	if err != nil {
		return err.Error()
	}
	other := newNaive(m, fuel)
	other.nans = r
	f := wasmast.FuncIdx(len(m.Funcs) - 1)
	for range 2 {
		var args []store.Value
		var bits []wasmast.Vec128
		for _, t := range m.Types[m.Funcs[f].Type].Params {
			v := store.Value{Type: t, Lo: pick(r, []uint64{1, 0x7FC00000, 0x7FA00000}), Hi: r.Uint64()}
			if t == f64 {
				v.Lo <<= 32
			}
			args, bits = append(args, v), append(bits, wasmast.Vec128{Lo: v.Lo, Hi: v.Hi})
		}
		count.calls++
		got, gotErr := inst.CallShadowed("f", args)
		results, otherErr := other.invoke(f, bits)
		if errors.Is(gotErr, openbits.Undecided{}) {
			count.undecided++
			return ""
		}
		if gotErr != otherErr {
			return fmt.Sprintf("error %v, but %v", gotErr, otherErr)
		}
		for i, v := range got {
			if !count.equal(v.Value, results[i], v.Shadow) {
				return fmt.Sprintf("result %d is %v, open %#x, but %#x", i, v.Value, v.Shadow, results[i])
			}
		}
		for i, g := range inst.Globals() {
			if open := shadower.Global(g); !count.equal(g.Value(), other.globals[i], open) {
				return fmt.Sprintf("global %d is %v, open %#x, but %#x", i, g.Value(), open, other.globals[i])
			}
		}
		mem := inst.Memories()[0]
		bytes := slices.Clone(mem.Bytes())
		for at, open := range shadower.Memory(mem) {
			if !count.equal(store.I32(int32(bytes[at])), wasmast.Vec128{Lo: uint64(other.mem[at])}, open) {
				return fmt.Sprintf("byte %d is %#x, open %#x, but %#x", at, bytes[at], open, other.mem[at])
			}
			bytes[at] = other.mem[at]
		}
		if !slices.Equal(bytes, other.mem) {
			return "memory differs"
		}
	}
	return ""
}

// equal reports whether v and w are equal but for open bits.
func (n *openCount) equal(v store.Value, w wasmast.Vec128, open openbits.Bits) bool {
	if v.Type != v128 {
		v.Hi, w.Hi = 0, 0
	}
	if open != (openbits.Bits{}) {
		n.open++
	}
	if v.Lo != w.Lo || v.Hi != w.Hi {
		n.chosen++
	}
	return (v.Lo^w.Lo)&^open.Lo == 0 && (v.Hi^w.Hi)&^open.Hi == 0
}

// moduleOfNaNs returns a random module in which many operators make NaNs or move their bits elsewhere.
func moduleOfNaNs(r *rand.Rand) *wasmast.Module {
	g := newMaker(r, []valType{i32, i64, f32, f64, v128})
	for _, op := range slices.Clone(g.ops) {
		switch info := op.Info(); {
		case info.NaN:
			g.ops = append(g.ops, slices.Repeat([]wasmast.Op{op}, 20)...)
		case strings.Contains(info.Name, "reinterpret"), strings.Contains(info.Name, "bitmask"):
			g.ops = append(g.ops, slices.Repeat([]wasmast.Op{op}, 60)...)
		}
	}
	return g.module()
}

// TestOpenBits compares open bits with what an implementation does that takes any NaN.
func TestOpenBits(t *testing.T) {
	modules := 10_000
	if testing.Short() {
		modules = 1000
	}
	var count openCount
	for seed := range uint64(modules) {
		m := moduleOfNaNs(rand.New(rand.NewPCG(seed, 2)))
		if err := validate.Module(m, wasmast.V2); err != nil {
			t.Fatalf("seed %d: the test makes an invalid module: %v", seed, err)
		}
		if diff := compareOpen(m, rand.New(rand.NewPCG(seed, 3)), &count); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
			return
		}
	}
	// The test says something only if NaNs reach places where they are seen, and were chosen otherwise there.
	if count.undecided < modules/5000 || count.chosen < modules/20 {
		t.Errorf("too little was open: %+v", count)
	}
	t.Logf("%+v", count)
}
