package finding

import (
	"context"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/minimize"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Reduction makes a subject small that has a symptom.
//
// A module may have more than one bug in it, and lose that by which it was found to another. So all that can be taken
// away without changing a word of the difference is taken away first; that includes other bugs, as they are not needed.
// Only then may the values of outcomes change, and only when a value takes the place of something else. All other edits
// must leave the difference, with the values that it has by then, as it is.
type Reduction struct {
	Symptom *Symptom
	Budget  int // executions, 0 for no limit
	// Better, if not nil, is called with the subject at first, and with each smaller one. An error ends the reduction.
	Better func(Subject) error
	// Tick, if not nil, is called before each execution.
	Tick func()

	best  Subject
	exact bool   // whether the difference has to stay as it was at first
	words string // the difference in the best
	stop  context.CancelFunc
	err   error
	end   int // of the executions
}

// Run returns the smallest subject that it finds from s on. When ctx ends, that is the smallest so far.
func (r *Reduction) Run(ctx context.Context, s Subject) (Subject, error) {
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.end, r.words = r.Symptom.Executions+r.Budget, r.Symptom.words
	r.take(s)
	for _, r.exact = range []bool{true, false} {
		for again := true; again; {
			words := r.words
			r.fewerCalls(ctx)
			minimize.Module(ctx, r.best.Module, func(m *wasmast.Module) bool {
				return r.try(ctx, Subject{m, r.best.Calls})
			})
			r.simplerCalls(ctx)
			// With other values, what was refused before may do.
			again = r.fewerParams(ctx) || r.words != words
		}
	}
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
	words, shows := r.Symptom.Words(s)
	if !shows || words != r.words && (r.exact || r.Symptom.Runs && (!replaces(r.best, s) || onlyWrong(r.words, words))) {
		return false
	}
	r.words = words
	r.take(s)
	return true
}

// onlyWrong reports whether two differences have the same right value and another wrong one. If the same cause were at
// work on other values, what is right would most likely be another value too.
func onlyWrong(x, y string) bool {
	right, wrong, _ := strings.Cut(x, " vs ")
	return strings.HasPrefix(y, right+" vs ") && y != right+" vs "+wrong
}

// replaces reports whether smaller is s with values changed: whether there are instructions, which do no more than supply
// a value, in the place of all that it lacks, or nothing but immediates and arguments that differ.
func replaces(s, smaller Subject) bool {
	counts := map[wasmast.Op]int{}
	for i := range smaller.Module.Instrs() {
		counts[i.Op()]++
	}
	for i := range s.Module.Instrs() {
		counts[i.Op()]--
	}
	less, more := false, false
	for op, n := range counts {
		if n > 0 && !supplies(op) {
			return false
		}
		less, more = less || n < 0, more || n > 0
	}
	return len(smaller.Calls) == len(s.Calls) && (more || !less)
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

// fewerParams takes parameters away from functions, and arguments from the calls, and reports whether it did. A
// parameter becomes zero or the constant with which all calls are made.
func (r *Reduction) fewerParams(ctx context.Context) bool {
	changed := false
	for i := range r.best.Module.Funcs {
		for p := r.params(i) - 1; p >= 0; p-- {
			changed = r.withoutParam(ctx, i, p) || changed
		}
	}
	return changed
}

// params is the number of parameters of the i'th function that the module defines.
func (r *Reduction) params(i int) int {
	m := r.best.Module
	if t := m.Funcs[i].Type; int64(t) < int64(len(m.Types)) {
		return len(m.Types[t].Params)
	}
	return 0
}

// withoutParam takes away parameter p of the i'th function that the module defines.
func (r *Reduction) withoutParam(ctx context.Context, i, p int) bool {
	m := r.best.Module
	calls := slices.Clone(r.best.Calls)
	var values []store.Value
	for n, c := range calls {
		if m.Exported(c.Func) == i && p < len(c.Args) {
			if !slices.Contains(values, c.Args[p]) {
				values = append(values, c.Args[p])
			}
			calls[n].Args = slices.Delete(slices.Clone(c.Args), p, p+1)
		}
	}
	constants := []wasmast.Instr{nil}
	if len(values) == 1 && !values[0].Type.IsRef() {
		constants = append(constants, values[0].Const())
	}
	return slices.ContainsFunc(constants, func(c wasmast.Instr) bool {
		smaller, ok := minimize.DropParam(m, i, p, c)
		return ok && r.try(ctx, Subject{smaller, calls})
	})
}
