//go:build cgo

package wasmtime

import (
	"regexp"
	"strings"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// traps maps trap codes to what they can mean.
var traps = map[wasmtime.TrapCode]diff.Trap{
	wasmtime.UnreachableCodeReached: diff.Unreachable,
	wasmtime.IntegerDivisionByZero:  diff.DivideByZero,
	wasmtime.IntegerOverflow:        diff.IntegerOverflow,
	wasmtime.BadConversionToInteger: diff.InvalidConversion,
	wasmtime.MemoryOutOfBounds:      diff.MemoryBounds,
	wasmtime.TableOutOfBounds:       diff.TableBounds | diff.UndefinedElement,
	wasmtime.IndirectCallToNull:     diff.Uninitialized,
	wasmtime.BadSignature:           diff.IndirectCallMistype,
}

// allocationTooLarge is a trap code that the library does not name.
const allocationTooLarge wasmtime.TrapCode = 16

var reasons = map[wasmtime.TrapCode]diff.Reason{
	wasmtime.StackOverflow: diff.StackExhausted,
	wasmtime.Interrupt:     diff.FuelExhausted,
	wasmtime.OutOfFuel:     diff.FuelExhausted,
	allocationTooLarge:     diff.NoMemory,
}

// runStop tells what an error of a call, or of the start function, means.
func runStop(err error) *diff.Stop {
	trap, ok := err.(*wasmtime.Trap)
	if !ok {
		defer closeError(err)
		return diff.StopStage(diff.Crashed, firstLine(err))
	}
	defer trap.Close()
	if code := trap.Code(); code != nil {
		if t, ok := traps[*code]; ok {
			return diff.StopTrap(t, t.String())
		}
		if r, ok := reasons[*code]; ok {
			return diff.StopReason(r, string(r))
		}
	}
	return diff.StopStage(diff.Crashed, trap.Message())
}

func closeError(err error) {
	if e, ok := err.(*wasmtime.Error); ok {
		e.Close()
	}
}

// limits are the errors of the compilation for modules that are too large for Wasmtime, or for the parser that it
// uses, but may well be valid.
var limits = regexp.MustCompile(strings.Join([]string{
	`count exceeds limit of \d+`, // of types, functions, globals, segments and so on, and bytes of a body
	`locals exceed maximum`,
	`size is out of bounds`, // of parameters and results
	`string size out of bounds`,
	`number of elements is out of bounds`,
	`effective type size exceeds the limit`,
	`[Ii]mplementation limit`,
	`Code for function is too large`,
	`function too large`,
	`exceeds the per-instance limit`,
}, "|"))

// noMemory are the errors of an instantiation for want of memory.
var noMemory = regexp.MustCompile(`failed to allocate|mmap failed|exceeds (memory|table) limits|resource limit exceeded|out of memory`)

// firstLine returns the text of an error without the backtrace that the library may add.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n\nStack backtrace:")
	return strings.ReplaceAll(text, "\n", " ")
}

// compileStop tells what an error of the compilation or the validation means.
func compileStop(err error) *diff.Stop {
	defer closeError(err)
	text := firstLine(err)
	if limits.MatchString(text) {
		return diff.StopReason(diff.EngineLimit, text)
	}
	return diff.StopStage(diff.Rejected, text)
}

// instantiateStop tells what an error of an instantiation means.
func instantiateStop(err error) *diff.Stop {
	if _, ok := err.(*wasmtime.Trap); ok {
		return runStop(err)
	}
	defer closeError(err)
	text := firstLine(err)
	if noMemory.MatchString(text) {
		return diff.StopReason(diff.NoMemory, text)
	}
	return diff.StopStage(diff.Unlinkable, text)
}
