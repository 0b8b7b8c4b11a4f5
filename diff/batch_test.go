package diff_test

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// kin returns modules that differ in their second function only, which one of them calls through the table, and the
// scripts of two calls of it.
func kin(t *testing.T) (ms []*wasmast.Module, scripts []*diff.Script) {
	i64 := wasmast.I64Const{Value: 9}
	for _, body := range []wasmast.Expr{
		{get(0), get(1), op(wasmast.OpI32Add), i64},
		{get(0), i64, op(wasmast.OpReturn)},
		{get(0), get(1), op(wasmast.OpI32DivS), i64},
		{get(0), wasmast.Global{Code: wasmast.OpGlobalGet}, op(wasmast.OpI32Add), wasmast.Local{Code: wasmast.OpLocalTee, X: 2},
			wasmast.Global{Code: wasmast.OpGlobalSet}, get(2), i64},
		{get(1), op(wasmast.OpI32Eqz), wasmast.If{Type: wasmast.BlockEmpty{}, Then: wasmast.Expr{i32(77), i64, op(wasmast.OpReturn)}},
			get(0), i32(0), i32(0), wasmast.CallIndirect{Type: 1}},
		{get(1), memory(wasmast.OpMemoryGrow), i64},
		{loop(), i32(0), i64},
	} {
		m := prepare(&wasmast.Module{
			Types:   []wasmast.FuncType{{}, {Params: []wasmast.ValType{wasmast.I32, wasmast.I32}, Results: []wasmast.ValType{wasmast.I32, wasmast.I64}}},
			Funcs:   []wasmast.Func{{}, {Type: 1, Locals: []wasmast.ValType{wasmast.I32}, Body: body}},
			Mems:    []wasmast.MemType{{}},
			Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{i32(100)}}},
			Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 1}}},
			Elems:   []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []wasmast.Expr{{wasmast.RefFunc{Func: 1}}}, Mode: wasmast.ElemActive{Offset: wasmast.Expr{i32(0)}}}},
			Exports: []wasmast.Export{export("f", 1)},
		})
		args := func(x, y int32) []store.Value { return []store.Value{store.I32(x), store.I32(y)} }
		s, err := diff.NewScript(m, []diff.Call{{Func: "f", Args: args(6, 3)}, {Func: "f", Args: args(5, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		ms, scripts = append(ms, m), append(scripts, s)
	}
	return ms, scripts
}

// TestJoinKeepsTheMeaning: on every engine each script does the same with the joined module as with its own.
func TestJoinKeepsTheMeaning(t *testing.T) {
	ms, scripts := kin(t)
	for _, m := range ms {
		if diff.Kin(m, 1) != diff.Kin(ms[0], 1) {
			t.Fatal("modules that differ in a function are not kin")
		}
	}
	joined, all := diff.Join(ms, 1, scripts)
	bin := binary.Encode(joined)
	if v := own().Validate(bin); v.Kind != diff.Accept {
		t.Fatal(v)
	}
	for _, e := range every(t) {
		var outcomes []diff.Outcome
		if each, ok := e.(diff.Batcher); ok {
			outcomes = each.RunEach(bin, all)
		} else {
			for _, s := range all {
				outcomes = append(outcomes, e.Run(bin, s))
			}
		}
		for i, m := range ms {
			alone := e.Run(binary.Encode(m), scripts[i])
			if alone.Inconclusive != "" || len(alone.Calls) != 2 {
				t.Fatalf("%s: module %d: %v", e.Name(), i, alone)
			}
			if d := diff.Compare(alone, outcomes[i]); d != "" {
				t.Errorf("%s: module %d: alone vs joined: %s", e.Name(), i, d)
			}
			chosen := diff.Chosen(joined, i)
			if o, ok := run(e, chosen, scripts[i].Calls); !ok || len(o.Calls) != 2 || o.Calls[0].Results == nil != (alone.Calls[0].Results == nil) {
				t.Errorf("%s: module %d: chosen: %v", e.Name(), i, o)
			}
		}
	}
}

func TestOtherModulesAreNotKin(t *testing.T) {
	ms, _ := kin(t)
	for name, change := range map[string]func(*wasmast.Module){
		"type":           func(m *wasmast.Module) { m.Types = append(m.Types[:2:2], wasmast.FuncType{}) },
		"other function": func(m *wasmast.Module) { m.Funcs = []wasmast.Func{{Body: wasmast.Expr{op(wasmast.OpNop)}}, m.Funcs[1]} },
		"memory":         func(m *wasmast.Module) { m.Mems = nil },
		"export":         func(m *wasmast.Module) { m.Exports = m.Exports[1:] },
	} {
		m := *ms[0]
		change(&m)
		if diff.Kin(&m, 1) == diff.Kin(ms[0], 1) {
			t.Errorf("%s: kin", name)
		}
	}
}
