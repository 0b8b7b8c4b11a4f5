//probe:omit

package interp

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// shadowMachine executes one call from outside with all calls that follow from it.
type shadowMachine[S comparable] struct {
	*Shadower[S]
	stack  []Shadowed[S] // of each frame the locals, then the operands; the arguments of a call are the callee's first locals
	slots  int           // that register code would have in use
	frames []shadowFrame
	labels []shadowLabel // of all frames

	inst     *instance // the one called from outside, whose fuel is used
	fuel     int64
	compiler compiler
}

// shadowFrame is a call in progress.
type shadowFrame struct {
	f      *function
	code   []shadowInstr
	pc     int
	locals int // the index of the first in the stack
	labels int // the index of the first
}

// shadowLabel is the target of branches.
type shadowLabel struct {
	arity  int // the values that a branch takes along
	height int // of the stack below them
	pc     int
	loop   bool
}

// invoke calls a function of the instance from outside.
func (s *Shadower[S]) invoke(inst *instance, f *function, args []Shadowed[S]) ([]Shadowed[S], error) {
	if max(widths(f.typ.Params), widths(f.typ.Results)) > frameSize {
		return nil, store.ExhaustedFrame
	}
	if err := inst.store.Enter(); err != nil {
		return nil, err
	}
	defer inst.store.Leave()
	m := &shadowMachine[S]{Shadower: s, inst: inst, fuel: inst.fuel}
	for _, a := range args {
		m.push(a)
	}
	err := m.run(f)
	inst.fuel = max(m.fuel, 0)
	if err != nil {
		return nil, err
	}
	return m.stack, nil
}

func (m *shadowMachine[S]) run(f *function) error {
	err := m.call(Site{}, f)
	for err == nil && len(m.frames) > 0 {
		if fr := &m.frames[len(m.frames)-1]; fr.pc < len(fr.code) {
			err = m.step(fr)
		} else {
			m.unwind(fr.locals, len(fr.f.typ.Results))
			m.labels, m.frames = m.labels[:fr.labels], m.frames[:len(m.frames)-1]
		}
	}
	return err
}

func (m *shadowMachine[S]) push(v Shadowed[S]) {
	m.stack = append(m.stack, v)
	m.slots += width(v.Type)
}

func (m *shadowMachine[S]) pop() Shadowed[S] { return m.popN(1)[0] }

// popN pops n values. They stay where they are until the next is pushed.
func (m *shadowMachine[S]) popN(n int) []Shadowed[S] {
	at := len(m.stack) - n
	vs := m.stack[at:]
	m.stack = m.stack[:at]
	for _, v := range vs {
		m.slots -= width(v.Type)
	}
	return vs
}

// unwind removes the values above height but for the last n.
func (m *shadowMachine[S]) unwind(height, n int) {
	kept := slices.Clone(m.popN(n))
	m.popN(len(m.stack) - height)
	for _, v := range kept {
		m.push(v)
	}
}

// spend takes fuel.
func (m *shadowMachine[S]) spend(fuel int64) error {
	if m.fuel -= fuel; m.fuel < 0 {
		return store.ExhaustedFuel
	}
	return nil
}

// call begins the execution of f, whose arguments are the last values. A function of the host ends it, too.
func (m *shadowMachine[S]) call(at Site, f *function) error {
	if f.def != nil && f.code == nil { // this says what a call costs and whether the function is too large
		if err := m.compiler.compile(f); err != nil {
			return err
		}
	}
	if err := m.spend(max(1, f.cost)); err != nil {
		return err
	}
	if f.def == nil {
		return m.callHost(at, f)
	}
	if len(m.frames) >= m.inst.maxDepth || m.slots-widths(f.typ.Params) > maxStack {
		return store.ExhaustedStack
	}
	if m.bodies[f.def] == nil {
		m.bodies[f.def] = flat(nil, f.def.Body)
	}
	code := m.bodies[f.def]
	m.frames = append(m.frames, shadowFrame{f: f, code: code, locals: len(m.stack) - len(f.typ.Params), labels: len(m.labels)})
	for _, t := range f.def.Locals {
		m.push(Shadowed[S]{Value: store.Zero(t)})
	}
	m.open(len(f.typ.Results), len(m.stack), len(code), false)
	return nil
}

// callHost calls a function of the host or of another engine.
func (m *shadowMachine[S]) callHost(at Site, f *function) error {
	args := slices.Clone(m.popN(len(f.typ.Params)))
	m.inst.fuel = m.fuel // the host may call the instance again
	results, err := f.extern.Call(values(args))
	m.fuel = m.inst.fuel
	if err != nil {
		return err
	}
	shadows := m.domain.Host(at, f.extern, args, results)
	for i, v := range results {
		m.push(Shadowed[S]{v, shadows[i]})
	}
	return nil
}

// open begins a block with a label.
func (m *shadowMachine[S]) open(arity, height, pc int, loop bool) {
	m.labels = append(m.labels, shadowLabel{arity, height, pc, loop})
}

// branch goes to the label with the given index.
func (m *shadowMachine[S]) branch(fr *shadowFrame, x wasmast.LabelIdx) error {
	at := len(m.labels) - 1 - int(x)
	l := m.labels[at]
	m.unwind(l.height, l.arity)
	from := fr.pc
	m.labels, fr.pc = m.labels[:at], l.pc
	if l.loop {
		m.labels = m.labels[:at+1]
		return m.spend(cost(from - l.pc))
	}
	return nil
}

// visit tells of an instruction that is about to be executed.
func (s *Shadower[S]) visit(at Site) Site {
	if s.Visit != nil && at.Instr != nil {
		s.Visit(at)
	}
	return at
}

