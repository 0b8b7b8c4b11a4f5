package asttest

import (
	"slices"

	ast "github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Body returns a module with one function that has the given body, and with a data segment.
func Body(body ...ast.Instr) *ast.Module {
	return &ast.Module{
		Types: []ast.FuncType{{}},
		Funcs: []ast.Func{{Body: body}},
		Datas: []ast.Data{{Init: []byte("data"), Mode: ast.DataPassive{}}},
	}
}

// Modules returns modules, many of them invalid, that have every variant of every construct outside of function
// bodies.
func Modules() []*ast.Module {
	ms := []*ast.Module{
		{},
		{Types: types},
		{Imports: imports},
		{Tables: tables},
		{Mems: mems},
		{Globals: globals},
		{Exports: exports},
		{Start: &start},
		{Datas: datas},
		{Globals: dataDrop},
		{Globals: dataDrop, Funcs: funcs, Datas: datas},
		{Types: types, Funcs: funcs},
		{Types: types, Funcs: []ast.Func{large()}},
	}
	for _, typ := range []ast.RefType{ast.RefTypeFunc, ast.RefTypeExtern} {
		for _, mode := range elemModes {
			for _, init := range elemInits {
				ms = append(ms, &ast.Module{Elems: []ast.Elem{{Type: typ, Init: init, Mode: mode}}})
			}
		}
	}
	return append(ms, WithCustoms(false), WithCustoms(true))
}

var (
	zero, most = uint32(0), uint32(1<<32 - 1)
	start      = ast.FuncIdx(200)
	minusOne   = ast.Expr{ast.I32Const{Value: -1}}

	types = []ast.FuncType{
		{}, {Params: ValTypes}, {Results: ValTypes},
		{Params: []ast.ValType{ast.I32}, Results: []ast.ValType{ast.F64, ast.F64}},
	}
	imports = []ast.Import{
		{Desc: ast.ImportFunc{Type: 128}},
		{Module: "m\x00\"\\\n", Name: "\u00e9\u4e16\U0001F600\u202e", Desc: ast.ImportTable{Type: tables[1]}},
		{Module: "m", Name: "n", Desc: ast.ImportFunc{Type: 3}},
		{Module: "m", Name: "n", Desc: ast.ImportMem{Type: mems[1]}},
		{Module: "m", Name: "n", Desc: ast.ImportGlobal{Type: ast.GlobalType{Type: ast.V128}}},
		{Module: "m", Name: "n", Desc: ast.ImportGlobal{Type: ast.GlobalType{Type: ast.FuncRef, Mutable: true}}},
	}
	tables = []ast.TableType{
		{Elem: ast.RefTypeFunc, Limits: ast.Limits{Min: most, Max: &most}},
		{Elem: ast.RefTypeExtern},
	}
	mems = []ast.MemType{
		{},
		{Limits: ast.Limits{Min: 65537, Max: &most}},
		{Limits: ast.Limits{Min: 1, Max: &zero}},
	}
	globals = []ast.GlobalDef{
		{Type: ast.GlobalType{Type: ast.I32}, Init: minusOne},
		{Type: ast.GlobalType{Type: ast.F64, Mutable: true}},
	}
	// An instruction with a data index that does not need a data count section.
	dataDrop = []ast.GlobalDef{{Type: ast.GlobalType{Type: ast.I32}, Init: ast.Expr{ast.DataDrop{}}}}
	exports  = []ast.Export{
		{Desc: ast.ExportFunc{Func: 1}},
		{Name: "t", Desc: ast.ExportTable{Table: 128}},
		{Name: "m", Desc: ast.ExportMem{Mem: 2}},
		{Name: "g", Desc: ast.ExportGlobal{Global: ast.GlobalIdx(most)}},
	}
	datas = []ast.Data{
		{Mode: ast.DataPassive{}},
		{Init: []byte("\x00\xff\"\\'\n\tabc\x7f"), Mode: ast.DataActive{Offset: minusOne}},
		{Init: []byte{1}, Mode: ast.DataActive{Mem: 1}},
	}
	funcs = []ast.Func{
		{},
		{Type: 3, Locals: ValTypes},
		{Type: 7, Locals: []ast.ValType{ast.I32, ast.I32, ast.I64, ast.I32, ast.I32, ast.I32}, Body: minusOne},
	}

	elemModes = []ast.ElemMode{
		ast.ElemPassive{}, ast.ElemDeclarative{}, ast.ElemActive{Offset: minusOne}, ast.ElemActive{Table: 130},
	}
	elemInits = [][]ast.Expr{
		nil,
		{{ast.RefFunc{Func: 0}}, {ast.RefFunc{Func: 300}}},
		{{ast.RefNull{Type: ast.RefTypeFunc}}, nil, {ast.Global{Code: ast.OpGlobalGet, X: 1}, nop}},
	}
)

// large returns a function whose sizes have several bytes in the binary format.
func large() ast.Func {
	return ast.Func{
		Locals: slices.Repeat([]ast.ValType{ast.F32, ast.I32}, 300),
		Body:   slices.Repeat(ast.Expr{nop}, 20000),
	}
}

// WithCustoms returns a module with all sections and two custom sections at each place. It has a data segment and
// a data count section, or neither.
func WithCustoms(data bool) *ast.Module {
	m := &ast.Module{
		Types:   types,
		Imports: imports[2:],
		Funcs:   []ast.Func{{}},
		Tables:  tables,
		Mems:    mems,
		Globals: globals,
		Exports: exports,
		Start:   &start,
		Elems:   []ast.Elem{{Type: ast.RefTypeFunc, Mode: ast.ElemPassive{}}},
	}
	if data {
		m.Datas = datas
		m.Funcs[0].Body = ast.Expr{ast.DataDrop{}}
	}
	for s := ast.SectionStart; s <= ast.SectionData; s++ {
		if data || s != ast.SectionDataCount && s != ast.SectionData {
			m.Customs = append(m.Customs,
				ast.Custom{After: s, Name: s.String()},
				ast.Custom{After: s, Name: "\"\u00e9\n", Data: []byte{0, byte(s), 0xFF}})
		}
	}
	return m
}
