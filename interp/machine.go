package interp

import (
	"fmt"
	"sync"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// machine executes functions: one call from outside at a time, with all calls that follow from it.
type machine struct {
	stack    []uint64  // frames, overlapping: the arguments of a call are the callee's first slots
	calls    []caller  // those in progress, but for the innermost
	inst     *instance // the one called, whose fuel is used
	fuel     int64
	maxCalls int
	compiler compiler
}

// caller is where execution goes on when the function it called has returned.
type caller struct {
	f    *function
	pc   int
	base int // where its frame begins
}

const (
	minStack = 1 << 14 // slots that a machine begins with
	maxStack = 1 << 20 // the last slot at which a frame can begin
)

// machines keeps machines for calls to come, since a value stack is expensive.
var machines = sync.Pool{New: func() any { return &machine{stack: make([]uint64, minStack+frameSize)} }}

// reserve makes the stack large enough for a frame that begins at base. It reports false if it would be too large.
func (m *machine) reserve(base int) bool {
	if base+frameSize <= len(m.stack) {
		return true
	}
	if base > maxStack {
		return false
	}
	m.stack = append(make([]uint64, 0, 2*base+frameSize), m.stack...)
	m.stack = m.stack[:cap(m.stack)]
	return true
}

// leave takes the innermost call from those in progress.
func (m *machine) leave() (f *function, pc, base int) {
	last := len(m.calls) - 1
	c := &m.calls[last]
	m.calls = m.calls[:last]
	return c.f, c.pc, c.base
}

// prepare compiles a function that is called for the first time. A function of the host has no code: prepare
// executes it on the arguments that stand from base on.
func (m *machine) prepare(f *function, base int) error {
	if f.def != nil {
		return m.compiler.compile(f)
	}
	args := make([]store.Value, len(f.typ.Params))
	m.get(args, f.typ.Params, base)
	m.inst.fuel = m.fuel // the host may call the instance again
	results, err := f.extern.Call(args)
	m.fuel = m.inst.fuel
	if err != nil {
		return err
	}
	if len(results) != len(f.typ.Results) {
		panic(fmt.Sprintf("wasmfuzz: internal error: a host function returned %d results, not %d",
			len(results), len(f.typ.Results)))
	}
	m.put(results, base)
	return nil
}

// put writes values to the slots from base on.
func (m *machine) put(values []store.Value, base int) {
	for _, v := range values {
		m.stack[base] = v.Lo
		base++
		if v.Type == wasmast.V128 {
			m.stack[base] = v.Hi
			base++
		}
	}
}

// get reads values of the given types from the slots from base on.
func (m *machine) get(values []store.Value, types []wasmast.ValType, base int) {
	for i, t := range types {
		values[i] = store.Value{Type: t, Lo: m.stack[base]}
		base++
		if t == wasmast.V128 {
			values[i].Hi = m.stack[base]
			base++
		}
	}
}

// invoke calls a function of the instance from outside.
func (inst *instance) invoke(f *function, args []store.Value) ([]store.Value, error) {
	if err := inst.store.Enter(); err != nil {
		return nil, err
	}
	defer inst.store.Leave()
	m := machines.Get().(*machine)
	defer machines.Put(m)
	m.inst, m.calls, m.fuel, m.maxCalls = inst, m.calls[:0], inst.fuel, inst.maxDepth-1
	m.put(args, 0)
	err := m.enter(f)
	inst.fuel = m.fuel
	if err != nil {
		return nil, err
	}
	results := make([]store.Value, len(f.typ.Results))
	m.get(results, f.typ.Results, 0)
	return results, nil
}

// enter executes a function whose arguments stand at the bottom of the stack.
func (m *machine) enter(f *function) error {
	if m.fuel--; m.fuel < 0 {
		m.fuel = 0
		return store.ExhaustedFuel
	}
	if f.code == nil {
		if err := m.prepare(f, 0); err != nil || f.code == nil {
			return err
		}
	}
	clear(m.stack[f.params:f.locals])
	return m.run(f)
}
