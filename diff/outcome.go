package diff

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Outcome is what an engine did with a module and a script. It is plain data, and shares no memory with the
// engine.
type Outcome struct {
	// Stage is how far the module got.
	Stage Stage
	// Start is the instantiation: why it stopped, and what the start function did with the host.
	Start Event
	// Calls are the calls of the script, in its order, up to the first inconclusive one.
	Calls []Event
	// State is what the module's instance holds after the last call, if all are conclusive.
	State State
	// Inconclusive is the reason for which the script was given up, or "". At the stage Ran nothing is known beyond
	// Calls; otherwise the stage is Unknown.
	Inconclusive Reason
	// Text is what the engine said of a rejection or of the reason for being inconclusive. It is not compared.
	Text string
}

// Stage is how far an engine got with a module.
type Stage byte

const (
	// Unknown: the outcome is inconclusive from the start.
	Unknown Stage = iota
	// Rejected: the module is malformed or invalid.
	Rejected
	// Unlinkable: the host's imports were refused (section 4.5.4, steps 3 and 4).
	Unlinkable
	// Uninstantiable: a segment or the start function trapped.
	Uninstantiable
	// Ran: the module was instantiated and its functions called.
	Ran
	// Crashed: the engine failed in a way that no module may cause, such as a panic of its compiler.
	Crashed
	// Hung: the engine gave no answer for longer than a module can need.
	Hung
)

// String names the stage.
func (s Stage) String() string {
	return [...]string{"unknown", "rejected", "unlinkable", "uninstantiable", "ran", "crashed", "hung"}[s]
}

// Reason says why an outcome is inconclusive: what implementations are free to choose, or what an engine's
// interface cannot express. The set is small so that outcomes can be counted by it.
type Reason string

// String returns the reason.
func (r Reason) String() string { return string(r) }

// The reasons.
const (
	StackExhausted Reason = "stack exhausted"
	FuelExhausted  Reason = "out of fuel"
	NoMemory       Reason = "allocation failed"
	GrowRefused    Reason = "growth refused"
	EngineLimit    Reason = "engine limit"
	Unsupported    Reason = "unsupported"
	// LaterProposal: the engine accepts the module because of a feature beyond WebAssembly 2.0 that cannot be switched
	// off.
	LaterProposal Reason = "later proposal"
	// TimedOut: the engine is known to be slow, and was stopped.
	TimedOut Reason = "timed out"
	// NotStarted: the engine's process has ended and cannot be started anew.
	NotStarted Reason = "not started"
	// DependsOnNaN: what happens depends on bits of a NaN that the specification leaves open.
	DependsOnNaN Reason = "depends on NaN bits"
	// KnownDeviation: the engine knowingly departs from the specification here, as its adaptor's documentation
	// tells, and would be reported again and again.
	KnownDeviation Reason = "known deviation"
)

// Event is a call of an exported function, or the instantiation.
type Event struct {
	Func    string        // the export; empty for the instantiation
	Trap    Trap          // zero if the function returned
	Results []store.Value // if the function returned; references as Refs has them
	Trace   []HostCall    // the calls of host functions, in order
	After   State         // what the instance holds then, as far as the module can change it
	Text    string        // what the engine said of a trap; not compared
}

// HostCall is a call of a host function by the module.
type HostCall struct {
	Module, Name string // of the import
	Args         []store.Value
}

// String shows the call as "module.name(arguments)".
func (c HostCall) String() string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = show(a)
	}
	return fmt.Sprintf("%s.%s(%s)", c.Module, c.Name, strings.Join(args, ", "))
}

// State is the state of an instance as far as its exports show it, in the order of the module's exports.
type State struct {
	Globals  []Global
	Memories []Memory
	Tables   []Table
	Segments []Segment
}

// Global is a global and its value, a reference as Refs has it.
type Global struct {
	Name  string // of the export
	Value store.Value
}

// Memory is the contents of a memory.
type Memory struct {
	Name  string // of the export
	Pages uint32
	Data  []byte // without the zeros at the end
}

// Table is the contents of a table.
type Table struct {
	Name  string // of the export
	Size  uint32
	Elems []Elem // those that are not null, in the order of their indices
}

