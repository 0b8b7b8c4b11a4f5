package enginetest

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// trapModule has a memory of one page, a table of three elements (a function of type [] -> [], null, null), and
// passive segments of one byte and one element.
func trapModule() *wasmast.Module {
	m := &wasmast.Module{
		Tables: []wasmast.TableType{tableType(wasmast.RefTypeFunc, limits(3, 3))},
		Mems:   []wasmast.MemType{memType(limits(1, 1))},
		Elems: []wasmast.Elem{
			{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}}, Mode: wasmast.ElemActive{Offset: expr{i32c(0)}}},
			{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}}, Mode: wasmast.ElemPassive{}},
		},
		Datas: []wasmast.Data{{Init: []byte{7}, Mode: wasmast.DataPassive{}}},
	}
	function(m, "fine", sig(nil, nil))
	return m
}

func (s *suite) traps(t *testing.T) {
	drop := op(wasmast.OpDrop)
	indirect := wasmast.CallIndirect{Type: 0}
	cases := []struct {
		name string
		trap diff.Trap
		body expr
	}{
		{"unreachable", diff.Unreachable, expr{op(wasmast.OpUnreachable)}},
		{"i32.div_s by 0", diff.DivideByZero, expr{i32c(1), i32c(0), op(wasmast.OpI32DivS), drop}},
		{"i64.rem_u by 0", diff.DivideByZero, expr{i64c(1), i64c(0), op(wasmast.OpI64RemU), drop}},
		{"i32.div_s overflow", diff.IntegerOverflow, expr{i32c(-1 << 31), i32c(-1), op(wasmast.OpI32DivS), drop}},
		{"i64.div_s overflow", diff.IntegerOverflow, expr{i64c(-1 << 63), i64c(-1), op(wasmast.OpI64DivS), drop}},
		{"trunc of 2**40", diff.IntegerOverflow, expr{f32c(0x53800000), op(wasmast.OpI32TruncF32S), drop}},
		{"trunc of -1", diff.IntegerOverflow, expr{f64c(0xBFF0000000000000), op(wasmast.OpI64TruncF64U), drop}},
		{"trunc of inf", diff.IntegerOverflow, expr{f64c(0x7FF0000000000000), op(wasmast.OpI64TruncF64S), drop}},
		{"trunc of NaN", diff.InvalidConversion, expr{f64c(0x7FF8000000000000), op(wasmast.OpI32TruncF64U), drop}},
		{"load", diff.MemoryBounds, expr{i32c(65533), access(wasmast.OpI32Load), drop}},
		{"load at -1", diff.MemoryBounds, expr{i32c(-1), access(wasmast.OpI32Load8U), drop}},
		{"store", diff.MemoryBounds, expr{i32c(65529), i64c(-1), access(wasmast.OpI64Store)}},
		{"offset", diff.MemoryBounds, expr{i32c(1), wasmast.Access{Code: wasmast.OpI32Load8U, Arg: wasmast.MemArg{Offset: 1<<32 - 1}}, drop}},
		{"v128.store", diff.MemoryBounds, expr{i32c(65521), zero(v128), access(wasmast.OpV128Store)}},
		{"v128.load8_lane", diff.MemoryBounds, expr{i32c(65536), zero(v128), wasmast.AccessLane{Code: wasmast.OpV128Load8Lane}, drop}},
		{"memory.fill", diff.MemoryBounds, expr{i32c(65535), i32c(1), i32c(2), memory(wasmast.OpMemoryFill)}},
		{"memory.copy", diff.MemoryBounds, expr{i32c(0), i32c(1), i32c(65536), wasmast.MemoryCopy{}}},
		{"memory.init", diff.MemoryBounds, expr{i32c(0), i32c(1), i32c(1), wasmast.MemoryInit{}}},
		{"table.get", diff.TableBounds, expr{i32c(3), table(wasmast.OpTableGet), drop}},
		{"table.set", diff.TableBounds, expr{i32c(-1), null(funcref), table(wasmast.OpTableSet)}},
		{"table.fill", diff.TableBounds, expr{i32c(2), null(funcref), i32c(2), table(wasmast.OpTableFill)}},
		{"table.copy", diff.TableBounds, expr{i32c(2), i32c(0), i32c(2), wasmast.TableCopy{}}},
		{"table.init", diff.TableBounds, expr{i32c(0), i32c(0), i32c(2), wasmast.TableInit{Elem: 1}}},
		{"undefined element", diff.UndefinedElement, expr{i32c(3), indirect}},
		{"uninitialized element", diff.Uninitialized, expr{i32c(1), indirect}},
		{"call_indirect of another type", diff.IndirectCallMistype, expr{i32c(0), i32c(0), wasmast.CallIndirect{Type: 1}}},
	}
	m := trapModule()
	typ(m, sig(types{i32}, nil))
	calls := []diff.Call{call("fine")}
	for _, c := range cases {
		function(m, c.name, sig(nil, nil), c.body...)
		calls = append(calls, call(c.name), call("fine"))
	}
	o := s.ran(t, m, calls...)
	for i, c := range cases {
		if e := o.Calls[1+2*i]; e.Trap&c.trap == 0 || e.Trap&diff.Failure != 0 || e.Text == "" {
			t.Errorf("%s: %v, %q", c.name, e.Trap, e.Text)
		}
		want(t, o.Calls[2+2*i], diff.Event{Func: "fine"})
	}
	s.trapClasses(t, cases[0].trap, o.Calls)
}

