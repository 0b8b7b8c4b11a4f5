package minimize

import (
	"context"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// TestModuleResults: a function ends with the value that matters, whatever its type, also if others follow.
func TestModuleResults(t *testing.T) {
	m := function(i32(1), i32(2), plain(wasmast.OpI32Sub), plain(wasmast.OpI64ExtendI32S),
		wasmast.Local{Code: wasmast.OpLocalSet, X: 1}, i32(0))
	m.Funcs[0].Locals = []wasmast.ValType{wasmast.I64}
	op := wasmast.Op(wasmast.OpI64ExtendI32S)
	got := Module(context.Background(), m, func(m *wasmast.Module) bool { return reached(m) && has(m, op) })
	if !slices.Equal(got.Funcs[0].Body, wasmast.Expr{i32(0), plain(wasmast.OpI64ExtendI32S)}) || len(got.Types) != 1 {
		t.Errorf("got\n%s", text.String(got))
	}
}

func TestDropParam(t *testing.T) {
	local := func(code wasmast.LocalOp, x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: code, X: x} }
	get, set := wasmast.OpLocalGet, wasmast.OpLocalSet
	module := func(body ...wasmast.Instr) *wasmast.Module {
		return &wasmast.Module{
			Types: []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32, wasmast.F32, wasmast.I64}}},
			Funcs: []wasmast.Func{{Locals: []wasmast.ValType{wasmast.F64}, Body: append(body, wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: body})}},
		}
	}
	all := wasmast.Expr{local(get, 0), local(get, 1), local(get, 2), local(get, 3)}
	for _, test := range []struct {
		name   string
		body   wasmast.Expr
		value  wasmast.Instr
		want   wasmast.Expr
		locals []wasmast.ValType
		ok     bool
	}{
		{"local", all, nil, wasmast.Expr{local(get, 0), local(get, 2), local(get, 1), local(get, 3)}, []wasmast.ValType{wasmast.F32, wasmast.F64}, true},
		{"constant", all, wasmast.F32Const{Value: 7}, wasmast.Expr{local(get, 0), wasmast.F32Const{Value: 7}, local(get, 1), local(get, 2)}, []wasmast.ValType{wasmast.F64}, true},
		{"assigned", wasmast.Expr{local(set, 1)}, nil, wasmast.Expr{local(set, 2)}, []wasmast.ValType{wasmast.F32, wasmast.F64}, true},
		{"assigned constant", wasmast.Expr{local(set, 1)}, wasmast.F32Const{}, nil, nil, false},
	} {
		m := module(test.body...)
		before := text.String(m)
		got, ok := DropParam(m, 0, 1, test.value)
		if text.String(m) != before {
			t.Fatalf("%s: the module was changed", test.name)
		}
		if ok != test.ok {
			t.Errorf("%s: %v", test.name, ok)
		}
		if !ok {
			continue
		}
		f := got.Funcs[0]
		n := len(test.want)
		inner := f.Body[n].(wasmast.Block).Body
		if !slices.Equal(f.Body[:n], test.want) || !slices.Equal(inner, test.want) || !slices.Equal(f.Locals, test.locals) ||
			!slices.Equal(got.Types[f.Type].Params, []wasmast.ValType{wasmast.I32, wasmast.I64}) {
			t.Errorf("%s:\n%s", test.name, text.String(got))
		}
	}
	if _, ok := DropParam(module(), 0, 3, nil); ok {
		t.Error("there is no parameter 3")
	}
}
