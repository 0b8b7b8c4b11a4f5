package campaign

import (
	"context"
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// vectors is the number of argument vectors with which a valid body is called, one after the other in the same
// instance.
const vectors = 4

// Interp tests that the engines execute functions of the type sig as our interpreter does. Bodies that are not
// valid are discarded.
//
// Engines that compile are given several bodies at a time, so that a divergence is found some tests after the one that
// shows it. The search goes on as if that had passed.
func Interp(ctx context.Context, sig wasmast.FuncType, seeds []Body, cfg Config) (Summary, error) {
	x := execution{sig: sig, random: rand.New(rand.NewPCG(cfg.Seed, 1))}
	return run(ctx, &x.recorder, cfg, x.target(seeds), func() {}, x.full, x.flush)
}

// target returns what the testing loop needs to know.
func (x *execution) target(seeds []Body) fuzz.Target[Body] {
	mutator := bodies()
	return fuzz.Target[Body]{
		Generate: mutator.Random, Mutator: mutator, Test: x.test, Seeds: seeds,
		Keep: func(b Body, c fuzz.Candidate, edges int) {
			m := Stub(x.sig, b)
			x.keep(&m, c, edges)
		},
		Import: func(tests int) (seeds, known []Body) {
			s, k := x.imports(tests)
			return BodiesOf(s, x.sig), BodiesOf(k, x.sig)
		},
	}
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
	queue  []execTest // those that only our engine has run
}

func (x *execution) test(b Body) fuzz.Verdict {
	m := Stub(x.sig, b)
	switch x.cfg.Ours.ValidateModule(&m, wasmast.V2).Kind {
	case diff.Accept:
	case diff.Crash, diff.Hang:
		if !x.quiet() && x.crashes(&m) {
			return fuzz.Failed
		}
		return fuzz.Discarded
	default:
		return fuzz.Discarded
	}
	var calls []diff.Call
	for _, args := range diff.Args(x.sig, vectors, x.random) {
		calls = append(calls, diff.Call{Func: Entry, Args: args})
	}
	q, err := newOutcomes(&x.judge, &m, Prepare(&m, x.judge.NaN), calls)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	ours := q.ask(x.cfg.Ours)
	x.ended(&ours)
	if ours.Inconclusive != "" {
		x.judge.undecided(x.cfg.Ours, ours.Inconclusive)
		return fuzz.Passed
	}
	if x.quiet() {
		return fuzz.Passed
	}
	x.queue = append(x.queue, execTest{x.number, q, calls, ours})
	x.waiting = len(x.queue)
	return fuzz.Passed
}

// Returned is how a call ends that does not trap, in Summary.Outcomes; traps have the specification's names.
const Returned = "returned"

// ended counts how the calls of a test ended, or if there were none what became of the module.
func (x *execution) ended(o *diff.Outcome) {
	if o.Stage != diff.Ran {
		x.sum.Outcomes[o.Stage.String()]++
	}
	for _, c := range o.Calls {
		if c.Trap == 0 {
			x.sum.Outcomes[Returned]++
		} else {
			x.sum.Outcomes[c.Trap.String()]++
		}
	}
}

// crashes reports whether our validator fails with m, and that counts.
func (x *execution) crashes(m *wasmast.Module) (found bool) {
	probe.Aside(func() { found = x.found(x.judge.Verdicts(m), x.number) })
	return found
}

// Prepare returns a valid module with its state shown and its execution bounded, so that it does the same on every
// engine that follows the specification, but for the bits of NaNs that n leaves open.
func Prepare(m *wasmast.Module, n diff.NaN) *wasmast.Module {
	return diff.Expose(diff.Total(n.Prepare(m), diff.DefaultBounds()), wasmast.V2)
}

// outcomes is the question what the calls of a script do.
type outcomes struct {
	engine *diff.OwnEngine
	m      *wasmast.Module // what is reported
	made   *wasmast.Module // what is run
	script *diff.Script
	nan    diff.NaN
	wasm   []byte     // of made, once it is needed
	open   *diff.Open // in its outcome, once it is needed
}

// newOutcomes returns the question about a valid module m, of which made is what is run. It is an error if it cannot be
// run with these calls, see diff.NewScript.
func newOutcomes(j *Judge, m, made *wasmast.Module, calls []diff.Call) (*outcomes, error) {
	script, err := diff.NewScript(made, calls)
	if err != nil {
		return nil, err
	}
	return &outcomes{engine: j.Ours, m: m, made: made, script: script, nan: j.NaN}, nil
}

func (q *outcomes) ask(e diff.Engine) diff.Outcome {
	if e == diff.Engine(q.engine) {
		return q.engine.RunModule(q.made, q.script)
	}
	if q.wasm == nil {
		q.wasm = binary.Encode(q.made)
	}
	return e.Run(q.wasm, q.script)
}

// compare finds out what is open when there is a difference. There seldom is.
func (q *outcomes) compare(a, b diff.Outcome) string {
	d := diff.Compare(a, b)
	if d == "" || q.nan == diff.NaNCanon {
		return d
	}
	return q.opened().Compare(a, b)
}

// opened returns what is open in the outcome.
func (q *outcomes) opened() *diff.Open {
	if q.open == nil {
		open := q.nan.Open(q.made, q.script)
		q.open = &open
	}
	return q.open
}

func (q *outcomes) blind() diff.Reason {
	if q.open == nil {
		return ""
	}
	return q.open.Inconclusive
}

func (q *outcomes) module() []byte                             { return binary.Encode(q.m) }
func (q *outcomes) abstains(o diff.Outcome) bool               { return o.Stage == diff.Unknown }
func (q *outcomes) undecided(o diff.Outcome) diff.Reason       { return o.Inconclusive }
func (q *outcomes) general(_, _ diff.Outcome, d string) string { return generalize(d) }
func (q *outcomes) String(o diff.Outcome) string               { return o.String() }
