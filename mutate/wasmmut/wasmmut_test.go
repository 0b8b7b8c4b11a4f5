package wasmmut

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/mutatetest"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestDerivedFileIsFresh(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wasmmut")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "derived.go")
	cmd := exec.Command("go", "run", "../derive", "-pkg", "github.com/wasmfuzz/wasmfuzz/wasmast", "-type", "Module", "-out", out)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("derive: %v\n%s", err, msg)
	}
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("derived.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("derived.go is not what derive makes of wasmast; run go generate ./mutate/wasmmut")
	}
}

func TestDefaults(t *testing.T) {
	if got := Instr().Default(); got != (wasmast.Plain{Code: wasmast.OpNop}) {
		t.Errorf("the default instruction is %v, want nop", got)
	}
	if got := Module().Default(); !reflect.DeepEqual(got, wasmast.Module{}) {
		t.Errorf("the default module is %v, want the empty one", got)
	}
}

// reach adds the operators and index types of all instructions that are n mutations away from v, or fewer.
func reach(v wasmast.Instr, n int, ops map[wasmast.Op]bool, indices map[reflect.Type]bool) {
	ops[v.Op()] = true
	addIndices(reflect.ValueOf(v), indices)
	if n == 0 {
		return
	}
	for p := range mutate.Positions(Instr(), v) {
		for m := range mutate.At(Instr(), v, p) {
			if m.Rand == nil {
				reach(m.Pure, n-1, ops, indices)
			}
		}
	}
}

// addIndices adds the index types in v, and those that a list in v might have as elements.
func addIndices(v reflect.Value, indices map[reflect.Type]bool) {
	if strings.HasSuffix(v.Type().Name(), "Idx") {
		indices[v.Type()] = true
	}
	switch v.Kind() {
	case reflect.Interface:
		addIndices(v.Elem(), indices)
	case reflect.Struct:
		for i := range v.NumField() {
			addIndices(v.Field(i), indices)
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			addIndices(v.Index(i), indices)
		}
	}
}

func TestTwoMutationsReachEveryInstruction(t *testing.T) {
	ops := map[wasmast.Op]bool{}
	indices := map[reflect.Type]bool{}
	reach(Instr().Default(), 2, ops, indices)
	for op := range wasmast.Op(wasmast.NumOps) {
		if !ops[op] {
			t.Errorf("%v is not reached", op)
		}
	}
	for _, want := range []reflect.Type{
		reflect.TypeFor[wasmast.TypeIdx](), reflect.TypeFor[wasmast.FuncIdx](), reflect.TypeFor[wasmast.TableIdx](),
		reflect.TypeFor[wasmast.MemIdx](), reflect.TypeFor[wasmast.GlobalIdx](), reflect.TypeFor[wasmast.ElemIdx](),
		reflect.TypeFor[wasmast.DataIdx](), reflect.TypeFor[wasmast.LocalIdx](), reflect.TypeFor[wasmast.LabelIdx](),
		reflect.TypeFor[wasmast.LaneIdx](),
	} {
		if !indices[want] {
			t.Errorf("%v is not reached", want)
		}
	}
}

// TestMutantsOfOperator checks that those of i32.add are first the operators of its type, then one of each other
// type, and at last a random one.
func TestMutantsOfOperator(t *testing.T) {
	add := wasmast.Instr(wasmast.Plain{Code: wasmast.OpI32Add})
	signature := func(op wasmast.Op) string {
		if i := op.Info(); !i.Rule {
			return fmt.Sprint(i.Params, i.Results)
		}
		return op.String()
	}
	near, far := map[wasmast.Op]bool{}, map[string]bool{}
	for op := range wasmast.Op(wasmast.NumOps) {
		if op.Info().Shape != wasmast.ShapePlain || op == add.Op() {
			continue
		}
		if signature(op) == signature(add.Op()) {
			near[op] = true
		} else {
			far[signature(op)] = true
		}
	}
	random := 0
	for m := range mutate.At(Instr(), add, mutate.Pos{0}) {
		if m.Rand != nil {
			random++
			continue
		}
		op := m.Pure.Op()
		if s := signature(op); !near[op] && (len(near) > 0 || !far[s]) {
			t.Errorf("%v comes too early or twice", op)
		} else {
			delete(near, op)
			delete(far, s)
		}
	}
	if random != 1 {
		t.Errorf("%d random mutants", random)
	}
	if len(near)+len(far) > 0 {
		t.Errorf("missing: operators %v, types %v", near, far)
	}
}

