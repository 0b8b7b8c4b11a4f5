package diff

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// reserved begins the names of the exports that the passes add.
const reserved = "wasmfuzz:"

// The exports that Expose adds. %d is an index of the module, %s the name of an exported function.
const (
	globalExport = "wasmfuzz:global:%d"       // the global
	lanesExport  = "wasmfuzz:global:%d:lanes" // [] -> [i64 i64], the low and the high half of a v128 global
	memoryExport = "wasmfuzz:memory:%d"       // the memory
	tablesExport = "wasmfuzz:tables"          // [i32 i32] -> [i32 i64], see tables
	callExport   = "wasmfuzz:call:%s"         // the function with each v128 as two i64, the low half first
)

// Expose returns m with its state shown to every engine's interface: globals and memories that m does not export
// are exported under reserved names, and functions are added that tell a table's size and which of its elements
// are null, and the halves of v128 globals. For each exported function with a v128 in its type there is another
// without, since some interfaces cannot pass a vector. Names that begin with "wasmfuzz:" are reserved.
//
// Features is what the engines support. Tables are left out if that lacks reference types, which added
// table.size, or multiple values. M must be valid, and so is the result. No index of m changes its meaning.
func Expose(m *wasmast.Module, features wasmast.Features) *wasmast.Module {
	out := *m
	shown := map[wasmast.ExportDesc]bool{}
	exports := m.Exports
	for _, e := range exports {
		shown[e.Desc] = true
	}
	for i, t := range globalTypes(m) {
		x := wasmast.GlobalIdx(i)
		if d := (wasmast.ExportGlobal{Global: x}); !shown[d] {
			export(&out, fmt.Sprintf(globalExport, i), d)
		}
		if t.Type == wasmast.V128 {
			exportFunc(&out, fmt.Sprintf(lanesExport, i), lanesType, nil, lanes(gget(x)))
		}
	}
	for i := range memTypes(m) {
		if d := (wasmast.ExportMem{Mem: wasmast.MemIdx(i)}); !shown[d] {
			export(&out, fmt.Sprintf(memoryExport, i), d)
		}
	}
	if n := len(tableTypes(m)); n > 0 && features.Has(wasmast.ReferenceTypes|wasmast.MultiValue) {
		exportFunc(&out, tablesExport, tablesType, []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.I32}, tables(n))
	}
	for _, e := range exports {
		if d, ok := e.Desc.(wasmast.ExportFunc); ok {
			exposeVectors(&out, e.Name, d.Func)
		}
	}
	return &out
}

func exportFunc(m *wasmast.Module, name string, ft wasmast.FuncType, locals []wasmast.ValType, body wasmast.Expr) {
	export(m, name, wasmast.ExportFunc{Func: withFunc(m, ft, locals, body)})
}

// The types of the functions that read state.
var (
	lanesType  = wasmast.FuncType{Results: []wasmast.ValType{wasmast.I64, wasmast.I64}}
	tablesType = wasmast.FuncType{
		Params:  []wasmast.ValType{wasmast.I32, wasmast.I32},
		Results: []wasmast.ValType{wasmast.I32, wasmast.I64},
	}
)

// lanes puts the halves of the vector that i gives on the stack. It evaluates i twice.
func lanes(i wasmast.Instr) wasmast.Expr {
	half := func(n wasmast.LaneIdx) wasmast.Instr {
		return wasmast.Lane{Code: wasmast.OpI64x2ExtractLane, Lane: n}
	}
	return wasmast.Expr{i, half(0), i, half(1)}
}

// tables is the body of a function that reads n tables. From the index of a table and that of an element, a
// multiple of 64, it returns the table's size and a set of 64 bits: bit i says that the table has an element at
// index+i and that it is not null. It is one function for all, because exports are what a compiler spends most
// on in a small module.
func tables(n int) wasmast.Expr {
	const table, size, bits = 0, 2, 3
	var e wasmast.Expr
	for x := range wasmast.TableIdx(n) {
		e = append(e, get(table), i32(uint32(x)), op(wasmast.OpI32Eq), when(
			wasmast.Table{Code: wasmast.OpTableSize, X: x}, set(size), nulls(x, size, bits)))
	}
	return append(e, get(size), get(bits))
}

