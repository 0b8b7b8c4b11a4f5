package interp_test

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/internal/anynan"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// naive executes a module by walking its trees, as slowly and as close to the specification as possible. It knows
// modules with one memory of one page, whose functions are called directly.
type naive struct {
	m       *wasmast.Module
	globals []wasmast.Vec128
	mem     []byte
	fuel    int64
	depth   int
	nans    *rand.Rand // if not nil, it takes any NaN that the specification allows
}

// A signal is what execution of an instruction leads to: going on, or leaving some blocks.
type signal int

const (
	proceed signal = -1 // otherwise the index of the label that is branched to
	leave   signal = 1 << 20
)

// activation is the state of one function call.
type activation struct {
	locals []wasmast.Vec128
	stack  []wasmast.Vec128
}

func (a *activation) push(v wasmast.Vec128) { a.stack = append(a.stack, v) }

func (a *activation) pop() wasmast.Vec128 {
	v := a.stack[len(a.stack)-1]
	a.stack = a.stack[:len(a.stack)-1]
	return v
}

func (a *activation) popN(n int) []wasmast.Vec128 {
	at := len(a.stack) - n
	v := append([]wasmast.Vec128(nil), a.stack[at:]...)
	a.stack = a.stack[:at]
	return v
}

func newNaive(m *wasmast.Module, fuel int64) *naive {
	n := &naive{m: m, fuel: fuel, mem: make([]byte, store.PageSize)}
	for _, g := range m.Globals {
		a := &activation{}
		n.instr(a, g.Init[0])
		n.globals = append(n.globals, a.pop())
	}
	return n
}

// invoke calls a function from outside.
func (n *naive) invoke(f wasmast.FuncIdx, args []wasmast.Vec128) (results []wasmast.Vec128, err error) {
	defer func() {
		n.depth, n.fuel = 0, max(n.fuel, 0)
		if e, ok := recover().(error); ok {
			switch e.(type) {
			case store.Trap, store.Exhausted:
				err = e
			default:
				panic(e)
			}
		}
	}()
	return n.call(f, args), nil
}

const naiveDepth = 20

func (n *naive) call(f wasmast.FuncIdx, args []wasmast.Vec128) []wasmast.Vec128 {
	n.spend()
	if n.depth == naiveDepth {
		panic(store.ExhaustedStack)
	}
	n.depth++
	def := n.m.Funcs[f]
	a := &activation{locals: append(args, make([]wasmast.Vec128, len(def.Locals))...)}
	n.body(a, def.Body)
	n.depth--
	return a.popN(len(n.m.Types[def.Type].Results))
}

func (n *naive) spend() {
	if n.fuel--; n.fuel < 0 {
		panic(store.ExhaustedFuel)
	}
}

func (n *naive) body(a *activation, e expr) signal {
	for _, i := range e {
		if s := n.instr(a, i); s != proceed {
			return s
		}
	}
	return proceed
}

func (n *naive) blockType(t wasmast.BlockType) (params, results int) {
	switch t := t.(type) {
	case wasmast.BlockVal:
		return 0, 1
	case wasmast.BlockFunc:
		return len(n.m.Types[t.Type].Params), len(n.m.Types[t.Type].Results)
	}
	return 0, 0
}

// enter executes the body of a block, again and again if it is a loop that is branched to.
func (n *naive) enter(a *activation, t wasmast.BlockType, loop bool, e expr) signal {
	params, results := n.blockType(t)
	height, arity := len(a.stack)-params, results
	if loop {
		arity = params
	}
	for {
		s := n.body(a, e)
		if s != 0 {
			if s > 0 && s != leave {
				s--
			}
			return s
		}
		values := a.popN(arity)
		a.stack = append(a.stack[:height], values...)
		if !loop {
			return proceed
		}
		n.spend()
	}
}

// depart turns a label into the signal to branch to it. The body of a function is a block, too, but enter is not
// used for it, so that the stack may be higher than its results.
func depart(l wasmast.LabelIdx) signal { return signal(l) }

