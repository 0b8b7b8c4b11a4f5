package external

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/child"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// greeting begins the first line of an adaptor; the engine's version follows.
const greeting = "wasmfuzz 1 "

// verb is the first word of a request.
type verb string

// The requests.
const (
	verbCheck    verb = "check"
	verbValidate verb = "validate"
	verbReset    verb = "reset"
	verbInstance verb = "instance"
	verbCall     verb = "call"
	verbMemory   verb = "memory"
)

// request is what an adaptor is asked to do. Which fields are used depends on the verb.
type request struct {
	verb verb
	id   string // of an instance
	bin  []byte // a module
	from []link // where the imports of an instance come from
	name string // of an export
	args []store.Value
}

// link says that what is imported from a module name comes from an instance.
type link struct{ module, id string }

// same reports whether r asks the same of the same instances as q.
func (r request) same(q request) bool {
	return r.verb == q.verb && r.id == q.id && r.name == q.name && slices.Equal(r.args, q.args)
}

// append appends the request as a line.
func (r request) append(b []byte) []byte {
	b = append(b, r.verb...)
	switch r.verb {
	case verbCheck, verbValidate, verbRun:
		b = appendHex(append(b, ' '), r.bin)
	case verbInstance:
		b = append(append(b, ' '), r.id...)
		b = appendHex(append(b, ' '), r.bin)
		for _, l := range r.from {
			b = appendHex(append(b, ' '), []byte(l.module))
			b = append(append(b, '='), l.id...)
		}
	case verbCall, verbMemory:
		b = append(append(b, ' '), r.id...)
		b = append(append(b, ' '), r.name...)
		for _, v := range r.args {
			b = fmt.Appendf(b, " %v:%d", v.Type, v.Lo)
		}
	}
	return append(b, '\n')
}

// appendHex appends bytes in hexadecimal digits, or - if there are none.
func appendHex(b, bytes []byte) []byte {
	if len(bytes) == 0 {
		return append(b, '-')
	}
	return hex.AppendEncode(b, bytes)
}

// answer is what an adaptor says to a request.
type answer struct {
	stop   *diff.Stop // nil if the request was carried out
	leave  bool       // whether the process ends after this answer
	values []store.Value
	pages  uint32 // of a memory, and its bytes
	data   []byte
}

// parse reads the answer to a request with the given verb.
func parse(v verb, line string) (a answer, err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "ok":
		switch v {
		case verbCall:
			a.values, err = parseValues(rest)
		case verbMemory:
			a.pages, a.data, err = parseMemory(rest)
		}
	case "reject":
		a.stop = diff.StopStage(diff.Rejected, child.Clean(rest))
	case "unlinkable":
		a.stop = diff.StopStage(diff.Unlinkable, child.Clean(rest))
	case "crash":
		a.stop = diff.StopStage(diff.Crashed, child.Clean(rest))
	case "trap":
		a.stop, err = parseTrap(rest)
	case "bye", "inconclusive":
		a.leave = word == "bye"
		a.stop, err = parseReason(rest)
	default:
		err = errors.New("no such answer")
	}
	if err != nil {
		return answer{}, fmt.Errorf("%v to %q: %q", err, v, child.Clean(line))
	}
	return a, nil
}

// parseValues reads the values that a function returned.
func parseValues(text string) (vs []store.Value, err error) {
	for _, word := range strings.Fields(text) {
		t, digits, _ := strings.Cut(word, ":")
		v := store.Value{Type: wasmast.I32}
		switch t {
		case "i32":
			v.Lo, err = parseBits(digits, 32)
		case "i64":
			v.Type = wasmast.I64
			v.Lo, err = parseBits(digits, 64)
		default:
			err = errors.New("no i32 or i64")
		}
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// parseBits reads an integer, signed or unsigned.
func parseBits(digits string, size int) (uint64, error) {
	if n, err := strconv.ParseInt(digits, 10, size); err == nil {
		return uint64(n) << (64 - size) >> (64 - size), nil
	}
	n, err := strconv.ParseUint(digits, 10, size)
	if err != nil {
		return 0, errors.New("bad number")
	}
	return n, nil
}

func parseMemory(text string) (pages uint32, data []byte, err error) {
	size, digits, _ := strings.Cut(text, " ")
	n, err := strconv.ParseUint(size, 10, 32)
	if err != nil || n > 1<<16 {
		return 0, nil, errors.New("bad number of pages")
	}
	if digits != "-" {
		data, err = hex.DecodeString(digits)
	}
	if uint64(len(data)) > n<<16 {
		err = fmt.Errorf("%d bytes in %d pages", len(data), n)
	}
	return uint32(n), data, err
}

// parseTrap reads what a trap may be, and the engine's words.
func parseTrap(text string) (*diff.Stop, error) {
	kinds, words, _ := strings.Cut(text, " ")
	var trap diff.Trap
	for _, kind := range strings.Split(kinds, "|") {
		t, ok := traps[kind]
		if !ok {
			return nil, fmt.Errorf("unknown trap %q", child.Clean(kind))
		}
		trap |= t
	}
	if words == "" {
		words = trap.String()
	}
	return diff.StopTrap(trap, child.Clean(words)), nil
}

// parseReason reads why something is inconclusive, and the engine's words.
func parseReason(text string) (*diff.Stop, error) {
	word, words, _ := strings.Cut(text, " ")
	r, ok := reasons[word]
	if !ok {
		return nil, fmt.Errorf("unknown reason %q", child.Clean(word))
	}
	return diff.StopReason(r, child.Clean(words)), nil
}

// traps are the traps by their words: those of the test suite with hyphens, and any for all of them.
var traps = func() map[string]diff.Trap {
	words := map[string]diff.Trap{"any": diff.Failure - 1}
	for t := diff.Unreachable; t < diff.Failure; t <<= 1 {
		words[hyphened(t)] = t
	}
	return words
}()

// reasons are the reasons by their words.
var reasons = func() map[string]diff.Reason {
	words := map[string]diff.Reason{}
	for _, r := range []diff.Reason{
		diff.StackExhausted, diff.FuelExhausted, diff.NoMemory, diff.GrowRefused, diff.EngineLimit, diff.Unsupported,
		diff.KnownDeviation, diff.TimedOut,
	} {
		words[hyphened(r)] = r
	}
	return words
}()

func hyphened(s fmt.Stringer) string { return strings.ReplaceAll(s.String(), " ", "-") }
