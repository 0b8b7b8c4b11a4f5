// Package campaign runs the two properties of wasmfuzz in the testing loop, and tells what they find.
//
// The first, [Validate], is that every engine accepts the modules that our validator accepts, and rejects those
// that it rejects. The second, [Interp], is that every engine gets the results that our interpreter gets from a
// function whose body is mutated. Both run the instrumented copies of our packages, whose coverage guides the
// search.
package campaign

import (
	"context"
	"regexp"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// Config is what both campaigns need to know.
type Config struct {
	Strategy    fuzz.Strategy
	Tests       int             // number of tests, 0 for no limit
	Seed        uint64          // of all random choices
	Ours        *diff.OwnEngine // our own packages, instrumented
	Engines     []diff.Engine   // compared with ours
	StopOnFirst bool            // end at the first divergence

	// Found, if not nil, is called for each divergence. An error ends the campaign.
	Found func(Divergence) error
	// Progress, if not nil, is called after each test.
	Progress func(fuzz.Status)
}

// Divergence is a module on which engines disagree.
type Divergence struct {
	Test    int         // number of the test that showed it
	Wasm    []byte      // the module, before Prepare
	Calls   []diff.Call // what was called; empty if the module was only validated
	Engines []string    // those that disagree with ours
	Diff    string      // the first difference between ours and the first of them
	Kind    string      // the engines, and the difference without what is particular to the module
	Answers []Answer    // what each engine said, ours first
}

// Answer is what one engine said of a module.
type Answer struct {
	Engine, Version string
	Text            string
}

// Summary is the result of a campaign.
type Summary struct {
	fuzz.Status
	Divergences  int
	Inconclusive map[string]int // answers that decided nothing, by engine and reason
}

// recorder collects what a property sees beyond its verdict. One recorder serves one campaign.
type recorder struct {
	cfg          Config
	stop         context.CancelFunc
	err          error // of Found
	test         int
	divergences  int
	inconclusive map[string]int
}

// undecided counts an answer that decides nothing.
func (r *recorder) undecided(e diff.Engine, reason diff.Reason) {
	r.inconclusive[e.Name()+": "+string(reason)]++
}

// dissent collects the engines that disagree with ours on one module.
type dissent struct {
	engines    []string
	diff, kind string // of the first
}

func (d *dissent) add(e diff.Engine, diff, kind string) {
	if d.engines == nil {
		d.diff, d.kind = diff, kind
	}
	d.engines = append(d.engines, e.Name())
}

func (d *dissent) divergence(wasm []byte, calls []diff.Call, answers []Answer) Divergence {
	kind := strings.Join(d.engines, ", ") + ": " + d.kind
	return Divergence{Wasm: wasm, Calls: calls, Engines: d.engines, Diff: d.diff, Kind: kind, Answers: answers}
}

// particular matches what differs between texts that say the same of different modules: numbers, and quoted names.
var particular = regexp.MustCompile(`"(\\.|[^"\\])*"|-?\b(0x[0-9a-f]+|\d[\d.]*(e[+-]?\d+)?)\b|\bNaN\b|[+-]Inf\b|\[[\w.]*\]`)

// generalize replaces what is particular to a module by #.
func generalize(text string) string { return particular.ReplaceAllString(text, "#") }

// diverge reports a divergence of the current test.
func (r *recorder) diverge(d Divergence) {
	r.divergences++
	d.Test = r.test
	if r.cfg.Found != nil && r.err == nil {
		if r.err = r.cfg.Found(d); r.err != nil {
			r.stop()
		}
	}
}

// run calls begin and then runs the loop on a target whose property uses r.
func run[T any](ctx context.Context, r *recorder, cfg Config, target fuzz.Target[T], begin func()) (Summary, error) {
	r.cfg, r.inconclusive = cfg, map[string]int{}
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	begin()
	test := target.Test
	target.Test = func(v T) fuzz.Verdict {
		r.test++
		return test(v)
	}
	report := fuzz.Run(ctx, target, fuzz.Config{
		Strategy:    cfg.Strategy,
		Tests:       cfg.Tests,
		Seed:        cfg.Seed,
		KeepGoing:   !cfg.StopOnFirst,
		MaxFailures: 1, // Found has them
		Progress:    cfg.Progress,
	})
	return Summary{Status: report.Status, Divergences: r.divergences, Inconclusive: r.inconclusive}, r.err
}
