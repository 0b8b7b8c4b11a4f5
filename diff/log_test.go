package diff_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// TestLogAnswersLikeARecorder calls the functions of a log with interesting and random arguments, so often that its
// memory has to grow, and compares with a recorder.
func TestLogAnswersLikeARecorder(t *testing.T) {
	all := []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.FuncRef, wasmast.ExternRef}
	types := []wasmast.FuncType{{}, {Params: all, Results: all}, {Params: all[2:4], Results: all[1:3]}}
	m := &wasmast.Module{Types: types}
	for i := range types {
		m.Imports = append(m.Imports, wasmast.Import{Module: "m", Name: string(rune('a' + i)), Desc: wasmast.ImportFunc{Type: wasmast.TypeIdx(i)}})
	}
	script, err := diff.NewScript(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	log := script.Host.Log()
	if err := validate.Module(log, wasmast.V2); err != nil {
		t.Fatal(err)
	}
	in, err := interp.Instantiate(log, nil, store.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := rand.New(rand.NewPCG(1, 0))
	direct, replayed := diff.NewRecorder(&script.Host), diff.NewRecorder(&script.Host)
	for range 3 {
		for range 3000 {
			i := r.IntN(len(types))
			args := diff.Args(types[i], 1, r)[0]
			want := direct.Call(i, args)
			if got, err := in.Call(diff.HostName(i), args); err != nil || !slices.Equal(got, want) {
				t.Fatalf("function %d of %v: %v, %v; want %v", i, args, got, err, want)
			}
		}
		memory, _ := in.Export(diff.LogMemory)
		if err := replayed.Replay(memory.Memory.Data); err != nil {
			t.Fatal(err)
		}
		equal := func(a, b diff.HostCall) bool { return a.Name == b.Name && slices.Equal(a.Args, b.Args) }
		if got, want := replayed.Take(), direct.Take(); !slices.EqualFunc(got, want, equal) {
			t.Fatalf("%d calls, want %d", len(got), len(want))
		}
		if _, err := in.Call(diff.LogClear, nil); err != nil {
			t.Fatal(err)
		}
	}
}