// nulls adds to the local bits those of 64 elements of table x that are not null, from the element whose index
// is in local 1.
func nulls(x wasmast.TableIdx, size, bits wasmast.LocalIdx) wasmast.Instr {
	const index, i = 1, 4
	return wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
		get(index), get(i), op(wasmast.OpI32Add), get(size), op(wasmast.OpI32LtU), when(
			get(bits),
			get(index), get(i), op(wasmast.OpI32Add), wasmast.Table{Code: wasmast.OpTableGet, X: x},
			op(wasmast.OpRefIsNull), op(wasmast.OpI32Eqz), op(wasmast.OpI64ExtendI32U),
			get(i), op(wasmast.OpI64ExtendI32U), op(wasmast.OpI64Shl), op(wasmast.OpI64Or), set(bits),
		),
		get(i), i32(1), op(wasmast.OpI32Add), tee(i), i32(64), op(wasmast.OpI32LtU),
		wasmast.Branch{Code: wasmast.OpBrIf, Label: 0},
	}}
}

// exposeVectors adds a function that calls x, exported as name, and has two i64 for each v128 in the type of x.
func exposeVectors(m *wasmast.Module, name string, x wasmast.FuncIdx) {
	ft, err := m.FuncType(x)
	if err != nil {
		panic("wasmfuzz: internal error: invalid module: " + err.Error())
	}
	split := splitType(ft)
	if len(split.Params) == len(ft.Params) && len(split.Results) == len(ft.Results) {
		return
	}
	body := append(joined(ft.Params, 0), wasmast.Call{Func: x})
	first := wasmast.LocalIdx(len(split.Params))
	body = append(body, setAll(first, len(ft.Results))...)
	for i, t := range ft.Results {
		body = append(body, splitLocal(t, first+wasmast.LocalIdx(i))...)
	}
	exportFunc(m, fmt.Sprintf(callExport, name), split, ft.Results, body)
}

// setAll takes n values from the stack into the locals beginning with x, the last value first.
func setAll(x wasmast.LocalIdx, n int) wasmast.Expr {
	var e wasmast.Expr
	for i := n - 1; i >= 0; i-- {
		e = append(e, set(x+wasmast.LocalIdx(i)))
	}
	return e
}

// splitType returns ft with each v128 replaced by two i64.
func splitType(ft wasmast.FuncType) wasmast.FuncType {
	split := func(ts []wasmast.ValType) []wasmast.ValType {
		var out []wasmast.ValType
		for _, t := range ts {
			if t == wasmast.V128 {
				out = append(out, wasmast.I64)
				t = wasmast.I64
			}
			out = append(out, t)
		}
		return out
	}
	return wasmast.FuncType{Params: split(ft.Params), Results: split(ft.Results)}
}

// joined puts values of the given types on the stack from the locals beginning with x, where each v128 is in two.
func joined(types []wasmast.ValType, x wasmast.LocalIdx) wasmast.Expr {
	var e wasmast.Expr
	for _, t := range types {
		e = append(e, get(x))
		x++
		if t == wasmast.V128 {
			e = append(e, op(wasmast.OpI64x2Splat), get(x), wasmast.Lane{Code: wasmast.OpI64x2ReplaceLane, Lane: 1})
			x++
		}
	}
	return e
}

// splitLocal puts a local of type t on the stack, a v128 as its two halves.
func splitLocal(t wasmast.ValType, x wasmast.LocalIdx) wasmast.Expr {
	if t == wasmast.V128 {
		return lanes(get(x))
	}
	return wasmast.Expr{get(x)}
}
