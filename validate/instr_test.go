package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestReferenceInstructions(t *testing.T) {
	isNull, drop := op(wasmast.OpRefIsNull), op(wasmast.OpDrop)
	refFunc := func(x wasmast.FuncIdx) instr { return wasmast.RefFunc{Func: x} }
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "null", body: expr{push(funcref), push(externref), drop, drop}},
		{name: "null has its type", ft: funcType(nil, types(funcref)), body: expr{push(externref), end(TypeMismatch)}},
		{name: "null of a number", body: expr{bad(InvalidValueType, wasmast.RefNull{Type: wasmast.RefType(i32)})}},
		{name: "is_null of funcref", ft: funcType(nil, types(i32)), body: expr{push(funcref), isNull}},
		{name: "is_null of externref", ft: funcType(nil, types(i32)), body: expr{push(externref), isNull}},
		{name: "is_null of a number", body: expr{push(i32), bad(TypeMismatch, isNull)}},
		{name: "is_null of nothing", body: expr{bad(TypeMismatch, isNull)}},
		{name: "is_null unreachable", ft: funcType(nil, types(i32)), body: expr{op(wasmast.OpUnreachable), isNull}},
		{name: "func", ft: funcType(nil, types(funcref)), body: expr{refFunc(0)}},
		{name: "func unknown", body: expr{bad(UnknownFunction, refFunc(funcs+1)), drop}},
		{name: "func undeclared", body: expr{bad(Undeclared, refFunc(undeclared)), drop}},
		{name: "func does not declare itself", body: expr{bad(Undeclared, refFunc(funcs)), drop}},
	})
}

func TestVectorInstructions(t *testing.T) {
	lanes := func(l wasmast.LaneIdx) instr { return wasmast.Shuffle{Lanes: [16]wasmast.LaneIdx{7: 31, 15: l}} }
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "shuffle", ft: funcType(nil, types(v128)), body: expr{push(v128), push(v128), lanes(31)}},
		{name: "shuffle lane", body: expr{push(v128), push(v128), bad(InvalidLane, lanes(32))}},
	})
	for op := range wasmast.Op(wasmast.NumOps) {
		info := op.Info()
		if info.Shape != wasmast.ShapeLane {
			continue
		}
		last := wasmast.Lane{Code: wasmast.LaneOp(op), Lane: wasmast.LaneIdx(info.Size - 1)}
		next := wasmast.Lane{Code: wasmast.LaneOp(op), Lane: wasmast.LaneIdx(info.Size)}
		testBodies(t, wasmast.V2, []bodyTest{
			{name: info.Name, ft: funcType(nil, info.Results), body: pushes(info.Params, last)},
			{name: info.Name + " lane", body: pushes(info.Params, bad(InvalidLane, next))},
		})
	}
}

