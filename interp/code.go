package interp

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// Functions are compiled to register code. A frame has a slot of 64 bits for each parameter and local, in order,
// and above them one for each value that can be on the operand stack, its home; a v128 takes two slots, low half
// first. Instructions name the slots they read and write, so that an operand that is a local or a constant
// costs no instruction of its own.

// opcode says what an instr does. The numbers of the instruction table stand for the instruction of that name
// on slots; the others are in ops_gen.go and below.
type opcode uint16

// instr is an instruction of register code. In general a is the slot of the result, b and c are those of the
// operands, and imm is a constant operand or a memory offset. A branch to an instruction that stands before it
// has 1 in a, else 0; its target is the lower half of imm.
type instr struct {
	op      opcode
	a, b, c uint16
	imm     uint64
}

const (
	opMove          = opGenerated + iota // a = b
	opMoveWide                           // the same for two slots
	opConst                              // a = imm
	opSelectWide                         // as select, for two slots: a = imm != 0 ? b : c, where imm is a slot
	opGlobalGetWide                      // as global.get and global.set, for two slots
	opGlobalSetWide
	opReturnOne // returns b
	numOpcodes  // how many there are
)

// frameSize is the number of slots that an instr can name.
const frameSize = 1 << 16

// frame is what the code of a function works on: its slots, then whatever follows them in the value stack. It
// has a fixed size so that no index needs a check.
type frame [frameSize]uint64

// wide reads the two slots from i on.
func (fr *frame) wide(i uint16) v128 { return v128{fr[i], fr[i+1]} }

// setWide writes the two slots from i on.
func (fr *frame) setWide(i uint16, x v128) { fr[i], fr[i+1] = x.lo, x.hi }

// width is the number of slots of a value.
func width(t wasmast.ValType) int {
	if t == wasmast.V128 {
		return 2
	}
	return 1
}

// widths is the number of slots of several values.
func widths(types []wasmast.ValType) int {
	n := 0
	for _, t := range types {
		n += width(t)
	}
	return n
}
