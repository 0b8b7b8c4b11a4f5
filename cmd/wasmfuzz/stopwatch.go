package main

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// stopwatch tells what share of the time engines take, by looking now and then which one is at work: to take the time of
// each question would cost too much.
type stopwatch struct {
	current atomic.Int32 // the number of an engine, from 1 on, or 0 if none is at work
	names   []string

	mu    sync.Mutex
	busy  map[string]int
	looks int
}

// every so often is looked.
const glance = 10 * time.Millisecond

// timed returns engines as they are, but that the stopwatch knows when they are at work.
func (w *stopwatch) timed(engines []diff.Engine) []diff.Engine {
	var list []diff.Engine
	for _, e := range engines {
		w.names = append(w.names, e.Name())
		list = append(list, diff.Witnessed(e, &hand{w, int32(len(w.names))}))
	}
	return list
}

// run looks until done is closed.
func (w *stopwatch) run(done <-chan struct{}) {
	w.busy = map[string]int{}
	tick := time.NewTicker(glance)
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				w.look()
			}
		}
	}()
}

func (w *stopwatch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looks++
	if n := w.current.Load(); n > 0 {
		w.busy[w.names[n-1]]++
	}
}

// read returns how often each engine was at work, and of how many times.
func (w *stopwatch) read() (busy map[string]int, looks int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.busy), w.looks
}

// hand is the witness of one engine.
type hand struct {
	watch  *stopwatch
	number int32
}

func (h *hand) Begin(string, []byte, ...*diff.Script) *diff.Stop {
	h.watch.current.Store(h.number)
	return nil
}

func (h *hand) End() { h.watch.current.Store(0) }
