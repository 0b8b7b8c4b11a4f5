package external

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
	"github.com/wasmfuzz/wasmfuzz/diff/wazero"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func TestServed(t *testing.T) {
	enginetest.Test(t, func() diff.Engine { return Served(own(), adaptor(DefaultTimeout, "serve", "own")) })
}

// TestServedBatch: the outcomes of a batch are those of the engine in the same process.
func TestServedBatch(t *testing.T) {
	here := wazero.Interpreter()
	there := Served(wazero.Interpreter(), adaptor(DefaultTimeout, "serve", "wazero-interpreter"))
	defer here.Close()
	defer there.Close()
	var modules []*wasmast.Module
	var scripts []*diff.Script
	for i := range int32(3) {
		m := &wasmast.Module{
			Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.F64}, Results: []wasmast.ValType{wasmast.I32, wasmast.F64}}},
			Imports: []wasmast.Import{{Module: "env", Name: "f", Desc: wasmast.ImportFunc{}}},
			Funcs:   []wasmast.Func{{Body: wasmast.Expr{wasmast.I32Const{Value: i}, wasmast.Local{Code: wasmast.OpLocalGet}}}},
			Mems:    make([]wasmast.MemType, 1),
			Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: 1}}, {Name: "host", Desc: wasmast.ExportFunc{Func: 0}}},
		}
		m = diff.Expose(diff.Total(m, diff.DefaultBounds()), wasmast.V2)
		nan := store.F64(0x7FF0000000000001)
		s, err := diff.NewScript(m, []diff.Call{{Func: "f", Args: []store.Value{nan}}, {Func: "host", Args: []store.Value{nan}}})
		if err != nil {
			t.Fatal(err)
		}
		modules, scripts = append(modules, m), append(scripts, s)
	}
	joined, scripts := diff.Join(modules, 1, scripts)
	bin := binary.Encode(joined)
	want, got := here.(diff.Batcher).RunEach(bin, scripts), there.(diff.Batcher).RunEach(bin, scripts)
	for i := range want {
		if want[i].Stage != diff.Ran || diff.Compare(got[i], want[i]) != "" || !reflect.DeepEqual(got[i].Calls[1].Results, want[i].Calls[1].Results) {
			t.Errorf("script %d: %v, want %v", i, got[i], want[i])
		}
	}
	if diff.Compare(want[0], want[1]) == "" {
		t.Error("the scripts do not differ")
	}
}

// TestServedMisbehaviour: what an engine does to its process costs one test, and counts when it is asked again.
func TestServedMisbehaviour(t *testing.T) {
	patient, impatient := adaptor(DefaultTimeout, "serve", "own"), adaptor(time.Second, "serve", "own")
	patient.Memory = 200 << 20
	good := diff.FeatureModule(wasmast.SIMD)
	for name, want := range map[string]string{
		"exit":   "crashed (exit status 3: first line last words)",
		"signal": "crashed (signal: killed)",
		"panic":  "crashed (exit status 2: panic: a bug)",
		"hang":   "hung (no answer within 1s)",
		"memory": "crashed (more than 200 MiB of memory)",
	} {
		cfg := patient
		switch {
		case name == "hang":
			cfg = impatient
		case name == "memory" && runtime.GOOS != "linux":
			continue
		}
		e := Served(own(), cfg)
		defer e.Close()
		bad := *good
		bad.Customs = []wasmast.Custom{{Name: name}}
		for range 2 {
			if kind := e.Check(binary.Encode(&bad)); !strings.HasPrefix(want, kind.String()) {
				t.Errorf("%s: %v, want %s", name, kind, want)
			}
			if v := e.Validate(binary.Encode(&bad)); v.String() != want {
				t.Errorf("%s: %v, want %s", name, v, want)
			}
		}
		if v := e.Validate(binary.Encode(good)); v.Kind != diff.Accept {
			t.Errorf("after %s: %v", name, v)
		}
	}
}
