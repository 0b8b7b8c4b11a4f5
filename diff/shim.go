package diff

import (
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// A Shim is a module that stands between an instance and an engine's interface, for engines whose interface does not
// show everything or changes it: one that passes floats by value may not keep the bits of a NaN, and few pass
// vectors. It imports what a script uses of the instance and exports functions whose parameters and results are i32
// and i64 only. The module under test is left as it is.
//
// An f32 is an i32 of the same bits, an f64 an i64, a v128 two i64, the low half first. A reference is an i32: 0 for
// null, as all references are that a script passes, and 1 for any other.
type Shim struct {
	// Module imports from the module name HostModule what the instance exports.
	Module *wasmast.Module

	script  *Script
	exports map[shimExport]string // names of the module's exports
}

// ShimInstance is what an adaptor shows of the instance of a shim. Errors are those of Instance.
type ShimInstance interface {
	// Call calls an exported function. Arguments and results are of the types i32 and i64, the results as given.
	Call(name string, args []store.Value, results []wasmast.ValType) ([]store.Value, error)
	// Memory is like that of Instance.
	Memory(name string) (pages uint32, data []byte, err error)
}

// shimExport is an export of the instance under test by its name, and the kind of the shim's export that shows it.
type shimExport struct{ kind, name string }

// The kinds of exports.
const (
	shimCall    = "call"
	shimSet     = "set"
	shimSegment = "segment"
	shimGlobals = "globals"
	shimMemory  = "memory"
	shimTable   = "table"
)

// NewShim returns the shim for a script.
func NewShim(s *Script) *Shim {
	sh := &Shim{Module: &wasmast.Module{Customs: []wasmast.Custom{{Name: HostModule}}}, script: s, exports: map[shimExport]string{}}
	for _, name := range s.End.Segments {
		sh.bring(name, wasmast.ImportFunc{Type: withType(sh.Module, wasmast.FuncType{})})
	}
	calls := shimCalls(s)
	for _, c := range calls {
		sh.bring(c.Func, wasmast.ImportFunc{Type: withType(sh.Module, c.Type)})
	}
	for _, g := range s.Before {
		sh.bring(g.Name, wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: g.Value.Type, Mutable: true}})
	}
	for _, g := range s.End.Globals {
		sh.bring(g.Name, wasmast.ImportGlobal{Type: g.Type})
	}
	for i, name := range s.End.Memories {
		if i == 0 {
			sh.bring(name, wasmast.ImportMem{})
			sh.show(shimMemory, name, wasmast.ExportMem{})
		}
		// There is only one memory, whatever the number of its names.
		sh.exports[shimExport{shimMemory, name}] = sh.exports[shimExport{shimMemory, s.End.Memories[0]}]
	}
	for _, t := range s.End.Tables {
		sh.bring(t.Name, wasmast.ImportTable{Type: wasmast.TableType{Elem: t.Elem}})
	}
	// All imports have their indices before the first function is defined.
	for i, name := range s.End.Segments {
		sh.show(shimSegment, name, wasmast.ExportFunc{Func: wasmast.FuncIdx(i)})
	}
	for i, c := range calls {
		sh.call(wasmast.FuncIdx(len(s.End.Segments)+i), c)
	}
	sh.set()
	for i := 0; i < len(s.End.Globals); i += shimGroup {
		sh.globals(i)
	}
	for i, t := range s.End.Tables {
		sh.table(wasmast.TableIdx(i), t.Name)
	}
	return sh
}

// shimCalls returns a call of each function that a script calls.
func shimCalls(s *Script) []Call {
	var calls []Call
	for _, c := range s.Calls {
		if !slices.ContainsFunc(calls, func(d Call) bool { return d.Func == c.Func }) {
			calls = append(calls, c)
		}
	}
	return calls
}

// bring adds an import from the instance.
func (sh *Shim) bring(name string, d wasmast.ImportDesc) {
	sh.Module.Imports = append(sh.Module.Imports, wasmast.Import{Module: HostModule, Name: name, Desc: d})
}

// show adds an export. It has a plain name, since that of the instance's export may be anything.
func (sh *Shim) show(kind, name string, d wasmast.ExportDesc) {
	plain := fmt.Sprint(kind, len(sh.exports))
	sh.exports[shimExport{kind, name}] = plain
	export(sh.Module, plain, d)
}

func (sh *Shim) function(kind, name string, ft wasmast.FuncType, locals []wasmast.ValType, body wasmast.Expr) {
	sh.show(kind, name, wasmast.ExportFunc{Func: withFunc(sh.Module, ft, locals, body)})
}

