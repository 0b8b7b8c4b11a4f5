package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// globals has one mutable and one immutable global for each pattern. A function sets the mutable ones to the
// values of the others, all but one of each type.
func (s *suite) globals(t *testing.T) {
	m := &wasmast.Module{}
	var swap expr
	var after []diff.Global
	for _, ty := range numeric {
		for i, bits := range patterns[ty] {
			x, v := wasmast.GlobalIdx(len(m.Globals)), store.Value{Type: ty, Lo: bits}
			m.Globals = append(m.Globals,
				wasmast.GlobalDef{Type: wasmast.GlobalType{Type: ty}, Init: expr{constant(v)}},
				wasmast.GlobalDef{Type: wasmast.GlobalType{Type: ty, Mutable: true}, Init: expr{zero(ty)}})
			fixed, variable := fmt.Sprint("fixed ", ty, i), fmt.Sprint("variable ", ty, i)
			exportGlobal(m, variable, x+1)
			exportGlobal(m, fixed, x)
			swap = append(swap, gget(x), gset(x+1))
			after = append(after, diff.Global{Name: variable, Value: v}, diff.Global{Name: fixed, Value: v})
		}
	}
	function(m, "set", sig(nil, nil), swap...)
	o := s.ran(t, m, call("set"))
	if !slices.Equal(o.State.Globals, after) {
		t.Errorf("globals are\n%v, want\n%v", o.State.Globals, after)
	}
	if o := s.ran(t, m); o.State.Globals[2].Value.Lo != 0 {
		t.Errorf("a global is %v before it is set", o.State.Globals[2])
	}
}

// memory: contents after calls and traps, sizes, and growth up to what the type allows.
func (s *suite) memory(t *testing.T) {
	m := &wasmast.Module{
		Mems:  []wasmast.MemType{memType(limits(1, 3))},
		Datas: []wasmast.Data{{Init: []byte("data"), Mode: wasmast.DataActive{Offset: expr{i32c(65532)}}}},
	}
	exportMemory(m, "memory")
	function(m, "store", sig(types{i32, i64}, nil), get(0), get(1), access(wasmast.OpI64Store))
	function(m, "grow", sig(types{i32}, types{i32}), get(0), memory(wasmast.OpMemoryGrow))

	o := s.ran(t, m)
	if got := o.State.Memories; len(got) != 1 || got[0].Name != "memory" || got[0].Pages != 1 ||
		len(got[0].Data) != 65536 || string(got[0].Data[65532:]) != "data" || got[0].Data[65531] != 0 {
		t.Fatalf("the memory begins as %d pages with %d bytes", got[0].Pages, len(got[0].Data))
	}
	o = s.ran(t, m, call("grow", store.I32(0)), call("store", store.I32(65533), store.I64(-1)),
		call("grow", store.I32(1)), call("grow", store.I32(2)), call("grow", store.I32(1)), call("grow", store.I32(-1)),
		call("store", store.I32(3*65536-8), store.I64(0x11)))
	for i, r := range []int32{1, 0, 1, -1, 2, -1} {
		if i == 1 {
			if o.Calls[1].Trap != diff.MemoryBounds {
				t.Errorf("a store across the end: %v", o.Calls[1].Trap)
			}
			continue
		}
		want(t, o.Calls[i], diff.Event{Func: "grow", Results: []store.Value{store.I32(r)}})
	}
	got := o.State.Memories[0]
	if got.Pages != 3 || len(got.Data) != 3*65536-7 || got.Data[3*65536-8] != 0x11 || string(got.Data[65532:65536]) != "data" {
		t.Errorf("the memory ends as %d pages with %d bytes", got.Pages, len(got.Data))
	}
	if b := s.ran(t, m).State.Memories[0]; b.Pages != 1 || string(b.Data[65532:]) != "data" || got.Data[3*65536-8] != 0x11 {
		t.Error("a later run changed an earlier outcome, or saw its memory")
	}
	empty := &wasmast.Module{Mems: []wasmast.MemType{{}}}
	exportMemory(empty, "memory")
	if b := s.ran(t, empty).State.Memories[0]; b.Pages != 0 || len(b.Data) != 0 {
		t.Errorf("an empty memory is %v", b)
	}
}

