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
	m = diff.Expose(m, wasmast.V2)
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

// indices returns those of the elements of a table that are not null.
func indices(t diff.Table) []uint32 {
	var is []uint32
	for _, e := range t.Elems {
		is = append(is, e.Index)
	}
	return is
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

	check := func(o diff.Outcome, size uint32, elems []uint32, externs uint32) {
		t.Helper()
		got := o.State.Tables
		if len(got) != 2 || got[0].Size != size || !slices.Equal(indices(got[0]), elems) || got[1].Size != externs || len(got[1].Elems) != 0 {
			t.Errorf("tables are %v, want %d elements, of which %v, and %d nulls", got, size, elems, externs)
		}
	}
	check(s.ran(t, m), 130, []uint32{63, 65}, 0)
	o := s.ran(t, m, call("set", store.I32(0)), call("set", store.I32(129)), call("set", store.I32(130)),
		call("clear", store.I32(63)), call("grow", store.I32(3)), call("grow", store.I32(8)), call("grow externs", store.I32(5)))
	check(o, 133, []uint32{0, 65, 129, 130, 131, 132}, 5)
	if o.Calls[2].Trap&diff.TableBounds == 0 || o.Calls[4].Results[0] != store.I32(130) ||
		o.Calls[5].Results[0] != store.I32(-1) || o.Calls[6].Results[0] != store.I32(0) {
		t.Errorf("calls: %v", o)
	}
}

// references: which function is in a table or a global, given to the host or returned.
func (s *suite) references(t *testing.T) {
	takes := sig(types{funcref}, nil)
	m := &wasmast.Module{
		Types:   []wasmast.FuncType{takes},
		Imports: []wasmast.Import{{Module: "env", Name: "take", Desc: wasmast.ImportFunc{Type: 0}}},
		Tables:  []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(4, 4))},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: funcref, Mutable: true}, Init: expr{ref(2)}}},
		Elems: []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []expr{{ref(3)}, {ref(0)}},
			Mode: wasmast.ElemActive{Offset: expr{i32c(1)}}}},
	}
	exportGlobal(m, "global", 0)
	function(m, "get", sig(types{i32}, types{funcref}), get(0), table(wasmast.OpTableGet))
	function(m, "move", sig(types{i32, i32}, nil), get(0), get(1), table(wasmast.OpTableGet), table(wasmast.OpTableSet))
	function(m, "give", sig(types{i32}, nil), get(0), table(wasmast.OpTableGet), wasmast.Call{Func: 0})
	function(m, "keep", sig(types{i32}, nil), get(0), table(wasmast.OpTableGet), gset(0))
	m = diff.Expose(m, wasmast.V2)

	o := s.ran(t, m, call("move", store.I32(3), store.I32(1)), call("get", store.I32(3)), call("get", store.I32(0)),
		call("give", store.I32(2)), call("keep", store.I32(1)))
	fn := func(i int) store.Value { return store.Value{Type: funcref, Lo: uint64(i) + 1} }
	want(t, o.Calls[1], diff.Event{Func: "get", Results: []store.Value{fn(3)}})
	want(t, o.Calls[2], diff.Event{Func: "get", Results: []store.Value{store.Null(wasmast.RefTypeFunc)}})
	want(t, o.Calls[3], diff.Event{Func: "give", Trace: []diff.HostCall{{Module: "env", Name: "take", Args: []store.Value{fn(0)}}}})
	got, first := o.State, s.ran(t, m).State
	want(t, diff.Event{Results: []store.Value{first.Globals[0].Value, got.Globals[0].Value}},
		diff.Event{Results: []store.Value{fn(2), fn(3)}})
	var elems []store.Value
	for _, e := range got.Tables[0].Elems {
		elems = append(elems, store.Value{Type: funcref, Lo: e.Ref})
	}
	want(t, diff.Event{Results: elems}, diff.Event{Results: []store.Value{fn(3), fn(0), fn(3)}})
	if !slices.Equal(indices(got.Tables[0]), []uint32{1, 2, 3}) || len(got.Tables) != 1 {
		t.Errorf("tables: %v", got.Tables)
	}
	if anonymous := elems[0].Lo == diff.SomeRef; anonymous != slices.Contains(s.known, Anonymous) {
		t.Errorf("an element is %v", elems[0])
	}
}

