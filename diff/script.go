package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Script is what every engine does alike with one instance of one module: imports it gets, calls of its exports,
// and the state that is looked at afterwards. It is made by NewScript and not changed afterwards.
type Script struct {
	// Host provides the imports.
	Host Host
	// Before are the globals that are set before each call.
	Before []Global
	// Calls are carried out in order, also after a trap.
	Calls []Call
	// End is what is looked at after the last call, and Between what is looked at after each: the part that the
	// instructions of the module can change.
	End, Between Watch
	// Functions is the export that is a table of all functions of the module, or "".
	Functions string
	// ElemsOutOfBounds says that an active element segment does not fit its table, so that the instantiation must
	// trap.
	ElemsOutOfBounds bool
}

// Watch lists exports that show state.
type Watch struct {
	Globals  []GlobalExport
	Memories []string
	Tables   []TableExport
	// Segments are functions that trap if a segment has been dropped.
	Segments []string
}

// Call is a call of an exported function.
type Call struct {
	Func string
	Args []store.Value
	Type wasmast.FuncType // filled in by NewScript
}

// GlobalExport is an exported global.
type GlobalExport struct {
	Name string
	Type wasmast.GlobalType
	// Vector is the exported function that returns the halves of a v128, or "" if there is none.
	Vector string
}

// TableExport is an exported table.
type TableExport struct {
	Name string
	Elem wasmast.RefType
}

// The sizes with which a module may begin. What is larger says little that a smaller one does not, and costs
// much on some engines.
const (
	maxPages = 1 << 8
	maxElems = 1 << 16
)

// NewScript returns the script of calls for m, which must be valid and should have gone through Total and Expose.
// A call of a function with v128 in its type becomes a call of the function that Expose added for it.
//
// It is an error if a call does not fit m's exports, or if m cannot be run with the same effect on all engines: a
// memory or table begins too large, or two imports have the same names but not the same type.
func NewScript(m *wasmast.Module, calls []Call) (*Script, error) {
	if err := checkSizes(m); err != nil {
		return nil, err
	}
	host, err := newHost(m)
	if err != nil {
		return nil, err
	}
	s := &Script{Host: host, ElemsOutOfBounds: elemsOutOfBounds(m)}
	funcs, err := exportedFuncs(m)
	if err != nil {
		return nil, err
	}
	s.watch(m, funcs)
	for _, c := range calls {
		if c, err = resolve(c, funcs); err != nil {
			return nil, err
		}
		s.Calls = append(s.Calls, c)
	}
	return s, nil
}

func checkSizes(m *wasmast.Module) error {
	for _, t := range memTypes(m) {
		if t.Limits.Min > maxPages {
			return fmt.Errorf("memory of %d pages", t.Limits.Min)
		}
	}
	for _, t := range tableTypes(m) {
		if t.Limits.Min > maxElems {
			return fmt.Errorf("table of %d elements", t.Limits.Min)
		}
	}
	return nil
}

// elemsOutOfBounds reports whether an active element segment of m does not fit its table as the host provides it.
func elemsOutOfBounds(m *wasmast.Module) bool {
	tables := tableTypes(m)
	for _, e := range m.Elems {
		a, ok := e.Mode.(wasmast.ElemActive)
		if !ok || len(a.Offset) != 1 {
			continue
		}
		offset := a.Offset[0]
		if _, ok := offset.(wasmast.Global); ok { // imported, as the offset is constant
			offset = hostValue(wasmast.I32)
		}
		if c, ok := offset.(wasmast.I32Const); ok &&
			uint64(uint32(c.Value))+uint64(len(e.Init)) > uint64(tables[a.Table].Limits.Min) {
			return true
		}
	}
	return false
}

// exportedFuncs returns the types of the functions that m exports, by name.
func exportedFuncs(m *wasmast.Module) (funcs map[string]wasmast.FuncType, err error) {
	funcs = map[string]wasmast.FuncType{}
	for _, e := range m.Exports {
		if d, ok := e.Desc.(wasmast.ExportFunc); ok {
			if funcs[e.Name], err = m.FuncType(d.Func); err != nil {
				return nil, err
			}
		}
	}
	return funcs, nil
}

