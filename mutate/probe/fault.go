package probe

// FaultsPerSite bounds the numbers of faults: a package whose sites begin at b
// has faults numbered from b*FaultsPerSite, so that packages with disjoint
// sites have disjoint faults.
const FaultsPerSite = 16

// Faults bounds the fault numbers of all instrumented packages together.
const Faults = Sites * FaultsPerSite

// The faults of one condition, as offsets from its number.
const (
	Negate = iota // the condition is negated
	True          // the condition is true: "forgot that this can fail"
	False         // the condition is false: "forgot the check"
	kinds         // how many these are
)

var (
	fault uint32                // the active fault, or 0
	reach uint32        = kinds // all ones to make every Cond and On leave marks
	marks [Faults]uint8         // by the number of a Cond or On: the values it had, as below
)

const (
	wasFalse = 1 << iota
	wasTrue
	wasReached
)

// FaultInfo describes one fault of an instrumented package.
type FaultInfo struct {
	ID   uint32 // its number, for Activate
	Name string // stable and unique, like "instr.go:120:cond1:negate" or a name from faults.txt
	Kind string // "named", "negate", "true" or "false"
	File string // base name of the original file
	Line int    // line in the original file
	Func string // the enclosing top-level declaration
	Doc  string // one sentence, for named faults
}

// Activate makes id the active fault of the process; 0 is none.
func Activate(id uint32) { fault = id }

// Active returns the active fault, or 0.
func Active() uint32 { return fault }

// On reports whether id is the active fault. The instrumenter writes it where a
// named fault replaces a statement or an expression.
func On(id uint32) bool {
	if fault-id < reach {
		marks[id%Faults] = wasReached
		return fault == id
	}
	return false
}

// Cond returns c, except under the faults id+[Negate] (not c), id+[True] (true)
// and id+[False] (false). Like Hit it is inlined and calls nothing.
func Cond(id uint32, c bool) bool {
	d := fault - id
	if d < reach {
		marks[id%Faults] |= mark(c)
		c = (c != (d == Negate) || d == True) && d != False
	}
	return c
}

func mark(c bool) uint8 {
	if c {
		return wasTrue
	}
	return wasFalse
}

// Watch switches the recording of infections on or off; it is off at first.
func Watch(on bool) {
	clear(marks[:])
	reach = kinds
	if on {
		reach = ^uint32(0)
	}
}

// Infected returns, in increasing order, the faults that would have changed a
// value in the run since Reset: those of a condition whose value they differ
// from, at least once (infection, Mu2 §IV); and named faults whose place was
// reached. A fault that is not infected cannot change the outcome of the run.
// The run must be made under Watch(true) with no fault active.
func Infected() []uint32 {
	var ids []uint32
	for i, m := range marks {
		id := uint32(i)
		if m&(wasFalse|wasTrue) != 0 {
			ids = append(ids, id+Negate)
		}
		if m&wasFalse != 0 {
			ids = append(ids, id+True)
		}
		if m&wasTrue != 0 {
			ids = append(ids, id+False)
		}
		if m&wasReached != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}
