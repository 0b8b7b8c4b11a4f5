package diff

import (
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// A probe is a small module that imports one item of state from an instance and exports a function that reads it.
// It helps an adaptor whose engine's interface does not show tables or vectors, and leaves the module under test
// as it is: functions there would have to be compiled anew for every test.
type Probe struct {
	Module *wasmast.Module
	Type   wasmast.FuncType // of the function ProbeExport
}

// ProbeExport is the function that a probe exports.
const ProbeExport = "read"

// VectorProbe returns a probe for a v128 global that is exported under the given name. Its function returns the
// low and the high half.
func VectorProbe(name string, mutable bool) Probe {
	t := wasmast.GlobalType{Type: wasmast.V128, Mutable: mutable}
	ft := wasmast.FuncType{Results: []wasmast.ValType{wasmast.I64, wasmast.I64}}
	return probe(name, wasmast.ImportGlobal{Type: t}, ft, nil, lanes(gget(0)))
}

// TableProbe returns a probe for a table that is exported under the given name. From an index its function returns
// the size of the table and a set of 64 bits: bit i says that the table has an element at index+i and that it is
// not null.
func TableProbe(name string, t wasmast.RefType) Probe {
	const index, i, bits = 0, 1, 2
	size := wasmast.Table{Code: wasmast.OpTableSize}
	body := wasmast.Expr{
		wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			get(index), get(i), op(wasmast.OpI32Add), size, op(wasmast.OpI32LtU), when(
				get(bits),
				get(index), get(i), op(wasmast.OpI32Add), wasmast.Table{Code: wasmast.OpTableGet},
				op(wasmast.OpRefIsNull), op(wasmast.OpI32Eqz), op(wasmast.OpI64ExtendI32U),
				get(i), op(wasmast.OpI64ExtendI32U), op(wasmast.OpI64Shl), op(wasmast.OpI64Or), set(bits),
			),
			get(i), i32(1), op(wasmast.OpI32Add), tee(i), i32(64), op(wasmast.OpI32LtU),
			wasmast.Branch{Code: wasmast.OpBrIf, Label: 0},
		}},
		size, get(bits),
	}
	ft := wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32, wasmast.I64}}
	return probe(name, wasmast.ImportTable{Type: wasmast.TableType{Elem: t}}, ft, []wasmast.ValType{wasmast.I32, wasmast.I64}, body)
}

func probe(name string, d wasmast.ImportDesc, ft wasmast.FuncType, locals []wasmast.ValType, body wasmast.Expr) Probe {
	m := &wasmast.Module{
		Imports: []wasmast.Import{{Name: name, Module: HostModule, Desc: d}},
		Customs: []wasmast.Custom{{Name: HostModule}}, // no module under test has the same bytes
	}
	export(m, ProbeExport, wasmast.ExportFunc{Func: withFunc(m, ft, locals, body)})
	return Probe{m, ft}
}

// ReadVector makes a value of what the function of a VectorProbe returns.
func ReadVector(read func(args ...store.Value) ([]store.Value, error)) (store.Value, error) {
	half, err := read()
	if err != nil {
		return store.Value{}, err
	}
	return store.V128(wasmast.Vec128{Lo: half[0].Lo, Hi: half[1].Lo}), nil
}

// NewTable returns a table of the given size whose elements are null where the function says so.
func NewTable(size uint32, null func(i uint32) (bool, error)) (Table, error) {
	t := Table{Size: size, Set: make([]uint64, (size+63)/64)}
	for i := range size {
		isNull, err := null(i)
		if err != nil {
			return t, err
		}
		if !isNull {
			t.Set[i/64] |= 1 << (i % 64)
		}
	}
	return t, nil
}

// ReadTable calls the function of a TableProbe until the table is read.
func ReadTable(read func(args ...store.Value) ([]store.Value, error)) (t Table, err error) {
	for i := uint32(0); i == 0 || i < t.Size; i += 64 {
		r, err := read(store.I32(int32(i)))
		if err != nil {
			return t, err
		}
		if t.Size = uint32(r[0].Lo); i < t.Size {
			t.Set = append(t.Set, r[1].Lo)
		}
	}
	return t, nil
}
