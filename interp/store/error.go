package store

// Trap is the reason for which execution was aborted (chapter 4), in the words of the specification's test suite.
// It is an error; the empty Trap means that there is none.
type Trap string

// The traps of WebAssembly 2.0.
const (
	TrapUnreachable         Trap = "unreachable"
	TrapDivideByZero        Trap = "integer divide by zero"
	TrapIntegerOverflow     Trap = "integer overflow"
	TrapInvalidConversion   Trap = "invalid conversion to integer"
	TrapMemoryBounds        Trap = "out of bounds memory access"
	TrapTableBounds         Trap = "out of bounds table access"
	TrapUndefinedElement    Trap = "undefined element"
	TrapUninitialized       Trap = "uninitialized element"
	TrapIndirectCallMistype Trap = "indirect call type mismatch"
)

// Error returns the text.
func (t Trap) Error() string { return string(t) }

// Exhausted names a resource of the implementation that ran out. It is an error, but says nothing about the
// program: another implementation may have more of it.
type Exhausted string

// The resources that a Config limits.
const (
	ExhaustedFuel   Exhausted = "fuel exhausted"
	ExhaustedStack  Exhausted = "call stack exhausted"
	ExhaustedFrame  Exhausted = "function too large"
	ExhaustedMemory Exhausted = "memory too large"
	ExhaustedTable  Exhausted = "table too large"
)

// Error returns the text.
func (e Exhausted) Error() string { return string(e) }

// LinkError says why a module could not be linked (section 4.5.4, steps 3 and 4).
type LinkError struct {
	Reason       string // one of those below
	Module, Name string // of the import, empty for a segment
}

// The reasons of a LinkError, in the words of the specification's test suite.
const (
	UnknownImport      = "unknown import"
	IncompatibleImport = "incompatible import type"
	ElementsDoNotFit   = "elements segment does not fit" // see Config.CheckSegments
	DataDoesNotFit     = "data segment does not fit"
)

// Error describes the failure in one line.
func (e *LinkError) Error() string {
	if e.Reason == ElementsDoNotFit || e.Reason == DataDoesNotFit {
		return e.Reason
	}
	return e.Reason + ": " + e.Module + "." + e.Name
}
