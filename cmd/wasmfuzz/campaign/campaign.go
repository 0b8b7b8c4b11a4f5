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

	// Found, if not nil, is called for each divergence, and for those that are flaky. If it returns ErrKnown, the
	// divergence does not count; any other error ends the campaign.
	Found func(Divergence) error
	// Keep, if not nil, is called with each test that covers something new. An error ends the campaign.
	Keep func(Kept) error
	// Progress, if not nil, is called after each test.
	Progress func(Summary)
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
}

// ErrKnown says of a divergence that it is known already.
var ErrKnown = errors.New("the divergence is known")

// recorder collects what a property sees beyond its verdict. One recorder serves one campaign.
type recorder struct {
	judge  Judge
	cfg    Config
	stop   context.CancelFunc
	err    error // of Found
	number int   // of the current test, from 1 on
	sum    Summary
}

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
	switch {
	case errors.Is(err, ErrKnown):
		r.sum.KnownBugs++
		return false
	case err != nil:
		r.err = err
		r.stop()
	}
	if d.Flaky != "" {
		r.sum.Flaky++
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
	if r.cfg.Keep == nil || r.err != nil {
		return
	}
	r.err = r.cfg.Keep(Kept{binary.Encode(m), c.Seq, edges, c.Verdict == fuzz.Passed})
	if r.err != nil {
		r.stop()
	}
}

// progress passes on what the campaign has come to.
func (r *recorder) progress(s fuzz.Status) {
	if r.cfg.Progress != nil {
		r.sum.Status = s
		r.cfg.Progress(r.sum)
	}
}

// run calls begin, runs the loop on a target whose property uses r, and calls end.
func run[T any](ctx context.Context, r *recorder, cfg Config, target fuzz.Target[T], begin, end func()) (Summary, error) {
	r.cfg, r.sum.Inconclusive, r.sum.Kinds = cfg, map[string]int{}, map[string]int{}
	r.judge = Judge{Ours: cfg.Ours, Engines: cfg.Engines, Jury: cfg.Jury, NaN: cfg.NaN, Undecided: func(engine string, reason diff.Reason) {
		r.sum.Inconclusive[engine+": "+string(reason)]++
	}}
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	begin()
	test := target.Test
	target.Test = func(v T) fuzz.Verdict {
		r.number++
		return test(v)
	}
	report := fuzz.Run(ctx, target, fuzz.Config{
		Strategy:    cfg.Strategy,
		Tests:       cfg.Tests,
		Seed:        cfg.Seed,
		KeepGoing:   true, // until found stops the loop
		MaxFailures: 1,    // Found has them
		Progress:    r.progress,
	})
	end()
	r.sum.Status = report.Status
	return r.sum, r.err
}