// segments: which are dropped, by the instantiation or by instructions.
func (s *suite) segments(t *testing.T) {
	m := &wasmast.Module{
		Tables: []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(4, 4))},
		Mems:   []wasmast.MemType{memType(limits(1, 1))},
		Elems: []wasmast.Elem{
			{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}}, Mode: wasmast.ElemPassive{}},
			{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}}, Mode: wasmast.ElemDeclarative{}},
			{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemPassive{}}, // empty: nothing shows
		},
		Datas: []wasmast.Data{{Init: []byte("x"), Mode: wasmast.DataPassive{}}, {Init: []byte("y"), Mode: wasmast.DataPassive{}}},
	}
	function(m, "elem", sig(nil, nil), wasmast.ElemDrop{})
	function(m, "other elems", sig(nil, nil), wasmast.ElemDrop{Elem: 1}, wasmast.ElemDrop{Elem: 2})
	function(m, "data", sig(nil, nil), wasmast.DataDrop{})
	m = diff.Expose(m, wasmast.V2)
	for _, test := range []struct {
		calls []diff.Call
		want  []bool // data 0, elem 0, elem 1
	}{
		{nil, []bool{false, false, true}},
		{[]diff.Call{call("elem")}, []bool{false, true, true}},
		{[]diff.Call{call("data"), call("data")}, []bool{true, false, true}},
		{[]diff.Call{call("data"), call("elem")}, []bool{true, true, true}},
	} {
		var got []bool
		for _, x := range s.ran(t, m, test.calls...).State.Segments {
			got = append(got, x.Dropped)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: dropped: %v, want %v", test.calls, got, test.want)
		}
	}
}

// between: what the instance holds after each call, and after a trap.
func (s *suite) between(t *testing.T) {
	m := &wasmast.Module{
		Tables:  []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(2, 2))},
		Mems:    []wasmast.MemType{memType(limits(1, 1))},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: expr{i32c(5)}}},
	}
	function(m, "set", sig(types{i32}, nil), get(0), gset(0),
		get(0), get(0), wasmast.Access{Code: wasmast.OpI32Store8},
		get(0), ref(0), table(wasmast.OpTableSet))
	o := s.ran(t, diff.Expose(m, wasmast.V2), call("set", store.I32(1)), call("set", store.I32(9)), call("set", store.I32(0)))
	for i, want := range []struct {
		event  diff.Event
		global int32
		data   string
		elems  []uint32
	}{
		{o.Start, 5, "", nil},
		{o.Calls[0], 1, "\x00\x01", []uint32{1}},
		{o.Calls[1], 9, "\x00\x01\x00\x00\x00\x00\x00\x00\x00\x09", []uint32{1}}, // traps at the table
		{o.Calls[2], 0, "\x00\x01\x00\x00\x00\x00\x00\x00\x00\x09", []uint32{0, 1}},
	} {
		a := want.event.After
		if len(a.Globals) != 1 || a.Globals[0].Value != store.I32(want.global) || len(a.Memories) != 1 ||
			string(a.Memories[0].Data) != want.data || len(a.Tables) != 1 || !slices.Equal(indices(a.Tables[0]), want.elems) {
			t.Errorf("after %d calls: %v, want %v", i, a, want)
		}
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

// largeTables: what a table holds after each call, also where it is too large to be read at once.
func (s *suite) largeTables(t *testing.T) {
	m := &wasmast.Module{Tables: []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(5000, 5000))}}
	function(m, "set", sig(types{i32}, nil), get(0), ref(0), table(wasmast.OpTableSet))
	function(m, "clear", sig(types{i32}, nil), get(0), null(funcref), table(wasmast.OpTableSet))
	at := func(i int32) store.Value { return store.I32(i) }
	o := s.ran(t, diff.Expose(m, wasmast.V2), call("set", at(4999)), call("set", at(1024)), call("clear", at(4999)), call("clear", at(1024)))
	for i, want := range [][]uint32{{4999}, {1024, 4999}, {1024}, nil} {
		if got := o.Calls[i].After.Tables; len(got) != 1 || got[0].Size != 5000 || !slices.Equal(indices(got[0]), want) {
			t.Errorf("after %d calls: %v, want elements at %v", i+1, got, want)
		}
	}
}

// isolation: two runs of one module, and runs of two, do not see each other.
func (s *suite) isolation(t *testing.T) {
	counter := func(step int32) *wasmast.Module {
		m := &wasmast.Module{
			Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: expr{i32c(0)}}},
			// Both are called "m".
			Customs: []wasmast.Custom{{After: wasmast.SectionData, Name: "name", Data: []byte("\x00\x02\x01m")}},
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
