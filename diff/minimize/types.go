package minimize

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// results ends functions earlier, with one result or none: with the value that was computed last, whatever its type.
func (r *reducer) results() {
	for i := range r.best.Funcs {
		for n := 0; n < len(r.best.Funcs[i].Body); n++ {
			if r.endAt(i, n) {
				break
			}
		}
	}
}

// types are those that a single result can have, and none.
var types = [][]wasmast.ValType{nil, {wasmast.I32}, {wasmast.I64}, {wasmast.F32}, {wasmast.F64}, {wasmast.V128}, {wasmast.FuncRef}, {wasmast.ExternRef}}

// endAt tries to end the i'th function after n instructions.
func (r *reducer) endAt(i, n int) bool {
	f := r.best.Funcs[i]
	if int64(f.Type) >= int64(len(r.best.Types)) {
		return false
	}
	t := r.best.Types[f.Type]
	return slices.ContainsFunc(types, func(results []wasmast.ValType) bool {
		m := withType(r.best, i, wasmast.FuncType{Params: t.Params, Results: results})
		m.Funcs[i].Body = f.Body[:n]
		return r.try(m)
	})
}

// withType returns m with another type for the i'th function that it defines.
func withType(m *wasmast.Module, i int, t wasmast.FuncType) *wasmast.Module {
	out := *m
	x := slices.IndexFunc(m.Types, func(u wasmast.FuncType) bool {
		return slices.Equal(u.Params, t.Params) && slices.Equal(u.Results, t.Results)
	})
	if x < 0 {
		x = len(m.Types)
		out.Types = append(slices.Clone(m.Types), t)
	}
	f := m.Funcs[i]
	out.Funcs = replace(m.Funcs, i, wasmast.Func{Type: wasmast.TypeIdx(x), Locals: f.Locals, Body: f.Body})
	return &out
}

// DropParam returns m without parameter p of the i'th function that it defines. In the body the parameter becomes a
// constant or, if value is nil, a local, which is zero. It reports false if there is no such parameter, or if it is
// assigned to and cannot be constant. Calls of the function within m are not changed.
func DropParam(m *wasmast.Module, i, p int, value wasmast.Instr) (*wasmast.Module, bool) {
	f := m.Funcs[i]
	if int64(f.Type) >= int64(len(m.Types)) || p >= len(m.Types[f.Type].Params) {
		return nil, false
	}
	t := m.Types[f.Type]
	last := len(t.Params) - 1
	ok := true
	body := f.Body.Map(func(instr wasmast.Instr) wasmast.Instr {
		l, local := instr.(wasmast.Local)
		switch x := int(l.X); {
		case !local || x < p:
		case x == p && value != nil:
			ok = ok && l.Code == wasmast.OpLocalGet
			return value
		case x == p:
			return wasmast.Local{Code: l.Code, X: wasmast.LocalIdx(last)}
		case x <= last || value != nil:
			return wasmast.Local{Code: l.Code, X: l.X - 1}
		}
		return instr
	})
	locals := f.Locals
	if value == nil {
		locals = append([]wasmast.ValType{t.Params[p]}, locals...)
	}
	params := slices.Delete(slices.Clone(t.Params), p, p+1)
	out := withType(m, i, wasmast.FuncType{Params: params, Results: t.Results})
	out.Funcs[i].Locals, out.Funcs[i].Body = locals, body
	return out, ok
}