func (n *naive) instr(a *activation, i wasmast.Instr) signal {
	switch i := i.(type) {
	case wasmast.Plain:
		return n.plain(a, i.Code)
	case wasmast.I32Const:
		a.push(wasmast.Vec128{Lo: uint64(uint32(i.Value))})
	case wasmast.I64Const:
		a.push(wasmast.Vec128{Lo: uint64(i.Value)})
	case wasmast.F32Const:
		a.push(wasmast.Vec128{Lo: uint64(i.Value)})
	case wasmast.F64Const:
		a.push(wasmast.Vec128{Lo: uint64(i.Value)})
	case wasmast.V128Const:
		a.push(i.Value)
	case wasmast.Block:
		return n.enter(a, i.Type, i.Code == wasmast.OpLoop, i.Body)
	case wasmast.If:
		if uint32(a.pop().Lo) != 0 {
			return n.enter(a, i.Type, false, i.Then)
		}
		return n.enter(a, i.Type, false, i.Else)
	case wasmast.Branch:
		if i.Code == wasmast.OpBr || uint32(a.pop().Lo) != 0 {
			return depart(i.Label)
		}
	case wasmast.BranchTable:
		if x := uint32(a.pop().Lo); x < uint32(len(i.Labels)) {
			return depart(i.Labels[x])
		}
		return depart(i.Default)
	case wasmast.Call:
		t := n.m.Types[n.m.Funcs[i.Func].Type]
		a.stack = append(a.stack, n.call(i.Func, a.popN(len(t.Params)))...)
	case wasmast.Local:
		n.local(a, i)
	case wasmast.Global:
		if i.Code == wasmast.OpGlobalGet {
			a.push(n.globals[i.X])
		} else {
			n.globals[i.X] = a.pop()
		}
	default:
		n.vector(a, i)
	}
	return proceed
}

func (n *naive) plain(a *activation, code wasmast.PlainOp) signal {
	switch code {
	case wasmast.OpNop:
	case wasmast.OpUnreachable:
		panic(store.TrapUnreachable)
	case wasmast.OpReturn:
		return leave
	case wasmast.OpDrop:
		a.pop()
	case wasmast.OpSelect:
		v := a.popN(3)
		if uint32(v[2].Lo) != 0 {
			a.push(v[0])
		} else {
			a.push(v[1])
		}
	default:
		n.numeric(a, code.Op())
	}
	return proceed
}

// numeric applies an operator to the operands on the stack and the immediates that follow them.
func (n *naive) numeric(a *activation, op wasmast.Op, immediates ...wasmast.Vec128) {
	info := op.Info()
	v := append(a.popN(len(info.Params)), immediates...)
	v = append(v, make([]wasmast.Vec128, 3)...)
	r, trap, ok := interp.Numeric(op, v[0], v[1], v[2])
	if n.nans != nil && info.NaN {
		r, trap = anynan.Apply(n.nans, wasmast.Plain{Code: wasmast.PlainOp(op)}, v[:len(info.Params)]...)
	}
	if trap != "" {
		panic(trap)
	}
	if !ok {
		panic("no operator: " + op.String())
	}
	a.push(r)
}

func (n *naive) local(a *activation, i wasmast.Local) {
	switch i.Code {
	case wasmast.OpLocalGet:
		a.push(a.locals[i.X])
	case wasmast.OpLocalSet:
		a.locals[i.X] = a.pop()
	case wasmast.OpLocalTee:
		a.locals[i.X] = a.stack[len(a.stack)-1]
	}
}

func (n *naive) vector(a *activation, i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Lane:
		n.numeric(a, i.Op(), wasmast.Vec128{Lo: uint64(i.Lane)})
	case wasmast.Shuffle:
		var b [16]byte
		for k, l := range i.Lanes {
			b[k] = byte(l)
		}
		n.numeric(a, i.Op(), fromBytes(b))
	case wasmast.Access:
		n.access(a, i.Op(), i.Arg.Offset, 0)
	case wasmast.AccessLane:
		n.access(a, i.Op(), i.Arg.Offset, uint64(i.Lane))
	default:
		panic("not known: " + i.Op().String())
	}
}

func fromBytes(b [16]byte) wasmast.Vec128 {
	return wasmast.Vec128{Lo: binary.LittleEndian.Uint64(b[:8]), Hi: binary.LittleEndian.Uint64(b[8:])}
}

func (n *naive) access(a *activation, op wasmast.Op, offset uint32, lane uint64) {
	info := op.Info()
	v := append(a.popN(len(info.Params)), wasmast.Vec128{})
	at := uint64(uint32(v[0].Lo)) + uint64(offset)
	if at+uint64(info.Size) > uint64(len(n.mem)) {
		panic(store.TrapMemoryBounds)
	}
	data := n.mem[at:][:info.Size]
	var b [16]byte
	if len(info.Results) > 0 {
		copy(b[:], data)
		r, _, _ := interp.Numeric(op, fromBytes(b), v[1], wasmast.Vec128{Lo: lane})
		a.push(r)
		return
	}
	r, _, _ := interp.Numeric(op, v[1], wasmast.Vec128{Lo: lane}, wasmast.Vec128{})
	binary.LittleEndian.PutUint64(b[:8], r.Lo)
	binary.LittleEndian.PutUint64(b[8:], r.Hi)
	copy(data, b[:])
}
