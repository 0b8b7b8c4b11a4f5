package store

import (
	"math"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Table is a table instance (section 4.2.7).
type Table struct {
	// Type is the type the table was created with.
	Type wasmast.TableType
	// Elems are references, as in Value.
	Elems []uint64
	// Limited reports that the table once failed to grow to a size that its type allows.
	Limited bool

	max uint32
}

// NewTable returns a table of the smallest size that t allows, filled with null. It fails with ExhaustedTable if
// that is more than maxSize.
func NewTable(t wasmast.TableType, maxSize uint32) (*Table, error) {
	if t.Limits.Min > maxSize {
		return nil, ExhaustedTable
	}
	return &Table{Type: t, Elems: make([]uint64, t.Limits.Min), max: maxSize}, nil
}

// Size returns the number of elements.
func (t *Table) Size() uint32 { return uint32(len(t.Elems)) }

// Grow adds n elements with the value ref and returns the previous size, or reports false if the type's maximum
// or the limit of the implementation forbids it (section 4.4.6, table.grow).
func (t *Table) Grow(n uint32, ref uint64) (uint32, bool) {
	old, size := t.Size(), uint64(len(t.Elems))+uint64(n)
	if size > math.MaxUint32 || t.Type.Limits.Max != nil && size > uint64(*t.Type.Limits.Max) {
		return 0, false
	}
	if size > uint64(t.max) {
		t.Limited = true
		return 0, false
	}
	t.Elems = append(t.Elems, make([]uint64, n)...)
	if ref != 0 {
		for i := old; i < uint32(size); i++ {
			t.Elems[i] = ref
		}
	}
	return old, true
}
