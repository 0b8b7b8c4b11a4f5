package wasmast

// Expr is a sequence of instructions. Bodies nest, so there is no end opcode that could be misplaced.
type Expr []Instr

// Instr is an instruction: one of the structs below. Op tells its row in the instruction table.
type Instr interface {
	Op() Op
	instr()
}

// MemArg is the immediate of a memory access: Align is the binary logarithm of the promised alignment in bytes.
type MemArg struct {
	Align  uint32
	Offset uint32
}

// The shapes, in the order of the specification's chapter on instructions.
type (
	// Plain is an instruction without immediates: numeric operators, drop, select, return and so on.
	Plain struct{ Code PlainOp }

	I32Const  struct{ Value int32 }
	I64Const  struct{ Value int64 }
	F32Const  struct{ Value Float32 }
	F64Const  struct{ Value Float64 }
	V128Const struct{ Value Vec128 }

	// Shuffle is i8x16.shuffle; lanes 0 to 15 are those of the first operand, 16 to 31 those of the second.
	Shuffle struct{ Lanes [16]LaneIdx }
	// Lane extracts or replaces a lane.
	Lane struct {
		Code LaneOp
		Lane LaneIdx
	}

	RefNull struct{ Type RefType }
	RefFunc struct{ Func FuncIdx }

	// SelectT is select with its type annotation, a list of one type in a valid module.
	SelectT struct{ Types []ValType }

	Local struct {
		Code LocalOp
		X    LocalIdx
	}
	Global struct {
		Code GlobalOp
		X    GlobalIdx
	}

	// Table is an instruction on one table.
	Table struct {
		Code TableOp
		X    TableIdx
	}
	TableCopy struct{ Dst, Src TableIdx }
	TableInit struct {
		Elem  ElemIdx
		Table TableIdx
	}
	ElemDrop struct{ Elem ElemIdx }

	// Access is a load or a store.
	Access struct {
		Code AccessOp
		Arg  MemArg
	}
	// AccessLane is a load or a store of one lane of a vector.
	AccessLane struct {
		Code AccessLaneOp
		Arg  MemArg
		Lane LaneIdx
	}
	// Memory is an instruction on one memory as a whole.
	Memory struct {
		Code MemoryOp
		Mem  MemIdx
	}
	MemoryCopy struct{ Dst, Src MemIdx }
	MemoryInit struct {
		Data DataIdx
		Mem  MemIdx
	}
	DataDrop struct{ Data DataIdx }

	// Block is block or loop.
	Block struct {
		Code BlockOp
		Type BlockType
		Body Expr
	}
	If struct {
		Type       BlockType
		Then, Else Expr
	}
	// Branch is br or br_if.
	Branch struct {
		Code  BranchOp
		Label LabelIdx
	}
	BranchTable struct {
		Labels  []LabelIdx
		Default LabelIdx
	}
	Call         struct{ Func FuncIdx }
	CallIndirect struct {
		Table TableIdx
		Type  TypeIdx
	}
)
