package validate

import (
	"strconv"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// context is the context C of the validation rules (section 3.1.1). C.labels and C.return are on the control stack.
type context struct {
	types   []wasmast.FuncType
	funcs   []*wasmast.FuncType
	tables  []wasmast.TableType
	mems    []wasmast.MemType
	globals []wasmast.GlobalType
	elems   []wasmast.Elem
	datas   []wasmast.Data
	locals  []wasmast.ValType
	refs    []bool // for each function whether ref.func may refer to it
}

// The functions below look up an index, as C.types[x] and so on in the rules. Each space has its own check.

func (v *validator) funcType(x wasmast.TypeIdx) *wasmast.FuncType {
	if uint64(x) >= uint64(len(v.types)) {
		v.fail(UnknownType, decimal(x))
	}
	return &v.types[x]
}

func (v *validator) function(x wasmast.FuncIdx) *wasmast.FuncType {
	if uint64(x) >= uint64(len(v.funcs)) {
		v.fail(UnknownFunction, decimal(x))
	}
	return v.funcs[x]
}

func (v *validator) table(x wasmast.TableIdx) *wasmast.TableType {
	if uint64(x) >= uint64(len(v.tables)) {
		v.fail(UnknownTable, decimal(x))
	}
	return &v.tables[x]
}

func (v *validator) memory(x wasmast.MemIdx) *wasmast.MemType {
	if uint64(x) >= uint64(len(v.mems)) {
		v.fail(UnknownMemory, decimal(x))
	}
	return &v.mems[x]
}

func (v *validator) global(x wasmast.GlobalIdx) *wasmast.GlobalType {
	if uint64(x) >= uint64(len(v.globals)) {
		v.fail(UnknownGlobal, decimal(x))
	}
	return &v.globals[x]
}

func (v *validator) elem(x wasmast.ElemIdx) wasmast.RefType {
	if uint64(x) >= uint64(len(v.elems)) {
		v.fail(UnknownElem, decimal(x))
	}
	return v.elems[x].Type
}

func (v *validator) data(x wasmast.DataIdx) {
	if uint64(x) >= uint64(len(v.datas)) {
		v.fail(UnknownData, decimal(x))
	}
}

func (v *validator) local(x wasmast.LocalIdx) wasmast.ValType {
	if uint64(x) >= uint64(len(v.locals)) {
		v.fail(UnknownLocal, decimal(x))
	}
	return v.locals[x]
}

// label looks up C.labels[l], the types that a branch to l takes.
func (v *validator) label(l wasmast.LabelIdx) []wasmast.ValType {
	if uint64(l) >= uint64(len(v.ctrls)) {
		v.fail(UnknownLabel, decimal(l))
	}
	return v.ctrls[len(v.ctrls)-1-int(l)].labelTypes()
}

// ref checks that x is in C.refs.
func (v *validator) ref(x wasmast.FuncIdx) {
	if !v.refs[x] {
		v.fail(Undeclared, decimal(x))
	}
}

func decimal[X ~uint32](x X) string { return strconv.FormatUint(uint64(x), 10) }