// step executes the next instruction of the innermost frame.
func (m *shadowMachine[S]) step(fr *shadowFrame) error {
	in := &fr.code[fr.pc]
	at := m.visit(Site{fr.f.def, fr.pc, in.Instr})
	fr.pc++
	switch i := in.Instr.(type) {
	case nil:
		if in.end > 0 {
			fr.pc = in.end + 1
		}
		m.labels = m.labels[:len(m.labels)-1]
	case wasmast.Block:
		m.block(fr, i.Type, in.end, i.Code == wasmast.OpLoop)
	case wasmast.If:
		yes, err := m.condition(at)
		m.block(fr, i.Type, in.end, false)
		if !yes {
			fr.pc = in.other
		}
		return err
	case wasmast.Branch:
		if i.Code == wasmast.OpBrIf {
			if yes, err := m.condition(at); !yes || err != nil {
				return err
			}
		}
		return m.branch(fr, i.Label)
	case wasmast.BranchTable:
		x, err := m.decide(at, m.pop(), uint64(len(i.Labels)))
		if err != nil {
			return err
		}
		if int64(x) < int64(len(i.Labels)) {
			return m.branch(fr, i.Labels[x])
		}
		return m.branch(fr, i.Default)
	case wasmast.Call:
		return m.call(at, fr.f.inst.funcs[i.Func])
	case wasmast.CallIndirect:
		return m.indirect(at, fr.f.inst, i)
	case wasmast.Plain:
		if i.Code == wasmast.OpReturn {
			return m.branch(fr, wasmast.LabelIdx(len(m.labels)-1-fr.labels))
		}
		return m.plain(at, i.Code)
	default:
		return m.simple(at, fr)
	}
	return nil
}

// block begins a block, whose end is given, in front of its first instruction.
func (m *shadowMachine[S]) block(fr *shadowFrame, t wasmast.BlockType, end int, loop bool) {
	params, results := fr.f.inst.blockType(t)
	height := len(m.stack) - len(params)
	if loop {
		m.open(len(params), height, fr.pc, true)
	} else {
		m.open(len(results), height, end+1, false)
	}
}

// decide returns the value of an i32 that decides something, alike for all values from bound on.
func (m *shadowMachine[S]) decide(at Site, v Shadowed[S], bound uint64) (uint32, error) {
	return uint32(v.Lo), m.domain.Decide(at, v, bound)
}

// condition pops an i32 and reports whether it is not zero.
func (m *shadowMachine[S]) condition(at Site) (bool, error) {
	c, err := m.decide(at, m.pop(), 1)
	return c != 0, err
}

func (m *shadowMachine[S]) indirect(at Site, inst *instance, i wasmast.CallIndirect) error {
	x, err := m.decide(at, m.pop(), uint64(inst.tables[i.Table].Size()))
	if err != nil {
		return err
	}
	f, trap := inst.indirect(x, &instr{imm: uint64(i.Table)<<32 | uint64(i.Type)})
	if trap != "" {
		return trap
	}
	return m.call(at, f)
}

// plain executes the instructions without immediates that do not change where execution goes on.
func (m *shadowMachine[S]) plain(at Site, code wasmast.PlainOp) error {
	switch code {
	case wasmast.OpNop:
	case wasmast.OpUnreachable:
		return store.TrapUnreachable
	case wasmast.OpDrop:
		m.pop()
	case wasmast.OpSelect:
		return m.choose(at)
	case wasmast.OpRefIsNull:
		v := m.popN(1)
		return m.result(at, v, store.I32(int32(bit(v[0].Lo == 0))), "")
	default:
		return m.operator(at)
	}
	return nil
}

// result pushes the result of an instruction, or traps.
func (m *shadowMachine[S]) result(at Site, operands []Shadowed[S], v store.Value, trap store.Trap) error {
	shadow, err := m.domain.Value(at, operands, v, trap)
	switch {
	case err != nil:
		return err
	case trap != "":
		return trap
	}
	m.push(Shadowed[S]{v, shadow})
	return nil
}

func (m *shadowMachine[S]) choose(at Site) error {
	v := m.popN(3)
	chosen := v[1]
	if uint32(v[2].Lo) != 0 {
		chosen = v[0]
	}
	shadow, err := m.domain.Select(at, v[0], v[1], v[2])
	m.push(Shadowed[S]{chosen.Value, shadow})
	return err
}

// operator executes an instruction that is a pure function of its operands.
func (m *shadowMachine[S]) operator(at Site) error {
	info := at.Instr.Op().Info()
	operands := m.popN(len(info.Params))
	var bits [3]wasmast.Vec128
	for i, v := range operands {
		bits[i] = wasmast.Vec128{Lo: v.Lo, Hi: v.Hi}
	}
	r, trap := Apply(at.Instr, bits[:len(operands)]...)
	return m.result(at, operands, store.Value{Type: info.Results[0], Lo: r.Lo, Hi: r.Hi}, trap)
}

// Apply applies the operator of a numeric or vector instruction, with the instruction's immediates, to operands
// given as in Numeric.
func Apply(i wasmast.Instr, operands ...wasmast.Vec128) (wasmast.Vec128, store.Trap) {
	var x [4]wasmast.Vec128
	n := copy(x[:], operands)
	switch i := i.(type) {
	case wasmast.Lane:
		x[n].Lo = uint64(i.Lane)
	case wasmast.AccessLane:
		x[n].Lo = uint64(i.Lane)
	case wasmast.Shuffle:
		lanes := lanesVector(i.Lanes)
		x[n] = wasmast.Vec128{Lo: lanes.lo, Hi: lanes.hi}
	}
	r, trap, ok := Numeric(i.Op(), x[0], x[1], x[2])
	if !ok {
		panic("wasmfuzz: internal error: no operator: " + i.Op().String())
	}
	return r, trap
}
