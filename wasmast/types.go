package wasmast

// ValType is a value type, represented by its binary code (section 5.3.4).
type ValType byte

// The value types of WebAssembly 2.0.
const (
	I32       ValType = 0x7F
	I64       ValType = 0x7E
	F32       ValType = 0x7D
	F64       ValType = 0x7C
	V128      ValType = 0x7B
	FuncRef   ValType = 0x70
	ExternRef ValType = 0x6F
)

// IsNum reports whether t is a number type.
func (t ValType) IsNum() bool { return t >= F64 && t <= I32 }

// IsRef reports whether t is a reference type.
func (t ValType) IsRef() bool { return t == FuncRef || t == ExternRef }

// String returns the type's name in the text format.
func (t ValType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case V128:
		return "v128"
	case FuncRef:
		return "funcref"
	case ExternRef:
		return "externref"
	}
	return "unknown"
}

// RefType is a reference type: the subset of the value types that tables hold.
type RefType ValType

// The reference types.
const (
	RefTypeFunc   = RefType(FuncRef)
	RefTypeExtern = RefType(ExternRef)
)

// Val returns t as a value type.
func (t RefType) Val() ValType { return ValType(t) }

// String returns the type's name in the text format.
func (t RefType) String() string { return ValType(t).String() }

// FuncType is a function type: parameters and results (section 2.3.6).
type FuncType struct {
	Params, Results []ValType
}

// Limits bound the size of a table, in elements, or of a memory, in pages of 64 KiB. A nil Max is no maximum.
type Limits struct {
	Min uint32
	Max *uint32
}

// MemType is the type of a memory; its limits count pages of 64 KiB.
type MemType struct {
	Limits Limits
}

// TableType is the type of a table.
type TableType struct {
	Elem   RefType
	Limits Limits
}

// GlobalType is the type of a global.
type GlobalType struct {
	Type    ValType
	Mutable bool
}

// BlockType is the type of a structured instruction: BlockEmpty, BlockVal or BlockFunc.
type BlockType interface{ blockType() }

type (
	// BlockEmpty is the type [] -> [].
	BlockEmpty struct{}
	// BlockVal is the type [] -> [Type].
	BlockVal struct{ Type ValType }
	// BlockFunc is the function type with an index.
	BlockFunc struct{ Type TypeIdx }
)

func (BlockEmpty) blockType() {}
func (BlockVal) blockType()   {}
func (BlockFunc) blockType()  {}

// Features is a set of the proposals that turned version 1.0 of the specification into 2.0, and of some that
// engines accept beyond it. The rows of the instruction table name theirs.
type Features uint32

// The features. Mutable globals can be imported and exported in every version that engines implement.
const (
	SignExtension Features = 1 << iota
	Saturating
	MultiValue
	BulkMemory
	ReferenceTypes
	SIMD
	// ExtendedConst admits add, sub and mul of integers in constant expressions. It is no part of 2.0.
	ExtendedConst

	// V1 is version 1.0 of the specification.
	V1 Features = 0
	// V2 is version 2.0 of the specification.
	V2 = SignExtension | Saturating | MultiValue | BulkMemory | ReferenceTypes | SIMD
)

// Has reports whether all features of g are in f.
func (f Features) Has(g Features) bool { return f&g == g }

// Index spaces (section 2.5.1). Each is a type of its own, so that a program that recombines fields by type
// never takes one for another.
type (
	TypeIdx   uint32
	FuncIdx   uint32
	TableIdx  uint32
	MemIdx    uint32
	GlobalIdx uint32
	ElemIdx   uint32
	DataIdx   uint32
	LocalIdx  uint32
	LabelIdx  uint32
	LaneIdx   uint8
)

// Float32 and Float64 are floating-point constants as their bits, so that the payload of a NaN survives.
type (
	Float32 uint32
	Float64 uint64
)

// Vec128 is a vector constant: bytes 0 to 7 in Lo and 8 to 15 in Hi, little endian.
type Vec128 struct{ Lo, Hi uint64 }
