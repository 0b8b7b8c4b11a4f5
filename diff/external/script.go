package external

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/child"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Some engines come with a program that runs scripts of the specification's test suite. What follows turns requests
// into commands of such a script, and what the program prints into answers. Programs differ in how they take commands
// and in their words, and in nothing else.

// verbRegister lets modules import from the instance under the name.
const verbRegister verb = "register"

// The instances that a script has besides those of a session. Each memory that is read has a reader.
const (
	printerID = "printer"
	readerID  = "reader"
)

// prelude is the command with which a script begins.
var prelude = request{verb: verbInstance, id: printerID, bin: wasm.Encode(diff.Printer())}

// end is the command behind those of each request, by whose result one knows that there is no more to the answer.
var end = request{verb: verbCall, id: printerID, name: diff.PrintEnd}

// readers are the readers of a test, by the instance and the name of the memory.
type readers map[string]string

// commands returns the commands of a request: requests again, but without links, and verbRegister.
func (rs readers) commands(r request) (commands []request) {
	switch r.verb {
	case verbReset:
		clear(rs)
	case verbInstance:
		for _, l := range r.from {
			commands = append(commands, request{verb: verbRegister, id: l.id, name: l.module})
		}
		commands = append(commands, request{verb: verbInstance, id: r.id, bin: r.bin})
	case verbMemory:
		key := r.id + " " + r.name
		if rs[key] == "" {
			rs[key] = fmt.Sprint(readerID, len(rs))
			commands = append(commands,
				request{verb: verbRegister, id: printerID, name: diff.PrintModule},
				request{verb: verbRegister, id: r.id, name: diff.HostModule},
				request{verb: verbInstance, id: rs[key], bin: wasm.Encode(diff.MemoryPrinter(r.name))})
		}
		commands = append(commands, request{verb: verbCall, id: rs[key], name: diff.PrintMemory})
	default:
		commands = append(commands, r)
	}
	return append(commands, end)
}

// said is what a line of a program means.
type said byte

const (
	nothing    said = iota
	somePart        // values of the answer, or why there are none
	validAfter      // a module that was asserted to be invalid is not
	theEnd          // of the answer: the result of the command end
)

// transcript makes answers of what a program prints.
type transcript struct {
	understand func(line string) (said, answer)
	requests   []request

	answers []answer
	next    answer // as far as it is known
	valid   bool   // whether the module of the next answer is
}

// take takes a line, and reports whether it was the last.
func (t *transcript) take(line string) (last bool, err error) {
	what, a := t.understand(line)
	switch what {
	case somePart:
		t.next.values = append(t.next.values, a.values...)
		if t.next.stop == nil {
			t.next.stop, t.next.leave = a.stop, a.leave
		}
		if a.leave {
			t.answers = append(t.answers, t.next)
			return true, nil
		}
	case validAfter:
		t.valid = true
	case theEnd:
		if err = t.finish(t.requests[len(t.answers)].verb); err != nil {
			return false, fmt.Errorf("%w, the last line being %q", err, child.Clean(line))
		}
		t.answers = append(t.answers, t.next)
		t.next, t.valid = answer{}, false
	}
	return len(t.answers) == len(t.requests), nil
}

// left reports whether the process has said that it ends.
func (t *transcript) left() bool { return len(t.answers) > 0 && t.answers[len(t.answers)-1].leave }

// finish completes the answer to a request.
func (t *transcript) finish(v verb) (err error) {
	switch {
	case (v == verbCheck || v == verbValidate) && (t.next.stop == nil) != t.valid:
		return errors.New("no verdict")
	case v == verbMemory && t.next.stop == nil:
		t.next, err = printedMemory(t.next.values)
	}
	return err
}

// printedMemory returns the answer to a request for a memory of which diff.MemoryPrinter has printed the given values.
func printedMemory(vs []store.Value) (a answer, err error) {
	if len(vs)%2 == 0 {
		return a, errors.New("a memory of unknown size")
	}
	last := len(vs) - 1
	a.pages = uint32(vs[last].Lo)
	if a.pages > diff.MaxPrinted {
		a.stop = diff.StopReason(diff.EngineLimit, fmt.Sprintf("a memory of %d pages", a.pages))
		return a, nil
	}
	for i := 0; i < last; i += 2 {
		address := int(uint32(vs[i].Lo))
		if address+8 > int(a.pages)<<16 || address < len(a.data) {
			return a, fmt.Errorf("a word at %d of a memory of %d pages", address, a.pages)
		}
		a.data = append(a.data, make([]byte, address-len(a.data))...)
		a.data = binary.LittleEndian.AppendUint64(a.data, vs[i+1].Lo)
	}
	return a, nil
}

// trapStop returns the stop by a trap whose text begins as in the specification's test suite, or in other words.
func trapStop(text string, others map[string]diff.Trap) *diff.Stop {
	for t := diff.Unreachable; t < diff.Failure; t <<= 1 {
		if strings.HasPrefix(text, t.String()) {
			return diff.StopTrap(t, text)
		}
	}
	for other, t := range others { // none of which begins another
		if strings.HasPrefix(text, other) {
			return diff.StopTrap(t, text)
		}
	}
	return diff.StopTrap(diff.Failure, text)
}
