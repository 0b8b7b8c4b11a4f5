package diff

import (
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// reserved begins the names of the exports that the passes add.
const reserved = "wasmfuzz:"

// The exports that Expose adds. %d is an index of the module, %s the name of an exported function.
const (
	globalExport    = "wasmfuzz:global:%d"
	memoryExport    = "wasmfuzz:memory:%d"
	tableExport     = "wasmfuzz:table:%d"
	functionsExport = "wasmfuzz:functions" // a table of all functions
	dataExport      = "wasmfuzz:data:%d"   // a function that traps if the data segment is dropped
	elemExport      = "wasmfuzz:elem:%d"   // the same for an element segment
	vectorExport    = "wasmfuzz:vector:%d" // a function that returns a v128 global as two i64, the low half first
	callExport      = "wasmfuzz:call:%s"   // the function with each v128 as two i64, the low half first
)

// Expose returns m with its state shown: globals, memories and tables that m does not export are exported under
// reserved names, which begin with "wasmfuzz:". For each v128 global there is a function that returns it, and for each
// exported function with a v128 in its type another without, since some engines' interfaces cannot pass a vector. A table of all functions tells which one a reference
// is, and for each segment that an instruction drops a function tells whether it is dropped.
//
// Features is what the engines support: without multiple values, a function whose vectors would become several
// results gets no other. M must be valid, and so is the result. No index of m changes its meaning.
func Expose(m *wasmast.Module, features wasmast.Features) *wasmast.Module {
	out := *m
	if features.Has(wasmast.ReferenceTypes) { // which allow for another table
		exposeFunctions(&out)
	}
	shown := map[wasmast.ExportDesc]bool{}
	for _, e := range m.Exports {
		shown[e.Desc] = true
	}
	show := func(name string, x int, d wasmast.ExportDesc) {
		if !shown[d] {
			export(&out, fmt.Sprintf(name, x), d)
		}
	}
	for i, t := range m.GlobalTypes() {
		x := wasmast.GlobalIdx(i)
		show(globalExport, i, wasmast.ExportGlobal{Global: x})
		if t.Type == wasmast.V128 && features.Has(wasmast.MultiValue) {
			f := withFunc(&out, vectorType, nil, lanes(gget(x)))
			export(&out, fmt.Sprintf(vectorExport, i), wasmast.ExportFunc{Func: f})
		}
	}
	for i := range memTypes(m) {
		show(memoryExport, i, wasmast.ExportMem{Mem: wasmast.MemIdx(i)})
	}
	for i := range tableTypes(m) {
		show(tableExport, i, wasmast.ExportTable{Table: wasmast.TableIdx(i)})
	}
	for _, e := range m.Exports {
		if d, ok := e.Desc.(wasmast.ExportFunc); ok {
			exposeVectors(&out, e.Name, d.Func, features)
		}
	}
	exposeSegments(&out)
	return &out
}

// vectorType is the type of the functions that return v128 globals.
var vectorType = wasmast.FuncType{Results: []wasmast.ValType{wasmast.I64, wasmast.I64}}

// exposeSegments adds a function for each segment that an instruction drops and that is not empty: it initializes
// nothing from the second element on, which traps if there is no first one.
func exposeSegments(m *wasmast.Module) {
	show := func(name string, x int, init wasmast.Instr) {
		f := withFunc(m, wasmast.FuncType{}, nil, wasmast.Expr{i32(0), i32(1), i32(0), init})
		export(m, fmt.Sprintf(name, x), wasmast.ExportFunc{Func: f})
	}
	w := writes(m)
	for i, d := range m.Datas {
		if x := wasmast.DataIdx(i); w.datas[x] && len(d.Init) > 0 && len(memTypes(m)) > 0 {
			show(dataExport, i, wasmast.MemoryInit{Data: x})
		}
	}
	for i, e := range m.Elems {
		table := slices.IndexFunc(tableTypes(m), func(t wasmast.TableType) bool { return t.Elem == e.Type })
		if x := wasmast.ElemIdx(i); w.elems[x] && len(e.Init) > 0 && table >= 0 {
			show(elemExport, i, wasmast.TableInit{Elem: x, Table: wasmast.TableIdx(table)})
		}
	}
}

// exposeVectors adds a function that calls x, exported as name, and has two i64 for each v128 in the type of x.
func exposeVectors(m *wasmast.Module, name string, x wasmast.FuncIdx, features wasmast.Features) {
	ft, err := m.FuncType(x)
	if err != nil {
		panic("wasmfuzz: internal error: invalid module: " + err.Error())
	}
	split := splitType(ft)
	if !hasVector(ft) || len(split.Results) > 1 && !features.Has(wasmast.MultiValue) {
		return
	}
	body := append(joined(ft.Params, 0), wasmast.Call{Func: x})
	first := wasmast.LocalIdx(len(split.Params))
	body = append(body, setAll(first, len(ft.Results))...)
	for i, t := range ft.Results {
		body = append(body, splitLocal(t, first+wasmast.LocalIdx(i))...)
	}
	export(m, fmt.Sprintf(callExport, name), wasmast.ExportFunc{Func: withFunc(m, split, ft.Results, body)})
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

// lanes puts the halves of the vector that i gives on the stack. It evaluates i twice.
func lanes(i wasmast.Instr) wasmast.Expr {
	half := func(n wasmast.LaneIdx) wasmast.Instr {
		return wasmast.Lane{Code: wasmast.OpI64x2ExtractLane, Lane: n}
	}
	return wasmast.Expr{i, half(0), i, half(1)}
}