// Elem is an element of a table. Ref is as Refs has it.
type Elem struct {
	Index uint32
	Ref   uint64
}

// Segment is a data or element segment, and whether it has been dropped.
type Segment struct {
	Name    string // of the export that shows it
	Dropped bool
}

// Trap is a set of the reasons for which the specification aborts execution: those that the engine's report can
// mean. Engines draw their lines differently, so two reports agree unless they have no reason in common.
type Trap uint16

// The reasons, and Failure, which is none of them: the engine itself failed.
const (
	Unreachable Trap = 1 << iota
	DivideByZero
	IntegerOverflow
	InvalidConversion
	MemoryBounds
	TableBounds
	UndefinedElement
	Uninitialized
	IndirectCallMistype
	Failure
)

var trapTexts = [...]string{
	string(store.TrapUnreachable), string(store.TrapDivideByZero), string(store.TrapIntegerOverflow),
	string(store.TrapInvalidConversion), string(store.TrapMemoryBounds), string(store.TrapTableBounds),
	string(store.TrapUndefinedElement), string(store.TrapUninitialized), string(store.TrapIndirectCallMistype),
	"failure of the engine",
}

// TrapOf returns the set of the one trap t.
func TrapOf(t store.Trap) Trap {
	for i, text := range trapTexts {
		if text == string(t) {
			return 1 << i
		}
	}
	panic(fmt.Sprintf("wasmfuzz: internal error: unknown trap %q", string(t)))
}

// String lists the set in the words of the specification's test suite.
func (t Trap) String() string {
	var texts []string
	for i, text := range trapTexts {
		if t&(1<<i) != 0 {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return "no trap"
	}
	return strings.Join(texts, " or ")
}

// Verdict is what an engine's decoder and validator say of a module.
type Verdict struct {
	Kind   VerdictKind
	Reason Reason // if Kind is Inconclusive
	Text   string // what the engine said; not compared
}

// VerdictKind is the part of a verdict that is compared.
type VerdictKind byte

// The verdicts. Inconclusive means that the module exceeds a limit of the engine; Crash that the engine failed; Hang
// that it gave no answer.
const (
	Accept VerdictKind = iota
	Reject
	Inconclusive
	Crash
	Hang
)

// String names the verdict.
func (k VerdictKind) String() string {
	return [...]string{"accepted", "rejected", "inconclusive", "crashed", "hung"}[k]
}

// String describes the verdict in one line.
func (v Verdict) String() string {
	if v.Kind == Inconclusive {
		return words(v.Reason, v.Text)
	}
	return words(v.Kind, v.Text)
}

// VerdictOf returns the verdict that an error of the decoder or the validator of this project means, nil included.
func VerdictOf(err error) Verdict {
	var e *wasmast.Error
	switch {
	case err == nil:
		return Verdict{}
	case errors.As(err, &e) && e.Stage == wasmast.Limit:
		return Verdict{Inconclusive, EngineLimit, err.Error()}
	}
	return Verdict{Kind: Reject, Text: err.Error()}
}

// shown is the number of calls up to which an outcome is described call by call.
const shown = 6

// String describes how the outcome ended, in one line without the state.
func (o Outcome) String() string {
	switch {
	case o.Inconclusive != "":
		return words(o.Inconclusive, o.Text)
	case o.Stage != Ran:
		return words(o.Stage, o.said())
	}
	if len(o.Calls) > shown {
		trapped := 0
		for _, c := range o.Calls {
			if c.Trap != 0 {
				trapped++
			}
		}
		return fmt.Sprintf("%d calls: %d returned, %d trapped", len(o.Calls), len(o.Calls)-trapped, trapped)
	}
	calls := make([]string, len(o.Calls))
	for i, c := range o.Calls {
		calls[i] = fmt.Sprintf("%s: %s", c.Func, stop(c))
	}
	return strings.Join(calls, "; ")
}

// show prints a value with its bits, so that what looks equal can be told apart.
func show(v store.Value) string {
	switch {
	case v.Type.IsRef():
		return v.Type.String() + " " + showRef(v.Lo)
	case v.Type == wasmast.V128:
		return v.String()
	}
	return fmt.Sprintf("%v (%#x)", v, v.Lo)
}
