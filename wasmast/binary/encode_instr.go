package binary

import (
	"encoding/binary"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func (e *encoder) expr(x wasmast.Expr) {
	e.body(x)
	e.byte(opEnd)
}

func (e *encoder) body(x wasmast.Expr) {
	for _, i := range x {
		e.instr(i)
	}
}

// instr encodes an instruction.
func (e *encoder) instr(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Plain:
		e.op(i.Op())
	case wasmast.Local:
		e.index(i.Op(), uint32(i.X))
	case wasmast.Global:
		e.index(i.Op(), uint32(i.X))
	case wasmast.Branch:
		e.index(i.Op(), uint32(i.Label))
	case wasmast.Call:
		e.index(i.Op(), uint32(i.Func))
	case wasmast.I32Const:
		e.op(i.Op())
		e.b = appendS(e.b, int64(i.Value))
	case wasmast.I64Const:
		e.op(i.Op())
		e.b = appendS(e.b, i.Value)
	case wasmast.Access:
		e.index(i.Op(), i.Arg.Align)
		e.u32(i.Arg.Offset)
	case wasmast.Block:
		e.op(i.Op())
		e.blockType(i.Type)
		e.expr(i.Body)
	case wasmast.If:
		e.op(i.Op())
		e.blockType(i.Type)
		e.body(i.Then)
		if len(i.Else) > 0 {
			e.byte(opElse)
			e.body(i.Else)
		}
		e.byte(opEnd)
	default:
		e.rare(i)
	}
}

// rare encodes an instruction that is none of the most frequent ones.
func (e *encoder) rare(i wasmast.Instr) {
	e.op(i.Op())
	switch i := i.(type) {
	case wasmast.F32Const:
		e.b = binary.LittleEndian.AppendUint32(e.b, uint32(i.Value))
	case wasmast.F64Const:
		e.u64(uint64(i.Value))
	case wasmast.V128Const:
		e.u64(i.Value.Lo)
		e.u64(i.Value.Hi)
	case wasmast.Shuffle:
		for _, lane := range i.Lanes {
			e.byte(byte(lane))
		}
	case wasmast.Lane:
		e.byte(byte(i.Lane))
	case wasmast.RefNull:
		e.byte(byte(i.Type))
	case wasmast.RefFunc:
		e.u32(uint32(i.Func))
	case wasmast.SelectT:
		e.valTypes(i.Types)
	case wasmast.AccessLane:
		e.u32(i.Arg.Align)
		e.u32(i.Arg.Offset)
		e.byte(byte(i.Lane))
	case wasmast.Memory:
		e.u32(uint32(i.Mem))
	case wasmast.MemoryCopy:
		e.u32(uint32(i.Dst))
		e.u32(uint32(i.Src))
	case wasmast.MemoryInit:
		e.usesData = true
		e.u32(uint32(i.Data))
		e.u32(uint32(i.Mem))
	case wasmast.DataDrop:
		e.usesData = true
		e.u32(uint32(i.Data))
	case wasmast.BranchTable:
		e.length(len(i.Labels))
		for _, x := range i.Labels {
			e.u32(uint32(x))
		}
		e.u32(uint32(i.Default))
	default:
		e.tables(i)
	}
}

// tables encodes the immediates of an instruction on tables.
func (e *encoder) tables(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Table:
		e.u32(uint32(i.X))
	case wasmast.TableCopy:
		e.u32(uint32(i.Dst))
		e.u32(uint32(i.Src))
	case wasmast.TableInit:
		e.u32(uint32(i.Elem))
		e.u32(uint32(i.Table))
	case wasmast.ElemDrop:
		e.u32(uint32(i.Elem))
	case wasmast.CallIndirect:
		e.u32(uint32(i.Type))
		e.u32(uint32(i.Table))
	default:
		unknown(i)
	}
}

// index encodes an opcode and an index.
func (e *encoder) index(op wasmast.Op, x uint32) {
	e.op(op)
	e.u32(x)
}

func (e *encoder) u64(x uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, x) }

func (e *encoder) blockType(t wasmast.BlockType) {
	switch t := t.(type) {
	case wasmast.BlockEmpty:
		e.byte(blockEmpty)
	case wasmast.BlockVal:
		e.byte(byte(t.Type))
	case wasmast.BlockFunc:
		e.b = appendS(e.b, int64(t.Type))
	default:
		unknown(t)
	}
}

// opcodes holds the encodings of the opcodes.
var opcodes = func() (t [wasmast.NumOps]opcode) {
	for op := range t {
		info := wasmast.Op(op).Info()
		b := []byte{byte(info.Code)}
		if info.Prefix != 0 {
			b = appendU([]byte{info.Prefix}, info.Code)
		}
		t[op].n = byte(copy(t[op].b[:], b))
	}
	return t
}()

type opcode struct {
	n byte
	b [7]byte
}

// op encodes an opcode.
func (e *encoder) op(op wasmast.Op) {
	c := &opcodes[op]
	e.b = append(e.b, c.b[:c.n]...)
}
