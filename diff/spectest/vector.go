package spectest

import (
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// errVector is for values that an engine's interface does not know. A function with vectors is then called by a
// module made for it, whose function has two i64 for each v128.
const errVector = Unsupported("the engine's interface has no v128")

// function is an exported function.
type function struct {
	in   Instance
	name string
}

// callee is the name under which a function's module is registered for the module that calls it.
const callee = "callee"

// invokeSplit calls a function of type ft by a module with split vectors.
func (r *runner) invokeSplit(f function, ft wasmast.FuncType, args []store.Value) ([]store.Value, error) {
	in := r.callers[f]
	if in == nil {
		r.store.Register(callee, f.in)
		var err error
		if in, err = r.store.Instantiate(caller(f.name, ft)); err != nil {
			return nil, err
		}
		r.callers[f] = in
	}
	var split []store.Value
	for _, v := range args {
		if v.Type == wasmast.V128 {
			split = append(split, store.I64(int64(v.Lo)), store.I64(int64(v.Hi)))
		} else {
			split = append(split, v)
		}
	}
	got, err := in.Invoke(f.name, split)
	if err != nil {
		return nil, err
	}
	var results []store.Value
	for _, t := range ft.Results {
		v := got[0]
		if t == wasmast.V128 {
			v, got = store.Value{Type: t, Lo: v.Lo, Hi: got[1].Lo}, got[1:]
		}
		results, got = append(results, v), got[1:]
	}
	return results, nil
}

// caller returns the module that calls a function of type ft. It exports its function under the same name.
func caller(name string, ft wasmast.FuncType) []byte {
	var body wasmast.Expr
	local := func(op wasmast.LocalOp, x int) { body = append(body, wasmast.Local{Code: op, X: wasmast.LocalIdx(x)}) }
	lane := func(op wasmast.LaneOp, i wasmast.LaneIdx) { body = append(body, wasmast.Lane{Code: op, Lane: i}) }
	next := 0
	for _, t := range ft.Params {
		local(wasmast.OpLocalGet, next)
		next++
		if t == wasmast.V128 {
			body = append(body, wasmast.Plain{Code: wasmast.OpI64x2Splat})
			local(wasmast.OpLocalGet, next)
			lane(wasmast.OpI64x2ReplaceLane, 1)
			next++
		}
	}
	body = append(body, wasmast.Call{})
	for i := len(ft.Results) - 1; i >= 0; i-- {
		local(wasmast.OpLocalSet, next+i)
	}
	for i, t := range ft.Results {
		local(wasmast.OpLocalGet, next+i)
		if t == wasmast.V128 {
			lane(wasmast.OpI64x2ExtractLane, 0)
			local(wasmast.OpLocalGet, next+i)
			lane(wasmast.OpI64x2ExtractLane, 1)
		}
	}
	return binary.Encode(&wasmast.Module{
		Types:   []wasmast.FuncType{ft, {Params: splitTypes(ft.Params), Results: splitTypes(ft.Results)}},
		Imports: []wasmast.Import{{Module: callee, Name: name, Desc: wasmast.ImportFunc{}}},
		Funcs:   []wasmast.Func{{Type: 1, Locals: ft.Results, Body: body}},
		Exports: []wasmast.Export{{Name: name, Desc: wasmast.ExportFunc{Func: 1}}},
	})
}

// splitTypes replaces each v128 by two i64.
func splitTypes(ts []wasmast.ValType) []wasmast.ValType {
	var split []wasmast.ValType
	for _, t := range ts {
		if t == wasmast.V128 {
			split = append(split, wasmast.I64, wasmast.I64)
		} else {
			split = append(split, t)
		}
	}
	return split
}
