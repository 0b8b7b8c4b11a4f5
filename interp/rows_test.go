package interp_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// rowModule returns a module with one of everything and the function f, which executes an instruction.
func rowModule(params, results []valType, e expr) *wasmast.Module {
	b := new(builder).memory()
	b.Types = []wasmast.FuncType{{}}
	b.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 4}}}
	b.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: body(num(0))}}
	b.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemPassive{}, Init: []expr{{wasmast.RefFunc{}}}},
		{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Offset: body(num(1))}, Init: []expr{{wasmast.RefFunc{}}}}}
	b.Datas = []wasmast.Data{{Init: []byte("data"), Mode: wasmast.DataPassive{}}}
	b.function(nil, nil, nil)
	return b.function(params, results, types(i32), e).module()
}

// sample returns an instruction of a row whose type is in the table.
func sample(op wasmast.Op) wasmast.Instr {
	switch op.Info().Shape {
	case wasmast.ShapePlain:
		return wasmast.Plain{Code: wasmast.PlainOp(op)}
	case wasmast.ShapeAccess:
		return wasmast.Access{Code: wasmast.AccessOp(op)}
	case wasmast.ShapeAccessLane:
		return wasmast.AccessLane{Code: wasmast.AccessLaneOp(op)}
	case wasmast.ShapeLane:
		return wasmast.Lane{Code: wasmast.LaneOp(op)}
	case wasmast.ShapeTable:
		return wasmast.Table{Code: wasmast.TableOp(op)}
	case wasmast.ShapeMemory:
		return wasmast.Memory{Code: wasmast.MemoryOp(op)}
	}
	for _, i := range []wasmast.Instr{wasmast.I32Const{}, wasmast.I64Const{}, wasmast.F32Const{}, wasmast.F64Const{},
		wasmast.V128Const{}, wasmast.Shuffle{}, wasmast.RefFunc{}, wasmast.MemoryInit{}, wasmast.DataDrop{},
		wasmast.MemoryCopy{}, wasmast.TableInit{}, wasmast.ElemDrop{}, wasmast.TableCopy{}} {
		if i.Op() == op {
			return i
		}
	}
	return nil
}

// ruled are bodies of type -> i32 for the rows whose type needs a rule; each returns 1.
var ruled = []expr{
	body(block(void, br(0)), num(1)),
	body(loop(void, num(0), brIf(0)), num(1)),
	body(num(1), ifElse(val(i32), body(num(1)), body(num(2)))),
	body(block(void, num(0), wasmast.BranchTable{}), num(1)),
	body(num(1), ret),
	body(call(0), num(1)),
	body(num(1), wasmast.CallIndirect{}, num(1)),
	body(num(2), drop, num(1)),
	body(num(1), num(2), num(3), wasmast.OpSelect),
	body(num(1), num(2), num(3), wasmast.SelectT{Types: types(i32)}),
	body(num(1), set(0), get(0)),
	body(num(1), tee(0)),
	body(num(1), wasmast.Global{Code: wasmast.OpGlobalSet}, wasmast.Global{Code: wasmast.OpGlobalGet}),
	body(num(0), wasmast.Table{Code: wasmast.OpTableGet}, wasmast.OpRefIsNull),
	body(num(0), wasmast.RefNull{Type: wasmast.RefTypeFunc}, wasmast.Table{Code: wasmast.OpTableSet}, num(1)),
	body(wasmast.RefFunc{}, num(1), wasmast.Table{Code: wasmast.OpTableGrow}, num(4), wasmast.OpI32Eq),
	body(num(0), wasmast.RefFunc{}, num(2), wasmast.Table{Code: wasmast.OpTableFill}, num(1)),
	body(block(void, num(0), brIf(0), num(1), ret), wasmast.OpUnreachable),
}

// TestRules executes every row whose type needs a rule.
func TestRules(t *testing.T) {
	seen := map[wasmast.Op]bool{}
	for _, e := range ruled {
		mark(seen, e)
		inst := instantiate(t, rowModule(nil, types(i32), e), store.Config{})
		if got, err := inst.Call("f", nil); err != nil || len(got) != 1 || got[0] != store.I32(1) {
			t.Errorf("%v: got %v, %v", e, got, err)
		}
	}
	for op := range wasmast.Op(wasmast.NumOps) {
		if op.Info().Rule && !seen[op] {
			t.Errorf("%s is not tested", op)
		}
	}
}

// mark adds the operators of e to seen.
func mark(seen map[wasmast.Op]bool, e expr) {
	for _, i := range e {
		seen[i.Op()] = true
		switch i := i.(type) {
		case wasmast.Block:
			mark(seen, i.Body)
		case wasmast.If:
			mark(seen, i.Then)
			mark(seen, i.Else)
		}
	}
}

// TestRows executes every other row with its operands in locals, in constants and on the stack, and compares the
// results with each other and with the operator on its own.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for op := range wasmast.Op(wasmast.NumOps) {
		info := op.Info()
		if info.Rule {
			continue
		}
		i := sample(op)
		if i == nil {
			t.Fatalf("no sample of %s", op)
		}
		for range 20 {
			testRow(t, r, info, i)
		}
	}
}

