package validate

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestBlocks(t *testing.T) {
	drop, unreachable := op(wasmast.OpDrop), op(wasmast.OpUnreachable)
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "empty"},
		{name: "nop", body: expr{op(wasmast.OpNop)}},
		{name: "function result", ft: funcType(nil, types(i32, i64)), body: expr{push(i32), push(i64)}},
		{name: "function result missing", ft: funcType(nil, types(i32)), body: expr{end(TypeMismatch)}},
		{name: "function result of other type", ft: funcType(nil, types(i32)), body: expr{push(f32), end(TypeMismatch)}},
		{name: "function results in wrong order", ft: funcType(nil, types(i32, i64)), body: expr{push(i64), push(i32), end(TypeMismatch)}},
		{name: "superfluous value", body: expr{push(i32), end(TypeMismatch)}},
		{name: "superfluous value below the result", ft: funcType(nil, types(i32)), body: expr{push(i32), push(i32), end(TypeMismatch)}},
		{name: "block", body: expr{block(nil)}},
		{name: "block result", ft: funcType(nil, types(i32)), body: expr{block(i32, push(i32))}},
		{name: "block result missing", body: expr{block(i32, end(TypeMismatch)), drop}},
		{name: "block superfluous value", body: expr{block(nil, push(i32), end(TypeMismatch))}},
		{name: "block cannot see outer values", body: expr{push(i32), block(i32, end(TypeMismatch)), drop, drop}},
		{name: "block result has the block's type", ft: funcType(nil, types(i32)), body: expr{block(i64, push(i64)), end(TypeMismatch)}},
		{name: "block of a type index", body: expr{push(i32), push(i64), block(typeSwap, drop, drop, push(f32)), drop}},
		{name: "block parameters missing", body: expr{push(i64), bad(TypeMismatch, block(typeSwap, unreachable)), drop}},
		{name: "block parameter of other type", body: expr{push(i32), push(i32), bad(TypeMismatch, block(typeSwap, unreachable)), drop}},
		{name: "block parameters are in it", body: expr{push(i32), block(typeI32), drop}},
		{name: "block several results", body: expr{push(i32), block(typeSplit, push(i64)), op(wasmast.OpI64Eqz), op(wasmast.OpI32Add), drop}},
		{name: "block unknown type", body: expr{bad(UnknownType, block(5))}},
		{name: "block no value type", body: expr{bad(InvalidValueType, block(unknown))}},
		{name: "loop", ft: funcType(nil, types(i32)), body: expr{loop(i32, push(i32))}},
		{name: "loop parameters", body: expr{push(i32), loop(typeI32), drop}},
		{name: "loop parameters missing", body: expr{bad(TypeMismatch, loop(typeI32)), drop}},
		{name: "loop result missing", body: expr{loop(i32, end(TypeMismatch)), drop}},
		{name: "nested", body: expr{block(nil, loop(nil, block(i32, push(i64), end(TypeMismatch)), drop))}},
		{name: "if", body: expr{push(i32), ifElse(nil, nil, nil)}},
		{name: "if condition missing", body: expr{bad(TypeMismatch, ifElse(nil, nil, nil))}},
		{name: "if condition of other type", body: expr{push(f32), bad(TypeMismatch, ifElse(nil, nil, nil))}},
		{name: "if result", ft: funcType(nil, types(i32)), body: expr{push(i32), ifElse(i32, expr{push(i32)}, expr{push(i32)})}},
		{name: "if then result missing", body: expr{push(i32), ifElse(i32, expr{end(TypeMismatch)}, expr{push(i32)}), drop}},
		{name: "if else result missing", body: expr{push(i32), ifElse(i32, expr{push(i32)}, expr{end(TypeMismatch)}), drop}},
		{name: "if else result of other type", body: expr{push(i32), ifElse(i32, expr{push(i32)}, expr{push(f32), end(TypeMismatch)}), drop}},
		{name: "if parameters", body: expr{push(i32), push(i32), ifElse(typeI32, nil, nil), drop}},
		{name: "if parameters below the condition", body: expr{push(f32), push(i32), bad(TypeMismatch, ifElse(typeI32, nil, nil)), drop}},
		{name: "if parameters in else", body: expr{push(i32), push(i32), ifElse(typeI32, nil, expr{drop, end(TypeMismatch)}), drop}},
		{name: "after if and block", body: expr{block(nil), push(i32), ifElse(nil, nil, nil), bad(TypeMismatch, drop)}},
		{name: "if unknown type", body: expr{push(i32), bad(UnknownType, ifElse(5, nil, nil))}},
	})
}

