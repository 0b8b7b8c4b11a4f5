package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

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
	return term.IsTerminal(int(f.Fd()))
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