// call adds the function that calls x, which is the function of c.
func (sh *Shim) call(x wasmast.FuncIdx, c Call) {
	ft := lowerType(c.Type)
	first := wasmast.LocalIdx(len(ft.Params))
	body := append(raised(c.Type.Params, 0), wasmast.Call{Func: x})
	body = append(body, setAll(first, len(c.Type.Results))...)
	for i, t := range c.Type.Results {
		body = append(body, lowered(t, get(first+wasmast.LocalIdx(i)))...)
	}
	sh.function(shimCall, c.Func, ft, c.Type.Results, body)
}

// set adds the function that sets the globals that are set before each call.
func (sh *Shim) set() {
	var ft wasmast.FuncType
	var body wasmast.Expr
	for i, g := range sh.script.Before {
		t := []wasmast.ValType{g.Value.Type}
		body = append(append(body, raised(t, wasmast.LocalIdx(len(ft.Params)))...), gset(wasmast.GlobalIdx(i)))
		ft.Params = append(ft.Params, lowerTypes(t)...)
	}
	sh.function(shimSet, "", ft, nil, body)
}

// shimGroup is the number of globals that a shim reads at once.
const shimGroup = 64

// group returns the globals of the group that begins with number i, and their types.
func (sh *Shim) group(i int) (gs []GlobalExport, ts []wasmast.ValType) {
	gs = sh.script.End.Globals[i:min(i+shimGroup, len(sh.script.End.Globals))]
	for _, g := range gs {
		ts = append(ts, g.Type.Type)
	}
	return gs, ts
}

// globals adds the function that returns a group of globals.
func (sh *Shim) globals(i int) {
	gs, ts := sh.group(i)
	var body wasmast.Expr
	for n, g := range gs {
		body = append(body, lowered(g.Type.Type, gget(wasmast.GlobalIdx(len(sh.script.Before)+i+n)))...)
	}
	sh.function(shimGlobals, fmt.Sprint(i), wasmast.FuncType{Results: lowerTypes(ts)}, nil, body)
}

// shimWords is the number of words, of 64 elements each, that a shim reads of a table at once.
const shimWords = 16

// shimTableType is the type of the function that reads a table: from an index it returns the table's size, and a bit
// for each of the elements from there on that says that it is not null.
var shimTableType = wasmast.FuncType{
	Params:  []wasmast.ValType{wasmast.I32},
	Results: append([]wasmast.ValType{wasmast.I32}, slices.Repeat([]wasmast.ValType{wasmast.I64}, shimWords)...),
}

// table adds the function that reads table x.
func (sh *Shim) table(x wasmast.TableIdx, name string) {
	word := withFunc(sh.Module, tableProbeType, tableProbeLocals, tableProbe(x))
	const index, bits, size = 0, 1, 2 // the size that the probe returns with each word is not needed
	body := wasmast.Expr{wasmast.Table{Code: wasmast.OpTableSize, X: x}}
	for n := range uint32(shimWords) {
		body = append(body, get(index), i32(64*n), op(wasmast.OpI32Add), wasmast.Call{Func: word}, set(bits), set(size), get(bits))
	}
	sh.function(shimTable, name, shimTableType, []wasmast.ValType{wasmast.I64, wasmast.I32}, body)
}

// lowered puts a value of type t that i gives on the stack as its shim passes it. It may evaluate i twice.
func lowered(t wasmast.ValType, i wasmast.Instr) wasmast.Expr {
	switch {
	case t == wasmast.V128:
		return lanes(i)
	case t == wasmast.F32:
		return wasmast.Expr{i, op(wasmast.OpI32ReinterpretF32)}
	case t == wasmast.F64:
		return wasmast.Expr{i, op(wasmast.OpI64ReinterpretF64)}
	case t.IsRef():
		return wasmast.Expr{i, op(wasmast.OpRefIsNull), op(wasmast.OpI32Eqz)}
	}
	return wasmast.Expr{i}
}

// raised puts values of the given types on the stack from the locals beginning with x, which hold them as a shim
// gets them.
func raised(ts []wasmast.ValType, x wasmast.LocalIdx) wasmast.Expr {
	var e wasmast.Expr
	for _, t := range ts {
		switch {
		case t == wasmast.V128:
			e = append(e, joined([]wasmast.ValType{t}, x)...)
		case t == wasmast.F32:
			e = append(e, get(x), op(wasmast.OpF32ReinterpretI32))
		case t == wasmast.F64:
			e = append(e, get(x), op(wasmast.OpF64ReinterpretI64))
		case t.IsRef():
			e = append(e, wasmast.RefNull{Type: wasmast.RefType(t)})
		default:
			e = append(e, get(x))
		}
		x += wasmast.LocalIdx(len(lowerTypes([]wasmast.ValType{t})))
	}
	return e
}

