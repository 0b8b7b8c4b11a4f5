package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// patterns are values of each type whose bits must survive every interface.
var patterns = map[wasmast.ValType][]uint64{
	i32: {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x12345678},
	i64: {0, 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 0x123456789ABCDEF0},
	f32: {
		0, 0x80000000, 0x3F800000, 0x7F800000, 0xFF800000, 1, 0x807FFFFF, // zeros, one, infinities, subnormals
		0x7FC00000, 0xFFC00000, 0x7FC00001, 0xFFFFFFFF, // quiet NaNs
		0x7F800001, 0xFF800001, 0x7FBFFFFF, 0x7FA55555, // signalling NaNs
	},
	f64: {
		0, 1 << 63, 0x3FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1, 0x800FFFFFFFFFFFFF,
		0x7FF8000000000000, 0xFFF8000000000000, 0x7FF8000000000001, 0xFFFFFFFFFFFFFFFF,
		0x7FF0000000000001, 0xFFF0000000000001, 0x7FF7FFFFFFFFFFFF, 0x7FF4555555555555,
	},
	funcref:   {0},
	externref: {0},
}

var numeric = types{i32, i64, f32, f64, funcref, externref}

// constant is the instruction that gives a value.
func constant(v store.Value) wasmast.Instr {
	switch v.Type {
	case i32:
		return i32c(int32(v.Lo))
	case i64:
		return i64c(int64(v.Lo))
	case f32:
		return f32c(wasmast.Float32(v.Lo))
	case f64:
		return f64c(wasmast.Float64(v.Lo))
	case v128:
		return vec(wasmast.Vec128{Lo: v.Lo, Hi: v.Hi})
	}
	return null(v.Type)
}

// values passes every pattern in and out of a function that returns its parameter, and of one that returns a
// constant.
func (s *suite) values(t *testing.T) {
	m := &wasmast.Module{}
	var calls []diff.Call
	var events []diff.Event
	for _, ty := range numeric {
		echo := fmt.Sprint("echo ", ty)
		function(m, echo, sig(types{ty}, types{ty}), get(0))
		for i, bits := range patterns[ty] {
			v := store.Value{Type: ty, Lo: bits}
			name := fmt.Sprint("constant ", ty, i)
			function(m, name, sig(nil, types{ty}), constant(v))
			for _, c := range []diff.Call{call(echo, v), call(name)} {
				calls = append(calls, c)
				events = append(events, diff.Event{Func: c.Func, Results: []store.Value{v}})
			}
		}
	}
	o := s.ran(t, m, calls...)
	for i, e := range o.Calls {
		want(t, e, events[i])
	}
}

// results has functions of many results, and of none, and references to functions.
func (s *suite) results(t *testing.T) {
	m := &wasmast.Module{}
	function(m, "nothing", sig(nil, nil))
	all := slices.Concat(numeric, numeric, numeric)
	function(m, "echo", sig(all, all), gets(len(all))...)
	reversed := slices.Clone(numeric)
	slices.Reverse(reversed)
	body := gets(len(numeric))
	slices.Reverse(body)
	function(m, "reverse", sig(numeric, reversed), body...)
	function(m, "more", sig(types{i32}, types{i32, i32, f32, i64}), get(0), get(0), f32c(0x7F800001), i64c(-1))
	function(m, "self", sig(nil, types{funcref}), ref(0))

	var args []store.Value
	for i, ty := range all {
		p := patterns[ty]
		args = append(args, store.Value{Type: ty, Lo: p[i%len(p)]})
	}
	backwards := slices.Clone(args[:len(numeric)])
	slices.Reverse(backwards)
	o := s.ran(t, m, call("nothing"), call("echo", args...), call("reverse", args[:len(numeric)]...),
		call("more", store.I32(-7)), call("self"))
	want(t, o.Calls[0], diff.Event{Func: "nothing"})
	want(t, o.Calls[1], diff.Event{Func: "echo", Results: args})
	want(t, o.Calls[2], diff.Event{Func: "reverse", Results: backwards})
	want(t, o.Calls[3], diff.Event{Func: "more",
		Results: []store.Value{store.I32(-7), store.I32(-7), store.F32(0x7F800001), store.I64(-1)}})
	want(t, o.Calls[4], diff.Event{Func: "self", Results: []store.Value{{Type: funcref, Lo: 1}}})
}

// vectors: what an interface cannot pass must be said to be unsupported, and passes in halves after Expose.
func (s *suite) vectors(t *testing.T) {
	m := &wasmast.Module{Globals: []wasmast.GlobalDef{
		{Type: wasmast.GlobalType{Type: v128, Mutable: true}, Init: expr{zero(v128)}},
	}}
	a := store.V128(wasmast.Vec128{Lo: 0x7F8000017FA55555, Hi: 0xFFF0000000000001})
	b := store.V128(wasmast.Vec128{Lo: 1, Hi: 2})
	function(m, "swap", sig(types{v128, f32, v128}, types{v128, f32, v128}), get(0), gset(0), get(2), get(1), get(0))
	swap := call("swap", a, store.F32(0x7F800001), b)

	o := s.run(t, m, swap)
	switch {
	case o.Inconclusive == diff.Unsupported && len(o.Calls) == 0:
	case o.Inconclusive == "":
		want(t, o.Calls[0], diff.Event{Func: "swap", Results: []store.Value{b, store.F32(0x7F800001), a}})
	default:
		t.Errorf("swap without Expose: %v", o)
	}

	o = s.ran(t, diff.Expose(m, wasmast.V2), swap)
	half := func(v store.Value) []store.Value {
		return []store.Value{{Type: i64, Lo: v.Lo}, {Type: i64, Lo: v.Hi}}
	}
	want(t, o.Calls[0], diff.Event{Func: o.Calls[0].Func,
		Results: slices.Concat(half(b), []store.Value{store.F32(0x7F800001)}, half(a))})
	if len(o.State.Globals) != 1 || o.State.Globals[0].Value != a {
		t.Errorf("the global is %v", o.State.Globals)
	}
}
