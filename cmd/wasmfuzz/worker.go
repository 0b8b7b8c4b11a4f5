package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/isolate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// member says which worker of which team a process is.
type member struct {
	dir    string
	number int
}

type memberKey struct{}

// withMember returns the context of a worker.
func withMember(ctx context.Context, m member) context.Context {
	return context.WithValue(ctx, memberKey{}, &m)
}

// memberOf returns which worker this process is, nil if it is none.
func memberOf(ctx context.Context) *member {
	m, _ := ctx.Value(memberKey{}).(*member)
	return m
}

// work does the part of a worker in a campaign. It tells the coordinator everything, and the user nothing but errors.
func (f *campaignFlags) work(ctx context.Context, cmd *cobra.Command, p *property, m member) (err error) {
	w, err := team.Join(m.dir, m.number)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	strategy, err := fuzz.Named(f.strategy)
	if err != nil {
		return fmt.Errorf("--strategy: %v", err)
	}
	if err := plant(f.fault); err != nil {
		return err
	}
	known, err := readKnown(f.known)
	if err != nil {
		return err
	}
	engines, err := f.engines.open(ctx)
	if err != nil {
		return err
	}
	defer closeEngines(engines)
	jury := &jury{ctx: ctx, campaign: &f.engines, log: cmd.ErrOrStderr()}
	defer jury.close()
	corpus, err := w.Begin()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r := &reporter{worker: w, past: pastOf(ctx), stop: stop, engines: enginesOf(engines)}
	judge := campaign.Judge{Ours: watched(ctx, instrumented()), Engines: r.watch.timed(engines), NaN: f.nan.NaN}
	r.watch.run(ctx.Done())
	r.found = &finding.Collector{
		Dir: w.Findings(), Shown: f.out, Log: &r.text, Judge: judge, Budget: f.minimize, Known: known, Origin: f.origin(cmd),
	}
	judge.Jury = jury.open
	cfg := f.config(ctx, r, judge)
	cfg.Strategy = strategy
	if !r.past.Begun {
		r.report(campaign.Summary{})
	}
	summary, err := p.run(ctx, cfg, corpus)
	err = errors.Join(err, r.found.Close())
	r.report(summary)
	return errors.Join(err, r.err)
}

// config returns the configuration of a worker, but for the strategy.
func (f *campaignFlags) config(ctx context.Context, r *reporter, j campaign.Judge) campaign.Config {
	w := r.worker
	cfg := campaign.Config{
		Tests: w.TestsOf(w.Index), Seed: w.SeedOf(w.Index), Part: w.Index, Parts: w.Workers,
		Ours: j.Ours, Engines: j.Engines, Jury: j.Jury, NaN: j.NaN, StopOnFirst: f.stopOnFirst,
		Keep: w.Keep, Progress: r.update,
		Found:  func(d campaign.Divergence) error { return r.add(ctx, d) },
		Import: func(tests int) (seeds, known []wasmast.Module, err error) { return w.Import(ctx, tests) },
	}
	resume(&cfg, ctx)
	return cfg
}

// enginesOf returns the names and versions of engines.
func enginesOf(engines []diff.Engine) []team.Engine {
	var list []team.Engine
	for _, e := range engines {
		list = append(list, team.Engine{Name: e.Name(), Version: e.Version()})
	}
	return list
}

// reporter tells the coordinator what a worker does. What workers before this one have told it does not tell again.
type reporter struct {
	worker  *team.Worker
	found   *finding.Collector
	engines []team.Engine
	watch   stopwatch
	past    isolate.Past
	stop    func()
	err     error        // of telling
	text    bytes.Buffer // that the collector has written
	novel   int
	last    time.Time // of the latest report
}

// often is the time between two reports.
const often = 200 * time.Millisecond

// update is called after each test.
func (r *reporter) update(s campaign.Summary) {
	if s.Last.Novel > 0 && s.Last.Origin != fuzz.Imported {
		r.novel++
	}
	// Looking at the clock costs as much as a small test does.
	if s.Tests() > r.past.Tests && s.Tests()%64 == 0 && time.Since(r.last) >= often {
		r.report(s)
	}
}

// report tells what the worker has come to.
func (r *reporter) report(s campaign.Summary) {
	busy, looks := r.watch.read()
	err := r.worker.Report(team.Status{Summary: s, Novel: r.novel, Findings: r.found.Met(), Engines: r.engines, Busy: busy, Looks: looks})
	r.last = time.Now()
	if err != nil && r.err == nil {
		r.err = err
		r.stop()
	}
}

// add takes a divergence, and passes on what the collector says about it.
func (r *reporter) add(ctx context.Context, d campaign.Divergence) error {
	told := r.past.Begun && (d.Test == 0 || r.past.Diverged[d.Test] || r.past.Flaky[d.Test])
	before := r.found.Met()
	d.Test = r.worker.Number(r.worker.Index, d.Test)
	r.text.Reset()
	err := r.found.Add(ctx, d)
	if r.text.Len() == 0 || told {
		return err
	}
	news := team.News{Text: r.text.String()}
	for _, m := range r.found.Met() {
		if !m.Known && !slices.ContainsFunc(before, func(b finding.Met) bool { return b.Name == m.Name }) {
			news.Finding = m.Name
		}
	}
	return errors.Join(err, r.worker.Tell(news))
}
