package minimize

import (
	"context"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// has reports whether m has an instruction of op, at any depth.
func has(m *wasmast.Module, op wasmast.Op) bool {
	for _, s := range sites(m) {
		if slices.ContainsFunc(s.expr, func(i wasmast.Instr) bool { return i.Op() == op }) {
			return true
		}
	}
	return false
}

func valid(m *wasmast.Module) bool { return validate.Module(m, wasmast.V2) == nil }

// reached reports whether m is valid and has no instruction behind which nothing is reached, so that every operator has
// its operands.
func reached(m *wasmast.Module) bool {
	for _, op := range []wasmast.Op{
		wasmast.Op(wasmast.OpUnreachable), wasmast.Op(wasmast.OpReturn), wasmast.Op(wasmast.OpBr), wasmast.BranchTable{}.Op(),
	} {
		if has(m, op) {
			return false
		}
	}
	return valid(m)
}

func function(body ...wasmast.Instr) *wasmast.Module {
	return &wasmast.Module{
		Types: []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32}}},
		Funcs: []wasmast.Func{{Body: body}},
	}
}

// locals returns a function with two locals of one type, which are as long in the binary format as one.
func locals() *wasmast.Module {
	m := function(wasmast.Local{Code: wasmast.OpLocalGet, X: 2})
	m.Funcs[0].Locals = []wasmast.ValType{wasmast.I32, wasmast.I32}
	return m
}

func plain(op wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: op} }

func i32(x int32) wasmast.Instr { return wasmast.I32Const{Value: x} }

func TestList(t *testing.T) {
	calls := 0
	got := List(numbers(100), func(list []int) bool {
		calls++
		return slices.Contains(list, 17) && slices.Contains(list, 18) && slices.Contains(list, 90)
	})
	if !slices.Equal(got, []int{17, 18, 90}) {
		t.Errorf("%v", got)
	}
	if calls > 60 {
		t.Errorf("%d tests", calls)
	}
	if got := List([]int{1, 2}, func([]int) bool { return true }); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if got := List([]int{}, func([]int) bool { return true }); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// TestListIsMinimal: an element that can be taken away only after a later one is.
func TestListIsMinimal(t *testing.T) {
	got := List(numbers(5), func(list []int) bool {
		return slices.Contains(list, 2) && (slices.Contains(list, 1) || !slices.Contains(list, 3))
	})
	if !slices.Equal(got, []int{2}) {
		t.Errorf("%v", got)
	}
}

func TestModule(t *testing.T) {
	sub := wasmast.Op(wasmast.OpI32Sub)
	block := wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockVal{Type: wasmast.I32}, Body: wasmast.Expr{
		i32(1), wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32},
			Then: wasmast.Expr{i32(12345), i32(7), plain(wasmast.OpI32Sub)},
			Else: wasmast.Expr{plain(wasmast.OpUnreachable)}},
	}}
	tests := []struct {
		name string
		m    *wasmast.Module
		keep func(*wasmast.Module) bool
		want wasmast.Expr
	}{
		{"operand tree", function(i32(1), i32(2), plain(wasmast.OpI32Add), i32(3), i32(4), plain(wasmast.OpI32Mul),
			plain(wasmast.OpI32Sub), plain(wasmast.OpI32Eqz)),
			func(m *wasmast.Module) bool { return reached(m) && has(m, sub) },
			wasmast.Expr{i32(0), i32(0), plain(wasmast.OpI32Sub)}},
		{"nested", function(block, plain(wasmast.OpI32Clz)),
			func(m *wasmast.Module) bool { return valid(m) && has(m, sub) },
			wasmast.Expr{plain(wasmast.OpUnreachable), plain(wasmast.OpI32Sub)}},
		{"locals", locals(),
			func(m *wasmast.Module) bool {
				return valid(m) && has(m, wasmast.Op(wasmast.OpLocalGet)) && len(m.Funcs[0].Locals) > 0
			},
			wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet}}},
		{"power of two", function(i32(0x7777)),
			func(m *wasmast.Module) bool {
				c, ok := m.Funcs[0].Body[0].(wasmast.I32Const)
				return ok && valid(m) && c.Value >= 100
			},
			wasmast.Expr{i32(128)}},
		{"invalid", function(plain(wasmast.OpNop), i32(1), wasmast.Call{Func: 5}, plain(wasmast.OpI32Eqz)),
			func(m *wasmast.Module) bool { return !valid(m) && has(m, wasmast.Call{}.Op()) },
			wasmast.Expr{wasmast.Call{Func: 5}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			keep := func(m *wasmast.Module) bool { return len(m.Funcs) == 1 && len(m.Funcs[0].Body) > 0 && test.keep(m) }
			got := Module(context.Background(), test.m, keep)
			if !slices.Equal(got.Funcs[0].Body, test.want) {
				t.Errorf("got\n%s", text.String(got))
			}
			if n := len(got.Funcs[0].Locals); n > 1 {
				t.Errorf("%d locals", n)
			}
		})
	}
}

