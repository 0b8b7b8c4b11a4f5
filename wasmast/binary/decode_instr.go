package binary

import (
	"encoding/binary"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The opcodes that are no instructions but end a sequence of them.
const (
	opElse = 0x05
	opEnd  = 0x0B
)

// expr decodes an expression: instructions and the end opcode.
func (d *decoder) expr() wasmast.Expr {
	e := d.body()
	d.expect(opEnd, endExpected)
	return e
}

// body decodes the instructions before an else or end opcode or the end of the input.
func (d *decoder) body() wasmast.Expr {
	base := d.bodies.top
	for d.pos < len(d.b) && d.b[d.pos] != opEnd && d.b[d.pos] != opElse {
		d.bodies.push(d.instr(), d.left())
	}
	return d.bodies.pop(base)
}

// bodies holds the instructions of the bodies that are being decoded, those of the innermost last, in the front of
// an array, and those of decoded ones in its back. One allocation thus makes room for many bodies.
type bodies struct {
	array    []wasmast.Instr
	top, end int // the front is array[:top], the back array[end:]
}

// push appends an instruction to the innermost body, given the number of bytes that are left to decode.
func (b *bodies) push(i wasmast.Instr, left int) {
	if b.top == b.end {
		array := make([]wasmast.Instr, 2*b.top+min(left/2, ahead)+1)
		copy(array, b.array[:b.top])
		b.array, b.end = array, len(array)
	}
	b.array[b.top] = i
	b.top++
}

// pop ends the innermost body, which begins at base.
func (b *bodies) pop(base int) wasmast.Expr {
	n := b.top - base
	if n == 0 {
		return nil
	}
	e := b.array[b.end-n : b.end : b.end]
	copy(e, b.array[base:b.top])
	b.top, b.end = base, b.end-n
	return e
}

// instr decodes an instruction.
func (d *decoder) instr() wasmast.Instr {
	op := d.op()
	switch op.Info().Shape {
	case wasmast.ShapePlain:
		return ready[op][0]
	case wasmast.ShapeBlock:
		i := wasmast.Block{Code: wasmast.BlockOp(op), Type: d.blockType()}
		d.enter()
		i.Body = d.body()
		d.leave()
		return i
	case wasmast.ShapeIf:
		i := wasmast.If{Type: d.blockType()}
		d.enter()
		i.Then = d.body()
		if d.pos < len(d.b) && d.b[d.pos] == opElse {
			d.pos++
			i.Else = d.body()
		}
		d.leave()
		return i
	case wasmast.ShapeBranchTable:
		i := wasmast.BranchTable{Labels: vec(&d.reader, func() wasmast.LabelIdx { return wasmast.LabelIdx(d.u32()) })}
		i.Default = wasmast.LabelIdx(d.u32())
		return i
	}
	return d.basic(op)
}

// enter begins a block.
func (d *decoder) enter() {
	d.depth++
	if d.depth > MaxNesting {
		d.limit(d.pos, nestingTooDeep)
	}
}

// leave ends a block.
func (d *decoder) leave() {
	d.expect(opEnd, endExpected)
	d.depth--
}

// op decodes an opcode: one byte, or a prefix and a number.
func (d *decoder) op() wasmast.Op {
	at := d.pos
	b := d.byte()
	op, ok := wasmast.Lookup(0, uint32(b))
	if !ok && prefixes[b] {
		op, ok = wasmast.Lookup(b, d.u32())
	}
	if !ok {
		d.fail(at, illegalOpcode)
	}
	return op
}

// prefixes are the bytes that begin opcodes of several bytes.
var prefixes = func() (p [256]bool) {
	for op := range wasmast.Op(wasmast.NumOps) {
		if b := op.Info().Prefix; b != 0 {
			p[b] = true
		}
	}
	return p
}()

// basic decodes the immediates of an instruction without nested ones.
func (d *decoder) basic(op wasmast.Op) wasmast.Instr {
	switch op.Info().Shape {
	case wasmast.ShapeI32Const:
		return wasmast.I32Const{Value: int32(d.sN(32))}
	case wasmast.ShapeI64Const:
		return wasmast.I64Const{Value: d.sN(64)}
	case wasmast.ShapeF32Const:
		return wasmast.F32Const{Value: wasmast.Float32(binary.LittleEndian.Uint32(d.bytes(4)))}
	case wasmast.ShapeF64Const:
		return wasmast.F64Const{Value: wasmast.Float64(d.u64())}
	case wasmast.ShapeV128Const:
		return wasmast.V128Const{Value: wasmast.Vec128{Lo: d.u64(), Hi: d.u64()}}
	case wasmast.ShapeShuffle:
		var i wasmast.Shuffle
		for n, lane := range d.bytes(len(i.Lanes)) {
			i.Lanes[n] = wasmast.LaneIdx(lane)
		}
		return i
	case wasmast.ShapeLane:
		return wasmast.Lane{Code: wasmast.LaneOp(op), Lane: wasmast.LaneIdx(d.byte())}
	case wasmast.ShapeRefNull:
		return wasmast.RefNull{Type: d.refType()}
	case wasmast.ShapeSelectT:
		return wasmast.SelectT{Types: d.resultType()}
	case wasmast.ShapeTableCopy:
		return wasmast.TableCopy{Dst: wasmast.TableIdx(d.u32()), Src: wasmast.TableIdx(d.u32())}
	case wasmast.ShapeTableInit:
		return wasmast.TableInit{Elem: wasmast.ElemIdx(d.u32()), Table: wasmast.TableIdx(d.u32())}
	case wasmast.ShapeAccess:
		return wasmast.Access{Code: wasmast.AccessOp(op), Arg: d.memArg()}
	case wasmast.ShapeAccessLane:
		return wasmast.AccessLane{Code: wasmast.AccessLaneOp(op), Arg: d.memArg(), Lane: wasmast.LaneIdx(d.byte())}
	case wasmast.ShapeMemory:
		return wasmast.Memory{Code: wasmast.MemoryOp(op), Mem: d.mem()}
	case wasmast.ShapeMemoryCopy:
		return wasmast.MemoryCopy{Dst: d.mem(), Src: d.mem()}
	case wasmast.ShapeMemoryInit:
		d.usesData = true
		return wasmast.MemoryInit{Data: wasmast.DataIdx(d.u32()), Mem: d.mem()}
	case wasmast.ShapeDataDrop:
		d.usesData = true
	case wasmast.ShapeCallIndirect:
		x := wasmast.TypeIdx(d.u32())
		return wasmast.CallIndirect{Table: wasmast.TableIdx(d.u32()), Type: x}
	}
	return d.indexed(op, d.u32())
}

// blockType decodes a block type (section 5.4.1): the code of a type, or a type index as an integer of 33 bits,
// which is not negative and thus differs from those codes in its sign.
func (d *decoder) blockType() wasmast.BlockType {
	if d.pos < len(d.b) && d.b[d.pos]&0xC0 == 0x40 {
		if d.b[d.pos] == blockEmpty {
			d.pos++
			return wasmast.BlockEmpty{}
		}
		return wasmast.BlockVal{Type: d.valType()}
	}
	at := d.pos
	x := d.sN(33)
	if x < 0 {
		d.fail(at, badBlockType)
	}
	return wasmast.BlockFunc{Type: wasmast.TypeIdx(x)}
}

func (d *decoder) memArg() wasmast.MemArg {
	at := d.pos
	a := wasmast.MemArg{Align: d.u32()}
	if a.Align >= 32 {
		d.fail(at, badMemArg)
	}
	a.Offset = d.u32()
	return a
}

// mem decodes the index of a memory where version 2.0 of the specification has a byte that must be zero.
func (d *decoder) mem() wasmast.MemIdx {
	d.expect(0, zeroExpected)
	return 0
}

func (d *decoder) u64() uint64 { return binary.LittleEndian.Uint64(d.bytes(8)) }

// indexed returns an instruction whose only immediate is an index.
func (d *decoder) indexed(op wasmast.Op, x uint32) wasmast.Instr {
	if x < uint32(len(ready[op])) {
		return ready[op][x]
	}
	return indexed(op, x)
}

// ready holds instructions that are decoded often: those without immediates, and those with a small index. It
// saves the allocation of an interface value for each occurrence.
var ready = func() (t [wasmast.NumOps][]wasmast.Instr) {
	for op := range wasmast.Op(wasmast.NumOps) {
		switch op.Info().Shape {
		case wasmast.ShapePlain:
			t[op] = []wasmast.Instr{wasmast.Plain{Code: wasmast.PlainOp(op)}}
		case wasmast.ShapeLocal, wasmast.ShapeGlobal, wasmast.ShapeBranch:
			for x := range uint32(32) {
				t[op] = append(t[op], indexed(op, x))
			}
		}
	}
	return t
}()

// indexed makes an instruction whose only immediate is an index.
func indexed(op wasmast.Op, x uint32) wasmast.Instr {
	switch op.Info().Shape {
	case wasmast.ShapeLocal:
		return wasmast.Local{Code: wasmast.LocalOp(op), X: wasmast.LocalIdx(x)}
	case wasmast.ShapeGlobal:
		return wasmast.Global{Code: wasmast.GlobalOp(op), X: wasmast.GlobalIdx(x)}
	case wasmast.ShapeTable:
		return wasmast.Table{Code: wasmast.TableOp(op), X: wasmast.TableIdx(x)}
	case wasmast.ShapeBranch:
		return wasmast.Branch{Code: wasmast.BranchOp(op), Label: wasmast.LabelIdx(x)}
	case wasmast.ShapeCall:
		return wasmast.Call{Func: wasmast.FuncIdx(x)}
	case wasmast.ShapeRefFunc:
		return wasmast.RefFunc{Func: wasmast.FuncIdx(x)}
	case wasmast.ShapeElemDrop:
		return wasmast.ElemDrop{Elem: wasmast.ElemIdx(x)}
	case wasmast.ShapeDataDrop:
		return wasmast.DataDrop{Data: wasmast.DataIdx(x)}
	}
	panic("wasmfuzz: internal error: no decoder for the shape of " + op.String())
}
