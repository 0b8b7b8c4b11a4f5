package diff

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// recorder is the recorder of a module that imports "m" "f" and "m" "g" of type ft.
func recorder(ft wasmast.FuncType) *Recorder {
	h, err := newHost(&wasmast.Module{Types: []wasmast.FuncType{ft}, Imports: []wasmast.Import{
		{Module: "m", Name: "f", Desc: wasmast.ImportFunc{}}, {Module: "m", Name: "g", Desc: wasmast.ImportFunc{}}}})
	if err != nil {
		panic(err)
	}
	return NewRecorder(&h)
}

// TestAnswersDependOnWhatEnginesAgreeOn: on names, number of the call and arguments, not on the bits of NaNs nor
// on which function a reference names.
func TestAnswersDependOnWhatEnginesAgreeOn(t *testing.T) {
	ft := wasmast.FuncType{
		Params:  []wasmast.ValType{wasmast.I32, wasmast.F32, wasmast.FuncRef},
		Results: []wasmast.ValType{wasmast.I64, wasmast.F64, wasmast.ExternRef},
	}
	args := []store.Value{store.I32(1), store.F32(0x7FC00000), {Type: wasmast.FuncRef, Lo: 1}}
	first := recorder(ft).Call(0, args)
	for i, ty := range ft.Results {
		if first[i].Type != ty {
			t.Errorf("result %d is %v", i, first[i])
		}
	}
	change := func(i int, v store.Value) []store.Value {
		a := slices.Clone(args)
		a[i] = v
		return a
	}
	for _, c := range []struct {
		name  string
		f     int
		args  []store.Value
		equal bool
	}{
		{"same", 0, args, true},
		{"other function", 1, args, false},
		{"other number", 0, change(0, store.I32(2)), false},
		{"other NaN", 0, change(1, store.F32(0xFF800001)), true},
		{"infinity", 0, change(1, store.F32(0x7F800000)), false},
		{"other zero", 0, change(1, store.F32(0)), false},
		{"other reference", 0, change(2, store.Value{Type: wasmast.FuncRef, Lo: 9}), true},
		{"null", 0, change(2, store.Null(wasmast.RefTypeFunc)), false},
	} {
		if got := recorder(ft).Call(c.f, c.args); slices.Equal(got, first) != c.equal {
			t.Errorf("%s: %v and %v", c.name, first, got)
		}
	}
	r := recorder(ft)
	r.Call(0, args)
	if slices.Equal(r.Call(0, args), first) {
		t.Error("the second call has the answers of the first")
	}
	args[0] = store.I32(7) // engines reuse the slice
	if tr := r.Take(); len(tr) != 2 || tr[1].Args[0] != store.I32(1) || len(r.Take()) != 0 {
		t.Errorf("the trace is %v", tr)
	}
}

func TestAnswersAreSmallAndLarge(t *testing.T) {
	for ty, most := range map[wasmast.ValType]uint64{ // the bits of 255
		wasmast.I32: 255, wasmast.I64: 255, wasmast.F32: 0x437F0000, wasmast.F64: 0x406FE00000000000} {
		r, small := recorder(wasmast.FuncType{Results: []wasmast.ValType{ty}}), 0
		for range 1000 {
			if r.Call(0, nil)[0].Lo <= most {
				small++
			}
		}
		if small < 300 || small > 900 {
			t.Errorf("%d of 1000 answers of type %v are from 0 to 255", small, ty)
		}
	}
}
