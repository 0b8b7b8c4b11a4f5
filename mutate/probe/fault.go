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
	fault    uint32               // the active fault, or 0
	reach    uint32       = kinds // all ones to send every Cond and On down the slow path
	infected []uint32             // faults whose value differed in this watched run
	isMarked [Faults]bool         // the same faults, as a set
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
	if fault-id < reach-(kinds-1) {
		return onFault(id)
	}
	return false
}

// Cond returns c, except under the faults id+[Negate] (not c), id+[True] (true)
// and id+[False] (false).
func Cond(id uint32, c bool) bool {
	if fault-id < reach {
		return condFault(id, c)
	}
	return c
}

// Watch switches the recording of infections on or off; it is off at first.
func Watch(on bool) {
	reach = kinds
	if on {
		reach = ^uint32(0)
	}
}

// Infected returns the faults of this run since Reset that would have changed
// a value: those of a condition whose value they differ from, at least once
// (infection, Mu2 §IV); and named faults whose place was reached. A fault that is
// not infected cannot change the outcome of the run. The run must be made
// under Watch(true) with no fault active. The slice is in order of first
// difference and valid until the next Reset.
func Infected() []uint32 { return infected }

func onFault(id uint32) bool {
	if reach != kinds {
		infect(id)
	}
	return fault == id
}

func condFault(id uint32, c bool) bool {
	if reach != kinds {
		infect(id + Negate)
		if c {
			infect(id + False)
		} else {
			infect(id + True)
		}
	}
	switch fault - id {
	case Negate:
		return !c
	case True:
		return true
	case False:
		return false
	}
	return c
}

func infect(id uint32) {
	if !isMarked[id] {
		isMarked[id] = true
		infected = append(infected, id)
	}
}
