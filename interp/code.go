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
// operands, and imm is a constant operand, the slot of a third one, a memory offset or an index of the module.
//
//   - A branch has its target in the lower half of imm; a is the fuel it costs, which is 0 if it goes forward.
//     The upper half of imm can be a constant to compare with.
//   - br_table is followed by its branches, one more than its imm says.
//   - A call has its arguments from slot a on, where its results will be, too.
//   - return has a slots of results from slot b on.
//   - Bulk instructions have three operands from slot b on.
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
	numOpcodes // how many there are
)

// frameSize is the number of slots that an instr can name.
const frameSize = 1 << 16

// slots is what the code of a function works on: its frame, then whatever follows it in the value stack. It has a
// fixed size so that no index needs a check.
type slots [frameSize]uint64

// wide reads the two slots from i on.
func (s *slots) wide(i uint16) v128 { return v128{s[i], s[i+1]} }

// setWide writes the two slots from i on.
func (s *slots) setWide(i uint16, x v128) { s[i], s[i+1] = x.lo, x.hi }

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