func TestRandomDrawsEveryInstruction(t *testing.T) {
	const draws = 400_000
	r := rand.New(rand.NewPCG(1, 2))
	count := make([]int, wasmast.NumOps)
	for range draws {
		count[Instr().Random(r, 3).Op()]++
	}
	for op, n := range count {
		if n == 0 {
			t.Errorf("%v was not drawn in %d", wasmast.Op(op), draws)
		}
	}
}

// sample is a module with something in every field.
func sample() wasmast.Module {
	max, start := uint32(3), wasmast.FuncIdx(1)
	zero := wasmast.Expr{wasmast.I32Const{}}
	return wasmast.Module{
		Types:   []wasmast.FuncType{{}, {Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: []wasmast.ValType{wasmast.I32}}},
		Imports: []wasmast.Import{{Module: "a", Name: "b", Desc: wasmast.ImportFunc{Type: 1}}},
		Funcs:   []wasmast.Func{{Type: 0}, {Type: 1, Locals: []wasmast.ValType{wasmast.I64}, Body: body()}},
		Tables:  []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 2, Max: &max}}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32}, Init: zero}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: 2}}},
		Start:   &start,
		Elems: []wasmast.Elem{{Init: []wasmast.Expr{{wasmast.RefFunc{Func: 1}}}, Type: wasmast.RefTypeFunc,
			Mode: wasmast.ElemActive{Offset: zero}}},
		Datas:   []wasmast.Data{{Init: []byte("hello"), Mode: wasmast.DataActive{Offset: zero}}},
		Customs: []wasmast.Custom{{After: wasmast.SectionData, Name: "name"}},
	}
}

// body returns 30 instructions, five of them inside a loop and an if.
func body() wasmast.Expr {
	var e wasmast.Expr
	for i := range wasmast.LocalIdx(5) {
		e = append(e,
			wasmast.Local{Code: wasmast.OpLocalGet, X: i},
			wasmast.I32Const{Value: int32(i)},
			wasmast.Plain{Code: wasmast.OpI32Add},
			wasmast.Access{Code: wasmast.OpI32Load, Arg: wasmast.MemArg{Align: 2}},
			wasmast.Call{Func: 1},
		)
	}
	return append(e[:len(e)-4],
		wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			wasmast.Local{Code: wasmast.OpLocalGet}, wasmast.Branch{Code: wasmast.OpBrIf}, wasmast.Plain{Code: wasmast.OpReturn},
		}},
		wasmast.Local{Code: wasmast.OpLocalGet},
		wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32}, Then: wasmast.Expr{wasmast.I32Const{}}, Else: wasmast.Expr{wasmast.Call{}}},
		wasmast.BranchTable{Labels: []wasmast.LabelIdx{0, 1}},
	)
}

func TestLaws(t *testing.T) {
	mutatetest.Check(t, Module(), sample())
	r := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		mutatetest.Check(t, Module(), Module().Random(r, 3))
	}
	for range 100 {
		mutatetest.Check(t, Expr(), Expr().Random(r, 4))
	}
}

// BenchmarkMutant builds the mutants of modules by the number of instructions in the one body.
func BenchmarkMutant(b *testing.B) {
	for _, n := range []int{3, 30, 300, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := slices.Repeat(body(), 130)[:n]
			m := wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: []wasmast.Func{{Body: e}}}
			b.ReportAllocs()
			r := rand.New(rand.NewPCG(1, 2))
			batch := mutate.NewBatch(Module(), m, 1)
			for b.Loop() {
				if _, ok := batch.Next(r); !ok {
					batch = mutate.NewBatch(Module(), m, 1)
				}
			}
		})
	}
}

func BenchmarkRandom(b *testing.B) {
	b.ReportAllocs()
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		Module().Random(r, 10)
	}
}
