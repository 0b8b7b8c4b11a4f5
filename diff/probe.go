package diff

import (
	mathbits "math/bits"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// A probe is a small module that imports one item of state from an instance and exports a function that reads it.
// It helps an adaptor whose engine's interface does not show tables, and leaves the module under test as it is:
// functions there would have to be compiled anew for every test.
type Probe struct {
	Module *wasmast.Module
	Type   wasmast.FuncType // of the function ProbeExport
}

// The functions that probes export. ElementExport, of tables only, returns the element at an index, and is of type
// ElementType of the table's.
const (
	ProbeExport   = "read"
	ElementExport = "element"
)

// ElementType is the type of the function ElementExport.
func ElementType(t wasmast.RefType) wasmast.FuncType {
	return wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{t.Val()}}
}

// TableProbe returns a probe for a table that is exported under the given name. From an index its function returns
// the size of the table and a set of 64 bits: bit i says that the table has an element at index+i and that it is
// not null.
func TableProbe(name string, t wasmast.RefType) Probe {
	d := wasmast.ImportTable{Type: wasmast.TableType{Elem: t}}
	p := probe(name, d, tableProbeType, tableProbeLocals, tableProbe(0))
	element := withFunc(p.Module, ElementType(t), nil, wasmast.Expr{get(0), wasmast.Table{Code: wasmast.OpTableGet}})
	export(p.Module, ElementExport, wasmast.ExportFunc{Func: element})
	return p
}

var (
	tableProbeType = wasmast.FuncType{
		Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32, wasmast.I64}}
	tableProbeLocals = []wasmast.ValType{wasmast.I32, wasmast.I64}
)

// tableProbe is the body of the function that reads table x.
func tableProbe(x wasmast.TableIdx) wasmast.Expr {
	const index, i, bits = 0, 1, 2
	size := wasmast.Table{Code: wasmast.OpTableSize, X: x}
	return wasmast.Expr{
		wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			get(index), get(i), op(wasmast.OpI32Add), size, op(wasmast.OpI32LtU), when(
				get(bits),
				get(index), get(i), op(wasmast.OpI32Add), wasmast.Table{Code: wasmast.OpTableGet, X: x},
				op(wasmast.OpRefIsNull), op(wasmast.OpI32Eqz), op(wasmast.OpI64ExtendI32U),
				get(i), op(wasmast.OpI64ExtendI32U), op(wasmast.OpI64Shl), op(wasmast.OpI64Or), set(bits),
			),
			get(i), i32(1), op(wasmast.OpI32Add), tee(i), i32(64), op(wasmast.OpI32LtU),
			wasmast.Branch{Code: wasmast.OpBrIf, Label: 0},
		}},
		size, get(bits),
	}
}

func probe(name string, d wasmast.ImportDesc, ft wasmast.FuncType, locals []wasmast.ValType, body wasmast.Expr) Probe {
	m := &wasmast.Module{
		Imports: []wasmast.Import{{Name: name, Module: HostModule, Desc: d}},
		Customs: []wasmast.Custom{{Name: HostModule}}, // no module under test has the same bytes
	}
	export(m, ProbeExport, wasmast.ExportFunc{Func: withFunc(m, ft, locals, body)})
	return Probe{m, ft}
}

// ReadVector returns the value of an exported v128 global, by the function that returns it. If there is none, the error
// says that the engine does not show it.
func ReadVector(in Instance, g GlobalExport) (store.Value, error) {
	if g.Vector == "" {
		return store.Value{}, StopReason(Unsupported, "a v128 global without a function that returns it")
	}
	half, err := in.Call(g.Vector, vectorType, nil)
	if err != nil {
		return store.Value{}, err
	}
	return store.V128(wasmast.Vec128{Lo: half[0].Lo, Hi: half[1].Lo}), nil
}

// NewTable returns a table of the given size with the elements that the function returns.
func NewTable(size uint32, element func(i uint32) (ref uint64, err error)) (Table, error) {
	t := Table{Size: size}
	for i := range size {
		ref, err := element(i)
		if err != nil {
			return t, err
		}
		if ref != 0 {
			t.Elems = append(t.Elems, Elem{i, ref})
		}
	}
	return t, nil
}

// ReadTable calls the function of a TableProbe until the table is read. Element returns an element that is not null;
// if it is nil, all are SomeRef.
func ReadTable(read func(args ...store.Value) ([]store.Value, error), element func(i uint32) (ref uint64, err error)) (Table, error) {
	if element == nil {
		element = someRef
	}
	return readTable(1, read, element)
}

func someRef(uint32) (uint64, error) { return SomeRef, nil }

// readTable calls a function that returns a table's size and the given number of words from an index on, until the
// table is read.
func readTable(words uint32, read func(args ...store.Value) ([]store.Value, error), element func(i uint32) (uint64, error)) (t Table, err error) {
	for i := uint32(0); i == 0 || i < t.Size; i += 64 * words {
		r, err := read(store.I32(int32(i)))
		if err != nil {
			return t, err
		}
		t.Size = uint32(r[0].Lo)
		for n, word := range r[1:] {
			first := i + 64*uint32(n)
			for set := word.Lo; first < t.Size && set != 0; set &= set - 1 {
				x := first + uint32(mathbits.TrailingZeros64(set))
				ref, err := element(x)
				if err != nil {
					return t, err
				}
				t.Elems = append(t.Elems, Elem{x, ref})
			}
		}
	}
	return t, nil
}
