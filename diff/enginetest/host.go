package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// hostFunctions calls functions of the host with every pattern, in the start function and in calls, before a trap
// too, and passes on what they return.
func (s *suite) hostFunctions(t *testing.T) {
	m := &wasmast.Module{}
	none := typ(m, sig(nil, nil))
	every := sig(numeric, numeric)
	m.Imports = []wasmast.Import{
		{Module: "env", Name: "nothing", Desc: wasmast.ImportFunc{Type: none}},
		{Module: "env", Name: "everything", Desc: wasmast.ImportFunc{Type: typ(m, every)}},
		{Module: "env", Name: "", Desc: wasmast.ImportFunc{Type: none}},
		{Module: diff.HostModule, Name: "0", Desc: wasmast.ImportFunc{Type: none}},
		{Module: "env", Name: "nothing", Desc: wasmast.ImportFunc{Type: none}},
	}
	m.Exports = []wasmast.Export{{Name: "direct", Desc: wasmast.ExportFunc{Func: 1}}}
	start := function(m, "", sig(nil, nil), invoke(2), invoke(3), invoke(4), invoke(0))
	m.Start = &start
	function(m, "indirect", every, append(gets(len(numeric)), invoke(1), invoke(0))...)
	function(m, "trap", sig(nil, nil), invoke(2), op(wasmast.OpUnreachable))

	var calls []diff.Call
	for i := range patterns[f64] {
		var args []store.Value
		for _, ty := range numeric {
			args = append(args, store.Value{Type: ty, Lo: patterns[ty][i%len(patterns[ty])]})
		}
		calls = append(calls, call("indirect", args...), call("direct", args...))
	}
	calls = append(calls, call("trap"))
	o := s.ran(t, m, calls...)

	env := diff.HostCall{Module: "env", Name: "nothing"}
	empty := diff.HostCall{Module: "env"}
	want(t, o.Start, diff.Event{Trace: []diff.HostCall{empty, {Module: diff.HostModule, Name: "0"}, env, env}})
	r := replay{t: t, m: m}
	r.skip(4)
	for i, c := range calls[:len(calls)-1] {
		e := diff.Event{Func: c.Func, Results: r.call(1, c.Args),
			Trace: []diff.HostCall{{Module: "env", Name: "everything", Args: c.Args}}}
		if c.Func == "indirect" {
			e.Trace = append(e.Trace, env)
			r.skip(1)
		}
		want(t, o.Calls[i], e)
	}
	if e := o.Calls[len(calls)-1]; e.Trap != diff.Unreachable || len(e.Trace) != 1 || e.Trace[0].String() != empty.String() {
		t.Errorf("a trap behind a host call: %v after %v", e.Trap, e.Trace)
	}
}

// unnamedImports: an engine that cannot link to a module without a name says that it does not support it.
func (s *suite) unnamedImports(t *testing.T) {
	m := &wasmast.Module{Types: []wasmast.FuncType{{}}}
	m.Imports = []wasmast.Import{{Desc: wasmast.ImportFunc{}}}
	function(m, "f", sig(nil, nil), invoke(0))
	if o := s.run(t, m, call("f")); o.Inconclusive != diff.Unsupported {
		o = s.ran(t, m, call("f"))
		want(t, o.Calls[0], diff.Event{Func: "f", Trace: []diff.HostCall{{}}})
	}
}

// replay tells what the host of a module answers.
type replay struct {
	t *testing.T
	m *wasmast.Module
	r *diff.Recorder
}

// call answers a call of the host function that the script's host has as number i.
func (r *replay) call(i int, args []store.Value) []store.Value {
	r.start()
	return r.r.Call(i, args)
}

// skip lets the host answer n calls that have no arguments.
func (r *replay) skip(n int) {
	r.start()
	for range n {
		r.r.Call(0, nil)
	}
}

func (r *replay) start() {
	if r.r == nil {
		s, err := diff.NewScript(r.m, nil)
		if err != nil {
			r.t.Fatal(err)
		}
		r.r = diff.NewRecorder(&s.Host)
	}
}

