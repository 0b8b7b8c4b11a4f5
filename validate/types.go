package validate

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// valType checks that a value type exists under the features.
func (v *validator) valType(t wasmast.ValType) {
	//probe:value t&31 32
	switch t {
	case wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64:
	case wasmast.V128:
		v.require(wasmast.SIMD, InvalidValueType)
	case wasmast.FuncRef, wasmast.ExternRef:
		v.require(wasmast.ReferenceTypes, InvalidValueType)
	default:
		v.fail(InvalidValueType, "")
	}
}

func (v *validator) valTypes(ts []wasmast.ValType) {
	for _, t := range ts {
		v.valType(t)
	}
}

// refType checks that a reference type exists under the features. Tables always hold functions.
func (v *validator) refType(t wasmast.RefType) {
	switch t {
	case wasmast.RefTypeFunc:
	case wasmast.RefTypeExtern:
		v.require(wasmast.ReferenceTypes, InvalidValueType)
	default:
		v.fail(InvalidValueType, "")
	}
}

// blockType returns the function type that a block type stands for (section 3.2.2).
func (v *validator) blockType(bt wasmast.BlockType) wasmast.FuncType {
	switch bt := bt.(type) {
	case wasmast.BlockEmpty:
		return wasmast.FuncType{}
	case wasmast.BlockVal:
		v.valType(bt.Type)
		return wasmast.FuncType{Results: single(bt.Type)}
	case wasmast.BlockFunc:
		v.require(wasmast.MultiValue, InvalidValueType)
		return *v.funcType(bt.Type)
	}
	panic("wasmfuzz: internal error: a block without a type")
}

// tableType checks a table type (section 3.2.4). Every 32-bit size of a table is in range.
func (v *validator) tableType(t wasmast.TableType) {
	v.limits(t.Limits)
	v.refType(t.Elem)
}

// maxPages is the largest number of pages of 64 KiB in a memory.
const maxPages = 1 << 16

// memType checks a memory type (section 3.2.5).
func (v *validator) memType(t wasmast.MemType) {
	if t.Limits.Min > maxPages {
		v.fail(MemoryTooLarge, decimal(t.Limits.Min))
	}
	if t.Limits.Max != nil {
		if *t.Limits.Max > maxPages {
			v.fail(MemoryTooLarge, decimal(*t.Limits.Max))
		}
	}
	v.limits(t.Limits)
}

// limits checks that a maximum, if there is one, is not below the minimum (section 3.2.1).
func (v *validator) limits(l wasmast.Limits) {
	if l.Max == nil {
		return
	}
	if l.Min > *l.Max {
		v.fail(MinAboveMax, decimal(l.Min)+" > "+decimal(*l.Max))
	}
}