// tables: sizes and which elements are null.
func (s *suite) tables(t *testing.T) {
	m := &wasmast.Module{
		Tables: []wasmast.TableType{
			tableType(wasmast.RefTypeFunc, limits(130, 140)), tableType(wasmast.RefTypeExtern, limits(0, 5))},
		Elems: []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}, {null(funcref)}, {ref(0)}},
			Mode: wasmast.ElemActive{Offset: expr{i32c(63)}}}},
	}
	function(m, "set", sig(types{i32}, nil), get(0), ref(0), table(wasmast.OpTableSet))
	function(m, "clear", sig(types{i32}, nil), get(0), null(funcref), table(wasmast.OpTableSet))
	function(m, "grow", sig(types{i32}, types{i32}), ref(0), get(0), table(wasmast.OpTableGrow))
	function(m, "grow externs", sig(types{i32}, types{i32}), null(externref), get(0),
		wasmast.Table{Code: wasmast.OpTableGrow, X: 1})
	m = diff.Expose(m, wasmast.V2)

	set := func(elems ...int) []uint64 {
		words := make([]uint64, 3)
		for _, i := range elems {
			words[i/64] |= 1 << (i % 64)
		}
		return words
	}
	check := func(o diff.Outcome, first diff.Table, second uint32) {
		t.Helper()
		got := o.State.Tables
		if len(got) != 2 || got[0].Size != first.Size || !slices.Equal(got[0].Set, first.Set) || got[1].Size != second {
			t.Errorf("tables are %x, want %x and %d nulls", got, first, second)
		}
	}
	check(s.ran(t, m), diff.Table{Size: 130, Set: set(63, 65)}, 0)
	o := s.ran(t, m, call("set", store.I32(0)), call("set", store.I32(129)), call("set", store.I32(130)),
		call("clear", store.I32(63)), call("grow", store.I32(3)), call("grow", store.I32(8)), call("grow externs", store.I32(5)))
	check(o, diff.Table{Size: 133, Set: set(0, 65, 129, 130, 131, 132)}, 5)
	if o.Calls[2].Trap&diff.TableBounds == 0 || o.Calls[4].Results[0] != store.I32(130) ||
		o.Calls[5].Results[0] != store.I32(-1) || o.Calls[6].Results[0] != store.I32(0) {
		t.Errorf("calls: %v", o)
	}
}

// bounds: a module made total ends on every engine, and what was left of fuel and depth does not reach the next
// call.
func (s *suite) bounds(t *testing.T) {
	m := &wasmast.Module{}
	function(m, "loop", sig(nil, nil), wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{},
		Body: expr{wasmast.Branch{Code: wasmast.OpBr}}})
	function(m, "recurse", sig(nil, nil), wasmast.Call{Func: 1})
	function(m, "sum", sig(types{i32}, types{i32}), // n + (n-1) + ... + 1, recursively
		get(0), op(wasmast.OpI32Eqz), wasmast.If{Type: wasmast.BlockEmpty{}, Then: expr{i32c(0), op(wasmast.OpReturn)}},
		get(0), get(0), i32c(1), op(wasmast.OpI32Sub), wasmast.Call{Func: 2}, op(wasmast.OpI32Add))
	m = diff.Expose(diff.Total(m, diff.Bounds{Fuel: 1000, Depth: 50}), wasmast.V2)
	sum := call("sum", store.I32(49))
	o := s.ran(t, m, call("loop"), sum, call("recurse"), sum, call("sum", store.I32(50)), sum)
	for i, e := range o.Calls {
		if i%2 == 1 {
			want(t, e, diff.Event{Func: "sum", Results: []store.Value{store.I32(49 * 50 / 2)}})
		} else if e.Trap&diff.Unreachable == 0 {
			t.Errorf("call %d: %v", i, e.Trap)
		}
	}
	if got := fmt.Sprint(o.State.Globals); got != fmt.Sprint([]diff.Global{
		{Name: diff.FuelExport, Value: store.I64(950)}, {Name: diff.DepthExport, Value: store.I64(0)}}) {
		t.Errorf("left: %v", got)
	}
}

// isolation: two runs of one module, and runs of two, do not see each other.
func (s *suite) isolation(t *testing.T) {
	counter := func(step int32) *wasmast.Module {
		m := &wasmast.Module{
			Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: expr{i32c(0)}}},
			Customs: []wasmast.Custom{{Name: "name", Data: []byte("\x00\x02\x01m")}}, // both are called "m"
		}
		function(m, "next", sig(nil, types{i32}), gget(0), i32c(step), op(wasmast.OpI32Add), gset(0), gget(0))
		return m
	}
	for _, step := range []int32{1, 1, 10, 1} {
		o := s.ran(t, counter(step), call("next"), call("next"))
		for i, e := range o.Calls {
			want(t, e, diff.Event{Func: "next", Results: []store.Value{store.I32(step * int32(i+1))}})
		}
	}
}