func testRow(t *testing.T, r *rand.Rand, info *wasmast.Info, i wasmast.Instr) {
	t.Helper()
	var locals, constants, stacked expr
	var args []store.Value
	operands := make([]wasmast.Vec128, 3)
	for n, p := range info.Params {
		v := store.Value{Type: p, Lo: uint64(uint32(pick(r, []uint64{0, 1, 3, 1 << 31, 1<<32 - 1})))}
		if p == i64 || p == f64 {
			v.Lo = pick(r, []uint64{0, 2, 1 << 63, 1<<64 - 1, 0x7ff4 << 48, r.Uint64()})
		}
		args, operands[n] = append(args, v), wasmast.Vec128{Lo: v.Lo}
		locals = append(locals, get(wasmast.LocalIdx(n)))
		constants = append(constants, literal(v))
		stacked = append(stacked, block(val(p), get(wasmast.LocalIdx(n))))
	}
	var first string
	for n, e := range []expr{locals, constants, stacked} {
		m := rowModule(info.Params, info.Results, append(e, i))
		if err := validate.Module(m, wasmast.V2); err != nil {
			t.Fatalf("%s: %v", info.Name, err)
		}
		inst := instantiate(t, m, store.Config{})
		copy(inst.Memories()[0].Bytes(), "some bytes to load")
		got := outcome(inst.Call("f", args))
		if n == 0 {
			first = got
		}
		if got != first {
			t.Errorf("%s %v: %s or %s", info.Name, args, first, got)
		}
		want, trap, ok := interp.Numeric(i.Op(), operands[0], operands[1], operands[2])
		if !ok || info.Shape == wasmast.ShapeAccess || info.Shape == wasmast.ShapeAccessLane {
			continue
		}
		result := []store.Value{{Type: info.Results[0], Lo: want.Lo, Hi: want.Hi}}
		if trap != "" && got != outcome(nil, trap) || trap == "" && got != outcome(result, nil) {
			t.Errorf("%s %v = %s, want %v, %v", info.Name, args, got, result, trap)
		}
	}
}

// literal returns the constant instruction for a value.
func literal(v store.Value) wasmast.Instr {
	switch v.Type {
	case i32:
		return num(int32(v.Lo))
	case i64:
		return long(int64(v.Lo))
	case f32:
		return wasmast.F32Const{Value: wasmast.Float32(v.Lo)}
	case f64:
		return wasmast.F64Const{Value: wasmast.Float64(v.Lo)}
	}
	return wasmast.V128Const{Value: wasmast.Vec128{Lo: v.Lo, Hi: v.Hi}}
}

// outcome describes what came of a call.
func outcome(results []store.Value, err error) string {
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	for _, v := range results {
		b.WriteString(v.String() + ";")
	}
	return b.String()
}

// TestNaNsAreCanonical feeds NaNs of all kinds to every operator whose NaN results the specification leaves open.
func TestNaNsAreCanonical(t *testing.T) {
	inputs := []wasmast.Vec128{{Lo: 0x7fa00001, Hi: 0xffc00003}, {Lo: 0xfff4000000000001, Hi: 0x7ff4000000000000},
		{Lo: 0xffc00000}, {Lo: 0x7ff8000000000077, Hi: 0xfff8000000000000}}
	for op := range wasmast.Op(wasmast.NumOps) {
		info := op.Info()
		if !info.NaN {
			continue
		}
		for _, x := range inputs {
			for _, y := range inputs {
				r, _, ok := interp.Numeric(op, x, y, wasmast.Vec128{})
				if !ok || !onlyCanonical(info, r) {
					t.Errorf("%s(%#x, %#x) = %#x", op, x, y, r)
				}
			}
		}
	}
}

// onlyCanonical reports whether all NaNs in the result of an operator are the positive canonical one.
func onlyCanonical(info *wasmast.Info, r wasmast.Vec128) bool {
	half := func(x uint64) bool { // two lanes of 32 bits
		for _, n := range []uint32{uint32(x), uint32(x >> 32)} {
			if n&0x7fffffff > 0x7f800000 && n != 0x7fc00000 {
				return false
			}
		}
		return true
	}
	whole := func(x uint64) bool { return x<<1 <= 0x7ff0<<49 || x == 0x7ff8<<48 }
	if info.Results[0] == f32 || info.Name[:4] == "f32x" {
		return half(r.Lo) && half(r.Hi)
	}
	return whole(r.Lo) && whole(r.Hi)
}

func TestGeneratedFilesAreFresh(t *testing.T) {
	dir := t.TempDir()
	if msg, err := exec.Command("go", "run", "gen.go", "-o", dir).CombinedOutput(); err != nil {
		t.Fatalf("go run gen.go: %v\n%s", err, msg)
	}
	for _, name := range []string{"exec_gen.go", "ops_gen.go"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what gen.go makes; run go generate ./interp", name)
		}
	}
}

// TestFastIsInlined makes sure that the compiler inlines the operators in the loop, the costly ones too: beyond a
// size of the function it would not, and each would be a call.
func TestFastIsInlined(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m=2", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, fn := range []string{"i32DivS", "i64TruncF64U", "f64Sqrt"} {
		if !regexp.MustCompile(`exec_gen\.go:\d+:\d+: inlining call to ` + fn + `\b`).Match(out) {
			t.Errorf("%s is not inlined in fast", fn)
		}
	}
}