func TestParametricInstructions(t *testing.T) {
	drop, sel, unreachable := op(wasmast.OpDrop), op(wasmast.OpSelect), op(wasmast.OpUnreachable)
	selT := func(ts ...wasmast.ValType) instr { return wasmast.SelectT{Types: ts} }
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "drop", body: expr{push(i32), drop, push(v128), drop, push(externref), drop}},
		{name: "drop nothing", body: expr{bad(TypeMismatch, drop)}},
		{name: "drop of the enclosing block", body: expr{push(i32), block(nil, bad(TypeMismatch, drop)), drop}},
		{name: "select", ft: funcType(nil, types(f32)), body: expr{push(f32), push(f32), push(i32), sel}},
		{name: "select vectors", ft: funcType(nil, types(v128)), body: expr{push(v128), push(v128), push(i32), sel}},
		{name: "select condition", body: expr{push(f32), push(f32), push(i64), bad(TypeMismatch, sel), drop}},
		{name: "select different types", body: expr{push(f32), push(f64), push(i32), bad(TypeMismatch, sel), drop}},
		{name: "select number and vector", body: expr{push(i32), push(v128), push(i32), bad(TypeMismatch, sel), drop}},
		{name: "select references", body: expr{push(funcref), push(funcref), push(i32), bad(TypeMismatch, sel), drop}},
		{name: "select number and reference", body: expr{push(i32), push(externref), push(i32), bad(TypeMismatch, sel), drop}},
		{name: "select one operand", body: expr{push(i32), push(i32), bad(TypeMismatch, sel), drop}},
		{name: "select reference, unreachable", body: expr{unreachable, push(funcref), push(i32), bad(TypeMismatch, sel)}},
		{name: "select reference below, unreachable", body: expr{unreachable, push(externref), push(i32), push(i32), bad(TypeMismatch, sel)}},
		{name: "select unknown has the type of the known", ft: funcType(nil, types(f32)),
			body: expr{unreachable, push(f64), push(i32), sel, end(TypeMismatch)}},
		{name: "select unknown is anything", ft: funcType(nil, types(funcref)), body: expr{unreachable, sel}},
		{name: "select t", ft: funcType(nil, types(externref)), body: expr{push(externref), push(externref), push(i32), selT(externref)}},
		{name: "select t condition", body: expr{push(i32), push(i32), push(f32), bad(TypeMismatch, selT(i32)), drop}},
		{name: "select t first", body: expr{push(i64), push(i32), push(i32), bad(TypeMismatch, selT(i32)), drop}},
		{name: "select t second", body: expr{push(i32), push(i64), push(i32), bad(TypeMismatch, selT(i32)), drop}},
		{name: "select t result", ft: funcType(nil, types(i64)),
			body: expr{push(i32), push(i32), push(i32), selT(i32), end(TypeMismatch)}},
		{name: "select no types", body: expr{push(i32), bad(InvalidResultArity, selT())}},
		{name: "select two types", body: expr{push(i32), push(i32), push(i32), push(i32), push(i32), bad(InvalidResultArity, selT(i32, i32))}},
		{name: "select no type", body: expr{unreachable, bad(InvalidValueType, selT(unknown))}},
	})
}

func TestVariableInstructions(t *testing.T) {
	get, set, tee := wasmast.OpLocalGet, wasmast.OpLocalSet, wasmast.OpLocalTee
	gget, gset := wasmast.OpGlobalGet, wasmast.OpGlobalSet
	ft, locals := funcType(types(i32), types(f64)), types(f64, externref)
	test := func(name string, body ...instr) bodyTest { return bodyTest{name, ft, locals, body} }
	testBodies(t, wasmast.V2, []bodyTest{
		test("get local", local(get, 1)),
		test("get parameter", local(get, 0), end(TypeMismatch)),
		test("get unknown", bad(UnknownLocal, local(get, 3))),
		test("get far", bad(UnknownLocal, local(get, 1<<32-1))),
		test("set", push(externref), local(set, 2), local(get, 1)),
		test("set other type", push(f64), bad(TypeMismatch, local(set, 2))),
		test("set nothing", bad(TypeMismatch, local(set, 2))),
		test("set unknown", push(f64), bad(UnknownLocal, local(set, 3))),
		test("tee", push(f64), local(tee, 1)),
		test("tee other type", push(i32), bad(TypeMismatch, local(tee, 1))),
		test("tee unknown", push(f64), bad(UnknownLocal, local(tee, 3))),
		test("tee unreachable", op(wasmast.OpUnreachable), local(tee, 0), end(TypeMismatch)),
		test("global get", global(gget, globalConst), global(gget, globalVar), op(wasmast.OpDrop), local(set, 0), local(get, 1)),
		test("global get type", global(gget, globalVar), end(TypeMismatch)),
		test("global get unknown", bad(UnknownGlobal, global(gget, 2))),
		test("global set", push(i64), global(gset, globalVar), local(get, 1)),
		test("global set other type", push(i32), bad(TypeMismatch, global(gset, globalVar))),
		test("global set constant", push(i32), bad(Immutable, global(gset, globalConst))),
		test("global set unknown", push(i32), bad(UnknownGlobal, global(gset, 2))),
	})
}

