package interp

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// An access of a lane has the lane's index in its imm, above the offset.
const (
	laneShift  = 56
	offsetMask = 1<<laneShift - 1
)

// storage translates the instructions on globals, memories, tables and segments, and those on vectors that have
// immediates. The lanes of a shuffle become a third operand.
func (c *compiler) storage(i wasmast.Instr) {
	in := instr{op: opcode(i.Op())}
	switch i := i.(type) {
	case wasmast.Global:
		in.imm = uint64(i.X)
		c.global(in, c.inst.globals[i.X].Type.Type == wasmast.V128)
	case wasmast.Access:
		in.imm = uint64(i.Arg.Offset)
		c.typed(in)
	case wasmast.AccessLane:
		in.imm = uint64(i.Arg.Offset) | uint64(i.Lane)<<laneShift
		c.typed(in)
	case wasmast.Lane:
		in.imm = uint64(i.Lane)
		c.typed(in)
	case wasmast.Shuffle:
		lanes := lanesVector(i.Lanes)
		c.constant(true, lanes.lo, lanes.hi)
		c.result(c.operands(in, 3), true)
	case wasmast.Table:
		in.imm = uint64(i.X)
		c.table(in, i.Code)
	case wasmast.Memory:
		if i.Code == wasmast.OpMemoryFill {
			c.bulk(in)
			return
		}
		c.typed(in)
	case wasmast.TableCopy:
		in.imm = uint64(i.Dst)<<32 | uint64(i.Src)
		c.bulk(in)
	case wasmast.TableInit:
		in.imm = uint64(i.Table)<<32 | uint64(i.Elem)
		c.bulk(in)
	case wasmast.ElemDrop:
		in.imm = uint64(i.Elem)
		c.emit(in)
	case wasmast.MemoryCopy:
		c.bulk(in)
	case wasmast.MemoryInit:
		in.imm = uint64(i.Data)
		c.bulk(in)
	case wasmast.DataDrop:
		in.imm = uint64(i.Data)
		c.emit(in)
	default:
		panic("wasmfuzz: internal error: no code for " + i.Op().String())
	}
}

// typed translates an instruction with operands b and c, at most, as the table gives them.
func (c *compiler) typed(in instr) {
	info := wasmast.Op(in.op).Info()
	in = c.operands(in, len(info.Params))
	if len(info.Results) == 0 {
		c.emit(in)
		return
	}
	c.result(in, info.Results[0] == wasmast.V128)
}

// bulk translates an instruction with three operands, which are in adjacent slots from b on.
func (c *compiler) bulk(in instr) {
	in.b = c.popHome(3)
	c.emit(in)
}

func (c *compiler) global(in instr, wide bool) {
	get := in.op == opcode(wasmast.OpGlobalGet)
	switch {
	case get && wide:
		in.op = opGlobalGetWide
	case wide:
		in.op = opGlobalSetWide
	}
	if get {
		c.result(in, wide)
		return
	}
	c.emit(c.operands(in, 1))
}

func (c *compiler) table(in instr, code wasmast.TableOp) {
	switch code {
	case wasmast.OpTableGet:
		c.result(c.operands(in, 1), false)
	case wasmast.OpTableSet:
		c.emit(c.operands(in, 2))
	case wasmast.OpTableSize:
		c.result(in, false)
	case wasmast.OpTableGrow:
		c.result(c.operands(in, 2), false)
	case wasmast.OpTableFill:
		c.bulk(in)
	}
}
