package finding

import (
	"context"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/minimize"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Reduction makes a subject small that has a symptom.
type Reduction struct {
	Symptom *Symptom
	Budget  int // executions, 0 for no limit
	// Better, if not nil, is called with the subject at first, and with each smaller one. An error ends the reduction.
	Better func(Subject) error
	// Tick, if not nil, is called before each execution.
	Tick func()

	best Subject
	stop context.CancelFunc
	err  error
	end  int // of the executions
}

// Run returns the smallest subject that it finds from s on. When ctx ends, that is the smallest so far.
func (r *Reduction) Run(ctx context.Context, s Subject) (Subject, error) {
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.end = r.Symptom.Executions + r.Budget
	r.take(s)
	r.fewerCalls(ctx)
	minimize.Module(ctx, r.best.Module, func(m *wasmast.Module) bool {
		return r.try(ctx, Subject{m, r.best.Calls})
	})
	r.fewerCalls(ctx)
	r.simplerCalls(ctx)
	return r.best, r.err
}

// take makes s the best so far.
func (r *Reduction) take(s Subject) {
	r.best = s
	if r.Better != nil && r.err == nil {
		if r.err = r.Better(s); r.err != nil {
			r.stop()
		}
	}
}

// try takes s if it has the symptom, and reports whether. It ends the reduction if the budget is spent.
func (r *Reduction) try(ctx context.Context, s Subject) bool {
	if r.Budget > 0 && r.Symptom.Executions >= r.end {
		r.stop()
	}
	if ctx.Err() != nil {
		return false
	}
	if r.Tick != nil {
		r.Tick()
	}
	if !r.Symptom.Shows(s) {
		return false
	}
	r.take(s)
	return true
}

// fewerCalls takes away calls.
func (r *Reduction) fewerCalls(ctx context.Context) {
	if r.Symptom.Runs {
		minimize.List(r.best.Calls, func(calls []diff.Call) bool {
			return r.try(ctx, Subject{r.best.Module, calls})
		})
	}
}

// simplerCalls makes arguments zero.
func (r *Reduction) simplerCalls(ctx context.Context) {
	for i, c := range r.best.Calls {
		for k, v := range c.Args {
			simpler := slices.Clone(r.best.Calls)
			simpler[i].Args = slices.Clone(simpler[i].Args)
			simpler[i].Args[k] = store.Zero(v.Type)
			if v != simpler[i].Args[k] {
				r.try(ctx, Subject{r.best.Module, simpler})
			}
		}
	}
}
