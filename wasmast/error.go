package wasmast

import (
	"fmt"
	"strings"
)

// Stage is the step that rejected a module.
type Stage byte

const (
	// Malformed: the bytes do not follow the binary format (chapter 5).
	Malformed Stage = iota
	// Invalid: the module is well-formed but does not validate (chapter 3).
	Invalid
	// Limit: the module exceeds an implementation limit (appendix "Implementation Limitations"), so nothing is
	// said about its validity.
	Limit
)

// String names the stage.
func (s Stage) String() string { return [...]string{"malformed", "invalid", "limit"}[s] }

// Code is the reason of a rejection in the words of the specification's test suite, such as "type mismatch".
type Code string

// Error says why and where a module is rejected. It is the only error type of the decoder and the validator.
type Error struct {
	Stage Stage
	Code  Code
	// Msg adds what was expected and what was found. It may be empty.
	Msg string

	// Offset is the byte offset at which a malformed module goes wrong. It is meaningful for Malformed and for
	// limits that the decoder meets; the validator leaves it -1.
	Offset int
	// Section is the place of an invalid module's fault, with Index the index of the function, global, export
	// and so on within it, or -1 for the section as a whole.
	Section Section
	Index   int
	// Path leads from a body or constant expression to the instruction at fault: the index of the instruction,
	// then for each nesting the index of the body (0, or 1 for else) and of the instruction in it.
	Path []int
}

// Error describes the rejection in one line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Stage, e.Code)
	if e.Msg != "" {
		fmt.Fprintf(&b, ": %s", e.Msg)
	}
	b.WriteString(" (")
	if e.Offset >= 0 {
		fmt.Fprintf(&b, "offset 0x%x", e.Offset)
	} else {
		fmt.Fprintf(&b, "%s section", e.Section)
		if e.Index >= 0 {
			fmt.Fprintf(&b, ", entry %d", e.Index)
		}
		if len(e.Path) > 0 {
			fmt.Fprintf(&b, ", instruction %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Path), " ", "."), "[]"))
		}
	}
	b.WriteString(")")
	return b.String()
}
