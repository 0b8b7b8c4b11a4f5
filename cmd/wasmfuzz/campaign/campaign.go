// Package campaign runs the two properties of wasmfuzz in the testing loop, and tells what they find.
//
// The first, [Validate], is that every engine accepts the modules that our validator accepts, and rejects those
// that it rejects. The second, [Interp], is that every engine gets the results that our interpreter gets from a
// function whose body is mutated. Both run the instrumented copies of our packages, whose coverage guides the
// search.
//
// What engines say is compared by a [Judge]. A divergence counts only if it repeats, and names the engines that the
// others outvote.
package campaign

import (
	"context"
	"errors"
	"maps"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Config is what both campaigns need to know.
type Config struct {
	Strategy    fuzz.Strategy
	Tests       int                  // number of tests, 0 for no limit
	Seed        uint64               // of all random choices
	Ours        *diff.OwnEngine      // our own packages, instrumented
	Engines     []diff.Engine        // compared with ours in each test
	Jury        func() []diff.Engine // optional: those that are asked, besides, about a divergence
	NaN         diff.NaN             // of Interp: what is done about the bits of NaNs that are open
	StopOnFirst bool                 // end at the first divergence

	// Part and Parts divide the search among processes, see fuzz.Config. Each asks about its part of the malformed files.
	Part, Parts int
	// Import, if not nil, returns what other processes have found, see fuzz.Target. An error ends the campaign.
	Import func(tests int) (seeds, known []wasmast.Module, err error)

	// Found, if not nil, is called for each divergence, and for those that are flaky. If it returns ErrKnown, the
	// divergence does not count; any other error ends the campaign.
	Found func(Divergence) error
	// Keep, if not nil, is called with each test that covers something new, unless another process has kept it. An error
	// ends the campaign.
	Keep func(Kept) error
	// Progress, if not nil, is called after each test.
	Progress func(Summary)

	// Past is what other processes have done of the same campaign, nil if this is the first. Its tests are gone over
	// without asking the engines, but for those that showed a divergence.
	Past *Past
	// Journal, if not nil, is told what a process that takes up the campaign has to know.
	Journal Journal
}

// Past is what was done of a campaign.
type Past struct {
	Tests        int          // the number of tests that are over
	Diverged     map[int]bool // the numbers of those that showed a divergence
	Flaky        int          // divergences that did not repeat
	Inconclusive map[string]int
}

// Journal keeps what a campaign does.
type Journal interface {
	// Diverged is called for each divergence that Found has taken, with the number of the test.
	Diverged(test int, flaky bool) error
	// Over is called when all tests up to the given number are over, the malformed files included, which come before
	// the first. Inconclusive is that of the summary, or nil if it has not changed.
	Over(test int, inconclusive map[string]int)
}

// Kept is a module worth keeping.
type Kept struct {
	Wasm  []byte
	Test  int  // its number
	Edges int  // that were new
	Valid bool // for our validator
}

// Summary is the result of a campaign.
type Summary struct {
	fuzz.Status
	Divergences  int
	Failed       int            // tests among them; malformed files are none
	Flaky        int            // those that did not repeat
	KnownBugs    int            // those of which Found said so
	Inconclusive map[string]int // answers that decided nothing, by engine and reason
	Kinds        map[string]int // divergences by Ballot.Kind
	Outcomes     map[string]int // what our engine said: of Validate verdicts, of Interp how each call of a valid function ended
}

// ErrKnown says of a divergence that it is known already.
var ErrKnown = errors.New("the divergence is known")

// recorder collects what a property sees beyond its verdict. One recorder serves one campaign.
type recorder struct {
	judge     Judge
	cfg       Config
	stop      context.CancelFunc
	err       error // of Found and the like
	number    int   // of the current test, from 1 on
	waiting   int   // tests that the engines have not been asked about
	undecided bool  // whether there are new answers that decide nothing
	sum       Summary
}

// past reports whether the current test is one of the past.
func (r *recorder) past() bool { return r.cfg.Past != nil && r.number <= r.cfg.Past.Tests }

// quiet reports whether the current test is one of the past that showed no divergence.
func (r *recorder) quiet() bool { return r.past() && r.number > 0 && !r.cfg.Past.Diverged[r.number] }

// found takes a divergence of the test of a number, or nil, and reports whether there is one that counts.
func (r *recorder) found(d *Divergence, number int) bool {
	if d == nil {
		return false
	}
	d.Test = number
	var err error
	if r.cfg.Found != nil && r.err == nil {
		err = r.cfg.Found(*d)
	}
	if r.cfg.Journal != nil && !r.past() {
		err = errors.Join(err, r.cfg.Journal.Diverged(number, d.Flaky != ""))
	}
	switch {
	case errors.Is(err, ErrKnown):
		r.sum.KnownBugs++
		return false
	case err != nil:
		r.err = err
		r.stop()
	}
	if d.Flaky != "" {
		if !r.past() { // those of the past are counted
			r.sum.Flaky++
		}
		return false
	}
	r.sum.Divergences++
	r.sum.Kinds[d.Kind]++
	r.sum.Failed += min(number, 1)
	if r.cfg.StopOnFirst {
		r.stop()
	}
	return true
}

// keep passes on a module that covers something new.
func (r *recorder) keep(m *wasmast.Module, c fuzz.Candidate, edges int) {
	if r.cfg.Keep == nil || r.err != nil || c.Origin == fuzz.Imported {
		return
	}
	r.err = r.cfg.Keep(Kept{binary.Encode(m), c.Seq, edges, c.Verdict == fuzz.Passed})
	if r.err != nil {
		r.stop()
	}
}

// imports returns what other processes have found.
func (r *recorder) imports(tests int) (seeds, known []wasmast.Module) {
	if r.cfg.Import == nil || r.err != nil {
		return nil, nil
	}
	if seeds, known, r.err = r.cfg.Import(tests); r.err != nil {
		r.stop()
	}
	return seeds, known
}

// over tells the journal how far the campaign has come.
func (r *recorder) over() {
	if r.cfg.Journal == nil || r.waiting > 0 || r.past() {
		return
	}
	var inconclusive map[string]int
	if r.undecided {
		inconclusive = r.sum.Inconclusive
	}
	r.cfg.Journal.Over(r.number, inconclusive)
	r.undecided = false
}

// uninterrupted is a context that is not done before the tests of the past are gone over.
type uninterrupted struct {
	context.Context
	r *recorder
}

func (c uninterrupted) Err() error {
	if past := c.r.cfg.Past; past != nil && c.r.number < past.Tests {
		return nil
	}
	return c.Context.Err()
}

// progress passes on what the campaign has come to.
func (r *recorder) progress(s fuzz.Status) {
	if r.cfg.Progress != nil {
		r.sum.Status = s
		r.cfg.Progress(r.sum)
	}
}

// run calls begin, runs the loop on a target whose property uses r, calling after after each test, and calls end.
func run[T any](ctx context.Context, r *recorder, cfg Config, target fuzz.Target[T], begin, after, end func()) (Summary, error) {
	r.cfg, r.sum.Inconclusive, r.sum.Kinds, r.sum.Outcomes = cfg, map[string]int{}, map[string]int{}, map[string]int{}
	r.judge = Judge{Ours: cfg.Ours, Engines: cfg.Engines, Jury: cfg.Jury, NaN: cfg.NaN, Undecided: func(engine string, reason diff.Reason) {
		if !r.past() {
			r.undecided = true
			r.sum.Inconclusive[engine+": "+string(reason)]++
		}
	}}
	if cfg.Past != nil {
		r.sum.Flaky, r.sum.Inconclusive = cfg.Past.Flaky, maps.Clone(cfg.Past.Inconclusive)
	}
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	begin()
	r.over()
	test := target.Test
	target.Test = func(v T) fuzz.Verdict {
		r.number++
		return test(v)
	}
	report := fuzz.Run(uninterrupted{ctx, r}, target, fuzz.Config{
		Strategy:    cfg.Strategy,
		Tests:       cfg.Tests,
		Seed:        cfg.Seed,
		Part:        cfg.Part,
		Parts:       cfg.Parts,
		KeepGoing:   true, // until found stops the loop
		MaxFailures: 1,    // Found has them
		// What is done after a test, and not in it, is not in its trace.
		Progress: func(s fuzz.Status) {
			after()
			r.over()
			r.progress(s)
		},
	})
	end()
	r.sum.Status = report.Status
	return r.sum, r.err
}
