package diff

import (
	"reflect"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestVisit(t *testing.T) {
	plain := func(op wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: op} }
	m := &wasmast.Module{
		Types: []wasmast.FuncType{{}},
		Funcs: []wasmast.Func{
			{Body: wasmast.Expr{wasmast.Call{Func: 1}, plain(wasmast.OpNop)}},
			{Body: wasmast.Expr{i32(1), i32(0), plain(wasmast.OpI32DivS), plain(wasmast.OpDrop)}},
			{Body: wasmast.Expr{wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{wasmast.Branch{Code: wasmast.OpBr}}}}},
			{Body: wasmast.Expr{plain(wasmast.OpReturn)}},
		},
		Exports: []wasmast.Export{
			{Name: "divide", Desc: wasmast.ExportFunc{Func: 0}}, {Name: "forever", Desc: wasmast.ExportFunc{Func: 2}},
		},
	}
	s, err := NewScript(m, []Call{{Func: "divide"}, {Func: "forever"}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[wasmast.Op]Visits{
		wasmast.OpCall: {Executed: true}, wasmast.OpI32Const: {Executed: true},
		wasmast.OpI32DivS.Op(): {Executed: true, Trapped: true},                       // not the call
		wasmast.OpLoop.Op():    {Executed: true}, wasmast.OpBr.Op(): {Executed: true}, // what is cut off has not trapped
	}
	if got := Visit(m, s, 1000); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
