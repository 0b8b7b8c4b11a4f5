package diff

import (
	"cmp"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
)

// Bits is a set of bits of a value.
type Bits = openbits.Bits

// Open says which bits of an outcome the specification leaves open: engines that follow it may have others there. The
// zero Open leaves none. It is plain data, and belongs to a module and a script, not to an engine.
type Open struct {
	Start OpenEvent
	Calls []OpenEvent
	State OpenState
	// Inconclusive is not "" if it is known only of the first Events, of which the instantiation is one. The others may
	// differ in everything but that no engine may fail.
	Inconclusive Reason
	Events       int
}

// OpenEvent says what is open in an Event.
type OpenEvent struct {
	Results []Bits   // nil if there are none
	Trace   [][]Bits // of the arguments
	After   OpenState
}

// OpenState says what is open in a State.
type OpenState struct {
	Globals  []Bits
	Memories [][]OpenByte
}

// OpenByte is a byte of a memory with open bits. They are listed in the order of their addresses.
type OpenByte struct {
	At   int
	Bits byte
}

// knows reports whether it is known what is open in event i; 0 is the instantiation.
func (o *Open) knows(i int) bool { return o.Inconclusive == "" || i < o.Events }

// at returns element i of a list that may be shorter.
func at[T any](list []T, i int) (x T) {
	if i < len(list) {
		x = list[i]
	}
	return x
}

// openByte returns the open bits of the byte at an address.
func openByte(open []OpenByte, address int) byte {
	i, ok := slices.BinarySearchFunc(open, address, func(b OpenByte, address int) int { return cmp.Compare(b.At, address) })
	if !ok {
		return 0
	}
	return open[i].Bits
}
