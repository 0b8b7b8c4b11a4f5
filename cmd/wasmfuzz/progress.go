package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
)

// progress prints a line now and then, in the format of go test -fuzz.
type progress struct {
	w     io.Writer
	start time.Time
	last  time.Time // of the latest line
	tests int       // at the latest line
	novel int       // interesting tests at the latest line
}

// every is the time between two lines.
const every = 3 * time.Second

// newProgress returns the progress of a campaign.
func newProgress(w io.Writer, start time.Time) *progress {
	return &progress{w: w, start: start, last: time.Now()}
}

// update prints a line if it is time to.
func (p *progress) update(s *team.Status) {
	if time.Since(p.last) >= every {
		p.print(s)
	}
}

func (p *progress) print(s *team.Status) {
	now := time.Now()
	fmt.Fprintf(p.w, "fuzz: elapsed: %s, execs: %d (%.0f/sec), new interesting: %d (total: %d)\n",
		now.Sub(p.start).Round(time.Second), s.Tests(), rate(s.Tests()-p.tests, now.Sub(p.last)), s.Novel-p.novel, s.Novel)
	p.last, p.tests, p.novel = now, s.Tests(), s.Novel
}

// rate returns n per second.
func rate(n int, d time.Duration) float64 { return float64(n) / max(d.Seconds(), 1e-9) }

// bar shows how much of a budget is spent: on a terminal as a bar in one line, elsewhere as a line now and then.
type bar struct {
	w        io.Writer
	what     string
	budget   int // 0 if there is no limit
	terminal bool
	last     time.Time // of the latest output
	shown    bool
}

func newBar(w io.Writer, what string, budget int) *bar {
	return &bar{w: w, what: what, budget: budget, terminal: isTerminal(w), last: time.Now()}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// width is that of the bar in characters.
const width = 30

// update shows that n executions are done, and a note.
func (b *bar) update(n int, note string) {
	pause := every
	if b.terminal {
		pause = every / 15
	}
	if time.Since(b.last) < pause {
		return
	}
	b.last = time.Now()
	if !b.terminal {
		fmt.Fprintf(b.w, "%s: executions: %d, %s\n", b.what, n, note)
		return
	}
	b.shown = true
	done := ""
	if b.budget > 0 {
		k := min(n*width/b.budget, width)
		done = fmt.Sprintf("[%s%s] of %d", strings.Repeat("=", k), strings.Repeat(" ", width-k), b.budget)
	}
	fmt.Fprintf(b.w, "\r\x1b[K%s: executions: %d %s, %s", b.what, n, done, note)
}

// end takes the bar away.
func (b *bar) end() {
	if b.shown {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
