package interp

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// compiler translates the body of one function. It keeps the operand stack of the specification, but of places
// where values are found instead of values (operand.go).
type compiler struct {
	inst   *instance
	code   []instr
	locals []local
	stack  []source
	labels []label
	// results are those of the function; base is the slot above those of the locals.
	results []wasmast.ValType
	base    int
	top     int // the slot above those of the operands
	slots   int // the greatest top so far
	// fresh counts the instructions at the end of the code that only compute an operand and that no branch leads
	// between: they can be taken back.
	fresh int
	// borrowed counts the operands that are locals, not yet copied.
	borrowed int
}

// maxCode is the number of instructions at which a function is too large. A branch can need many times more of
// them than bytes in the module.
const maxCode = 1 << 20

// local is a parameter or local variable.
type local struct {
	slot   uint16
	wide   bool
	latest int // one more than the index of the last operand that is this local, not yet copied, or 0
}

// label is the target of branches: the end of a block, or the start of a loop.
type label struct {
	types  []wasmast.ValType // of the values that a branch takes along
	slot   int               // where the first of them has to be
	height int               // the number of operands below the block's
	loop   bool
	start  int    // the target in the code, for a loop
	chain  uint32 // one more than the last branch to the end; its target is the one before, and so on to 0
	detour *label // the code that moves values and branches here, for a br_table
}

// compile sets the code of f. It fails if that is too long or f has more values than an instruction can name.
func (c *compiler) compile(f *function) error {
	c.inst, c.code, c.stack, c.labels = f.inst, c.code[:0], c.stack[:0], c.labels[:0]
	c.locals, c.top, c.fresh, c.borrowed = c.locals[:0], 0, 0, 0
	c.declare(f.typ.Params)
	params := c.top
	c.declare(f.def.Locals)
	c.results, c.base, c.slots = f.typ.Results, c.top, c.top
	c.open(c.results, 0)
	if c.end(c.body(f.def.Body)) {
		c.leave()
	}
	if c.large() {
		return store.ExhaustedFrame
	}
	f.code, f.params, f.locals = slices.Clone(c.code), uint16(params), uint16(c.base)
	f.cost = cost(len(c.code) + c.base)
	return nil
}

// large reports whether the function is too large, so that the rest of it need not be translated.
func (c *compiler) large() bool { return c.slots > frameSize || len(c.code) > maxCode }

// cost is the fuel for executing n instructions, or setting n slots, one after the other.
func cost(n int) int64 { return int64(1 + n/1024) }

// declare gives slots to parameters or locals.
func (c *compiler) declare(types []wasmast.ValType) {
	for _, t := range types {
		c.locals = append(c.locals, local{slot: uint16(c.top), wide: t == wasmast.V128})
		c.top += width(t)
	}
}

// emit appends an instruction.
func (c *compiler) emit(in instr) {
	c.code = append(c.code, in)
	c.fresh = 0
}

// body translates a sequence of instructions, up to the first after which execution never goes on. It reports
// whether execution reaches the end.
func (c *compiler) body(e wasmast.Expr) bool {
	for _, i := range e {
		if !c.instr(i) || c.large() {
			return false
		}
	}
	return true
}

// instr translates an instruction. It reports whether execution can go on behind it.
func (c *compiler) instr(i wasmast.Instr) bool {
	switch i := i.(type) {
	case wasmast.Plain:
		return c.plain(i.Code)
	case wasmast.Block:
		return c.block(i)
	case wasmast.If:
		return c.ifElse(i)
	case wasmast.Branch:
		return c.branch(i)
	case wasmast.BranchTable:
		c.branchTable(i)
		return false
	case wasmast.Call:
		f := c.inst.funcs[i.Func]
		c.call(f.typ, instr{op: opcode(wasmast.OpCall), imm: uint64(i.Func)})
	case wasmast.CallIndirect:
		x := c.use(c.pop())
		c.call(&c.inst.module.Types[i.Type],
			instr{op: opcode(wasmast.OpCallIndirect), b: x, imm: uint64(i.Table)<<32 | uint64(i.Type)})
	case wasmast.I32Const:
		c.constant(false, uint64(uint32(i.Value)), 0)
	case wasmast.I64Const:
		c.constant(false, uint64(i.Value), 0)
	case wasmast.F32Const:
		c.constant(false, uint64(i.Value), 0)
	case wasmast.F64Const:
		c.constant(false, uint64(i.Value), 0)
	case wasmast.V128Const:
		c.constant(true, i.Value.Lo, i.Value.Hi)
	case wasmast.RefNull:
		c.constant(false, 0, 0)
	case wasmast.RefFunc:
		c.constant(false, c.inst.funcs[i.Func].reference(), 0)
	case wasmast.SelectT:
		c.choose()
	case wasmast.Local:
		c.local(i)
	default:
		c.storage(i)
	}
	return true
}

// plain translates an instruction without immediates.
func (c *compiler) plain(code wasmast.PlainOp) bool {
	switch code {
	case wasmast.OpNop:
	case wasmast.OpUnreachable:
		c.emit(instr{op: opcode(code)})
		return false
	case wasmast.OpReturn:
		c.leave()
		return false
	case wasmast.OpDrop:
		c.pop()
	case wasmast.OpSelect:
		c.choose()
	case wasmast.OpRefIsNull:
		c.result(c.operands(instr{op: opcode(code)}, 1), false)
	default:
		c.numeric(instr{op: opcode(code)})
	}
	return true
}

// numeric translates an instruction whose type is in the table and whose operands are all on the stack.
func (c *compiler) numeric(in instr) {
	info := wasmast.Op(in.op).Info()
	n := len(info.Params)
	if form := immediateForm[in.op]; form != 0 && c.stack[len(c.stack)-1].place == constant {
		in.op, in.imm = form, c.pop().lo
		if info.Params[1] == wasmast.I32 {
			in.imm = uint64(int32(in.imm))
		}
		n--
	}
	c.result(c.operands(in, n), info.Results[0] == wasmast.V128)
}

// operands pops the n operands of an instruction: b, c and the slot in imm.
func (c *compiler) operands(in instr, n int) instr {
	switch n {
	case 3:
		in.imm = uint64(c.use(c.pop()))
		fallthrough
	case 2:
		in.c = c.use(c.pop())
		fallthrough
	case 1:
		in.b = c.use(c.pop())
	}
	return in
}

// choose translates select.
func (c *compiler) choose() {
	in := instr{op: opcode(wasmast.OpSelect)}
	wide := c.stack[len(c.stack)-2].wide
	if wide {
		in.op = opSelectWide
	}
	c.result(c.operands(in, 3), wide)
}

func (c *compiler) local(i wasmast.Local) {
	switch i.Code {
	case wasmast.OpLocalGet:
		c.get(i.X)
	case wasmast.OpLocalSet:
		c.assign(i.X, c.pop())
	case wasmast.OpLocalTee:
		c.assign(i.X, c.pop())
		c.get(i.X)
	}
}

// call translates the call of a function of type t; in lacks only the place of the arguments.
func (c *compiler) call(t *wasmast.FuncType, in instr) {
	in.a = c.popHome(len(t.Params))
	c.emit(in)
	c.pushHome(t.Results)
}
