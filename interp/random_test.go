package interp_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// maker makes random valid bodies. It keeps many values on the operand stack and assigns to locals often, since
// the translation to register code goes wrong there if it does.
type maker struct {
	*rand.Rand
	b      *builder
	types  []valType // that occur
	ops    []wasmast.Op
	locals []valType
	labels [][]valType
	stack  []valType
	room   int // instructions left to make
}

// pick returns a random element.
func pick[T any](r *rand.Rand, s []T) T { return s[r.IntN(len(s))] }

// randomModule returns a module of a few functions, the last of which is exported.
func randomModule(r *rand.Rand) *wasmast.Module {
	types := []valType{i32, i64, f32, f64, v128}
	if r.IntN(2) == 0 {
		types = []valType{i32, i64}
	}
	return newMaker(r, types).module()
}

func newMaker(r *rand.Rand, types []valType) *maker {
	g := &maker{Rand: r, b: new(builder).memory(), types: types}
	for op := range wasmast.Op(wasmast.NumOps) {
		if info := op.Info(); !info.Rule && g.known(info.Params) && g.known(info.Results) {
			g.ops = append(g.ops, op)
		}
	}
	return g
}

func (g *maker) module() *wasmast.Module {
	for _, t := range g.types {
		g.b.Globals = append(g.b.Globals, wasmast.GlobalDef{Type: wasmast.GlobalType{Type: t, Mutable: true},
			Init: body(g.constant(t))})
	}
	for range 1 + g.IntN(3) {
		g.function()
	}
	return g.b.module()
}

func (g *maker) known(types []valType) bool {
	return !slices.ContainsFunc(types, func(t valType) bool { return !slices.Contains(g.types, t) })
}

func (g *maker) someTypes(most int) (types []valType) {
	for range g.IntN(most + 1) {
		types = append(types, pick(g.Rand, g.types))
	}
	return types
}

func (g *maker) function() {
	params, results, locals := g.someTypes(3), g.someTypes(3), g.someTypes(4)
	g.locals = append(slices.Clone(params), locals...)
	g.labels, g.stack, g.room = nil, nil, 10+g.IntN(60)
	g.b.function(params, results, locals, g.block(results, results))
}

// constant pushes a constant, of few values so that equal ones meet.
func (g *maker) constant(t valType) wasmast.Instr {
	switch t {
	case i32:
		return num(pick(g.Rand, []int32{0, 1, 2, 3, 7, 40, -1, -1 << 31, 65532, 1 << 20}))
	case i64:
		return long(pick(g.Rand, []int64{0, 1, 5, -1, -1 << 63, 1 << 31, 1 << 32, -1 << 31, 65}))
	case f32:
		return wasmast.F32Const{Value: wasmast.Float32(pick(g.Rand, []uint32{0, 1 << 31, 0x3f800000, 0x7fa00001, 0x4f000000}))}
	case f64:
		return wasmast.F64Const{Value: wasmast.Float64(pick(g.Rand, []uint64{0, 1 << 63, 0x3ff8 << 48, 0x7ff4 << 48, 0x41e0 << 48}))}
	}
	return wasmast.V128Const{Value: wasmast.Vec128{Lo: g.Uint64(), Hi: g.Uint64()}}
}

// value pushes a value of a type: a local more often than a constant, now and then what an operator makes of some.
func (g *maker) value(t valType) (e expr) {
	if x, ok := g.local(t); ok && g.IntN(4) > 0 {
		e = expr{get(x)}
	} else {
		e = expr{g.constant(t)}
	}
	op := pick(g.Rand, g.ops)
	if info := op.Info(); info.Shape == wasmast.ShapePlain && len(info.Params) > 0 && info.Params[0] == t &&
		len(info.Results) == 1 && info.Results[0] == t {
		for _, t := range info.Params[1:] {
			e = append(e, g.constant(t))
		}
		e = append(e, wasmast.Plain{Code: wasmast.PlainOp(op)})
	}
	g.stack = append(g.stack, t)
	return e
}

// local returns a random local of a type.
func (g *maker) local(t valType) (wasmast.LocalIdx, bool) {
	var found []wasmast.LocalIdx
	for x, u := range g.locals {
		if t == u {
			found = append(found, wasmast.LocalIdx(x))
		}
	}
	if len(found) == 0 {
		return 0, false
	}
	return pick(g.Rand, found), true
}

// ready makes values of the given types the last ones on the stack.
func (g *maker) ready(types ...valType) (e expr) {
	if n := len(g.stack) - len(types); n >= 0 && slices.Equal(g.stack[n:], types) {
		return nil
	}
	for _, t := range types {
		e = append(e, g.value(t)...)
	}
	return e
}

