package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// home is the directory in which a campaign is kept from session to session. There is none if dir is nil.
type home struct {
	dir    *record.Dir
	before record.Moment // what earlier sessions came to
	begun  time.Time     // when this session began
	last   time.Time     // when it was last measured
	err    error         // of measuring
}

// openHome opens the directory of a campaign, and tells what was put right in it. There is none if the path is empty.
//
// A worker that takes up a session which another one began finds what was there before that.
func openHome(path string, c record.Campaign, ctx context.Context, log io.Writer) (*home, error) {
	h := &home{begun: pastOf(ctx).Started, last: time.Now()}
	if path == "" {
		return h, nil
	}
	var err error
	if h.dir, err = record.Open(path, c); err != nil {
		return nil, fmt.Errorf("--dir: %v", err)
	}
	for _, w := range h.dir.Warnings() {
		fmt.Fprintln(log, "wasmfuzz:", w)
	}
	session := pastOf(ctx).Session // 0 if it is a new one
	for _, m := range h.dir.Moments() {
		if session == 0 || m.Session < session {
			h.before = m
		}
	}
	if j := workerOf(ctx); j != nil {
		j.SetSession(h.before.Session + 1)
	}
	return h, nil
}

// Close closes the directory.
func (h *home) Close() error {
	if h.dir == nil {
		return nil
	}
	return h.dir.Close()
}

// run runs a session that begins with the corpus, and measures what it has come to.
func (h *home) run(session func(corpus []wasmast.Module) (campaign.Summary, error)) (campaign.Summary, error) {
	if h.dir == nil {
		return session(nil)
	}
	corpus, err := h.modules()
	if err != nil {
		return campaign.Summary{}, err
	}
	s, err := session(corpus)
	return s, errors.Join(err, h.err, h.measure(s))
}

// seed is the seed of this session. Later sessions must not repeat the choices of the first.
func (h *home) seed(first uint64) uint64 { return first + uint64(h.before.Session)*0x9E3779B97F4A7C15 }

// modules returns the corpus.
func (h *home) modules() ([]wasmast.Module, error) {
	var modules []wasmast.Module
	for _, e := range h.dir.Entries() {
		if e.Test > h.before.Tests { // of this session
			continue
		}
		wasm, err := h.dir.Module(e)
		if err != nil {
			return nil, err
		}
		m, err := binary.Decode(wasm)
		if err != nil {
			return nil, fmt.Errorf("%s: module %s: %w", h.dir.Path(), e.Name, err)
		}
		modules = append(modules, *m)
	}
	return modules, nil
}

// keep adds a module to the corpus.
func (h *home) keep(k campaign.Kept) error {
	if h.dir == nil {
		return nil
	}
	_, err := h.dir.Add(k.Wasm, record.Entry{Test: h.before.Tests + k.Test, Edges: k.Edges, Valid: k.Valid})
	return err
}

// between is the time between two measurements.
const between = 5 * time.Second

// update measures the campaign if it is time to, and stops it if that fails.
func (h *home) update(s campaign.Summary, stop func()) {
	if h.dir == nil || h.err != nil || s.Tests()%64 != 0 || time.Since(h.last) < between {
		return
	}
	if h.err = h.measure(s); h.err != nil {
		stop()
	}
}

// measure adds what the campaign has come to in all its sessions to the statistics.
func (h *home) measure(s campaign.Summary) error {
	h.last = time.Now()
	return h.dir.Measure(record.Moment{
		Session:     h.before.Session + 1,
		Seconds:     h.before.Seconds + h.last.Sub(h.begun).Seconds(),
		Tests:       h.before.Tests + s.Tests(),
		Valid:       h.before.Valid + s.Tests() - s.Verdicts[fuzz.Discarded],
		Edges:       s.Known,
		Modules:     len(h.dir.Entries()),
		Divergences: h.before.Divergences + s.Divergences,
		Flaky:       h.before.Flaky + s.Flaky,
		R:           s.R,
		Resets:      s.Resets,
		Queued:      [2]int{s.Queued[fuzz.Passed], s.Queued[fuzz.Discarded]},
		Undecided:   sum(h.before.Undecided, s.Inconclusive),
		Kinds:       sum(h.before.Kinds, s.Kinds),
	})
}

// sum adds counts by their names.
func sum(a, b map[string]int) map[string]int {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]int{}
	}
	for name, n := range b {
		all[name] += n
	}
	return all
}
