package diff

import (
	"fmt"
	"math"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// SomeRef stands for a reference that is not null, and of which no more is known.
const SomeRef uint64 = math.MaxUint64

// Refs turns the references of an engine, which mean nothing to others, into those of outcomes: 0 is null, i+1 is
// function i of the module, and SomeRef is any other. It maps those of functions; nil if the engine does not tell
// functions apart.
type Refs map[uint64]uint64

// ref returns a reference as outcomes have it.
func (r Refs) ref(of uint64) uint64 {
	if of == 0 {
		return 0
	}
	if x, ok := r[of]; ok {
		return x
	}
	return SomeRef
}

// value is ref for a value of any type.
func (r Refs) value(v store.Value) store.Value {
	if v.Type.IsRef() {
		v.Lo = r.ref(v.Lo)
	}
	return v
}

// values changes vs.
func (r Refs) values(vs []store.Value) {
	for i, v := range vs {
		vs[i] = r.value(v)
	}
}

// newRefs returns the map of an instance whose functions are the elements of a table, in their order.
func newRefs(functions Table) Refs {
	r := Refs{}
	for _, e := range functions.Elems {
		if _, twice := r[e.Ref]; twice || e.Ref == SomeRef {
			return nil
		}
		r[e.Ref] = uint64(e.Index) + 1
	}
	return r
}

// sameRef reports whether two references may be the same.
func sameRef(a, b uint64) bool {
	return a == b || a != 0 && b != 0 && (a == SomeRef || b == SomeRef)
}

func showRef(ref uint64) string {
	switch ref {
	case 0:
		return "null"
	case SomeRef:
		return "not null"
	}
	return fmt.Sprintf("function %d", ref-1)
}

// maxFunctions is the number of functions up to which Expose shows which is which.
const maxFunctions = 1 << 12

// exposeFunctions adds a table with all functions of m, in their order, if a reference to one of them can be seen from
// outside.
func exposeFunctions(m *wasmast.Module) {
	n := imported[wasmast.ImportFunc](m) + len(m.Funcs)
	if n == 0 || n > maxFunctions || !hasFuncRef(m) {
		return
	}
	size := uint32(n)
	x := wasmast.TableIdx(len(tableTypes(m)))
	elem := wasmast.Elem{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Table: x, Offset: wasmast.Expr{i32(0)}}}
	for i := range n {
		elem.Init = append(elem.Init, wasmast.Expr{wasmast.RefFunc{Func: wasmast.FuncIdx(i)}})
	}
	m.Tables = extended(m.Tables, wasmast.TableType{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: size, Max: &size}})
	m.Elems = extended(m.Elems, elem)
	export(m, functionsExport, wasmast.ExportTable{Table: x})
}

// hasFuncRef reports whether m has a table, a global or a function that holds, takes or gives a funcref.
func hasFuncRef(m *wasmast.Module) bool {
	for _, t := range tableTypes(m) {
		if t.Elem == wasmast.RefTypeFunc {
			return true
		}
	}
	for _, g := range m.GlobalTypes() {
		if g.Type == wasmast.FuncRef {
			return true
		}
	}
	for _, ft := range m.Types {
		for _, t := range append(ft.Params[:len(ft.Params):len(ft.Params)], ft.Results...) {
			if t == wasmast.FuncRef {
				return true
			}
		}
	}
	return false
}
