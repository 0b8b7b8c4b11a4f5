package interp_test

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

const (
	add  = wasmast.OpI32Add
	sub  = wasmast.OpI32Sub
	drop = wasmast.OpDrop
	ltS  = wasmast.OpI32LtS
	eqz  = wasmast.OpI32Eqz
	ret  = wasmast.OpReturn
)

func ints(xs ...int32) (values []store.Value) {
	for _, x := range xs {
		values = append(values, store.I32(x))
	}
	return values
}

// hazard is a function in which the translation to register code could put a value in the wrong place.
type hazard struct {
	name    string
	args    []store.Value // the function has parameters of their types
	locals  []valType
	results []store.Value
	body    expr
}

// multi are the block types that the hazards use: those of the module's first types.
var (
	oneToTwo = wasmast.BlockFunc{Type: 0} // i32 -> i32 i32
	twoToTwo = wasmast.BlockFunc{Type: 1} // i32 i32 -> i32 i32
	twoToOne = wasmast.BlockFunc{Type: 2} // i32 i32 -> i32
)

func localHazards() []hazard {
	return []hazard{
		{"set after get", ints(1), nil, ints(1), body(get(0), num(5), set(0))},
		{"set after two gets", ints(1), nil, ints(2), body(get(0), get(0), num(5), set(0), add)},
		{"set of a result after get", ints(1), nil, ints(-9), body(get(0), get(0), num(9), add, set(0), get(0), sub)},
		{"set to itself", ints(7), nil, ints(7), body(get(0), set(0), get(0))},
		{"tee after get", ints(1), nil, ints(6), body(get(0), num(5), tee(0), add)},
		{"tee of a result after get", ints(3), nil, ints(-3), body(get(0), get(0), get(0), add, tee(0), sub)},
		{"set of the other", ints(1, 2), nil, ints(2, 1), body(get(0), get(1), set(0), set(1), get(0), get(1))},
		{"returns swapped", ints(1, 2), nil, ints(2, 1), body(get(1), get(0))},
		{"returns rotated", ints(1, 2, 3), nil, ints(3, 1, 2), body(get(2), get(0), get(1), ret)},
		{"tee kept for its operator", ints(4), types(i32), ints(12), body(get(0), tee(1), get(1), get(1), add, add)},
		{"a dropped result does not move", ints(4), types(i32), ints(9),
			body(num(9), set(1), get(0), num(1), add, drop, get(1))},
		{"locals begin with zero", nil, types(i32, v128, i32), ints(0), body(get(0), get(2), add)},
		{"vectors", nil, types(v128, i32, v128), ints(3, 3, 9), body(
			num(3), wasmast.OpI32x4Splat, tee(0), get(0), num(9), wasmast.OpI32x4Splat, set(0),
			extract(2), set(1), extract(1), get(1), get(0), extract(0))},
		{"select of vectors", ints(0), types(v128), ints(8), body(
			num(7), wasmast.OpI32x4Splat, num(8), wasmast.OpI32x4Splat, get(0), wasmast.OpSelect, extract(3))},
		{"select of locals", ints(1, 2), nil, ints(2, 9), body(get(0), get(1), num(0), wasmast.OpSelect,
			num(9), num(8), num(9), wasmast.OpSelect)},
		{"comparison not used by the branch", ints(1), types(i32), ints(1, 1), body(
			get(0), num(2), ltS, tee(1), ifElse(val(i32), body(get(1)), body(num(7))), get(1))},
	}
}

func extract(lane wasmast.LaneIdx) wasmast.Instr {
	return wasmast.Lane{Code: wasmast.OpI32x4ExtractLane, Lane: lane}
}