// imports: memories, tables and globals of every type, and functions with vectors, in two modules.
func (s *suite) imports(t *testing.T) {
	m := &wasmast.Module{}
	shuffle := sig(types{v128, i32}, types{i32, v128})
	m.Imports = []wasmast.Import{
		{Module: "a", Name: "memory", Desc: wasmast.ImportMem{Type: memType(limits(2, 3))}},
		{Module: "b", Name: "vectors", Desc: wasmast.ImportFunc{Type: typ(m, shuffle)}},
		{Module: "a", Name: "table", Desc: wasmast.ImportTable{Type: tableType(wasmast.RefTypeFunc, limits(3, 4))}},
		{Module: "b", Name: "table", Desc: wasmast.ImportTable{Type: tableType(wasmast.RefTypeExtern, wasmast.Limits{Min: 1})}},
		{Module: "a", Name: "nothing", Desc: wasmast.ImportFunc{Type: typ(m, sig(nil, nil))}},
	}
	var set expr
	for i, ty := range slices.Concat(numeric, types{v128}) {
		for k, mutable := range []bool{false, true} {
			m.Imports = append(m.Imports, wasmast.Import{Module: "ab"[i%2 : i%2+1], Name: fmt.Sprint(ty, mutable),
				Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: ty, Mutable: mutable}}})
			if mutable {
				set = append(set, zero(ty), gset(wasmast.GlobalIdx(2*i+k)))
			}
		}
	}
	m.Datas = []wasmast.Data{{Init: []byte{9}, Mode: wasmast.DataActive{Offset: expr{gget(0)}}}}
	m.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []expr{{ref(0)}, {ref(1)}}, Mode: wasmast.ElemActive{Offset: expr{i32c(1)}}}}
	function(m, "set", sig(nil, nil), set...)
	function(m, "vectors", shuffle, get(0), get(1), invoke(0))
	function(m, "grow", sig(types{i32}, types{i32}), get(0), memory(wasmast.OpMemoryGrow))
	function(m, "through the table", sig(nil, nil), i32c(2), wasmast.CallIndirect{Type: typ(m, sig(nil, nil))})
	m = diff.Expose(m, wasmast.V2)

	v := store.V128(wasmast.Vec128{Lo: 5, Hi: 6})
	o := s.ran(t, m, call("grow", store.I32(1)), call("grow", store.I32(1)), call("through the table"),
		call("vectors", v, store.I32(7)))
	want(t, o.Calls[0], diff.Event{Func: "grow", Results: []store.Value{store.I32(2)}})
	want(t, o.Calls[1], diff.Event{Func: "grow", Results: []store.Value{store.I32(-1)}})
	want(t, o.Calls[2], diff.Event{Func: "through the table", Trace: []diff.HostCall{{Module: "a", Name: "nothing"}}})
	halves := []store.Value{store.I64(5), store.I64(6), store.I32(7)}
	r := replay{t: t, m: m}
	r.skip(1)
	want(t, o.Calls[3], diff.Event{Func: o.Calls[3].Func, Results: r.call(1, halves),
		Trace: []diff.HostCall{{Module: "b", Name: "vectors", Args: halves}}})

	before, after := o.State, s.ran(t, m, call("set")).State
	if len(before.Globals) != 2*(len(numeric)+1) || len(before.Memories) != 1 || len(before.Tables) != 2 {
		t.Fatalf("the state is %v", before)
	}
	for i, g := range before.Globals {
		if g.Value.Type.IsRef() {
			continue
		}
		if g.Value.Lo == 0 {
			t.Errorf("global %d: %v", i, g)
		}
		if h := after.Globals[i].Value; (h.Lo == 0) != (i%2 == 1) {
			t.Errorf("global %d is %v after it was set", i, h)
		}
	}
	if b := before.Memories[0]; b.Pages != 3 || len(b.Data) != 667 || b.Data[666] != 9 {
		t.Errorf("the memory has %d pages and %d bytes", b.Pages, len(b.Data))
	}
	if b := before.Tables; b[0].Size != 3 || !slices.Equal(indices(b[0]), []uint32{1, 2}) || b[1].Size != 1 || len(b[1].Elems) != 0 {
		t.Errorf("tables: %v", b)
	}
	if b := after.Memories[0]; b.Pages != 2 {
		t.Errorf("the memory of another run has %d pages", b.Pages)
	}
}