func TestUnreachable(t *testing.T) {
	drop, unreachable, add := op(wasmast.OpDrop), op(wasmast.OpUnreachable), op(wasmast.OpI64Add)
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "any result", ft: funcType(nil, types(externref)), body: expr{unreachable}},
		{name: "any operand", body: expr{unreachable, add, drop, drop, drop}},
		{name: "result is known", body: expr{unreachable, add, bad(TypeMismatch, op(wasmast.OpI32Eqz)), drop}},
		{name: "known operand", body: expr{unreachable, push(i32), bad(TypeMismatch, add), drop}},
		{name: "superfluous value", body: expr{unreachable, push(i32), end(TypeMismatch)}},
		{name: "values before are gone", ft: funcType(nil, types(i64)), body: expr{push(i32), unreachable}},
		{name: "block ends it", body: expr{block(nil, unreachable), bad(TypeMismatch, drop)}},
		{name: "block keeps outer values", ft: funcType(nil, types(i32)), body: expr{push(i32), block(nil, unreachable)}},
		{name: "block has no outer unknowns", body: expr{unreachable, block(nil, bad(TypeMismatch, drop))}},
		{name: "then, not else", body: expr{push(i32), ifElse(i32, expr{unreachable}, expr{end(TypeMismatch)}), drop}},
		{name: "return", ft: funcType(nil, types(i32)), body: expr{push(f32), push(i32), op(wasmast.OpReturn), add, drop}},
		{name: "return in block", ft: funcType(nil, types(i32)), body: expr{block(nil, push(i32), op(wasmast.OpReturn)), push(i32)}},
		{name: "return nothing", ft: funcType(nil, types(i32)), body: expr{bad(TypeMismatch, op(wasmast.OpReturn))}},
		{name: "return of other type", ft: funcType(nil, types(i32)), body: expr{push(i64), bad(TypeMismatch, op(wasmast.OpReturn))}},
	})
}

func TestBranches(t *testing.T) {
	drop, unreachable := op(wasmast.OpDrop), op(wasmast.OpUnreachable)
	ret := funcType(nil, types(i32))
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "br", body: expr{block(nil, br(0), drop)}},
		{name: "br result", ft: ret, body: expr{block(i32, push(i32), br(0))}},
		{name: "br result missing", ft: ret, body: expr{block(i32, bad(TypeMismatch, br(0)))}},
		{name: "br result of other type", ft: ret, body: expr{block(i32, push(i64), bad(TypeMismatch, br(0)))}},
		{name: "br out of two", ft: ret, body: expr{block(nil, block(nil, push(i32), br(2))), push(i32)}},
		{name: "br to the function", ft: ret, body: expr{push(i32), br(0)}},
		{name: "br unknown", body: expr{bad(UnknownLabel, br(1))}},
		{name: "br unknown in block", body: expr{block(nil, bad(UnknownLabel, br(2)))}},
		{name: "br far", body: expr{bad(UnknownLabel, br(1<<32-1))}},
		{name: "br after the block", body: expr{block(nil), bad(UnknownLabel, br(1))}},
		{name: "br to a loop takes its parameters", body: expr{push(i32), loop(typeSplit, br(0)), drop, drop}},
		{name: "br to a loop without its parameters", body: expr{push(i32), loop(typeSplit, drop, bad(TypeMismatch, br(0))), drop, drop}},
		{name: "br to a loop takes no results", ft: ret, body: expr{loop(i32, br(0))}},
		{name: "br to then", ft: ret, body: expr{push(i32), ifElse(i32, expr{push(i32), br(0)}, expr{push(i32), br(0)})}},
		{name: "br_if", body: expr{block(nil, push(i32), brIf(0))}},
		{name: "br_if condition missing", body: expr{block(nil, bad(TypeMismatch, brIf(0)))}},
		{name: "br_if condition of other type", body: expr{block(nil, push(i64), bad(TypeMismatch, brIf(0)))}},
		{name: "br_if keeps the values", ft: ret, body: expr{block(i32, push(i32), push(i32), brIf(0))}},
		{name: "br_if values missing", ft: ret, body: expr{block(i32, push(i32), bad(TypeMismatch, brIf(0)))}},
		{name: "br_if gives the label's types", ft: ret,
			body: expr{block(f32, unreachable, push(i32), brIf(0), bad(TypeMismatch, op(wasmast.OpI32Eqz)), drop, push(f32)), drop, push(i32)}},
		{name: "br_if unknown", body: expr{push(i32), bad(UnknownLabel, brIf(1))}},
	})
}

