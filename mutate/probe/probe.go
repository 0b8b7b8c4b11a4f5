// Package probe is the run-time half of instrumentation: the functions that
// instrumented copies of packages call, and the questions a testing loop asks
// about the run they made.
//
// # Sites and edges
//
// The instrumenter (package instrument) numbers the places of a package that
// execution can pass: a site is such a number, at least 1 and less than
// [Sites]. Site 0 stands for the entry of the program under test. A run, which
// [Reset] begins, logs the sites it passes; an edge is a pair of consecutive
// entries of that log, the first entry's predecessor being site 0. This is the
// trace of MUTAGEN §IV-A: edges are dynamic successors, not edges of the static
// control-flow graph; each is either present or absent, with no hit count; and
// they are exact, with no hashing that could confuse two of them.
//
// A run that [Record] begins also keeps the log itself, in order.
//
// # Faults
//
// A fault is a small change of the program under test, compiled into the
// instrumented copy and dormant unless its number is the active one ([Activate]).
// At most one fault is active at a time; 0 is none.
//
// # Concurrency
//
// The state is global, so that a probe costs about a nanosecond. One goroutine
// at a time may run instrumented code; a campaign on several cores is several
// processes.
package probe

import "slices"

// Sites bounds the site numbers of all instrumented packages of a program
// together: a site is less than Sites.
const Sites = 1 << 12

// capacity bounds the distinct edges of one run, and the trace that is recorded.
const capacity = 1 << 16

const (
	wordBits = 64
	rowWords = Sites / wordBits
)

var (
	seen  [Sites * rowWords]uint64 // the edges of this run: a bit for each, a row of words for each previous site
	row   uint32                   // the row of the previous site: that times rowWords
	edges [capacity]uint32         // the edges of this run, in order of first occurrence; if it is recorded, of all occurrences
	count uint32                   // how many these are
	known = ^uint64(0)             // all ones if an edge that was seen is not to be logged again, 0 if the run is recorded
)

// Hit logs that the run passed site, and so the edge from the previous site.
// The instrumenter guarantees 1 <= site < Sites.
//
// Hit is inlined and calls nothing, so that it neither spills registers nor
// makes a leaf function grow its stack: a store, two loads and a test of a bit when
// the run has met the edge before.
func Hit(site uint32) {
	i := (row + site/wordBits) % uint32(len(seen))
	bit := uint64(1) << (site % wordBits)
	from := row
	row = site * rowWords
	if seen[i]&bit&known == 0 {
		seen[i] |= bit
		edges[min(count, capacity-1)] = from*wordBits + site
		count++
	}
}

// Pass is Hit as an operand of && that is always true: the instrumenter writes
// a && Pass(n) && b so that evaluating b is an event.
func Pass(site uint32) bool { Hit(site); return true }

// Fail is Hit as an operand of || that is always false.
func Fail(site uint32) bool { Hit(site); return false }

// Step is Hit at the start of a function or of a loop's body, where the run
// also spends a step of its budget; see [Limit].
func Step(site uint32) {
	Hit(site)
	if steps++; steps > budget {
		panic(exhausted)
	}
}

// Value logs that the run passed site base+v, the site that stands for the
// value v among the size values for which the instrumenter reserved numbers.
func Value(base, size, v uint32) {
	if v >= size {
		panic("wasmfuzz: internal error: a probed value is outside its declared range")
	}
	Hit(base + v)
}

// Reset begins a new run: it forgets the edges, infections and steps
// of the last one, and the previous site is the entry again. Its cost is
// proportional to the number of things forgotten.
func Reset() {
	forget()
	known = ^uint64(0)
}

// Record is Reset for a run whose trace is recorded, which makes it slower.
func Record() {
	forget()
	known = 0
}

func forget() {
	for _, e := range edges[:min(count, capacity)] {
		seen[e/wordBits] = 0
	}
	if count > capacity {
		clear(seen[:])
	}
	if reach != kinds {
		clear(marks[:])
	}
	count, row, steps = 0, 0, 0
}

// Aside calls f, whose runs are none of this one: what has been logged, marked and
// spent is afterwards as it was before.
func Aside(f func()) {
	log, n, from, spent, record, marked := slices.Clone(edges[:min(count, capacity)]), count, row, steps, known, marks
	forget()
	defer func() {
		forget()
		for _, e := range log {
			seen[e/wordBits] |= 1 << (e % wordBits)
		}
		copy(edges[:], log)
		count, row, steps, known, marks = n, from, spent, record, marked
	}()
	f()
}

// Edges returns the distinct edges of the run since Reset, in order of first
// occurrence. The edge from site a to site b is the number a*Sites + b. The
// slice is valid until the next Reset.
//
// Of a run that is recorded and longer than there is room for, these are the edges
// of the part that [Trace] returns.
func Edges() []uint32 {
	if known == 0 {
		return distinct(edges[:min(count, capacity)])
	}
	if count > capacity {
		panic("wasmfuzz: internal error: a run has too many distinct edges")
	}
	return edges[:count]
}

// distinct returns the first occurrences. It takes their marks away and puts them
// back.
func distinct(edges []uint32) (first []uint32) {
	for _, e := range edges {
		if word, bit := &seen[e/wordBits], uint64(1)<<(e%wordBits); *word&bit != 0 {
			*word &^= bit
			first = append(first, e)
		}
	}
	for _, e := range first {
		seen[e/wordBits] |= 1 << (e % wordBits)
	}
	return first
}

// Trace returns the sites that the run has passed since [Record], in order, up to a
// length of 2^16.
func Trace() []uint16 {
	trace := make([]uint16, min(count, capacity))
	for i := range trace {
		trace[i] = uint16(edges[i] % Sites)
	}
	return trace
}
