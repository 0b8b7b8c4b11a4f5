package fuzz

import "github.com/wasmfuzz/wasmfuzz/mutate/probe"

// A Log interprets what the probes record: it tells which part of a test's trace
// is new, and remembers it.
type Log interface {
	// Begin prepares the probes for a test.
	Begin()

	// End registers the test that Begin announced and returns how much of it is
	// new since the last Clear.
	End(v Verdict) int

	// Clear forgets everything.
	Clear()

	// Known returns how much the log has ever seen. Clear does not lower it.
	Known() int
}

// NewEdgeLog returns a log of the edges of control flow that tests take (see
// package probe), the trace log of the MUTAGEN paper.
func NewEdgeLog() Log { return new(edgeLog) }

// An edgeLog marks edges. Its rows are allocated when an edge leaves their site.
type edgeLog struct {
	rows  [probe.Sites]*[probe.Sites]byte
	known []uint32 // the edges ever seen
}

// Marks of an edge: bit 1<<v says that a test with verdict v has taken it since
// the last Clear.
const everSeen = 1 << 7

func (l *edgeLog) Begin()     { probe.Reset() }
func (l *edgeLog) Known() int { return len(l.known) }

func (l *edgeLog) End(v Verdict) int {
	if v == Failed {
		return 0
	}
	if oneLog {
		v = Passed
	}
	novel := 0
	for _, e := range probe.Edges() {
		row := l.rows[e/probe.Sites]
		if row == nil {
			row = new([probe.Sites]byte)
			l.rows[e/probe.Sites] = row
		}
		mark := &row[e%probe.Sites]
		if *mark&(1<<v) != 0 {
			continue
		}
		if *mark&everSeen == 0 {
			l.known = append(l.known, e)
		}
		*mark |= everSeen | 1<<v
		novel++
	}
	return novel
}

func (l *edgeLog) Clear() {
	for _, e := range l.known {
		l.rows[e/probe.Sites][e%probe.Sites] = everSeen
	}
}
