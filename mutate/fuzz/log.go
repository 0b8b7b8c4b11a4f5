package fuzz

import "github.com/wasmfuzz/wasmfuzz/mutate/probe"

// A Log interprets what the probes record: it tells how much of a test's trace
// is new, and remembers it.
type Log interface {
	// Begin prepares the probes for a test.
	Begin()

	// End registers the test that Begin announced, and tells how much of it is new
	// since the last Clear. Failing tests are not registered: what they reach is
	// still to be reached by others.
	End(v Verdict) Novelty

	// Clear forgets all tests, so that any trace is new again.
	Clear()

	// Known returns how much the log has ever seen. Clear does not lower it.
	Known() int
}

// Novelty is what a log says of a test.
type Novelty struct {
	Novel   int // how much of its trace is new
	Passing int // of a passed test, how much of it no passed test has shown before; of logs that tell verdicts apart
	Depth   int // how much of its trace comes before what is new; of logs of paths
	Covered int // the size of its trace
}

// NewEdgeLog returns a log of the edges of control flow that tests take (see
// package probe). It is the trace log of the MUTAGEN paper: what is new is the
// number of edges that no earlier test has taken.
func NewEdgeLog() Log { return &edgeLog{bits: [...]mark{Passed: seen, Discarded: seen}} }

// NewSplitLog returns a log of edges that keeps passed and discarded tests apart, as
// the published code of MUTAGEN does: what is new is the number of edges that no
// earlier test with the same verdict has taken.
func NewSplitLog() Log { return &edgeLog{bits: [...]mark{Passed: seen, Discarded: seenDiscarded}} }

// An edgeLog holds a mark for each edge, in rows by the edge's first site. Rows are
// allocated as needed.
type edgeLog struct {
	bits  [Failed]mark // how a test marks its edges
	rows  [probe.Sites]*[probe.Sites]mark
	known []uint32 // the edges with a mark
}

// A mark says what a log knows of an edge, as a set of these.
type mark uint8

const (
	ever          mark = 1 << iota // seen, be it before the last Clear
	seen                           // by a test since the last Clear
	seenDiscarded                  // the same, of discarded tests if these are kept apart
)

func (l *edgeLog) Begin()     { probe.Reset() }
func (l *edgeLog) Known() int { return len(l.known) }

// mark returns the mark of an edge.
func (l *edgeLog) mark(edge uint32) *mark {
	row := l.rows[edge/probe.Sites]
	if row == nil {
		row = new([probe.Sites]mark)
		l.rows[edge/probe.Sites] = row
	}
	m := &row[edge%probe.Sites]
	if *m == 0 {
		*m = ever
		l.known = append(l.known, edge)
	}
	return m
}

func (l *edgeLog) End(v Verdict) Novelty {
	edges := probe.Edges()
	n := Novelty{Covered: len(edges)}
	if v == Failed {
		return n
	}
	bit := l.bits[v]
	for _, e := range edges {
		if m := l.mark(e); *m&bit == 0 {
			*m |= bit
			n.Novel++
		}
	}
	return n
}

func (l *edgeLog) Clear() {
	for _, e := range l.known {
		*l.mark(e) = ever
	}
}

// NewCreditLog returns the log of Zest: it counts the edges that are new, and those
// that are new among passed tests. Each edge stands to the credit of the first test
// that took it, or once tests have taken it that passed, of the first of these.
func NewCreditLog() Log {
	return &creditLog{owner: map[uint32]int{}, credit: map[int]int{}}
}

type creditLog struct {
	edgeLog
	tests  int
	owner  map[uint32]int // the number of the test that has the credit for an edge
	credit map[int]int    // how many edges a test has the credit for
}

func (l *creditLog) End(v Verdict) Novelty {
	l.tests++
	edges := probe.Edges()
	n := Novelty{Covered: len(edges)}
	if v == Failed {
		return n
	}
	for _, e := range edges {
		m := l.mark(e)
		first := *m&(seen|seenDiscarded) == 0
		if first {
			n.Novel++
		}
		if v == Passed && *m&seen == 0 {
			n.Passing++
			*m |= seen
			l.own(e)
		} else if first {
			*m |= seenDiscarded
			l.own(e)
		}
	}
	return n
}

// own credits the present test with an edge.
func (l *creditLog) own(edge uint32) {
	if old, ok := l.owner[edge]; ok {
		l.credit[old]--
	}
	l.owner[edge] = l.tests
	l.credit[l.tests]++
}

// Credit implements creditor.
func (l *creditLog) Credit(seq int) int { return l.credit[seq] }

func (l *creditLog) Clear() {
	l.edgeLog.Clear()
	clear(l.owner)
	clear(l.credit)
}

// A creditor is a log that knows how many things stand to the credit of a test,
// given by its number.
type creditor interface{ Credit(seq int) int }
