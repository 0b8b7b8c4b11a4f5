package programs

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// session finds the calls of a program one by one, where the arguments of one depend on the results of others: on
// our interpreter, which begins anew each time it is asked, so that the calls found are those of a script.
type session struct {
	testing.TB
	module *wasmast.Module
	ours   *diff.OwnEngine
	fuel   *int64 // used by the last run
	calls  []diff.Call
	last   diff.Outcome
}

func newSession(t testing.TB, m *wasmast.Module) *session {
	s := &session{TB: t, module: m, fuel: new(int64)}
	s.ours = diff.Own(validate.Module, func(m *wasmast.Module, i store.Imports, cfg store.Config) (store.Instance, error) {
		inst, err := interp.Instantiate(m, i, cfg)
		return counted{inst, s.fuel}, err
	}, wasmast.V2)
	return s
}

// counted is an instance that adds up the fuel that its calls use.
type counted struct {
	store.Instance
	used *int64
}

func (c counted) Call(name string, args []store.Value) ([]store.Value, error) {
	before := c.Fuel()
	defer func() { *c.used += before - c.Fuel() }()
	return c.Instance.Call(name, args)
}

// call adds a call, whose arguments are i32.
func (s *session) call(name string, args ...uint32) {
	var values []store.Value
	for _, a := range args {
		values = append(values, store.I32(int32(a)))
	}
	s.add(name, values...)
}

// add adds a call.
func (s *session) add(name string, args ...store.Value) {
	s.calls = append(s.calls, diff.Call{Func: name, Args: args})
}

// run carries out all calls.
func (s *session) run() {
	s.Helper()
	script, err := diff.NewScript(s.module, s.calls)
	if err != nil {
		s.Fatal(err)
	}
	*s.fuel = 0
	s.last = s.ours.RunModule(s.module, script)
	if s.last.Inconclusive != "" || s.last.Stage != diff.Ran {
		s.Fatalf("%v after %d calls: %s", s.last.Stage, len(s.last.Calls), s.last.Text)
	}
}

// result makes a call and returns its result, which is one i32 or i64.
func (s *session) result(name string, args ...uint32) uint64 {
	s.Helper()
	s.call(name, args...)
	s.run()
	e := s.last.Calls[len(s.calls)-1]
	if e.Trap != 0 || len(e.Results) != 1 {
		s.Fatalf("%s%v: %d results, %v: %s, after %v", name, args, len(e.Results), e.Trap, e.Text, e.Trace)
	}
	return e.Results[0].Lo
}

// want makes a call and requires its result.
func (s *session) want(want uint64, name string, args ...uint32) {
	s.Helper()
	if got := s.result(name, args...); got != want {
		s.Fatalf("%s%v = %d, want %d", name, args, got, want)
	}
}

// text allocates memory for a string that ends with zeros, by the program's own malloc, and writes it there.
func (s *session) text(malloc, text string) uint32 {
	s.Helper()
	at := uint32(s.result(malloc, uint32(len(text))+8))
	s.poke(at, text)
	return at
}

// poke writes a string and up to eight zeros.
func (s *session) poke(at uint32, text string) {
	b := append([]byte(text), make([]byte, 8-len(text)%8)...)
	for i := 0; i < len(b); i += 8 {
		s.add(pokeExport, store.I32(int32(at)+int32(i)), store.I64(int64(binary.LittleEndian.Uint64(b[i:]))))
	}
}

// bytes returns n bytes of the memory after the last run.
func (s *session) bytes(at, n uint32) []byte {
	b := make([]byte, n)
	if data := s.last.State.Memories[0].Data; uint64(at) < uint64(len(data)) {
		copy(b, data[at:])
	}
	return b
}

// word returns four bytes of the memory.
func (s *session) word(at uint32) uint32 { return binary.LittleEndian.Uint32(s.bytes(at, 4)) }

// wantText requires a string that ends with a zero.
func (s *session) wantText(want string, at uint32) {
	s.Helper()
	got, _, _ := bytes.Cut(s.bytes(at, 256), []byte{0})
	if string(got) != want {
		s.Fatalf("text %q at %#x, want %q", got, at, want)
	}
}

// wantOutput requires that a string is somewhere in the memory after the last run: an output that passed through it.
func (s *session) wantOutput(want string) {
	s.Helper()
	if !bytes.Contains(s.last.State.Memories[0].Data, []byte(want)) {
		s.Fatalf("%q is nowhere in the memory", want)
	}
}
