package campaign

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Validate tests that the engines accept and reject the same modules as our validator. Modules that ours rejects
// count as discarded: it is valid ones whose mutants are most promising.
//
// Malformed files cannot be mutated, but the engines are asked about them before the campaign begins.
func Validate(ctx context.Context, seeds []wasmast.Module, malformed [][]byte, cfg Config) (Summary, error) {
	var v validation
	mutator := wasmmut.Module()
	return run(ctx, &v.recorder, cfg, fuzz.Target[wasmast.Module]{
		Generate: mutator.Random,
		Mutator:  mutator,
		Test:     v.test,
		Seeds:    seeds,
	}, func() {
		for _, wasm := range malformed {
			v.wasm = wasm
			v.compare(v.cfg.Ours.Validate(wasm), func(diff.Engine, diff.Verdict) bool { return false })
		}
	})
}

// validation is the property that engines agree on the validity of modules.
type validation struct {
	recorder
	wasm []byte // reused
}

func (v *validation) test(m wasmast.Module) fuzz.Verdict {
	ours := v.cfg.Ours.ValidateModule(&m, wasmast.V2)
	v.wasm = binary.Append(v.wasm[:0], &m)
	agree := v.compare(ours, func(e diff.Engine, theirs diff.Verdict) bool { return v.extended(&m, e, theirs) })
	switch {
	case !agree:
		return fuzz.Failed
	case ours.Kind == diff.Accept:
		return fuzz.Passed
	}
	return fuzz.Discarded
}

// compare asks every engine about the current module and reports whether all agree. Differences for which there is an
// excuse do not count.
func (v *validation) compare(ours diff.Verdict, excuse func(diff.Engine, diff.Verdict) bool) bool {
	var d dissent
	for _, e := range v.cfg.Engines {
		if e.Check(v.wasm) == ours.Kind {
			continue
		}
		theirs := e.Validate(v.wasm)
		if theirs.Kind == diff.Inconclusive {
			v.undecided(e, theirs.Reason)
		} else if text := diff.CompareVerdicts(ours, theirs); text != "" && !excuse(e, theirs) {
			d.add(e, text, fmt.Sprintf("%s vs %s", reason(ours), reason(theirs)))
		}
	}
	if d.engines != nil {
		v.diverge(d.divergence(slices.Clone(v.wasm), nil, v.answers(ours)))
	}
	return d.engines == nil
}

// extended reports whether an engine accepts m only because of features beyond WebAssembly 2.0 that it cannot
// switch off.
func (v *validation) extended(m *wasmast.Module, e diff.Engine, theirs diff.Verdict) bool {
	f := e.Features()
	return theirs.Kind == diff.Accept && f != wasmast.V2 && v.cfg.Ours.ValidateModule(m, f).Kind == diff.Accept
}

// clause matches where our reasons go on to say what was found and where.
var clause = regexp.MustCompile(`^(\w+: [^:(]*\w).*`)

// reason is a verdict without what is particular to the module. Of our own reasons the code remains.
func reason(v diff.Verdict) string {
	if v.Kind == diff.Accept {
		return v.Kind.String()
	}
	return fmt.Sprintf("%s (%s)", v.Kind, generalize(clause.ReplaceAllString(v.Text, "$1")))
}

// answers asks every engine for its verdict on the current module.
func (v *validation) answers(ours diff.Verdict) []Answer {
	answers := []Answer{{v.cfg.Ours.Name(), v.cfg.Ours.Version(), ours.String()}}
	for _, e := range v.cfg.Engines {
		answers = append(answers, Answer{e.Name(), e.Version(), e.Validate(v.wasm).String()})
	}
	return answers
}
