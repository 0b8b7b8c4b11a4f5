package main

import (
	"fmt"
	"io"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
)

// benchProgress prints a line now and then about the runs of an experiment.
type benchProgress struct {
	w           io.Writer
	start, last time.Time
	done, all   int
	results     map[string]int // of the runs done now
}

func newBenchProgress(w io.Writer, all, done int) *benchProgress {
	now := time.Now()
	p := &benchProgress{w: w, start: now, last: now, done: done, all: all, results: map[string]int{}}
	if done > 0 {
		fmt.Fprintf(w, "bench: %d of %d runs are recorded already\n", done, all)
	}
	return p
}

// add counts a run.
func (p *benchProgress) add(r evaluate.Record) {
	p.done++
	p.results[r.Result]++
	if time.Since(p.last) >= every {
		p.print()
	}
}

func (p *benchProgress) print() {
	p.last = time.Now()
	fmt.Fprintf(p.w, "bench: elapsed: %s, runs: %d of %d; %d found, %d missed, %d crashed\n", p.last.Sub(p.start).Round(time.Second),
		p.done, p.all, p.results[evaluate.Found], p.results[evaluate.Missed], p.results[evaluate.Crashed])
}