func lowerType(ft wasmast.FuncType) wasmast.FuncType {
	return wasmast.FuncType{Params: lowerTypes(ft.Params), Results: lowerTypes(ft.Results)}
}

func lowerTypes(ts []wasmast.ValType) []wasmast.ValType {
	var out []wasmast.ValType
	for _, t := range ts {
		switch {
		case t == wasmast.V128:
			out = append(out, wasmast.I64, wasmast.I64)
		case t == wasmast.F64:
			out = append(out, wasmast.I64)
		case t == wasmast.F32, t.IsRef():
			out = append(out, wasmast.I32)
		default:
			out = append(out, t)
		}
	}
	return out
}

// lower returns values as a shim gets them.
func lower(vs []store.Value) []store.Value {
	var out []store.Value
	for _, v := range vs {
		halves := [2]uint64{v.Lo, v.Hi}
		for n, t := range lowerTypes([]wasmast.ValType{v.Type}) {
			out = append(out, store.Value{Type: t, Lo: halves[n]})
		}
	}
	return out
}

// raise returns the values of the given types that a shim has passed as vs, which are of the lowered types.
func raise(ts []wasmast.ValType, vs []store.Value) []store.Value {
	var out []store.Value
	for _, t := range ts {
		v := store.Value{Type: t, Lo: vs[0].Lo}
		if t == wasmast.V128 {
			v.Hi = vs[1].Lo
			vs = vs[1:]
		}
		vs = vs[1:]
		out = append(out, v)
	}
	return out
}

// Instance returns the instance under test as its shim's instance shows it. It must be used for the shim's script only.
func (sh *Shim) Instance(in ShimInstance) Instance {
	s := &shimmed{shim: sh, in: in}
	s.forget()
	return s
}

// shimmed remembers state until the next call, after which it may be different.
type shimmed struct {
	shim     *Shim
	in       ShimInstance
	before   []store.Value // to which globals are to be set before the next call
	globals  map[string]store.Value
	memories map[string]Memory
	tables   map[string]Table
}

func (s *shimmed) Call(name string, ft wasmast.FuncType, args []store.Value) ([]store.Value, error) {
	s.forget()
	kind := shimCall
	if slices.Contains(s.shim.script.End.Segments, name) {
		kind = shimSegment
	}
	if len(s.before) > 0 {
		before := lower(s.before)
		s.before = s.before[:0]
		if _, err := s.in.Call(s.shim.exports[shimExport{shimSet, ""}], before, nil); err != nil {
			return nil, err
		}
	}
	results, err := s.in.Call(s.shim.exports[shimExport{kind, name}], lower(args), lowerTypes(ft.Results))
	if err != nil {
		return nil, err
	}
	return raise(ft.Results, results), nil
}

// SetGlobal collects what is set before a call, which a script does in its order.
func (s *shimmed) SetGlobal(_ string, v store.Value) error {
	s.before = append(s.before, v)
	return nil
}

func (s *shimmed) forget() {
	s.globals, s.memories, s.tables = map[string]store.Value{}, map[string]Memory{}, map[string]Table{}
}

func (s *shimmed) Global(g GlobalExport) (store.Value, error) {
	if _, known := s.globals[g.Name]; !known {
		i := slices.Index(s.shim.script.End.Globals, g)
		i -= i % shimGroup
		gs, ts := s.shim.group(i)
		results, err := s.in.Call(s.shim.exports[shimExport{shimGlobals, fmt.Sprint(i)}], nil, lowerTypes(ts))
		if err != nil {
			return store.Value{}, err
		}
		for n, v := range raise(ts, results) {
			s.globals[gs[n].Name] = v
		}
	}
	return s.globals[g.Name], nil
}

func (s *shimmed) Memory(name string) (uint32, []byte, error) {
	m, known := s.memories[name]
	if !known {
		var err error
		if m.Pages, m.Data, err = s.in.Memory(s.shim.exports[shimExport{shimMemory, name}]); err != nil {
			return 0, nil, err
		}
		s.memories[name] = m
	}
	return m.Pages, m.Data, nil
}

func (s *shimmed) Table(x TableExport) (Table, error) {
	export := s.shim.exports[shimExport{shimTable, x.Name}]
	if export == "" {
		return Table{}, nil // of functions, which a shim does not tell apart
	}
	t, known := s.tables[x.Name]
	if !known {
		var err error
		if t, err = readTable(shimWords, func(args ...store.Value) ([]store.Value, error) {
			return s.in.Call(export, args, shimTableType.Results)
		}, someRef); err != nil {
			return Table{}, err
		}
		s.tables[x.Name] = t
	}
	t.Elems = slices.Clone(t.Elems)
	return t, nil
}