func TestTableInstructions(t *testing.T) {
	get, set, size := wasmast.OpTableGet, wasmast.OpTableSet, wasmast.OpTableSize
	grow, fill := wasmast.OpTableGrow, wasmast.OpTableFill
	copyT := func(d, s wasmast.TableIdx) instr { return wasmast.TableCopy{Dst: d, Src: s} }
	initT := func(x wasmast.TableIdx, y wasmast.ElemIdx) instr { return wasmast.TableInit{Table: x, Elem: y} }
	drop := func(x wasmast.ElemIdx) instr { return wasmast.ElemDrop{Elem: x} }
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "get", ft: funcType(nil, types(externref)), body: expr{push(i32), table(get, tableExtern)}},
		{name: "get type", ft: funcType(nil, types(externref)), body: expr{push(i32), table(get, tableFunc), end(TypeMismatch)}},
		{name: "get index", body: expr{push(i64), bad(TypeMismatch, table(get, tableFunc))}},
		{name: "get unknown", body: expr{push(i32), bad(UnknownTable, table(get, 3))}},
		{name: "set", body: expr{push(i32), push(externref), table(set, tableExtern)}},
		{name: "set type", body: expr{push(i32), push(externref), bad(TypeMismatch, table(set, tableFunc))}},
		{name: "set order", body: expr{push(externref), push(i32), bad(TypeMismatch, table(set, tableExtern))}},
		{name: "set unknown", body: expr{push(i32), push(funcref), bad(UnknownTable, table(set, 3))}},
		{name: "size", ft: funcType(nil, types(i32)), body: expr{table(size, tableExtern)}},
		{name: "size unknown", body: expr{bad(UnknownTable, table(size, 3))}},
		{name: "grow", ft: funcType(nil, types(i32)), body: expr{push(externref), push(i32), table(grow, tableExtern)}},
		{name: "grow type", body: expr{push(externref), push(i32), bad(TypeMismatch, table(grow, tableFunc))}},
		{name: "grow order", body: expr{push(i32), push(externref), bad(TypeMismatch, table(grow, tableExtern))}},
		{name: "grow unknown", body: expr{push(funcref), push(i32), bad(UnknownTable, table(grow, 3))}},
		{name: "fill", body: expr{push(i32), push(funcref), push(i32), table(fill, tableFunc)}},
		{name: "fill type", body: expr{push(i32), push(externref), push(i32), bad(TypeMismatch, table(fill, tableFunc))}},
		{name: "fill length", body: expr{push(i32), push(funcref), push(i64), bad(TypeMismatch, table(fill, tableFunc))}},
		{name: "fill start", body: expr{push(i64), push(funcref), push(i32), bad(TypeMismatch, table(fill, tableFunc))}},
		{name: "fill unknown", body: expr{push(i32), push(funcref), push(i32), bad(UnknownTable, table(fill, 3))}},
		{name: "copy", body: pushes(types(i32, i32, i32), copyT(tableFunc, tableFunc2))},
		{name: "copy between types", body: pushes(types(i32, i32, i32), bad(TypeMismatch, copyT(tableFunc, tableExtern)))},
		{name: "copy unknown destination", body: pushes(types(i32, i32, i32), bad(UnknownTable, copyT(3, tableFunc)))},
		{name: "copy unknown source", body: pushes(types(i32, i32, i32), bad(UnknownTable, copyT(tableFunc, 3)))},
		{name: "init", body: pushes(types(i32, i32, i32), initT(tableExtern, elemExtern))},
		{name: "init between types", body: pushes(types(i32, i32, i32), bad(TypeMismatch, initT(tableExtern, elemFunc)))},
		{name: "init unknown table", body: pushes(types(i32, i32, i32), bad(UnknownTable, initT(3, elemFunc)))},
		{name: "init unknown segment", body: pushes(types(i32, i32, i32), bad(UnknownElem, initT(tableFunc, 2)))},
		{name: "drop", body: expr{drop(1)}},
		{name: "drop unknown", body: expr{bad(UnknownElem, drop(2))}},
	})
}

