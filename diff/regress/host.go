package regress

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

const (
	hostID      = "host"
	countExport = "calls" // the number of calls that the host has answered, and the function that returns it
)

// hostCall is a call of a host function, and which bits of its arguments are open.
type hostCall struct {
	diff.HostCall
	open []diff.Bits
}

// trace returns all calls of host functions in the events of an outcome that are known.
func trace(o diff.Outcome, open *diff.Open) []hostCall {
	var all []hostCall
	for i := range known(o, open) {
		e, x := event(o, i), openEvent(open, i)
		for n, c := range e.Trace {
			all = append(all, hostCall{c, at(x.Trace, n)})
		}
	}
	return all
}

// replay returns a module whose functions answer the calls of a trace as the host did: each returns what it returned
// then, if it is its turn and the arguments are the same, and traps otherwise.
func replay(h *diff.Host, trace []hostCall) *wasmast.Module {
	m := &wasmast.Module{Globals: []wasmast.GlobalDef{{
		Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{wasmast.I32Const{}},
	}}}
	host := diff.NewRecorder(h)
	bodies := make([]wasmast.Expr, len(h.Funcs))
	for n, c := range trace {
		i := slices.IndexFunc(h.Funcs, func(f diff.HostFunc) bool { return f.Module == c.Module && f.Name == c.Name })
		bodies[i] = append(bodies[i], turn(n, c, host.Call(i, c.Args))...)
	}
	for i, f := range h.Funcs {
		m.Types = append(m.Types, f.Type)
		body := append(bodies[i], wasmast.Plain{Code: wasmast.OpUnreachable})
		m.Funcs = append(m.Funcs, wasmast.Func{Type: wasmast.TypeIdx(i), Body: body})
		m.Exports = append(m.Exports, wasmast.Export{Name: diff.HostName(i), Desc: wasmast.ExportFunc{Func: wasmast.FuncIdx(i)}})
	}
	addFunc(m, countExport, wasmast.FuncType{Results: []wasmast.ValType{wasmast.I32}},
		wasmast.Global{Code: wasmast.OpGlobalGet})
	return m
}

// turn returns code that, if n calls came before, checks the arguments, counts the call, and returns.
func turn(n int, c hostCall, results []store.Value) wasmast.Expr {
	var body wasmast.Expr
	for i, v := range c.Args {
		body = append(body, differs(wasmast.LocalIdx(i), v, at(c.open, i) != diff.Bits{})...)
		body = append(body, when(wasmast.Plain{Code: wasmast.OpUnreachable}))
	}
	body = append(body, wasmast.I32Const{Value: int32(n + 1)}, wasmast.Global{Code: wasmast.OpGlobalSet})
	for _, v := range results {
		body = append(body, v.Const())
	}
	return wasmast.Expr{
		wasmast.Global{Code: wasmast.OpGlobalGet}, wasmast.I32Const{Value: int32(n)}, wasmast.Plain{Code: wasmast.OpI32Eq},
		when(append(body, wasmast.Plain{Code: wasmast.OpReturn})...),
	}
}

func when(body ...wasmast.Instr) wasmast.Instr {
	return wasmast.If{Type: wasmast.BlockEmpty{}, Then: body}
}

// differs returns code that tells whether a parameter is not v. Where bits are open, which are those of a NaN, any NaN
// will do.
func differs(x wasmast.LocalIdx, v store.Value, open bool) wasmast.Expr {
	get := wasmast.Local{Code: wasmast.OpLocalGet, X: x}
	op := func(code wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: code} }
	switch {
	case v.Type == wasmast.F32 && open:
		return wasmast.Expr{get, get, op(wasmast.OpF32Eq)}
	case v.Type == wasmast.F64 && open:
		return wasmast.Expr{get, get, op(wasmast.OpF64Eq)}
	case v.Type == wasmast.F32:
		return wasmast.Expr{get, op(wasmast.OpI32ReinterpretF32), wasmast.I32Const{Value: int32(v.Lo)}, op(wasmast.OpI32Ne)}
	case v.Type == wasmast.F64:
		return wasmast.Expr{get, op(wasmast.OpI64ReinterpretF64), wasmast.I64Const{Value: int64(v.Lo)}, op(wasmast.OpI64Ne)}
	case v.Type == wasmast.I32:
		return wasmast.Expr{get, v.Const(), op(wasmast.OpI32Ne)}
	case v.Type == wasmast.I64:
		return wasmast.Expr{get, v.Const(), op(wasmast.OpI64Ne)}
	case v.Lo == 0:
		return wasmast.Expr{get, op(wasmast.OpRefIsNull), op(wasmast.OpI32Eqz)}
	}
	return wasmast.Expr{get, op(wasmast.OpRefIsNull)}
}

// answered returns the step that looks whether all calls of host functions were made.
func answered(s *diff.Script, right diff.Outcome, open *diff.Open) []Step {
	n := len(trace(right, open))
	if len(s.Host.Funcs) == 0 {
		return nil
	}
	return []Step{Invoke{ID: hostID, Func: countExport, Want: []Want{{Value: store.I32(int32(n))}}}}
}

// addFunc adds a function without locals to m and exports it.
func addFunc(m *wasmast.Module, name string, ft wasmast.FuncType, body ...wasmast.Instr) {
	imported := 0
	for _, i := range m.Imports {
		if _, ok := i.Desc.(wasmast.ImportFunc); ok {
			imported++
		}
	}
	m.Types = append(m.Types, ft)
	m.Funcs = append(m.Funcs, wasmast.Func{Type: wasmast.TypeIdx(len(m.Types) - 1), Body: body})
	x := wasmast.FuncIdx(imported + len(m.Funcs) - 1)
	m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: wasmast.ExportFunc{Func: x}})
}
