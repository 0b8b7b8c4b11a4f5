package validate

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// The reasons for which a module is invalid, in the words of the specification's test suite.
const (
	// TypeMismatch: an operand, a result, an element or a block does not have the type that its place requires.
	TypeMismatch wasmast.Code = "type mismatch"
	// InvalidResultArity: a select names other than one type, or, without multiple values, a function type has
	// several results.
	InvalidResultArity wasmast.Code = "invalid result arity"

	// UnknownType to UnknownLabel: the context does not define an index.
	UnknownType     wasmast.Code = "unknown type"
	UnknownFunction wasmast.Code = "unknown function"
	UnknownTable    wasmast.Code = "unknown table"
	UnknownMemory   wasmast.Code = "unknown memory"
	UnknownGlobal   wasmast.Code = "unknown global"
	UnknownElem     wasmast.Code = "unknown elem segment"
	UnknownData     wasmast.Code = "unknown data segment"
	UnknownLocal    wasmast.Code = "unknown local"
	UnknownLabel    wasmast.Code = "unknown label"

	// Undeclared: ref.func in a body refers to a function that occurs nowhere outside of bodies.
	Undeclared wasmast.Code = "undeclared function reference"
	// Immutable: global.set on a constant.
	Immutable wasmast.Code = "global is immutable"
	// ConstantRequired: an instruction in a constant expression is not constant.
	ConstantRequired wasmast.Code = "constant expression required"
	// InvalidLane: a vector does not have that lane.
	InvalidLane wasmast.Code = "invalid lane index"
	// InvalidAlignment: a memory access promises more alignment than its width.
	InvalidAlignment wasmast.Code = "alignment must not be larger than natural"

	// MinAboveMax: the limits of a table or memory contradict each other.
	MinAboveMax wasmast.Code = "size minimum must not be greater than maximum"
	// MemoryTooLarge: a limit of a memory exceeds the address space.
	MemoryTooLarge wasmast.Code = "memory size must be at most 65536 pages (4GiB)"
	// MultipleMemories: a module defines or imports more than one memory.
	MultipleMemories wasmast.Code = "multiple memories"
	// MultipleTables: without reference types, a module defines or imports more than one table.
	MultipleTables wasmast.Code = "multiple tables"
	// DuplicateExport: two exports have the same name.
	DuplicateExport wasmast.Code = "duplicate export name"
	// InvalidStart: the start function has parameters or results.
	InvalidStart wasmast.Code = "start function"
)

// The reasons for which a module is invalid that uses what the features do not include. Without the feature the
// module would be malformed; the codes are those with which a decoder would reject it.
const (
	// IllegalOpcode: an instruction.
	IllegalOpcode wasmast.Code = "illegal opcode"
	// InvalidValueType: a value type, or the type of a block.
	InvalidValueType wasmast.Code = "invalid value type"
	// InvalidSegmentKind: a passive or declarative segment.
	InvalidSegmentKind wasmast.Code = "malformed segment kind"
)

// NestingTooDeep is the code of the one implementation limit: blocks nest deeper than [MaxNesting].
const NestingTooDeep wasmast.Code = "nesting too deep"

// MaxNesting is the largest number of blocks around an instruction, the function's body included.
const MaxNesting = 10_000
