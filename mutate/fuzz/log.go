package fuzz

import "github.com/wasmfuzz/wasmfuzz/mutate/probe"

// A Log interprets what the probes record: it tells how much of a test's trace
// is new, and remembers it.
type Log interface {
	// Begin prepares the probes for a test.
	Begin()

	// End registers the test that Begin announced, and returns how much of it is
	// new since the last Clear.
	End(v Verdict) int

	// Clear forgets all tests, so that any trace is new again.
	Clear()

	// Known returns how much the log has ever seen. Clear does not lower it.
	Known() int
}

// NewEdgeLog returns a log of the edges of control flow that tests take (see
// package probe). It is the trace log of the MUTAGEN paper: what is new is the
// number of edges that no earlier test has taken. Failing tests are not registered:
// what they reach is still to be reached by others.
func NewEdgeLog() Log { return new(edgeLog) }

// An edgeLog holds a mark for each edge, in rows by the edge's first site. Rows are
// allocated as needed.
type edgeLog struct {
	rows  [probe.Sites]*[probe.Sites]mark
	known []uint32 // the edges that are not unknown
}

// A mark says what a log knows of an edge.
type mark uint8

const (
	unknown   mark = iota
	forgotten      // seen before the last Clear only
	seen
)

func (l *edgeLog) Begin()     { probe.Reset() }
func (l *edgeLog) Known() int { return len(l.known) }

func (l *edgeLog) End(v Verdict) int {
	if v == Failed {
		return 0
	}
	novel := 0
	for _, e := range probe.Edges() {
		row := l.rows[e/probe.Sites]
		if row == nil {
			row = new([probe.Sites]mark)
			l.rows[e/probe.Sites] = row
		}
		m := &row[e%probe.Sites]
		if *m == seen {
			continue
		}
		if *m == unknown {
			l.known = append(l.known, e)
		}
		*m = seen
		novel++
	}
	return novel
}

func (l *edgeLog) Clear() {
	for _, e := range l.known {
		l.rows[e/probe.Sites][e%probe.Sites] = forgotten
	}
}
