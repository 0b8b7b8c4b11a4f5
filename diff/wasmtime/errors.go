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
		return diff.StopStage(diff.Crashed, err.Error())
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

var limits = regexp.MustCompile("XXX")
var sizes = regexp.MustCompile("XXX")

// compileStop tells what an error of the compilation or the validation means.
func compileStop(err error) *diff.Stop {
	defer closeError(err)
	text := strings.ReplaceAll(err.Error(), "\n", " ")
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
	return diff.StopStage(diff.Unlinkable, err.Error())
}
