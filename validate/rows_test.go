package validate

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// instrOf is an instruction of a row: its immediates are 0, but the table and element segment of one type.
func instrOf(op wasmast.Op) instr {
	switch op.Info().Shape {
	case wasmast.ShapePlain:
		return wasmast.Plain{Code: wasmast.PlainOp(op)}
	case wasmast.ShapeBlock:
		return wasmast.Block{Code: wasmast.BlockOp(op), Type: wasmast.BlockEmpty{}}
	case wasmast.ShapeIf:
		return wasmast.If{Type: wasmast.BlockEmpty{}}
	case wasmast.ShapeBranch:
		return wasmast.Branch{Code: wasmast.BranchOp(op)}
	case wasmast.ShapeSelectT:
		return wasmast.SelectT{Types: types(i32)}
	case wasmast.ShapeLocal:
		return wasmast.Local{Code: wasmast.LocalOp(op)}
	case wasmast.ShapeGlobal:
		return wasmast.Global{Code: wasmast.GlobalOp(op), X: globalVar}
	case wasmast.ShapeTable:
		return wasmast.Table{Code: wasmast.TableOp(op)}
	case wasmast.ShapeAccess:
		return wasmast.Access{Code: wasmast.AccessOp(op)}
	case wasmast.ShapeAccessLane:
		return wasmast.AccessLane{Code: wasmast.AccessLaneOp(op)}
	case wasmast.ShapeMemory:
		return wasmast.Memory{Code: wasmast.MemoryOp(op)}
	case wasmast.ShapeLane:
		return wasmast.Lane{Code: wasmast.LaneOp(op)}
	case wasmast.ShapeRefNull:
		return wasmast.RefNull{Type: wasmast.RefTypeFunc}
	}
	i := slices.IndexFunc(alone, func(i instr) bool { return i.Op() == op })
	return alone[i]
}

// alone are the instructions whose shape has no other.
var alone = []instr{
	wasmast.I32Const{}, wasmast.I64Const{}, wasmast.F32Const{}, wasmast.F64Const{}, wasmast.V128Const{},
	wasmast.Shuffle{}, wasmast.RefFunc{},
	wasmast.TableCopy{}, wasmast.TableInit{}, wasmast.ElemDrop{},
	wasmast.MemoryCopy{}, wasmast.MemoryInit{}, wasmast.DataDrop{},
	wasmast.BranchTable{}, wasmast.Call{}, wasmast.CallIndirect{},
}

// TestRows checks every row of the instruction table that has a type: the operands of its type, and no others, are
// valid, and give the results of its type.
func TestRows(t *testing.T) {
	all := types(i32, i64, f32, f64, v128, funcref, externref)
	rows := 0
	for op := range wasmast.Op(wasmast.NumOps) {
		info := op.Info()
		if info.Rule {
			continue
		}
		rows++
		i := instrOf(op)
		tests := []bodyTest{
			{name: info.Name, ft: funcType(nil, info.Results), body: pushes(info.Params, i)},
			{name: info.Name + " unreachable", ft: funcType(nil, info.Results), body: expr{instrOf(wasmast.OpUnreachable.Op()), i}},
		}
		for n := range info.Params {
			less := slices.Delete(slices.Clone(info.Params), n, n+1)
			tests = append(tests, bodyTest{name: info.Name + " operand missing", body: pushes(less, bad(TypeMismatch, i))})
			for _, other := range all {
				if other == info.Params[n] {
					continue
				}
				wrong := slices.Clone(info.Params)
				wrong[n] = other
				tests = append(tests, bodyTest{name: info.Name + " operand " + other.String(), body: pushes(wrong, bad(TypeMismatch, i))})
			}
		}
		for n := range info.Results {
			for _, other := range all {
				if other == info.Results[n] {
					continue
				}
				wrong := slices.Clone(info.Results)
				wrong[n] = other
				tests = append(tests, bodyTest{name: info.Name + " result " + other.String(), ft: funcType(nil, wrong),
					body: append(pushes(info.Params, i), end(TypeMismatch))})
			}
		}
		testBodies(t, wasmast.V2, tests)
	}
	if rows < 400 {
		t.Errorf("%d rows with a type", rows)
	}
}

// TestRules gives every row that needs a rule to the validator, which panics if it has none.
func TestRules(t *testing.T) {
	for op := range wasmast.Op(wasmast.NumOps) {
		if !op.Info().Rule {
			continue
		}
		ft := funcType(types(i32), nil)
		m := env(bodyTest{ft: ft}, expr{instrOf(wasmast.OpUnreachable.Op()), instrOf(op), instrOf(wasmast.OpUnreachable.Op())})
		if err := Module(m, wasmast.V2); err != nil {
			t.Errorf("%s: %v", op, err)
		}
	}
}