func TestMemoryInstructions(t *testing.T) {
	mem := func(c wasmast.MemoryOp, x wasmast.MemIdx) instr { return wasmast.Memory{Code: c, Mem: x} }
	copyM := func(d, s wasmast.MemIdx) instr { return wasmast.MemoryCopy{Dst: d, Src: s} }
	initM := func(x wasmast.MemIdx, y wasmast.DataIdx) instr { return wasmast.MemoryInit{Mem: x, Data: y} }
	drop := func(x wasmast.DataIdx) instr { return wasmast.DataDrop{Data: x} }
	lane := func(align uint32, l wasmast.LaneIdx) instr {
		return wasmast.AccessLane{Code: wasmast.OpV128Store32Lane, Arg: wasmast.MemArg{Align: align}, Lane: l}
	}
	three := types(i32, i32, i32)
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "load aligned", ft: funcType(nil, types(i64)), body: expr{push(i32), access(wasmast.OpI64Load, 3)}},
		{name: "load alignment", body: expr{push(i32), bad(InvalidAlignment, access(wasmast.OpI64Load, 4))}},
		{name: "load alignment 2^32", body: expr{push(i32), bad(InvalidAlignment, access(wasmast.OpI64Load, 32))}},
		{name: "load alignment 2^64", body: expr{push(i32), bad(InvalidAlignment, access(wasmast.OpI64Load, 64))}},
		{name: "load narrow", ft: funcType(nil, types(i64)), body: expr{push(i32), access(wasmast.OpI64Load8S, 0)}},
		{name: "load narrow alignment", body: expr{push(i32), bad(InvalidAlignment, access(wasmast.OpI64Load8S, 1))}},
		{name: "store lane", body: expr{push(i32), push(v128), lane(2, 3)}},
		{name: "store lane unknown", body: expr{push(i32), push(v128), bad(InvalidLane, lane(2, 4))}},
		{name: "store lane alignment", body: expr{push(i32), push(v128), bad(InvalidAlignment, lane(3, 3))}},
		{name: "size", ft: funcType(nil, types(i32)), body: expr{mem(wasmast.OpMemorySize, 0)}},
		{name: "size unknown", body: expr{bad(UnknownMemory, mem(wasmast.OpMemorySize, 1))}},
		{name: "grow unknown", body: expr{push(i32), bad(UnknownMemory, mem(wasmast.OpMemoryGrow, 1))}},
		{name: "fill", body: pushes(three, mem(wasmast.OpMemoryFill, 0))},
		{name: "fill unknown", body: pushes(three, bad(UnknownMemory, mem(wasmast.OpMemoryFill, 1)))},
		{name: "copy", body: pushes(three, copyM(0, 0))},
		{name: "copy unknown destination", body: pushes(three, bad(UnknownMemory, copyM(1, 0)))},
		{name: "copy unknown source", body: pushes(three, bad(UnknownMemory, copyM(0, 1)))},
		{name: "init", body: pushes(three, initM(0, 0))},
		{name: "init unknown memory", body: pushes(three, bad(UnknownMemory, initM(1, 0)))},
		{name: "init unknown segment", body: pushes(three, bad(UnknownData, initM(0, 1)))},
		{name: "drop", body: expr{drop(0)}},
		{name: "drop unknown", body: expr{bad(UnknownData, drop(1))}},
	})
}

func TestNoMemory(t *testing.T) {
	for _, i := range []instr{
		access(wasmast.OpI32Load, 0),
		wasmast.AccessLane{Code: wasmast.OpV128Load8Lane},
		wasmast.Memory{Code: wasmast.OpMemorySize},
		wasmast.MemoryCopy{},
		wasmast.MemoryInit{},
	} {
		m := env(bodyTest{}, expr{op(wasmast.OpUnreachable), i})
		m.Mems = nil
		checkError(t, i.Op().String(), Module(m, wasmast.V2), want{UnknownMemory, []int{1}}, wasmast.SectionCode, 0)
	}
}
