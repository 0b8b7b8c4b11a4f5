package gofuzz

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// maxSteps bounds the work of a copy in which a fault is planted.
const maxSteps = 1 << 28

// signature is that of MUTAGEN's evaluation.
var signature = wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: []wasmast.ValType{wasmast.I32}}

// FuzzPlanted compares our packages with and without a planted fault. Bytes that are no module pass, and those that are
// no valid one with a function of the signature if the property is that of the interpreter.
//
// Without the environment that Run makes, nothing is planted: then it checks that its seeds are what they are to be,
// and that the copies agree on them.
func FuzzPlanted(f *testing.F) {
	property := os.Getenv(propertyVar)
	if fault := os.Getenv(faultVar); fault != "" {
		id, err := strconv.ParseUint(fault, 10, 32)
		if err != nil {
			f.Fatal(err)
		}
		probe.Activate(uint32(id))
		probe.Limit(maxSteps)
	}
	clean := diff.Own(validate.Module, interp.Instantiate, wasmast.V2)
	faulty := diff.Own(validatetraced.Module, interptraced.Instantiate, wasmast.V2).Faulty()
	stub := campaign.Stub(signature, campaign.Body{Code: wasmast.Expr{wasmast.I32Const{}}})
	seed := binary.Encode(&stub)
	if property == evaluate.Validator {
		seed = binary.Encode(new(wasmast.Module))
	}
	if clean.Check(seed) != diff.Accept {
		f.Fatal("the seed is not valid")
	}
	f.Add(seed)
	tests := 0
	f.Fuzz(func(t *testing.T, wasm []byte) {
		tests++
		m, err := binary.Decode(wasm)
		if err != nil {
			return
		}
		probe.Reset()
		if property == evaluate.Validator {
			if faulty.ValidateModule(m, wasmast.V2).Kind != clean.ValidateModule(m, wasmast.V2).Kind {
				t.Fatalf("planted bug found in test %d", tests)
			}
			return
		}
		if clean.ValidateModule(m, wasmast.V2).Kind == diff.Accept && differ(faulty, clean, m) {
			t.Fatalf("planted bug found in test %d", tests)
		}
	})
}

// differ reports whether two engines do not do the same when a function of the signature is called.
func differ(a, b *diff.OwnEngine, m *wasmast.Module) bool {
	i := slices.IndexFunc(m.Exports, func(e wasmast.Export) bool {
		d, ok := e.Desc.(wasmast.ExportFunc)
		return ok && int(d.Func) < len(m.Funcs) && slices.Equal(m.Types[m.Funcs[d.Func].Type].Params, signature.Params)
	})
	if i < 0 {
		return false
	}
	var calls []diff.Call
	for _, args := range diff.Args(signature, 4, rand.New(rand.NewPCG(1, 1))) {
		calls = append(calls, diff.Call{Func: m.Exports[i].Name, Args: args})
	}
	ready := campaign.Prepare(m, diff.NaNTrack)
	script, err := diff.NewScript(ready, calls)
	return err == nil && diff.Compare(a.RunModule(ready, script), b.RunModule(ready, script)) != ""
}

func TestParse(t *testing.T) {
	const found = `fuzz: elapsed: 0s, gathering baseline coverage: 0/1 completed
fuzz: elapsed: 3s, execs: 12000 (4000/sec), new interesting: 9 (total: 10)
--- FAIL: FuzzPlanted (4.01s)
    --- FAIL: FuzzPlanted (0.00s)
        gofuzz_test.go:60: planted bug found in test 12345
`
	const missed = `fuzz: elapsed: 3s, execs: 12000 (4000/sec), new interesting: 9 (total: 10)
fuzz: elapsed: 5s, execs: 20000 (4000/sec), new interesting: 9 (total: 10)
PASS
`
	for _, c := range []struct {
		out    string
		passed bool
		want   Result
		bad    bool
	}{
		{found, false, Result{Found: true, Tests: 12345}, false},
		{missed, true, Result{Tests: 20000}, false},
		{missed, false, Result{}, true},
		{"panic: something else\n", false, Result{}, true},
	} {
		if got, err := parse(c.out, c.passed); got != c.want || err != nil != c.bad {
			t.Errorf("%q: %+v, %v", c.out, got, err)
		}
	}
}

// TestRun lets the fuzzer find a fault that shows on the empty module, and none where none is.
func TestRun(t *testing.T) {
	p, err := Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Remove()
	for _, c := range []struct {
		fault uint32
		tests int
		found bool
	}{{fatal(t), 500, true}, {0, 500, false}} {
		r, err := p.Run(t.Context(), evaluate.Validator, c.fault, c.tests, 0)
		if err != nil || r.Found != c.found || r.Tests < 1 || r.Tests > 2*c.tests || r.Seconds <= 0 {
			t.Errorf("fault %d: %+v, %v", c.fault, r, err)
		}
	}
}

// fatal returns the number of a fault that shows on the empty module.
func fatal(t *testing.T) uint32 {
	defer probe.Activate(0)
	engine := diff.Own(validatetraced.Module, interptraced.Instantiate, wasmast.V2).Faulty()
	for _, f := range validatetraced.Faults {
		probe.Activate(f.ID)
		if engine.ValidateModule(new(wasmast.Module), wasmast.V2).Kind != diff.Accept {
			return f.ID
		}
	}
	t.Fatal("no fault shows on the empty module")
	return 0
}