// take removes values from the stack, put adds some.
func (g *maker) take(n int)           { g.stack = g.stack[:len(g.stack)-n] }
func (g *maker) put(types ...valType) { g.stack = append(g.stack, types...) }

// block makes the body of a block with label types that leaves results, on a stack of its own.
func (g *maker) block(label, results []valType) (e expr) {
	g.labels = append(g.labels, label)
	defer func() { g.labels = g.labels[:len(g.labels)-1] }()
	for range 1 + g.IntN(12) {
		if g.room <= 0 {
			break
		}
		g.room--
		part, reachable := g.instr()
		e = append(e, part...)
		if !reachable {
			return e
		}
	}
	for !slices.Equal(g.stack, results) && len(g.stack) > 0 {
		if len(g.stack) < len(results) && slices.Equal(g.stack, results[:len(g.stack)]) {
			break
		}
		e = append(e, g.consume()...)
	}
	for _, t := range results[len(g.stack):] {
		e = append(e, g.value(t)...)
	}
	return e
}

// consume removes the last value: into a local, a global or nowhere.
func (g *maker) consume() expr {
	t := g.stack[len(g.stack)-1]
	g.take(1)
	if x, ok := g.local(t); ok && g.IntN(3) > 0 {
		return expr{set(x)}
	}
	if g.IntN(3) == 0 {
		return expr{wasmast.Global{Code: wasmast.OpGlobalSet, X: wasmast.GlobalIdx(slices.Index(g.types, t))}}
	}
	return expr{wasmast.Plain{Code: wasmast.OpDrop}}
}

// instr makes an instruction with what it needs, and reports whether execution can go on behind it.
func (g *maker) instr() (expr, bool) {
	switch n := g.IntN(100); {
	case n < 25:
		return g.value(pick(g.Rand, g.types)), true
	case n < 40 && len(g.stack) > 0:
		if x, ok := g.local(g.stack[len(g.stack)-1]); ok && g.IntN(2) == 0 {
			return expr{tee(x)}, true
		}
		return g.consume(), true
	case n < 44:
		x := g.IntN(len(g.types))
		g.put(g.types[x])
		return expr{wasmast.Global{Code: wasmast.OpGlobalGet, X: wasmast.GlobalIdx(x)}}, true
	case n < 48:
		t := pick(g.Rand, g.types)
		e := append(g.ready(t, t, i32), wasmast.Plain{Code: wasmast.OpSelect})
		g.take(2)
		return e, true
	case n < 60:
		return g.structured(), true
	case n < 72:
		return g.branch()
	case n < 76 && len(g.b.Funcs) > 0:
		f := g.IntN(len(g.b.Funcs))
		t := g.b.Types[g.b.Funcs[f].Type]
		e := append(g.ready(t.Params...), call(wasmast.FuncIdx(f)))
		g.take(len(t.Params))
		g.put(t.Results...)
		return e, true
	}
	return g.operator(), true
}

// operator makes an instruction whose type is in the table.
func (g *maker) operator() expr {
	op := pick(g.Rand, g.ops)
	info := op.Info()
	var i wasmast.Instr
	arg := wasmast.MemArg{Offset: pick(g.Rand, []uint32{0, 0, 1, 8, 65530})}
	switch info.Shape {
	case wasmast.ShapePlain:
		i = wasmast.Plain{Code: wasmast.PlainOp(op)}
	case wasmast.ShapeAccess:
		i = wasmast.Access{Code: wasmast.AccessOp(op), Arg: arg}
	case wasmast.ShapeAccessLane:
		i = wasmast.AccessLane{Code: wasmast.AccessLaneOp(op), Arg: arg, Lane: wasmast.LaneIdx(g.IntN(int(16 / info.Size)))}
	case wasmast.ShapeLane:
		i = wasmast.Lane{Code: wasmast.LaneOp(op), Lane: wasmast.LaneIdx(g.IntN(int(info.Size)))}
	case wasmast.ShapeShuffle:
		var s wasmast.Shuffle
		for n := range s.Lanes {
			s.Lanes[n] = wasmast.LaneIdx(g.IntN(32))
		}
		i = s
	default:
		return nil
	}
	e := append(g.ready(info.Params...), i)
	g.take(len(info.Params))
	g.put(info.Results...)
	return e
}

