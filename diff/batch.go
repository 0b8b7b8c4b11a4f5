package diff

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Batcher is an engine that compiles a module once for several scripts. Each gets an instance of its own.
type Batcher interface {
	RunEach(bin []byte, scripts []*Script) []Outcome
}

// whichExport is the global that chooses among the functions of a batch.
const whichExport = "wasmfuzz:which"

// Kin returns a text that two modules have in common if they differ in the locals and the code of function x only,
// which each of them defines. What is joined must be kin.
func Kin(m *wasmast.Module, x wasmast.FuncIdx) string {
	rest := *m
	rest.Funcs = slices.Clone(m.Funcs)
	f := &rest.Funcs[int(x)-imported[wasmast.ImportFunc](m)]
	f.Locals, f.Body = nil, nil
	return string(wasm.Append(make([]byte, 0, 1<<10), &rest))
}

// Join returns one module for several that are kin and have no start function: most of what an engine takes to compile
// a small function, it takes for the module around it. In its place function x calls one of theirs, as a global says
// that the scripts set, which are those of the modules in the same order. For each there is a new one that does with
// the joined module what it does with its own.
func Join(ms []*wasmast.Module, x wasmast.FuncIdx, scripts []*Script) (*wasmast.Module, []*Script) {
	out := *ms[0]
	if out.Start != nil {
		panic("wasmfuzz: internal error: a module with a start function in a batch")
	}
	n := int(x) - imported[wasmast.ImportFunc](&out)
	which := wasmast.GlobalIdx(len(out.GlobalTypes()))
	out.Globals = extended(out.Globals, wasmast.GlobalDef{
		Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{i32(0)}})
	export(&out, whichExport, wasmast.ExportGlobal{Global: which})

	first := wasmast.FuncIdx(imported[wasmast.ImportFunc](&out) + len(out.Funcs))
	out.Funcs = slices.Clone(out.Funcs)
	for _, m := range ms {
		out.Funcs = append(out.Funcs, m.Funcs[n])
	}
	ft := out.Types[out.Funcs[n].Type]
	out.Funcs[n] = wasmast.Func{Type: out.Funcs[n].Type, Body: dispatch(which, first, len(ms), len(ft.Params))}

	joined := make([]*Script, len(scripts))
	for i, s := range scripts {
		one := *s
		one.Before = extended(s.Before, Global{whichExport, store.I32(int32(i))})
		joined[i] = &one
	}
	return &out, joined
}

// dispatch calls one of n functions from first on, as global which says, with the parameters of the present one.
func dispatch(which wasmast.GlobalIdx, first wasmast.FuncIdx, n, params int) wasmast.Expr {
	labels := make([]wasmast.LabelIdx, n)
	for i := range labels {
		labels[i] = wasmast.LabelIdx(i)
	}
	body := wasmast.Expr{gget(which), wasmast.BranchTable{Labels: labels, Default: labels[n-1]}}
	for i := range n {
		body = wasmast.Expr{wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: body}}
		for p := range params {
			body = append(body, get(wasmast.LocalIdx(p)))
		}
		body = append(body, wasmast.Call{Func: first + wasmast.FuncIdx(i)}, op(wasmast.OpReturn))
	}
	return body
}

// Chosen returns a joined module in which function i is chosen from the beginning, so that it needs no script of its
// own.
func Chosen(joined *wasmast.Module, i int) *wasmast.Module {
	out := *joined
	out.Globals = slices.Clone(out.Globals)
	out.Globals[len(out.Globals)-1].Init = wasmast.Expr{i32(uint32(i))}
	return &out
}
