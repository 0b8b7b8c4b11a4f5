// Package toy declares types of every shape that mutate/derive knows.
package toy

// Program is the root of the family.
type Program struct {
	Consts []Const
	Main   *Body
	Name   string
	Debug  bool
	Sizes  [3]uint16
	Result Type
	Blob   []byte
	Origin Place
	Grid   [2][]Const
}

// Const is a sum with a recursive variant that is declared first.
type Const interface{ konst() }

// Pair and Number are the variants of Const.
type (
	Pair   struct{ Left, Right Const }
	Number struct{ Value int64 }
)

// Instr is a sum that is recursive through Body.
type Instr interface {
	Size() int
	instr()
}

// Body is a list of instructions.
type Body []Instr

// The variants of Instr. Loop takes the default instruction, Arith, by its field.
type (
	Loop struct {
		Body Body
		Once bool
	}
	Arith  struct{ Code Arithmetic }
	Load   struct{ X ConstIdx }
	Return struct{ Type Type }
)

// ConstIdx is an index.
type ConstIdx uint32

// Type is an enum without groups. Its zero value is none of its members.
type Type uint8

// The types. Unsigned is another name of Int.
const (
	Float    Type = 7
	Int      Type = 3
	Unsigned      = Int
	hidden   Type = 9
)

// Arithmetic is an enum in groups.
type Arithmetic int

// The operators.
const (
	Noop Arithmetic = iota
	Add
	Neg
	Sub
)

// Group returns the number of operands.
func (a Arithmetic) Group() int { return [...]int{0, 2, 1, 2}[a] }

// Place is a struct without fields that matter.
type Place struct{}

// Size implements Instr.
func (Loop) Size() int { return 2 }

// Size implements Instr.
func (Arith) Size() int { return 1 }

// Size implements Instr.
func (Load) Size() int { return 1 }

// Size implements Instr.
func (Return) Size() int { return int(hidden) }

func (Pair) konst()   {}
func (Number) konst() {}
func (Loop) instr()   {}
func (Arith) instr()  {}
func (Load) instr()   {}
func (Return) instr() {}
