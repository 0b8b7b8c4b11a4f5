package wazero

import (
	"regexp"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// traps maps the texts of wazero's errors at run time to what they can mean. An error begins with one of them
// after "wasm error: ".
var traps = map[string]diff.Trap{
	"unreachable":                   diff.Unreachable,
	"integer divide by zero":        diff.DivideByZero,
	"integer overflow":              diff.IntegerOverflow,
	"invalid conversion to integer": diff.InvalidConversion,
	"out of bounds memory access":   diff.MemoryBounds,
	"invalid table access":          diff.TableBounds | diff.UndefinedElement | diff.Uninitialized,
	"indirect call type mismatch":   diff.IndirectCallMistype,
}

// limits are the errors of CompileModule for modules that are too large for wazero but may well be valid.
var limits = regexp.MustCompile(strings.Join([]string{
	`function may have \d+ stack values, which exceeds limit`,
	`table min must be at most \d+`,
	`too many (globals|functions|tables)( \(\d+\))? in a module`,
	`too many functions: \d+ > \d+`,
	`too many function types in a store`,
	`function size exceeds the limit`,
}, "|"))

// unnamed is the error of CompileModule for an import from the module "", whose name is like any other in the
// specification, but not where modules are linked by name.
const unnamed = "has an empty module name"

// names matches the errors of CompileModule for what is in a name section. The other errors of custom sections are
// those of any section.
var names = regexp.MustCompile(`^section custom: (redundant custom section|invalid section length|module name|function\[|failed to (read|skip) (a |the |module|function|subsection))`)

// compileStop tells what an error of CompileModule means.
func compileStop(err error) *diff.Stop {
	text := err.Error()
	switch {
	case limits.MatchString(text):
		return diff.StopReason(diff.EngineLimit, text)
	case strings.HasSuffix(text, unnamed):
		return diff.StopReason(diff.Unsupported, text)
	case names.MatchString(text):
		return diff.StopReason(diff.KnownDeviation, text)
	}
	return diff.StopStage(diff.Rejected, text)
}

// instantiateStop tells what an error of InstantiateModule means: a start function that trapped, a data segment
// out of bounds, or an import that was refused.
func instantiateStop(err error) *diff.Stop {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "start "):
		return callStop(err)
	case strings.HasPrefix(text, "data[") && strings.HasSuffix(text, "out of bounds memory access"):
		return diff.StopTrap(diff.MemoryBounds, text)
	case strings.HasPrefix(text, "import "), strings.Contains(text, "is not exported in module"):
		return diff.StopStage(diff.Unlinkable, text)
	}
	return diff.StopStage(diff.Crashed, text)
}

// callStop tells what an error of a call means.
func callStop(err error) *diff.Stop {
	text, _, _ := strings.Cut(err.Error(), "\n")
	_, reason, _ := strings.Cut(text, "wasm error: ")
	if trap, ok := traps[reason]; ok {
		return diff.StopTrap(trap, text)
	}
	if strings.Contains(text, "stack overflow") {
		return diff.StopReason(diff.StackExhausted, text)
	}
	// "(recovered by wazero)": a run-time error of Go in wazero itself.
	return diff.StopStage(diff.Crashed, text)
}