func TestBranchTable(t *testing.T) {
	drop, unreachable := op(wasmast.OpDrop), op(wasmast.OpUnreachable)
	test := func(name string, bt1, bt2 any, inner ...instr) bodyTest {
		after := expr{unreachable}
		return bodyTest{name: name, body: append(expr{block(bt1, block(bt2, inner...), unreachable)}, after...)}
	}
	testBodies(t, wasmast.V2, []bodyTest{
		test("no labels", nil, nil, push(i32), brTable(0)),
		test("two labels", nil, nil, push(i32), brTable(0, 1, 0, 2)),
		test("one value", i32, i32, push(i32), push(i32), brTable(0, 1, 0)),
		test("stack-polymorphic", nil, nil, push(i32), brTable(0), drop),
		test("index missing", nil, nil, bad(TypeMismatch, brTable(0))),
		test("index of other type", nil, nil, push(i64), bad(TypeMismatch, brTable(0))),
		test("unknown default", nil, nil, push(i32), bad(UnknownLabel, brTable(3, 0))),
		test("unknown label", nil, nil, push(i32), bad(UnknownLabel, brTable(0, 0, 3))),
		test("value missing, no labels", i32, i32, push(i32), bad(TypeMismatch, brTable(0))),
		test("value missing", i32, i32, push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("value of other type", i32, i32, push(i64), push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("default of other arity", i32, nil, push(i32), push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("label of other arity", nil, i32, push(i32), push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("label of other type", i64, i32, push(i32), push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("arity, unreachable", i32, nil, unreachable, bad(TypeMismatch, brTable(0, 1))),
		test("labels of other type, unreachable", i64, i32, unreachable, brTable(0, 1)),
		test("known value, unreachable", i64, i32, unreachable, push(i32), push(i32), bad(TypeMismatch, brTable(0, 1))),
		test("a known value stays known", i32, i64, unreachable, push(i64), push(i32), bad(TypeMismatch, brTable(1, 0, 0, 1))),
	})
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "order of values", ft: funcType(nil, types(i32, i64)), body: expr{push(i32), push(i64), push(i32), brTable(0, 0, 0)}},
		{name: "wrong order of values", ft: funcType(nil, types(i32, i64)), body: expr{push(i64), push(i32), push(i32), bad(TypeMismatch, brTable(0, 0))}},
	})
}

func TestCalls(t *testing.T) {
	indirect := func(x wasmast.TableIdx, y wasmast.TypeIdx) instr { return wasmast.CallIndirect{Table: x, Type: y} }
	ret := funcType(nil, types(f32))
	testBodies(t, wasmast.V2, []bodyTest{
		{name: "call", ft: ret, body: expr{push(i32), push(i64), call(1)}},
		{name: "call itself", body: expr{call(funcs)}},
		{name: "call several results", ft: funcType(nil, types(i32, i64)), body: expr{push(i32), call(2)}},
		{name: "call argument missing", ft: ret, body: expr{push(i64), bad(TypeMismatch, call(1))}},
		{name: "call arguments in wrong order", ft: ret, body: expr{push(i64), push(i32), bad(TypeMismatch, call(1))}},
		{name: "call result of other type", ft: funcType(nil, types(i32)), body: expr{push(i32), push(i64), call(1), end(TypeMismatch)}},
		{name: "call unknown", body: expr{bad(UnknownFunction, call(funcs+1))}},
		{name: "indirect", ft: ret, body: expr{push(i32), push(i64), push(i32), indirect(tableFunc2, typeSwap)}},
		{name: "indirect index missing", ft: ret, body: expr{push(i32), push(i64), bad(TypeMismatch, indirect(0, typeSwap))}},
		{name: "indirect argument of other type", ft: ret, body: expr{push(i32), push(i32), push(i32), bad(TypeMismatch, indirect(0, typeSwap))}},
		{name: "indirect result of other type", body: expr{push(i32), push(i64), push(i32), indirect(0, typeSwap), end(TypeMismatch)}},
		{name: "indirect unknown table", body: expr{push(i32), bad(UnknownTable, indirect(3, typeNullary))}},
		{name: "indirect unknown type", body: expr{push(i32), bad(UnknownType, indirect(0, 5))}},
		{name: "indirect table of externref", body: expr{push(i32), bad(TypeMismatch, indirect(tableExtern, typeNullary))}},
	})
}

func TestNesting(t *testing.T) {
	nest := func(n int) *wasmast.Module {
		var e expr
		for range n {
			e = expr{block(nil, e...)}
		}
		return env(bodyTest{}, e)
	}
	if err := Module(nest(MaxNesting-1), wasmast.V2); err != nil {
		t.Errorf("%d blocks: %v", MaxNesting, err)
	}
	err, _ := Module(nest(MaxNesting), wasmast.V2).(*wasmast.Error)
	if err == nil || err.Stage != wasmast.Limit || err.Code != NestingTooDeep {
		t.Errorf("%d blocks: %v; want a limit: %s", MaxNesting+1, err, NestingTooDeep)
	}
}