// trapClasses checks that the traps of an engine are told apart: no class covers all.
func (s *suite) trapClasses(t *testing.T, first diff.Trap, events []diff.Event) {
	other := slices.ContainsFunc(events, func(e diff.Event) bool { return e.Trap != 0 && e.Trap&first == 0 })
	if !other {
		t.Errorf("every trap may be %v", first)
	}
}

// instantiation: what stops it, and what the start function leaves.
func (s *suite) instantiation(t *testing.T) {
	start := wasmast.FuncIdx(1)
	begin := func(body ...wasmast.Instr) *wasmast.Module {
		m := trapModule()
		function(m, "start", sig(nil, nil), body...)
		m.Start = &start
		exportMemory(m, "memory")
		return m
	}
	o := s.ran(t, begin(i32c(8), i32c(-1), access(wasmast.OpI32Store)), call("fine"))
	if b := o.State.Memories[0].Data; len(b) != 12 || b[7] != 0 || b[8] != 0xFF {
		t.Errorf("the start function left % x", b)
	}
	trapped := func(name string, m *wasmast.Module, trap diff.Trap) {
		t.Helper()
		if o := s.run(t, m, call("fine")); o.Stage != diff.Uninstantiable || o.Start.Trap&trap == 0 || len(o.Calls) > 0 {
			t.Errorf("%s: %v", name, o)
		}
	}
	trapped("unreachable", begin(op(wasmast.OpUnreachable)), diff.Unreachable)
	trapped("division", begin(i32c(1), i32c(0), op(wasmast.OpI32RemS), op(wasmast.OpDrop)), diff.DivideByZero)

	data := trapModule()
	data.Datas = append(data.Datas, wasmast.Data{Init: []byte{1, 2}, Mode: wasmast.DataActive{Offset: expr{i32c(65535)}}})
	trapped("data segment", data, diff.MemoryBounds)

	elem := trapModule()
	elem.Elems = append(elem.Elems, wasmast.Elem{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}},
		Mode: wasmast.ElemActive{Offset: expr{i32c(3)}}})
	if o := s.run(t, elem, call("fine")); o.Inconclusive != diff.KnownDeviation {
		trapped("element segment", elem, diff.TableBounds)
	}
	if o := s.run(t, begin(wasmast.Call{Func: start})); o.Inconclusive != diff.StackExhausted {
		t.Errorf("a start function that calls itself: %v", o)
	}
}

// exhaustion: what an engine runs out of is inconclusive, keeps the calls before it, and does not hurt later runs.
func (s *suite) exhaustion(t *testing.T) {
	m := &wasmast.Module{}
	function(m, "answer", sig(nil, types{i32}), i32c(42))
	function(m, "forever", sig(nil, nil), wasmast.Call{Func: 1})
	function(m, "ping", sig(types{i64}, types{i64}), get(0), wasmast.Call{Func: 3})
	function(m, "pong", sig(types{i64}, types{i64}), get(0), wasmast.Call{Func: 2}, op(wasmast.OpI64Clz))
	for _, c := range []diff.Call{call("forever"), call("ping", store.I64(1))} {
		o := s.run(t, m, call("answer"), c, call("answer"))
		if o.Stage != diff.Ran || o.Inconclusive != diff.StackExhausted || len(o.Calls) != 1 {
			t.Errorf("%s: %v after %d calls", c.Func, o, len(o.Calls))
		}
		o = s.ran(t, m, call("answer"))
		want(t, o.Calls[0], diff.Event{Func: "answer", Results: []store.Value{store.I32(42)}})
	}
}
