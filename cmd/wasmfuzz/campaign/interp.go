package campaign

import (
	"context"
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// vectors is the number of argument vectors with which a valid body is called, one after the other in the same
// instance.
const vectors = 4

// Interp tests that the engines execute functions of the type sig as our interpreter does. Bodies that are not
// valid are discarded.
func Interp(ctx context.Context, sig wasmast.FuncType, seeds []Body, cfg Config) (Summary, error) {
	x := execution{sig: sig, random: rand.New(rand.NewPCG(cfg.Seed, 1))}
	return run(ctx, &x.recorder, cfg, x.target(seeds), func() {})
}

// target returns what the testing loop needs to know.
func (x *execution) target(seeds []Body) fuzz.Target[Body] {
	mutator := bodies()
	return fuzz.Target[Body]{Generate: mutator.Random, Mutator: mutator, Test: x.test, Seeds: seeds}
}

// bodies returns the mutator of bodies.
func bodies() mutate.Mutator[Body] {
	return mutate.Struct(
		mutate.Field(func(b *Body) *[]wasmast.ValType { return &b.Locals }, mutate.Slice[[]wasmast.ValType](wasmmut.ValType())),
		mutate.Field(func(b *Body) *wasmast.Expr { return &b.Code }, wasmmut.Expr()),
	)
}

// execution is the property that engines agree on what a function does.
type execution struct {
	recorder
	sig    wasmast.FuncType
	random *rand.Rand // of arguments
	wasm   []byte     // reused
}

func (x *execution) test(b Body) fuzz.Verdict {
	m := Stub(x.sig, b)
	if x.cfg.Ours.ValidateModule(&m, wasmast.V2).Kind != diff.Accept {
		return fuzz.Discarded
	}
	ready := Prepare(&m)
	calls := make([]diff.Call, 0, vectors)
	for _, args := range diff.Args(x.sig, vectors, x.random) {
		calls = append(calls, diff.Call{Func: Entry, Args: args})
	}
	script, err := diff.NewScript(ready, calls)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	ours := x.cfg.Ours.RunModule(ready, script)
	if ours.Inconclusive != "" {
		x.undecided(x.cfg.Ours, ours.Inconclusive)
		return fuzz.Passed
	}
	x.wasm = binary.Append(x.wasm[:0], ready)
	var d dissent
	for _, e := range x.cfg.Engines {
		theirs := e.Run(x.wasm, script)
		if theirs.Inconclusive != "" {
			x.undecided(e, theirs.Inconclusive)
		}
		if text := diff.Compare(ours, theirs); text != "" {
			d.add(e, text, generalize(text))
		}
	}
	if d.engines == nil {
		return fuzz.Passed
	}
	x.diverge(d.divergence(binary.Encode(&m), calls, x.answers(ours, script)))
	return fuzz.Failed
}

// Prepare returns a valid module with its state shown, its NaNs canonical and its execution bounded, so that it
// does the same on every engine that follows the specification.
func Prepare(m *wasmast.Module) *wasmast.Module {
	return diff.Expose(diff.Total(diff.Canon(m), diff.DefaultBounds()), wasmast.V2)
}

// answers asks every engine for its outcome of the current module.
func (x *execution) answers(ours diff.Outcome, script *diff.Script) []Answer {
	answers := []Answer{{x.cfg.Ours.Name(), x.cfg.Ours.Version(), ours.String()}}
	for _, e := range x.cfg.Engines {
		answers = append(answers, Answer{e.Name(), e.Version(), e.Run(x.wasm, script).String()})
	}
	return answers
}
