package wasmast

// Op numbers the rows of the instruction table, in its order. The codes of the shapes with several operators
// (PlainOp, AccessOp and so on) are subsets of it under types of their own.
type Op uint16

// Info is a row of the instruction table.
type Info struct {
	Name    string // mnemonic
	Shape   Shape  // the struct that holds the immediates
	Feature Features
	Prefix  byte   // 0xFC, 0xFD, or 0 for one-byte opcodes
	Code    uint32 // the opcode, or the number behind the prefix

	// Rule says that the type depends on more than the row; Params and Results are then empty.
	Rule            bool
	Params, Results []ValType

	// Size is the natural alignment in bytes (Access, AccessLane) or the number of lanes (Lane).
	Size uint32
	// NaN says that NaN results are not determined by the specification.
	NaN bool
}

// Info returns the row of op.
func (op Op) Info() *Info { return &infos[op] }

// String returns the mnemonic.
func (op Op) String() string { return infos[op].Name }

// group tells operators of the same type from others; an operator whose type needs a rule is alone.
func (op Op) group() uint16 { return groups[op] }

// NumOps is the number of rows of the instruction table.
const NumOps = len(infos)

// Lookup returns the operator with a binary opcode: prefix is 0, 0xFC or 0xFD, code the opcode or the number
// behind the prefix. It reports false if the table has no such row.
func Lookup(prefix byte, code uint32) (Op, bool) {
	switch {
	case prefix == 0 && code < uint32(len(opcodes)):
		return found(opcodes[code])
	case prefix == 0xFC && code < uint32(len(opcodesFC)):
		return found(opcodesFC[code])
	case prefix == 0xFD && code < uint32(len(opcodesFD)):
		return found(opcodesFD[code])
	}
	return 0, false
}

// found undoes the shift by one with which the lookup tables are built, where 0 is no instruction.
func found(op Op) (Op, bool) { return op - 1, op != 0 }