func blockHazards() []hazard {
	return []hazard{
		{"set in a block", ints(1), nil, ints(1), body(get(0), block(void, num(5), set(0)))},
		{"set in a block that is left", ints(1), nil, ints(1),
			body(get(0), block(void, get(0), brIf(0), num(5), set(0)))},
		{"set in one arm", ints(1), nil, ints(2), body(get(0), get(0), ifElse(void, nil, body(num(5), set(0))), get(0), add)},
		{"set in a loop", ints(3), nil, ints(3), body(get(0),
			loop(void, get(0), num(1), sub, tee(0), brIf(0)))},
		{"result of a block set to a local", ints(1), types(i32), ints(7), body(
			block(val(i32), num(7), get(0), brIf(0), drop, get(0), num(1), add), set(1), get(1))},
		{"several results", ints(0), nil, ints(1, 2, 3), body(
			num(1), num(0), block(oneToTwo, drop, num(2), num(3)))},
		{"several results by branch from above", ints(1), nil, ints(10, 20, 30), body(
			num(10), num(0), block(oneToTwo, drop, num(99), num(98), num(20), num(30), br(0)))},
		{"conditional branch past surplus operands", ints(1), nil, ints(20, 30), body(
			num(0), block(oneToTwo, num(20), num(30), get(0), brIf(0), drop, drop, num(5)))},
		{"conditional branch not taken past surplus operands", ints(0), nil, ints(1, 5), body(
			num(1), block(oneToTwo, num(20), num(30), get(0), brIf(0), drop, drop, num(5)))},
		{"parameters of a block are locals", ints(4, 6), nil, ints(10), body(
			get(0), get(1), block(twoToOne, num(0), set(0), add))},
		{"parameters of an arm", ints(4, 6), nil, ints(-2), body(
			get(0), get(1), get(0), ifElse(twoToOne, body(sub), body(add)))},
		{"parameters of the other arm", ints(0, 6), nil, ints(6), body(
			get(0), get(1), get(0), ifElse(twoToOne, body(sub), body(add)))},
		{"parameters pass an absent else", ints(0, 6), nil, ints(0, 6), body(
			get(0), get(1), get(0), ifElse(twoToTwo, body(drop, drop, num(1), num(2)), nil))},
		{"constants pass an absent else", ints(0), nil, ints(8, 9), body(
			num(8), num(9), get(0), ifElse(twoToTwo, body(drop, drop, num(1), num(2)), nil))},
		{"loop with parameters", ints(5), types(i32, i32), ints(0, 15), body(
			get(0), num(0),
			loop(twoToTwo, set(2), set(1), get(2), get(1), add, set(2),
				get(1), num(1), sub, tee(1), get(2), get(1), brIf(0)))},
		{"loop sets a local to its parameter", ints(3), types(i32), ints(6, 6), body(
			get(0), num(2), add, // 5, then 6
			loop(oneToTwo, set(1), get(1), get(1), num(6), ltS, ifElse(void, body(num(6), br(1)), nil), get(1)))},
		{"a branch out of an arm", ints(1), nil, ints(42), body(
			block(val(i32), get(0), ifElse(val(i32), body(num(42), br(1)), body(num(1))), num(1), add))},
	}
}

func TestHazards(t *testing.T) {
	for _, h := range slices.Concat(localHazards(), blockHazards()) {
		t.Run(h.name, func(t *testing.T) {
			b := new(builder)
			b.signature(types(i32), types(i32, i32))
			b.signature(types(i32, i32), types(i32, i32))
			b.signature(types(i32, i32), types(i32))
			m := b.function(typesOf(h.args), typesOf(h.results), h.locals, h.body).module()
			if err := validate.Module(m, wasmast.V2); err != nil {
				t.Fatal(err)
			}
			got, err := instantiate(t, m, store.Config{}).Call("f", h.args)
			if err != nil || !slices.Equal(got, h.results) {
				t.Errorf("got %v, %v, want %v", got, err, h.results)
			}
		})
	}
}

func typesOf(values []store.Value) (types []valType) {
	for _, v := range values {
		types = append(types, v.Type)
	}
	return types
}

// TestBranchTables sends values along the branches of a table, to places above and at the height of the operands.
func TestBranchTables(t *testing.T) {
	m := new(builder).function(types(i32), types(i32), nil,
		block(val(i32),
			num(1000),
			block(val(i32),
				block(val(i32),
					num(7), get(0), wasmast.BranchTable{Labels: []wasmast.LabelIdx{0, 1, 2, 0, 3}, Default: 1}),
				num(10), add),
			num(100), add, add),
	).module()
	inst := instantiate(t, m, store.Config{})
	for x, want := range []int32{1117, 1107, 7, 1117, 7, 1107, 1107} {
		got, err := inst.Call("f", ints(int32(x)))
		if err != nil || !slices.Equal(got, ints(want)) {
			t.Errorf("f(%d) = %v, %v, want %d", x, got, err, want)
		}
	}
	if got, err := inst.Call("f", ints(-1)); err != nil || !slices.Equal(got, ints(1107)) {
		t.Errorf("f(-1) = %v, %v", got, err)
	}
}

// TestMultipleValues calls a function with several arguments and results, vectors among them, from a frame that has
// an operand below them.
func TestMultipleValues(t *testing.T) {
	m := new(builder).
		function(types(i32, v128, i64, v128), types(v128, i64, v128, i32), nil, get(3), get(2), get(1), get(0)).
		function(types(i32, v128, i64, v128), types(i32, v128, i64, v128, i32), nil,
			num(5), get(0), get(1), get(2), get(3), call(0)).
		module()
	a, b := store.V128(wasmast.Vec128{Lo: 1, Hi: 2}), store.V128(wasmast.Vec128{Lo: 3, Hi: 4})
	got, err := instantiate(t, m, store.Config{}).Call("f", []store.Value{store.I32(-8), a, store.I64(-9), b})
	want := []store.Value{store.I32(5), b, store.I64(-9), a, store.I32(-8)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
