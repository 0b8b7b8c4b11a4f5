package main

import (
	"fmt"
	"io"
	"time"

	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// progress prints a line now and then, in the format of go test -fuzz.
type progress struct {
	w     io.Writer
	start time.Time
	last  time.Time // of the latest line
	tests int       // at the latest line
	novel int       // interesting tests so far
	lastN int       // interesting tests at the latest line
}

// every is the time between two lines.
const every = 3 * time.Second

func newProgress(w io.Writer) *progress {
	now := time.Now()
	return &progress{w: w, start: now, last: now}
}

// update is called after each test.
func (p *progress) update(s fuzz.Status) {
	if s.Last.Novel > 0 {
		p.novel++
	}
	// Looking at the clock costs as much as a small test does.
	if s.Tests()%64 == 0 && time.Since(p.last) >= every {
		p.print(s)
	}
}

func (p *progress) print(s fuzz.Status) {
	now := time.Now()
	fmt.Fprintf(p.w, "fuzz: elapsed: %s, execs: %d (%.0f/sec), new interesting: %d (total: %d)\n",
		now.Sub(p.start).Round(time.Second), s.Tests(), rate(s.Tests()-p.tests, now.Sub(p.last)), p.novel-p.lastN, p.novel)
	p.last, p.tests, p.lastN = now, s.Tests(), p.novel
}

// rate returns n per second.
func rate(n int, d time.Duration) float64 { return float64(n) / max(d.Seconds(), 1e-9) }
