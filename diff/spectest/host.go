package spectest

import (
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// hostModule returns the module "spectest", from which the scripts import. Its functions print nothing.
func hostModule() []byte {
	m := &wasmast.Module{}
	export := func(name string, desc wasmast.ExportDesc) {
		m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: desc})
	}
	i32, i64, f32, f64 := wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64
	for i, f := range []struct {
		name   string
		params []wasmast.ValType
	}{
		{"print", nil},
		{"print_i32", []wasmast.ValType{i32}},
		{"print_i64", []wasmast.ValType{i64}},
		{"print_f32", []wasmast.ValType{f32}},
		{"print_f64", []wasmast.ValType{f64}},
		{"print_i32_f32", []wasmast.ValType{i32, f32}},
		{"print_f64_f64", []wasmast.ValType{f64, f64}},
	} {
		m.Types = append(m.Types, wasmast.FuncType{Params: f.params})
		m.Funcs = append(m.Funcs, wasmast.Func{Type: wasmast.TypeIdx(i)})
		export(f.name, wasmast.ExportFunc{Func: wasmast.FuncIdx(i)})
	}
	for i, g := range []struct {
		name string
		t    wasmast.ValType
		init wasmast.Instr
	}{
		{"global_i32", i32, wasmast.I32Const{Value: 666}},
		{"global_i64", i64, wasmast.I64Const{Value: 666}},
		{"global_f32", f32, wasmast.F32Const{Value: 0x4426A666}},         // 666.6
		{"global_f64", f64, wasmast.F64Const{Value: 0x4084D4CCCCCCCCCD}}, // 666.6
	} {
		m.Globals = append(m.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: g.t}, Init: wasmast.Expr{g.init}})
		export(g.name, wasmast.ExportGlobal{Global: wasmast.GlobalIdx(i)})
	}
	twenty, two := uint32(20), uint32(2)
	m.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 10, Max: &twenty}}}
	export("table", wasmast.ExportTable{})
	m.Mems = []wasmast.MemType{{Limits: wasmast.Limits{Min: 1, Max: &two}}}
	export("memory", wasmast.ExportMem{})
	return binary.Encode(m)
}
