package regress

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// stateID is the ID of the module that looks at the state.
const stateID = "state"

// look returns the steps that look at what is different in two states of the instance as: a module that imports that,
// and calls of its functions. There are none if a script cannot tell the states apart.
func look(s *diff.Script, as string, right, wrong diff.State, open diff.OpenState) []Step {
	o := observer{of: as, types: exports(s), module: &wasmast.Module{}}
	for i, g := range right.Globals {
		o.global(g, wrong.Globals[i], at(open.Globals, i))
	}
	for i, mem := range right.Memories {
		o.memory(mem, wrong.Memories[i], at(open.Memories, i))
	}
	for i, t := range right.Tables {
		o.table(t, wrong.Tables[i])
	}
	var steps []Step
	if len(o.steps) > 0 {
		steps = append([]Step{Define{ID: stateID, As: stateID, Module: o.module}}, o.steps...)
	}
	return append(steps, segments(right.Segments, wrong.Segments)...)
}

// segments returns the steps that call what shows whether a segment is dropped.
func segments(right, wrong []diff.Segment) []Step {
	var steps []Step
	for i, x := range right {
		if x == wrong[i] {
			continue
		}
		step := Invoke{ID: under, Func: x.Name}
		if x.Dropped {
			step.Trap = diff.SegmentTrap(x.Name)
		}
		steps = append(steps, step)
	}
	return steps
}

// exports returns the descriptions of the imports that the exports of a script's module answer, by name.
func exports(s *diff.Script) map[string]wasmast.ImportDesc {
	descs := map[string]wasmast.ImportDesc{}
	for _, g := range s.End.Globals {
		descs[g.Name] = wasmast.ImportGlobal{Type: g.Type}
	}
	for _, name := range s.End.Memories {
		descs[name] = wasmast.ImportMem{}
	}
	for _, t := range s.End.Tables {
		descs[t.Name] = wasmast.ImportTable{Type: wasmast.TableType{Elem: t.Elem}}
	}
	return descs
}

// observer is the module that looks at the state, in the making. It imports one item of each kind at most, the first
// that differs, so that every index is 0.
type observer struct {
	of     string
	types  map[string]wasmast.ImportDesc
	module *wasmast.Module
	steps  []Step
}

// item imports an export of the module under test, and reports false if there is another of its kind already.
func (o *observer) item(name string) bool {
	desc := o.types[name]
	for _, i := range o.module.Imports {
		if i.Name == name {
			return true
		}
		if fmt.Sprintf("%T", i.Desc) == fmt.Sprintf("%T", desc) {
			return false
		}
	}
	o.module.Imports = append(o.module.Imports, wasmast.Import{Module: o.of, Name: name, Desc: desc})
	return true
}

// want adds a function that returns values, and the step that calls it. Open are the open bits of the values.
func (o *observer) want(name string, body wasmast.Expr, values []store.Value, open ...diff.Bits) {
	wants, err := wants(values, open)
	if err != nil {
		return
	}
	var ft wasmast.FuncType
	for _, v := range values {
		ft.Results = append(ft.Results, v.Type)
	}
	addFunc(o.module, name, ft, body...)
	o.steps = append(o.steps, Invoke{ID: stateID, Func: name, Want: wants})
}

// global looks at a global that differs; at a vector as its two halves, as not every interface has vectors, and at a
// reference if only one is null.
func (o *observer) global(g, wrong diff.Global, open diff.Bits) {
	v, w := g.Value, wrong.Value
	same := (v.Lo^w.Lo)&^open.Lo == 0 && (v.Hi^w.Hi)&^open.Hi == 0
	if v.Type.IsRef() {
		same = (v.Lo == 0) == (w.Lo == 0)
	}
	if same || !o.item(g.Name) {
		return
	}
	get := wasmast.Global{Code: wasmast.OpGlobalGet}
	name := "global " + g.Name
	switch {
	case v.Type == wasmast.V128:
		lane := func(n wasmast.LaneIdx) wasmast.Instr { return wasmast.Lane{Code: wasmast.OpI64x2ExtractLane, Lane: n} }
		o.want(name, wasmast.Expr{get, lane(0), get, lane(1)}, []store.Value{store.I64(int64(v.Lo)), store.I64(int64(v.Hi))},
			diff.Bits{Lo: open.Lo}, diff.Bits{Lo: open.Hi})
	case v.Type.IsRef():
		o.want(name+" is null", wasmast.Expr{get, wasmast.Plain{Code: wasmast.OpRefIsNull}}, truth(v.Lo == 0))
	default:
		o.want(name, wasmast.Expr{get}, []store.Value{v}, open)
	}
}

// memory looks at the size of a memory and at the first byte that differs.
func (o *observer) memory(right, wrong diff.Memory, open []diff.OpenByte) {
	free := map[int]bool{}
	for _, b := range open {
		free[b.At] = true
	}
	i := 0
	for ; i < max(len(right.Data), len(wrong.Data)) && (right.At(i) == wrong.At(i) || free[i]); i++ {
	}
	size := right.Pages != wrong.Pages
	content := !size && i < max(len(right.Data), len(wrong.Data))
	if !size && !content || !o.item(right.Name) {
		return
	}
	if size {
		o.want("size of "+right.Name, wasmast.Expr{wasmast.Memory{Code: wasmast.OpMemorySize}}, number(right.Pages))
	} else {
		o.want(fmt.Sprintf("byte %d of %s", i, right.Name),
			wasmast.Expr{wasmast.I32Const{Value: int32(i)}, wasmast.Access{Code: wasmast.OpI32Load8U}}, number(uint32(right.At(i))))
	}
}

// table looks at the size of a table and at the first element that is null in only one of the two states.
func (o *observer) table(right, wrong diff.Table) {
	size := right.Size != wrong.Size
	a, b := elements(right), elements(wrong)
	i := uint32(0)
	for ; !size && i < right.Size && a[i] == b[i]; i++ {
	}
	if !size && i == right.Size || !o.item(right.Name) {
		return
	}
	if size {
		o.want("size of "+right.Name, wasmast.Expr{wasmast.Table{Code: wasmast.OpTableSize}}, number(right.Size))
	} else {
		o.want(fmt.Sprintf("element %d of %s is null", i, right.Name), wasmast.Expr{
			wasmast.I32Const{Value: int32(i)}, wasmast.Table{Code: wasmast.OpTableGet}, wasmast.Plain{Code: wasmast.OpRefIsNull},
		}, truth(!a[i]))
	}
}

// elements are the indices of the elements of a table that are not null.
func elements(t diff.Table) map[uint32]bool {
	set := map[uint32]bool{}
	for _, e := range t.Elems {
		set[e.Index] = true
	}
	return set
}

// number is an i32.
func number(n uint32) []store.Value { return []store.Value{store.I32(int32(n))} }

// truth is the i32 for a condition.
func truth(b bool) []store.Value {
	if b {
		return number(1)
	}
	return number(0)
}