// structured makes a block, loop or if, with parameters from the stack.
func (g *maker) structured() expr {
	var e expr
	form := g.IntN(3)
	if form == 0 {
		e = g.ready(i32)
		g.take(1)
	}
	n := min(len(g.stack), g.IntN(4))
	params, results := slices.Clone(g.stack[len(g.stack)-n:]), g.someTypes(3)
	if form == 0 && g.IntN(3) == 0 {
		results = params
	}
	t := wasmast.BlockFunc{Type: g.b.signature(params, results)}
	outer := g.stack[:len(g.stack)-n]
	inner := func(label []valType) expr {
		g.stack = slices.Clone(params)
		return g.block(label, results)
	}
	var i wasmast.Instr
	switch form {
	case 0:
		f := wasmast.If{Type: t, Then: inner(results)}
		if !slices.Equal(params, results) || g.IntN(2) == 0 {
			f.Else = inner(results)
		}
		i = f
	case 1:
		i = wasmast.Block{Code: wasmast.OpLoop, Type: t, Body: inner(params)}
	default:
		i = wasmast.Block{Code: wasmast.OpBlock, Type: t, Body: inner(results)}
	}
	g.stack = slices.Concat(outer, results)
	return append(e, i)
}

// branch makes a branch to some label, or a return.
func (g *maker) branch() (expr, bool) {
	l := g.IntN(len(g.labels))
	types := g.labels[len(g.labels)-1-l]
	switch g.IntN(6) {
	case 0:
		return append(g.ready(types...), br(wasmast.LabelIdx(l))), false
	case 1:
		return append(g.ready(g.labels[0]...), wasmast.Plain{Code: wasmast.OpReturn}), false
	case 2:
		t := wasmast.BranchTable{Default: wasmast.LabelIdx(l)}
		for range g.IntN(4) {
			x := g.IntN(len(g.labels))
			if slices.Equal(g.labels[len(g.labels)-1-x], types) {
				t.Labels = append(t.Labels, wasmast.LabelIdx(x))
			}
		}
		return append(g.ready(append(slices.Clone(types), i32)...), t), false
	}
	e := append(g.ready(append(slices.Clone(types), i32)...), brIf(wasmast.LabelIdx(l)))
	g.take(1)
	return e, true
}

// compare executes f of a module twice, as the instantiator has it and naively, and returns the difference, or "".
func compare(instantiate instantiator, m *wasmast.Module, r *rand.Rand) string {
	const fuel = 500
	inst, err := instantiate(m, nil, store.Config{Fuel: fuel, MaxDepth: naiveDepth})
	if err != nil {
		return err.Error()
	}
	defer inst.Close()
	want := newNaive(m, fuel)
	f := wasmast.FuncIdx(len(m.Funcs) - 1)
	for range 2 {
		var args []store.Value
		var bits []wasmast.Vec128
		for _, t := range m.Types[m.Funcs[f].Type].Params {
			v := store.Value{Type: t, Lo: uint64(r.IntN(3)), Hi: r.Uint64()}
			args, bits = append(args, v), append(bits, wasmast.Vec128{Lo: v.Lo, Hi: v.Hi})
		}
		got, gotErr := inst.Call("f", args)
		results, wantErr := want.invoke(f, bits)
		if gotErr != wantErr {
			return fmt.Sprintf("error %v, want %v", gotErr, wantErr)
		}
		for i, v := range got {
			if !equal(v, results[i]) {
				return fmt.Sprintf("result %d is %v, want %#x", i, v, results[i])
			}
		}
		for i, g := range inst.Globals() {
			if !equal(g.Value(), want.globals[i]) {
				return fmt.Sprintf("global %d is %v, want %#x", i, g.Value(), want.globals[i])
			}
		}
		if !bytes.Equal(inst.Memories()[0].Bytes(), want.mem) {
			return "memory differs"
		}
		if inst.Fuel() != want.fuel {
			return fmt.Sprintf("%d fuel left, want %d", inst.Fuel(), want.fuel)
		}
	}
	return ""
}

func equal(v store.Value, w wasmast.Vec128) bool {
	return v.Lo == w.Lo && (v.Type != v128 || v.Hi == w.Hi)
}

// TestRandomBodies compares register code with the naive execution of the trees it is made from.
func TestRandomBodies(t *testing.T) { testRandomBodies(t, 20_000, interp.Instantiate) }

func testRandomBodies(t *testing.T, count int, instantiate instantiator) {
	if testing.Short() {
		count /= 10
	}
	for seed := range uint64(count) {
		m := randomModule(rand.New(rand.NewPCG(seed, 0)))
		if err := validate.Module(m, wasmast.V2); err != nil {
			t.Fatalf("seed %d: the test makes an invalid module: %v", seed, err)
		}
		if diff := compare(instantiate, m, rand.New(rand.NewPCG(seed, 1))); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
			return
		}
	}
}

// FuzzBodies is the same for any seed.
func FuzzBodies(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) {
		m := randomModule(rand.New(rand.NewPCG(seed, 0)))
		if diff := compare(interp.Instantiate, m, rand.New(rand.NewPCG(seed, 1))); diff != "" {
			t.Error(diff)
		}
	})
}
