package main

import (
	"fmt"
	"io"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// home is the directory in which a campaign is kept from session to session. There is none if dir is nil.
type home struct {
	dir    *record.Dir
	before record.Moment // what earlier sessions came to
	begun  time.Time     // when this session began
	last   time.Time     // when it was last measured
}

// openHome opens the directory of a campaign, and tells what was put right in it. There is none if the path is empty.
func openHome(path string, c record.Campaign, log io.Writer) (*home, error) {
	h := &home{begun: time.Now(), last: time.Now()}
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
	if moments := h.dir.Moments(); len(moments) > 0 {
		h.before = moments[len(moments)-1]
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

// plan completes the plan of a session that begins with the corpus.
func (h *home) plan(p team.Plan) team.Plan {
	// Later sessions must not repeat the choices of the first.
	p.Seed += uint64(h.before.Session) * 0x9E3779B97F4A7C15
	p.Before = h.before.Tests
	if h.dir != nil {
		p.Corpus = h.dir.Path()
		for _, e := range h.dir.Entries() {
			p.Modules = append(p.Modules, e.Name)
		}
	}
	return p
}

// keep adds a module to the corpus.
func (h *home) keep(wasm []byte, e record.Entry) error {
	if h.dir == nil {
		return nil
	}
	_, err := h.dir.Add(wasm, e)
	return err
}

// entryOf is the entry of a module that was found when so many tests were done before those of a team.
func entryOf(k campaign.Kept, before int) record.Entry {
	return record.Entry{Test: before + k.Test, Edges: k.Edges, Valid: k.Valid}
}

// between is the time between two measurements.
const between = 5 * time.Second

// measure adds what the campaign has come to in all its sessions to the statistics.
func (h *home) measure(s *team.Status, warnings []string) error {
	h.last = time.Now()
	if h.dir == nil {
		return nil
	}
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
		Undecided:   team.Sum(h.before.Undecided, s.Inconclusive),
		Kinds:       team.Sum(h.before.Kinds, s.Kinds),
		Warnings:    warnings,
	})
}