// TestModuleDoesNotSlip: a module with two causes keeps the one that it had been reduced for, and loses the other.
func TestModuleDoesNotSlip(t *testing.T) {
	body := wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet}, i32(3), plain(wasmast.OpI32Sub), i32(5), plain(wasmast.OpI32Mul)}
	for op, other := range map[wasmast.PlainOp]wasmast.PlainOp{
		wasmast.OpI32Sub: wasmast.OpI32Mul,
		wasmast.OpI32Mul: wasmast.OpI32Sub,
	} {
		bucket := func(m *wasmast.Module) wasmast.PlainOp {
			switch {
			case !reached(m):
				return 0
			case has(m, wasmast.Op(op)):
				return op
			case has(m, wasmast.Op(other)):
				return other
			}
			return 0
		}
		got := Module(context.Background(), function(body...), func(m *wasmast.Module) bool { return bucket(m) == op })
		if !has(got, wasmast.Op(op)) || has(got, wasmast.Op(other)) || len(got.Funcs[0].Body) != 3 {
			t.Errorf("%v:\n%s", op, text.String(got))
		}
	}
}

// TestModuleOfSeeds: the reducer asks for smaller modules only, each once, all of which can be encoded; and the empty
// module is the end of all, if anything goes.
func TestModuleOfSeeds(t *testing.T) {
	for _, seed := range corpus.Seeds() {
		m, err := binary.Decode(seed.Wasm)
		if err != nil {
			continue
		}
		if got := Module(context.Background(), m, func(*wasmast.Module) bool { return true }); SizeOf(got) != SizeOf(&wasmast.Module{}) {
			t.Errorf("%s:\n%s", seed.Name, text.String(got))
		}
		n, best := 0, SizeOf(m)
		asked := map[string]bool{}
		Module(context.Background(), m, func(m *wasmast.Module) bool {
			wasm, size := string(binary.Encode(m)), SizeOf(m)
			if asked[wasm] || size.Compare(best) >= 0 {
				t.Fatalf("%s: asked for a module twice, or for one of size %v after %v", seed.Name, size, best)
			}
			asked[wasm] = true
			if n++; n%5 != 0 {
				return false
			}
			best = size
			return true
		})
	}
}

// TestModuleSegments: what a segment holds becomes short and simple, limits become small.
func TestModuleSegments(t *testing.T) {
	max := uint32(9)
	m := &wasmast.Module{
		Mems:  []wasmast.MemType{{Limits: wasmast.Limits{Min: 7, Max: &max}}},
		Datas: []wasmast.Data{{Init: []byte("a long segment"), Mode: wasmast.DataPassive{}}},
	}
	got := Module(context.Background(), m, func(m *wasmast.Module) bool {
		return len(m.Mems) == 1 && m.Mems[0].Limits.Min >= 3 &&
			len(m.Datas) == 1 && len(m.Datas[0].Init) >= 4 && m.Datas[0].Init[3] > 20
	})
	if l := got.Mems[0].Limits; l.Min != 4 || l.Max != nil {
		t.Errorf("limits %v", l)
	}
	if init := got.Datas[0].Init; string(init) != "\x00\x00\x00\x20" {
		t.Errorf("segment %q", init)
	}
}

func TestModuleStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	n := 0
	m := function(i32(1), i32(2), plain(wasmast.OpI32Sub))
	got := Module(ctx, m, func(*wasmast.Module) bool {
		n++
		stop()
		return false
	})
	if got != m || n != 1 {
		t.Errorf("%d tests after the end", n)
	}
}

func TestLower(t *testing.T) {
	br := func(l wasmast.LabelIdx) wasmast.Instr { return wasmast.Branch{Code: wasmast.OpBr, Label: l} }
	in := wasmast.Expr{br(1), wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{br(0), br(2)}}}
	got, ok := lower(in, 0)
	if inner := got[1].(wasmast.Block).Body; !ok || got[0] != br(0) || inner[0] != br(0) || inner[1] != br(1) {
		t.Errorf("%v, %v", got, ok)
	}
	if _, ok := lower(wasmast.Expr{wasmast.Block{Body: wasmast.Expr{br(1)}}}, 0); ok {
		t.Error("a branch to the end of the block was overlooked")
	}
}