// watch fills in what of m is looked at. Funcs are the exported functions.
func (s *Script) watch(m *wasmast.Module, funcs map[string]wasmast.FuncType) {
	globals, tables, w := m.GlobalTypes(), tableTypes(m), writes(m)
	for _, e := range m.Exports {
		switch d := e.Desc.(type) {
		case wasmast.ExportFunc:
			if isSegmentExport(e.Name) {
				s.End.Segments = append(s.End.Segments, e.Name)
			}
		case wasmast.ExportMem:
			s.End.Memories = append(s.End.Memories, e.Name)
			if w.memory {
				s.Between.Memories = append(s.Between.Memories, e.Name)
			}
		case wasmast.ExportGlobal:
			g := GlobalExport{Name: e.Name, Type: globals[d.Global]}
			if name := fmt.Sprintf(vectorExport, d.Global); g.Type.Type == wasmast.V128 && sameType(funcs[name], vectorType) {
				g.Vector = name
			}
			s.End.Globals = append(s.End.Globals, g)
			if init, ok := bound(m, e.Name, d.Global); ok {
				s.Before = append(s.Before, Global{e.Name, init})
			} else if w.globals[d.Global] {
				s.Between.Globals = append(s.Between.Globals, g)
			}
		case wasmast.ExportTable:
			t := TableExport{e.Name, tables[d.Table].Elem}
			if e.Name == functionsExport {
				s.Functions = e.Name
				continue
			}
			s.End.Tables = append(s.End.Tables, t)
			if w.tables[d.Table] {
				s.Between.Tables = append(s.Between.Tables, t)
			}
		}
	}
}

// SegmentTrap is the trap by which the function of a name, with which Expose shows a segment, says that it is dropped.
func SegmentTrap(name string) Trap {
	var i int
	if n, _ := fmt.Sscanf(name, elemExport, &i); n == 1 {
		return TableBounds
	}
	return MemoryBounds
}

// isSegmentExport reports whether Expose gives an export this name to show a segment.
func isSegmentExport(name string) bool {
	var i int
	for _, format := range []string{dataExport, elemExport} {
		if n, _ := fmt.Sscanf(name, format, &i); n == 1 && name == fmt.Sprintf(format, i) {
			return true
		}
	}
	return false
}

// bound returns the initial value of a global that is one of those that Total added.
func bound(m *wasmast.Module, name string, x wasmast.GlobalIdx) (store.Value, bool) {
	n := int(x) - imported[wasmast.ImportGlobal](m)
	if n < 0 || name != FuelExport && name != DepthExport || !m.Globals[n].Type.Mutable {
		return store.Value{}, false
	}
	init, ok := m.Globals[n].Init[0].(wasmast.I64Const)
	return store.I64(init.Value), ok
}

// resolve gives c the type of the function that it calls, or directs it to the function without v128.
func resolve(c Call, funcs map[string]wasmast.FuncType) (Call, error) {
	ft, ok := funcs[c.Func]
	if !ok {
		return c, fmt.Errorf("no exported function %q", c.Func)
	}
	if !slices.EqualFunc(c.Args, ft.Params, func(v store.Value, t wasmast.ValType) bool { return v.Type == t }) {
		return c, fmt.Errorf("arguments %v for a function of type %v", c.Args, ft)
	}
	for i, v := range c.Args {
		if v.Type.IsRef() && v.Lo != 0 {
			return c, fmt.Errorf("argument %d: a reference other than null, which means nothing to other engines", i)
		}
	}
	c.Type = ft
	if name := fmt.Sprintf(callExport, c.Func); hasVector(ft) {
		if split := splitType(ft); sameType(funcs[name], split) {
			c = Call{Func: name, Args: splitValues(c.Args), Type: split}
		}
	}
	return c, nil
}

func hasVector(ft wasmast.FuncType) bool {
	return slices.Contains(ft.Params, wasmast.V128) || slices.Contains(ft.Results, wasmast.V128)
}

// splitValues returns vs with each v128 as two i64.
func splitValues(vs []store.Value) []store.Value {
	var out []store.Value
	for _, v := range vs {
		if v.Type == wasmast.V128 {
			out = append(out, store.I64(int64(v.Lo)), store.I64(int64(v.Hi)))
		} else {
			out = append(out, v)
		}
	}
	return out
}

// Play carries out the script on an instance whose host is answered by r, and returns the outcome from the
// instantiation on.
func (s *Script) Play(in Instance, r *Recorder) Outcome { return s.play(in, r, func() {}) }

// play is Play. It calls ended after each event, the instantiation included, that is not inconclusive.
func (s *Script) play(in Instance, r *Recorder, ended func()) Outcome {
	p := player{s, in, r, nil, ended}
	o := Outcome{Stage: Ran}
	var stop *Stop
	if p.refs, stop = p.identify(); stop == nil {
		stop = p.finish(&o.Start)
	}
	for i := 0; i < len(s.Calls) && stop == nil; i++ {
		var e Event
		if e, stop = p.call(s.Calls[i]); stop == nil {
			o.Calls = append(o.Calls, e)
		}
	}
	if stop == nil {
		o.State, stop = p.look(s.End)
	}
	if stop != nil {
		o.Inconclusive, o.Text = stop.Inconclusive, stop.Text
	}
	return o
}

