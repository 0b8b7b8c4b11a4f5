// Package openbits executes modules and says which bits of what they compute the specification leaves open: those of
// the NaNs that it lets an implementation choose (section 4.3.3, NaN propagation), and those of all that depends on
// them.
//
// It is a domain of shadow execution. The shadow of a value, and of a byte in memory, is the set of its open bits:
// every implementation that follows the specification has the same bits otherwise. A NaN that an operator makes has an
// open sign; its payload is open, too, but for the highest bit, unless all NaNs among the operands are canonical. So a
// set of open bits also says which NaNs are allowed, of any type and in any lane. rules.go says what becomes of the
// sets in each instruction: what moves bits keeps them; what computes with them adds to them, never less than the
// truth and often no more.
//
// Where execution goes on cannot be followed beyond a decision that open bits make: a branch on them, an access to
// an address that has some. There execution ends with Undecided. But whether a value is a NaN is not open, nor is what
// a comparison makes of it.
package openbits

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Bits is a set of the bits of a value, or of the eight of a byte.
type Bits = wasmast.Vec128

// Undecided ends an execution because it would go on differently, depending on open bits.
type Undecided struct{}

// Error says so.
func (Undecided) Error() string { return "execution depends on the bits of a NaN" }

// Value is a value with its open bits.
type Value = interp.Shadowed[Bits]

// Domain has sets of open bits as shadows.
type Domain struct {
	// Depends is told of every call of a host function. It reports whether the results depend on the open bits of the
	// arguments.
	Depends func(f *store.Func, args []Value) bool
}

// Value returns the open bits of a result. The error is Undecided if an open bit decides about a trap.
func (d *Domain) Value(at interp.Site, operands []Value, result store.Value, trap store.Trap) (Bits, error) {
	op := at.Instr.Op()
	if !op.Info().NaN && !slices.ContainsFunc(operands, isOpen) {
		return Bits{}, nil
	}
	switch at.Instr.(type) {
	case wasmast.Local, wasmast.Global:
		return operands[0].Shadow, nil
	}
	a := application{at: at, operands: operands, result: result}
	open := rules[op](&a)
	return open, a.err
}

func isOpen(v Value) bool { return v.Shadow != Bits{} }

// Load joins the open bits of bytes.
func (d *Domain) Load(at interp.Site, bytes []Bits, vector Value, _ store.Value) Bits {
	var x Bits
	for i, b := range bytes {
		x = withLane(x, 8, i, b.Lo)
	}
	return moved(at, x, vector.Shadow)
}

// Store takes the open bits of a value apart.
func (d *Domain) Store(at interp.Site, v Value, bytes []Bits) {
	x := v.Shadow
	if _, fill := at.Instr.(wasmast.Memory); !fill {
		x = moved(at, x)
	}
	for i := range bytes {
		bytes[i] = Bits{Lo: laneOf(x, 8, i)}
	}
}

// Select returns the open bits of x or y, or, if the condition is open, also those in which x and y differ. A
// reference must not be open.
func (d *Domain) Select(_ interp.Site, x, y, c Value) (Bits, error) {
	switch condition := known(c, 32); {
	case condition.least() != 0:
		return x.Shadow, nil
	case condition.open == 0:
		return y.Shadow, nil
	}
	both := either(x, y)
	if x.Type.IsRef() && (both != Bits{}) {
		return Bits{}, Undecided{}
	}
	return both, nil
}

// either returns the open bits of a value that is x or y.
func either(x, y Value) Bits {
	return Bits{Lo: x.Shadow.Lo | y.Shadow.Lo | (x.Lo ^ y.Lo), Hi: x.Shadow.Hi | y.Shadow.Hi | (x.Hi ^ y.Hi)}
}

// Decide fails with Undecided if the value is open and might be less than bound.
func (d *Domain) Decide(_ interp.Site, v Value, bound uint64) error {
	if isOpen(v) && known(v, 32).least() < bound {
		return Undecided{}
	}
	return nil
}

// Host returns results without open bits, or results that are open altogether. References are not: the host has only
// one to give.
func (d *Domain) Host(_ interp.Site, f *store.Func, args []Value, results []store.Value) []Bits {
	open := make([]Bits, len(results))
	if d.Depends(f, args) {
		for i, v := range results {
			open[i] = all(v.Type)
		}
	}
	return open
}

// OnlyNaNs reports whether the open bits of v, if there are any, are those of a NaN: of v itself, or, if it is a vector,
// of lanes.
func OnlyNaNs(v Value) bool {
	only := func(width, i int) bool {
		x := laneAt(v, width, i)
		return x.open == 0 || x.isNaN()
	}
	switch v.Type {
	case wasmast.F32:
		return only(32, 0)
	case wasmast.F64:
		return only(64, 0)
	case wasmast.V128:
		return (only(64, 0) || only(32, 0) && only(32, 1)) && (only(64, 1) || only(32, 2) && only(32, 3))
	}
	return !isOpen(v)
}

// all returns all bits of a number or vector, none of a reference.
func all(t wasmast.ValType) Bits {
	switch t {
	case wasmast.I32, wasmast.F32:
		return Bits{Lo: ones(32)}
	case wasmast.I64, wasmast.F64:
		return Bits{Lo: ones(64)}
	case wasmast.V128:
		return Bits{Lo: ones(64), Hi: ones(64)}
	}
	return Bits{}
}
