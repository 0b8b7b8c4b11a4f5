package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
)

// overview is what a session has come to, for people who watch.
type overview struct {
	title    string // the command
	workers  int
	elapsed  time.Duration
	modules  int // of the corpus
	history  history
	tallies  []finding.Tally
	warnings []string
	team.Status
}

// display shows a session while it goes on.
type display interface {
	// update shows how far it is.
	update(o *overview)
	// tell writes what is to stay, such as a finding.
	tell(text string)
	// close ends the display, after an update.
	close()
}

// newDisplay returns the display for an output: a live view on a terminal, elsewhere a line now and then, or nothing but
// what is told.
func newDisplay(out io.Writer, quiet bool) display {
	switch f, _ := out.(*os.File); {
	case quiet:
		return &silence{out}
	case isTerminal(out) && os.Getenv("TERM") != "dumb":
		return newLive(f)
	}
	return &liner{w: out, last: time.Now()}
}

// silence shows nothing.
type silence struct{ w io.Writer }

func (s *silence) update(*overview) {}
func (s *silence) tell(text string) { io.WriteString(s.w, text) }
func (s *silence) close()           {}

// liner prints a line now and then, in the format of go test -fuzz.
type liner struct {
	w      io.Writer
	latest *overview
	last   time.Time // of the latest line
	tests  int       // at the latest line
	novel  int       // interesting tests at the latest line
}

// every is the time between two lines.
const every = 3 * time.Second

func (l *liner) update(o *overview) {
	l.latest = o
	if time.Since(l.last) >= every {
		l.print()
	}
}

func (l *liner) tell(text string) { io.WriteString(l.w, text) }

func (l *liner) close() {
	if l.latest != nil && l.latest.Tests() > 0 { // nothing may have begun
		l.print()
	}
}

func (l *liner) print() {
	o, now := l.latest, time.Now()
	fmt.Fprintf(l.w, "fuzz: elapsed: %s, execs: %d (%.0f/sec), new interesting: %d (total: %d)\n",
		o.elapsed.Round(time.Second), o.Tests(), rate(o.Tests()-l.tests, now.Sub(l.last)), o.Novel-l.novel, o.Novel)
	l.last, l.tests, l.novel = now, o.Tests(), o.Novel
}

// history is how something has grown over all of a session: points at equal distances of time, twice as far apart
// whenever there are too many.
type history struct {
	edges    []int
	distance time.Duration
	newest   int           // edges
	tests    int           // when the latest edge came
	at       time.Duration // the same as a time
}

// maxPoints bounds the points of a history.
const maxPoints = 64

// add takes note of the edges and tests at a time.
func (h *history) add(elapsed time.Duration, edges, tests int) {
	if h.distance == 0 {
		h.distance = often
	}
	if edges > h.newest {
		h.newest, h.tests, h.at = edges, tests, elapsed
	}
	for time.Duration(len(h.edges))*h.distance <= elapsed {
		h.edges = append(h.edges, edges)
		if len(h.edges) == maxPoints {
			for i := range maxPoints / 2 {
				h.edges[i] = h.edges[2*i+1]
			}
			h.edges, h.distance = h.edges[:maxPoints/2], 2*h.distance
		}
	}
}