// player carries out a script on one instance.
type player struct {
	script *Script
	in     Instance
	host   *Recorder
	refs   Refs
	ended  func()
}

// identify reads which functions references mean.
func (p *player) identify() (Refs, *Stop) {
	if p.script.Functions == "" {
		return nil, nil
	}
	functions, err := p.in.Table(TableExport{p.script.Functions, wasmast.RefTypeFunc})
	if err != nil {
		return nil, hidden("functions", p.script.Functions, err)
	}
	return newRefs(functions), nil
}

// hidden is the stop that it means that a part of the state cannot be read.
func hidden(kind, name string, err error) *Stop {
	return StopReason(Unsupported, fmt.Sprintf("%s %q: %v", kind, name, err))
}

// call carries out one call. The stop is not nil if it is inconclusive.
func (p *player) call(c Call) (Event, *Stop) {
	e := Event{Func: c.Func}
	var err error
	for _, g := range p.script.Before {
		if err = p.in.SetGlobal(g.Name, g.Value); err != nil {
			break
		}
	}
	if err == nil {
		e.Results, err = p.in.Call(c.Func, c.Type, c.Args)
	}
	if err != nil {
		stop := stopOf(err)
		if stop.Inconclusive != "" {
			return e, stop
		}
		e.Trap, e.Text = stop.Trap, stop.Text
		if e.Trap == 0 {
			e.Trap = Failure
		}
	}
	return e, p.finish(&e)
}

// finish adds what the host and the state tell of an event that is over.
func (p *player) finish(e *Event) (stop *Stop) {
	p.ended()
	e.Trace = p.host.Take()
	for _, c := range e.Trace {
		p.refs.values(c.Args)
	}
	p.refs.values(e.Results)
	e.After, stop = p.look(p.script.Between)
	return stop
}

// look reads state. The stop is not nil if the engine does not show it.
func (p *player) look(w Watch) (st State, stop *Stop) {
	for _, g := range w.Globals {
		v, err := p.in.Global(g)
		if err != nil {
			return State{}, hidden("global", g.Name, err)
		}
		st.Globals = append(st.Globals, Global{g.Name, p.refs.value(v)})
	}
	for _, name := range w.Memories {
		pages, data, err := p.in.Memory(name)
		if err != nil {
			return State{}, hidden("memory", name, err)
		}
		st.Memories = append(st.Memories, Memory{name, pages, slices.Clone(trimmed(data))})
	}
	for _, x := range w.Tables {
		t, err := p.in.Table(x)
		if err != nil {
			return State{}, hidden("table", x.Name, err)
		}
		for i, e := range t.Elems {
			t.Elems[i].Ref = p.refs.ref(e.Ref)
		}
		t.Name = x.Name
		st.Tables = append(st.Tables, t)
	}
	for _, name := range w.Segments {
		_, err := p.in.Call(name, wasmast.FuncType{}, nil)
		if err != nil && stopOf(err).Trap&(MemoryBounds|TableBounds) == 0 {
			return State{}, hidden("segment", name, err)
		}
		st.Segments = append(st.Segments, Segment{name, err != nil})
	}
	return st, nil
}

// trimmed returns b without the zeros at its end.
func trimmed(b []byte) []byte {
	for len(b) >= 4096 && [4096]byte(b[len(b)-4096:]) == [4096]byte{} {
		b = b[:len(b)-4096]
	}
	for len(b) >= 64 && [64]byte(b[len(b)-64:]) == [64]byte{} {
		b = b[:len(b)-64]
	}
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

// Calls returns n calls, with arguments as from Args, of each function that m exports under a name that is not
// reserved. A function without parameters is called twice at most: the second call may find other state.
func Calls(m *wasmast.Module, n int, r *rand.Rand) ([]Call, error) {
	var calls []Call
	for _, e := range m.Exports {
		d, ok := e.Desc.(wasmast.ExportFunc)
		if !ok || strings.HasPrefix(e.Name, reserved) {
			continue
		}
		ft, err := m.FuncType(d.Func)
		if err != nil {
			return nil, err
		}
		times := n
		if len(ft.Params) == 0 {
			times = min(n, 2)
		}
		for _, args := range Args(ft, times, r) {
			calls = append(calls, Call{Func: e.Name, Args: args})
		}
	}
	return calls, nil
}
