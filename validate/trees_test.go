package validate

import (
	"errors"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Shorthands for trees. The value types are those of the text format.
const (
	i32, i64, f32, f64 = wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64
	v128               = wasmast.V128
	funcref, externref = wasmast.FuncRef, wasmast.ExternRef
)

type (
	expr  = wasmast.Expr
	instr = wasmast.Instr
)

func op(c wasmast.PlainOp) instr                           { return wasmast.Plain{Code: c} }
func local(c wasmast.LocalOp, x wasmast.LocalIdx) instr    { return wasmast.Local{Code: c, X: x} }
func global(c wasmast.GlobalOp, x wasmast.GlobalIdx) instr { return wasmast.Global{Code: c, X: x} }
func table(c wasmast.TableOp, x wasmast.TableIdx) instr    { return wasmast.Table{Code: c, X: x} }
func call(x wasmast.FuncIdx) instr                         { return wasmast.Call{Func: x} }
func br(l wasmast.LabelIdx) instr                          { return wasmast.Branch{Code: wasmast.OpBr, Label: l} }
func brIf(l wasmast.LabelIdx) instr                        { return wasmast.Branch{Code: wasmast.OpBrIf, Label: l} }
func brTable(d wasmast.LabelIdx, l ...wasmast.LabelIdx) instr {
	return wasmast.BranchTable{Labels: l, Default: d}
}
func access(c wasmast.AccessOp, align uint32) instr {
	return wasmast.Access{Code: c, Arg: wasmast.MemArg{Align: align}}
}

// block, loop and ifElse build blocks of a type: nil for the empty one, a value type, or a type index.
func block(bt any, e ...instr) instr {
	return wasmast.Block{Code: wasmast.OpBlock, Type: blockType(bt), Body: e}
}
func loop(bt any, e ...instr) instr {
	return wasmast.Block{Code: wasmast.OpLoop, Type: blockType(bt), Body: e}
}
func ifElse(bt any, then, els expr) instr {
	return wasmast.If{Type: blockType(bt), Then: then, Else: els}
}

func blockType(bt any) wasmast.BlockType {
	switch bt := bt.(type) {
	case nil:
		return wasmast.BlockEmpty{}
	case wasmast.ValType:
		return wasmast.BlockVal{Type: bt}
	case int:
		return wasmast.BlockFunc{Type: wasmast.TypeIdx(bt)}
	}
	panic("no such block type")
}

// push is an instruction that pushes a value of type t.
func push(t wasmast.ValType) instr {
	switch t {
	case i32:
		return wasmast.I32Const{}
	case i64:
		return wasmast.I64Const{}
	case f32:
		return wasmast.F32Const{}
	case f64:
		return wasmast.F64Const{}
	case v128:
		return wasmast.V128Const{}
	}
	return wasmast.RefNull{Type: wasmast.RefType(t)}
}

// pushes is a sequence of push followed by instructions.
func pushes(ts []wasmast.ValType, then ...instr) expr {
	var e expr
	for _, t := range ts {
		e = append(e, push(t))
	}
	return append(e, then...)
}

func types(ts ...wasmast.ValType) []wasmast.ValType { return ts }

func funcType(params, results []wasmast.ValType) wasmast.FuncType {
	return wasmast.FuncType{Params: params, Results: results}
}

// marked is an instruction of a test at which validation is to fail, or, if Instr is nil, the end of a body.
type marked struct {
	wasmast.Instr
	code wasmast.Code
}

// bad marks i as the place at which validation fails with the code.
func bad(code wasmast.Code, i instr) instr { return marked{i, code} }

// end marks the end of a body as that place.
func end(code wasmast.Code) instr { return marked{nil, code} }

// want is the failure expected, none if the code is empty.
type want struct {
	code wasmast.Code
	path []int
}

// unmark returns e without its marks, and the failure that they expect; prefix is the path to e.
func unmark(e expr, prefix []int) (plain expr, w want) {
	for n, i := range e {
		path := append(slices.Clone(prefix), n)
		if m, ok := i.(marked); ok {
			w = want{m.code, path}
			i = m.Instr
		}
		in := func(e expr, k int) expr {
			plain, inner := unmark(e, append(slices.Clone(path), k))
			if inner.code != "" {
				w = inner
			}
			return plain
		}
		switch b := i.(type) {
		case nil:
			continue
		case wasmast.Block:
			b.Body = in(b.Body, 0)
			i = b
		case wasmast.If:
			b.Then, b.Else = in(b.Then, 0), in(b.Else, 1)
			i = b
		}
		plain = append(plain, i)
	}
	return plain, w
}

// bodyTest is a function body in the module of env, valid or with its failure marked.
type bodyTest struct {
	name   string
	ft     wasmast.FuncType
	locals []wasmast.ValType
	body   expr
}

// Indices of env.
const (
	typeNullary   = 0 // [] -> []
	typeSwap      = 1 // [i32 i64] -> [f32]
	typeSplit     = 2 // [i32] -> [i32 i64]
	typeI32       = 3 // [i32] -> [i32]
	undeclared    = 3 // a function that no segment or export mentions; the others have the type of their index
	funcs         = 4
	tableFunc     = 0
	tableExtern   = 1
	tableFunc2    = 2
	globalConst   = 0 // an imported constant of type i32
	globalVar     = 1 // an imported variable of type i64
	elemFunc      = 0
	elemExtern    = 1
	testedSection = wasmast.SectionCode
)

// env is a module with something of everything. The body under test is that of function 4.
func env(test bodyTest, body expr) *wasmast.Module {
	m := &wasmast.Module{
		Types: []wasmast.FuncType{
			typeNullary: funcType(nil, nil),
			typeSwap:    funcType(types(i32, i64), types(f32)),
			typeSplit:   funcType(types(i32), types(i32, i64)),
			typeI32:     funcType(types(i32), types(i32)),
			4:           test.ft,
		},
		Imports: []wasmast.Import{
			{Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32}}},
			{Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i64, Mutable: true}}},
		},
		Funcs: []wasmast.Func{{Type: 4, Locals: test.locals, Body: body}},
		Tables: []wasmast.TableType{
			{Elem: wasmast.RefTypeFunc}, {Elem: wasmast.RefTypeExtern}, {Elem: wasmast.RefTypeFunc},
		},
		Mems: []wasmast.MemType{{}},
		Elems: []wasmast.Elem{
			{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemPassive{}, Init: []expr{{wasmast.RefFunc{Func: 0}}}},
			{Type: wasmast.RefTypeExtern, Mode: wasmast.ElemPassive{}},
		},
		Datas: []wasmast.Data{{Mode: wasmast.DataPassive{}}},
	}
	for x := range wasmast.TypeIdx(funcs) {
		m.Imports = append(m.Imports, wasmast.Import{Desc: wasmast.ImportFunc{Type: x}})
	}
	return m
}

// testBodies validates bodies under the features f.
func testBodies(t *testing.T, f wasmast.Features, tests []bodyTest) {
	for _, test := range tests {
		body, w := unmark(test.body, nil)
		checkError(t, test.name, Module(env(test, body), f), w, testedSection, 0)
	}
}

// checkError compares what Module returned with the failure expected at an entry of a section.
func checkError(t *testing.T, name string, err error, w want, s wasmast.Section, index int) {
	t.Helper()
	if w.code == "" {
		if err != nil {
			t.Errorf("%s: %v; want it valid", name, err)
		}
		return
	}
	var e *wasmast.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v; want %s at %v", name, err, w.code, w.path)
		return
	}
	if e.Stage != wasmast.Invalid || e.Code != w.code {
		t.Errorf("%s: %v; want %s", name, err, w.code)
	}
	if e.Section != s || e.Index != index || !slices.Equal(e.Path, w.path) || e.Offset != -1 {
		t.Errorf("%s: %v; want it at entry %d of the %v section, path %v", name, err, index, s, w.path)
	}
}
