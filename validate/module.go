package validate

import (
	"strconv"
	"sync"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Module reports whether m is valid under the features f: nil if it is, else an [*wasmast.Error] with the first
// reason found. Its stage is Invalid, or Limit if m exceeds [MaxNesting].
//
// The offset of the error is -1. Its path leads to the instruction at fault, or to the end of a body, which counts
// as an instruction after the last. An element segment contains several expressions: the path to an instruction
// of an element begins with the index of the element; the path to an instruction of the offset does not.
func Module(m *wasmast.Module, f wasmast.Features) (err error) {
	v := pool.Get().(*validator)
	defer v.done(&err)
	v.reset(f)
	v.module(m)
	return nil
}

// validator holds the state of the validation of a module, and the storage of the stacks for the next one.
type validator struct {
	features wasmast.Features
	context
	vals   []wasmast.ValType
	ctrls  []ctrl
	peeked []wasmast.ValType // used by peekVals only
	names  map[string]bool   // the names of exports

	section wasmast.Section // the place that is being checked, as in wasmast.Error
	index   int
	path    []int
}

// pool keeps validators for modules to come. Whether there is one is the garbage collector's business, and no part of
// what a module covers.
//
//probe:skip
var pool = sync.Pool{New: func() any { return &validator{names: map[string]bool{}} }}

func (v *validator) reset(f wasmast.Features) {
	v.features = f
	v.funcs, v.tables, v.mems, v.globals = v.funcs[:0], v.tables[:0], v.mems[:0], v.globals[:0]
	v.vals, v.ctrls = v.vals[:0], v.ctrls[:0]
	if len(v.names) > maxNames {
		v.names = map[string]bool{}
	}
	clear(v.names)
}

// maxNames bounds the size of the map that is kept for the next module: to clear a map takes as long as it has
// ever been large.
const maxNames = 100

// invalid is the panic by which a check ends validation.
type invalid struct{ err *wasmast.Error }

// done turns that panic into an error and keeps v for the next module. It is to be deferred.
func (v *validator) done(err *error) {
	switch r := recover().(type) {
	case nil:
	case invalid:
		*err = r.err
	default:
		panic(r)
	}
	pool.Put(v)
}

// fail rejects the module at the current place.
func (v *validator) fail(code wasmast.Code, msg string) { v.reject(wasmast.Invalid, code, msg) }

// exceed rejects the module for an implementation limit.
func (v *validator) exceed(code wasmast.Code) { v.reject(wasmast.Limit, code, "") }

func (v *validator) reject(stage wasmast.Stage, code wasmast.Code, msg string) {
	panic(invalid{&wasmast.Error{
		Stage: stage, Code: code, Msg: msg, Offset: -1,
		Section: v.section, Index: v.index, Path: append([]int(nil), v.path...),
	}})
}

// require rejects a module that uses the feature f although it is off.
func (v *validator) require(f wasmast.Features, code wasmast.Code) {
	if !v.features.Has(f) {
		v.fail(code, "")
	}
}

// at notes that entry n of section s is being checked; n is -1 for the section as a whole.
func (v *validator) at(s wasmast.Section, n int) {
	v.section, v.index, v.path = s, n, v.path[:0]
}

// module checks a module (section 3.4.10). What has constant expressions is checked in the context C' of the
// rule, in which only imported globals exist; the rest in C, which has all globals.
func (v *validator) module(m *wasmast.Module) {
	v.checkTypes(m.Types)
	v.checkImports(m.Imports)
	v.checkFuncTypes(m.Funcs)
	v.checkTables(m.Tables)
	v.checkMems(m.Mems)
	v.declare(m)
	v.checkGlobals(m.Globals)
	v.checkElems(m.Elems)
	v.checkDatas(m.Datas)
	v.defineGlobals(m.Globals)
	v.checkExports(m.Exports)
	v.checkStart(m.Start)
	v.checkFuncs(m.Funcs)
}

func (v *validator) checkTypes(types []wasmast.FuncType) {
	v.types = types
	for n := range types {
		v.at(wasmast.SectionType, n)
		v.valTypes(types[n].Params)
		v.valTypes(types[n].Results)
		if len(types[n].Results) > 1 {
			v.require(wasmast.MultiValue, InvalidResultArity)
		}
	}
}

func (v *validator) checkImports(imports []wasmast.Import) {
	for n := range imports {
		v.at(wasmast.SectionImport, n)
		switch d := imports[n].Desc.(type) {
		case wasmast.ImportFunc:
			v.funcs = append(v.funcs, v.funcType(d.Type))
		case wasmast.ImportTable:
			v.addTable(d.Type)
		case wasmast.ImportMem:
			v.addMem(d.Type)
		case wasmast.ImportGlobal:
			v.valType(d.Type.Type)
			v.globals = append(v.globals, d.Type)
		default:
			panic("wasmfuzz: internal error: an import of nothing")
		}
	}
}

func (v *validator) checkFuncTypes(funcs []wasmast.Func) {
	for n := range funcs {
		v.at(wasmast.SectionFunction, n)
		v.funcs = append(v.funcs, v.funcType(funcs[n].Type))
	}
}

func (v *validator) checkTables(tables []wasmast.TableType) {
	for n := range tables {
		v.at(wasmast.SectionTable, n)
		v.addTable(tables[n])
	}
}

func (v *validator) addTable(t wasmast.TableType) {
	v.tableType(t)
	if len(v.tables) > 0 {
		v.require(wasmast.ReferenceTypes, MultipleTables)
	}
	v.tables = append(v.tables, t)
}

func (v *validator) checkMems(mems []wasmast.MemType) {
	for n := range mems {
		v.at(wasmast.SectionMemory, n)
		v.addMem(mems[n])
	}
}

func (v *validator) addMem(t wasmast.MemType) {
	v.memType(t)
	if len(v.mems) > 0 {
		v.fail(MultipleMemories, "")
	}
	v.mems = append(v.mems, t)
}

// declare completes the context C' with the segments and with room for C.refs.
func (v *validator) declare(m *wasmast.Module) {
	v.elems = m.Elems
	v.datas = m.Datas
	v.refs = append(v.refs[:0], make([]bool, len(v.funcs))...)
}

func (v *validator) checkGlobals(globals []wasmast.GlobalDef) {
	for n := range globals {
		v.at(wasmast.SectionGlobal, n)
		v.valType(globals[n].Type.Type)
		v.constExpr(globals[n].Init, globals[n].Type.Type)
	}
}

// defineGlobals turns the context C' into C.
func (v *validator) defineGlobals(globals []wasmast.GlobalDef) {
	for n := range globals {
		v.globals = append(v.globals, globals[n].Type)
	}
}

func (v *validator) checkElems(elems []wasmast.Elem) {
	for n := range elems {
		v.at(wasmast.SectionElement, n)
		t := elems[n].Type
		v.refType(t)
		for k, e := range elems[n].Init {
			v.path = append(v.path[:0], k)
			v.element(e, t)
		}
		v.path = v.path[:0]
		v.elemMode(elems[n].Mode, t)
	}
}

// element checks an element of a segment. Without reference types an element is not an expression but a function
// index, which the abstract syntax represents by ref.func.
func (v *validator) element(e wasmast.Expr, t wasmast.RefType) {
	if v.features.Has(wasmast.ReferenceTypes) {
		v.constExpr(e, t.Val())
		return
	}
	if len(e) != 1 {
		v.fail(InvalidSegmentKind, "an element is a function index")
	}
	i, ok := e[0].(wasmast.RefFunc)
	if !ok {
		v.fail(InvalidSegmentKind, "an element is a function index")
	}
	v.function(i.Func)
}

func (v *validator) elemMode(mode wasmast.ElemMode, t wasmast.RefType) {
	switch mode := mode.(type) {
	case wasmast.ElemPassive:
		v.require(wasmast.BulkMemory, InvalidSegmentKind)
	case wasmast.ElemActive:
		v.sameElem(v.table(mode.Table).Elem, t)
		v.constExpr(mode.Offset, wasmast.I32)
	case wasmast.ElemDeclarative:
		v.require(wasmast.ReferenceTypes, InvalidSegmentKind)
	default:
		panic("wasmfuzz: internal error: an element segment without a mode")
	}
}

func (v *validator) checkDatas(datas []wasmast.Data) {
	for n := range datas {
		v.at(wasmast.SectionData, n)
		switch mode := datas[n].Mode.(type) {
		case wasmast.DataPassive:
			v.require(wasmast.BulkMemory, InvalidSegmentKind)
		case wasmast.DataActive:
			v.memory(mode.Mem)
			v.constExpr(mode.Offset, wasmast.I32)
		default:
			panic("wasmfuzz: internal error: a data segment without a mode")
		}
	}
}

func (v *validator) checkExports(exports []wasmast.Export) {
	for n := range exports {
		v.at(wasmast.SectionExport, n)
		switch d := exports[n].Desc.(type) {
		case wasmast.ExportFunc:
			v.function(d.Func)
			v.refs[d.Func] = true
		case wasmast.ExportTable:
			v.table(d.Table)
		case wasmast.ExportMem:
			v.memory(d.Mem)
		case wasmast.ExportGlobal:
			v.global(d.Global)
		default:
			panic("wasmfuzz: internal error: an export of nothing")
		}
		if v.names[exports[n].Name] {
			v.fail(DuplicateExport, strconv.Quote(exports[n].Name))
		}
		v.names[exports[n].Name] = true
	}
}

func (v *validator) checkStart(start *wasmast.FuncIdx) {
	if start == nil {
		return
	}
	v.at(wasmast.SectionStartFunc, -1)
	ft := v.function(*start)
	if len(ft.Params) != 0 {
		v.fail(InvalidStart, "has parameters")
	}
	if len(ft.Results) != 0 {
		v.fail(InvalidStart, "has results")
	}
}

// checkFuncs checks the functions' locals and bodies (section 3.4.1).
func (v *validator) checkFuncs(funcs []wasmast.Func) {
	for n := range funcs {
		v.at(wasmast.SectionCode, n)
		ft := v.funcType(funcs[n].Type)
		v.valTypes(funcs[n].Locals)
		v.locals = append(append(v.locals[:0], ft.Params...), funcs[n].Locals...)
		v.pushCtrl(wasmast.OpBlock.Op(), nil, ft.Results)
		v.body(funcs[n].Body)
	}
}
