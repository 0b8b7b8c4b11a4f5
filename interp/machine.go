package interp

import (
	"fmt"
	"sync"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// machine executes functions: one call from outside at a time, with all calls that follow from it.
type machine struct {
	stack  []uint64 // the slots of the frames, which overlap: the arguments of a call are the callee's first slots
	frames []frame  // of which those up to depth are in use
	depth  int      // the index of the innermost

	inst     *instance // the one called from outside, whose fuel is used
	fuel     int64
	compiler compiler
}

// frame is a call in progress (section 4.2.13).
type frame struct {
	f    *function
	pc   int // where execution goes on, when it has returned to the frame
	base int // the index of its first slot in the stack
}

const (
	minStack  = 1 << 14 // slots that a machine begins with
	maxStack  = 1 << 20 // the last slot at which a frame can begin
	minFrames = 16      // frames that a machine begins with
)

// machines keeps machines for calls to come, since a value stack is expensive. Whether there is one is the garbage
// collector's business, and no part of what a module covers.
//
//probe:skip
var machines = sync.Pool{New: func() any {
	return &machine{stack: make([]uint64, minStack+frameSize), frames: make([]frame, minFrames)}
}}

// invoke calls a function of the instance from outside.
func (inst *instance) invoke(f *function, args []store.Value) ([]store.Value, error) {
	if max(widths(f.typ.Params), widths(f.typ.Results)) > frameSize {
		return nil, store.ExhaustedFrame
	}
	if err := inst.store.Enter(); err != nil {
		return nil, err
	}
	defer inst.store.Leave()
	m := machines.Get().(*machine)
	defer machines.Put(m)
	m.inst, m.fuel = inst, inst.fuel
	// Whatever ran on the machine before, the same call does the same on it.
	m.depth, m.frames, m.stack = -1, m.frames[:min(minFrames, inst.maxDepth)], m.stack[:minStack+frameSize]
	m.put(args, 0)
	err := m.run(f)
	inst.fuel = max(m.fuel, 0)
	if err != nil {
		return nil, err
	}
	results := make([]store.Value, len(f.typ.Results))
	m.get(results, f.typ.Results, 0)
	return results, nil
}

// run executes f, whose arguments stand at the bottom of the stack, and leaves its results there.
func (m *machine) run(f *function) error {
	if err := m.call(f, 0); err != nil {
		return err
	}
	for m.depth >= 0 {
		m.fast()
		top := &m.frames[m.depth]
		if isVector[top.f.code[top.pc].op] && m.vectors() {
			continue
		}
		if err := m.step(top); err != nil {
			return err
		}
	}
	return nil
}

// isVector tells the instructions that vectors executes. It saves entering that loop in vain.
var isVector = func() (is [numOpcodes]bool) {
	for op := range wasmast.Op(wasmast.NumOps) {
		is[op] = op.Info().Feature == wasmast.SIMD
	}
	is[opMoveWide], is[opSelectWide] = true, true
	return is
}()

// call begins the execution of f, whose arguments stand from slot base on. A function of the host ends it, too.
func (m *machine) call(f *function, base int) error {
	if f.def != nil && f.code == nil {
		if err := m.compiler.compile(f); err != nil {
			return err
		}
	}
	if err := m.spend(max(1, f.cost)); err != nil {
		return err
	}
	if f.def == nil {
		return m.callHost(f, base)
	}
	if !m.reserve(base) {
		return store.ExhaustedStack
	}
	m.depth++
	m.frames[m.depth] = frame{f: f, base: base}
	clear(m.stack[base:][f.params:f.locals])
	return nil
}

// reserve makes room for one more frame, which begins at base. It reports false if there would be too many or if
// they would be too large.
func (m *machine) reserve(base int) bool {
	if m.depth+1 >= m.inst.maxDepth || base > maxStack {
		return false
	}
	if m.depth+1 >= len(m.frames) {
		m.frames = append(m.frames, make([]frame, len(m.frames)+minFrames)...)
		m.frames = m.frames[:min(len(m.frames), m.inst.maxDepth)]
	}
	if base+frameSize > len(m.stack) {
		m.stack = append(m.stack, make([]uint64, base)...)
		m.stack = m.stack[:min(len(m.stack), maxStack+frameSize)] // so that fast leaves what goes beyond to reserve
	}
	return true
}

// callHost calls a function of the host or of another engine.
func (m *machine) callHost(f *function, base int) error {
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
