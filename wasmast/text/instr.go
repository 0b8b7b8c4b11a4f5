package text

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Instr returns an instruction on one line, with the instructions in it.
func Instr(i wasmast.Instr) string {
	p := printer{oneLine: true}
	p.instr(i)
	return string(p.b)
}

// body prints the instructions of a body, one level deeper.
func (p *printer) body(e wasmast.Expr) {
	p.depth++
	for _, i := range e {
		p.line()
		p.instr(i)
	}
	p.depth--
}

// instr prints an instruction.
func (p *printer) instr(i wasmast.Instr) {
	p.text(i.Op().String())
	switch i := i.(type) {
	case wasmast.Plain:
	case wasmast.Block:
		p.blockType(i.Type)
		p.body(i.Body)
		p.line()
		p.text("end")
	case wasmast.If:
		p.blockType(i.Type)
		p.body(i.Then)
		if len(i.Else) > 0 {
			p.line()
			p.text("else")
			p.body(i.Else)
		}
		p.line()
		p.text("end")
	case wasmast.I32Const:
		p.int(int64(i.Value))
	case wasmast.I64Const:
		p.int(i.Value)
	case wasmast.F32Const:
		p.space()
		p.b = appendFloat32(p.b, i.Value)
	case wasmast.F64Const:
		p.space()
		p.b = appendFloat64(p.b, i.Value)
	case wasmast.V128Const:
		lo, hi := i.Value.Lo, i.Value.Hi
		p.b = fmt.Appendf(p.b, " i32x4 0x%08x 0x%08x 0x%08x 0x%08x", uint32(lo), lo>>32, uint32(hi), hi>>32)
	case wasmast.Shuffle:
		for _, lane := range i.Lanes {
			p.index(uint32(lane))
		}
	case wasmast.Lane:
		p.index(uint32(i.Lane))
	case wasmast.Access:
		p.memArg(i.Op(), i.Arg)
	case wasmast.AccessLane:
		p.memArg(i.Op(), i.Arg)
		p.index(uint32(i.Lane))
	default:
		p.indices(i)
	}
}

// indices prints the immediates of the instructions that have indices or types.
func (p *printer) indices(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.RefNull:
		p.space()
		p.text(heapTypes[i.Type])
	case wasmast.RefFunc:
		p.index(uint32(i.Func))
	case wasmast.SelectT:
		p.types("result", i.Types)
		if len(i.Types) == 0 {
			p.text(" (result)") // not select without types
		}
	case wasmast.Local:
		p.index(uint32(i.X))
	case wasmast.Global:
		p.index(uint32(i.X))
	case wasmast.Branch:
		p.index(uint32(i.Label))
	case wasmast.BranchTable:
		for _, x := range i.Labels {
			p.index(uint32(x))
		}
		p.index(uint32(i.Default))
	case wasmast.Call:
		p.index(uint32(i.Func))
	case wasmast.CallIndirect:
		p.index(uint32(i.Table))
		p.typeUse(i.Type)
	case wasmast.Table:
		p.index(uint32(i.X))
	case wasmast.TableCopy:
		p.index(uint32(i.Dst))
		p.index(uint32(i.Src))
	case wasmast.TableInit:
		p.index(uint32(i.Table))
		p.index(uint32(i.Elem))
	case wasmast.ElemDrop:
		p.index(uint32(i.Elem))
	case wasmast.DataDrop:
		p.index(uint32(i.Data))
	default:
		p.memories(i)
	}
}

// memories prints the immediates of the instructions on memories as a whole. Version 2.0 of the specification has
// but one memory, so its index is not printed.
func (p *printer) memories(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Memory:
		if i.Mem != 0 {
			p.index(uint32(i.Mem))
		}
	case wasmast.MemoryCopy:
		if i.Dst != 0 || i.Src != 0 {
			p.index(uint32(i.Dst))
			p.index(uint32(i.Src))
		}
	case wasmast.MemoryInit:
		if i.Mem != 0 {
			p.index(uint32(i.Mem))
		}
		p.index(uint32(i.Data))
	default:
		unknown(i)
	}
}

// heapTypes are the names that ref.null uses for the reference types.
var heapTypes = map[wasmast.RefType]string{wasmast.RefTypeFunc: "func", wasmast.RefTypeExtern: "extern"}

func (p *printer) blockType(t wasmast.BlockType) {
	switch t := t.(type) {
	case wasmast.BlockEmpty:
	case wasmast.BlockVal:
		p.types("result", []wasmast.ValType{t.Type})
	case wasmast.BlockFunc:
		p.typeUse(t.Type)
	default:
		unknown(t)
	}
}

// memArg prints the offset and the alignment of an access unless they are 0 and the natural one.
func (p *printer) memArg(op wasmast.Op, a wasmast.MemArg) {
	if a.Offset != 0 {
		p.text(" offset=")
		p.b = strconv.AppendUint(p.b, uint64(a.Offset), 10)
	}
	switch natural := bits.TrailingZeros32(op.Info().Size); {
	case a.Align == uint32(natural):
	case a.Align < 64:
		p.text(" align=")
		p.b = strconv.AppendUint(p.b, 1<<a.Align, 10)
	default: // more than assemblers accept
		p.b = fmt.Appendf(p.b, " align=2^%d", a.Align)
	}
}

// unknown reports a variant that the printer does not know.
func unknown(v any) { panic(fmt.Sprintf("wasmfuzz: internal error: cannot print %T", v)) }
