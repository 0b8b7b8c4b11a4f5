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
	// Globals, Memories and Tables are the exports that are looked at.
	Globals  []GlobalExport
	Memories []string
	Tables   []TableExport
	// ElemsOutOfBounds says that an active element segment does not fit its table, so that the instantiation must
	// trap.
	ElemsOutOfBounds bool
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
	funcs := map[string]wasmast.FuncType{}
	globals, tables := m.GlobalTypes(), tableTypes(m)
	for _, e := range m.Exports {
		switch d := e.Desc.(type) {
		case wasmast.ExportFunc:
			if funcs[e.Name], err = m.FuncType(d.Func); err != nil {
				return nil, err
			}
		case wasmast.ExportMem:
			s.Memories = append(s.Memories, e.Name)
		case wasmast.ExportGlobal:
			s.addGlobal(m, GlobalExport{e.Name, globals[d.Global]}, d.Global)
		case wasmast.ExportTable:
			s.Tables = append(s.Tables, TableExport{e.Name, tables[d.Table].Elem})
		}
	}
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

// addGlobal takes an exported global into the script: to look at, and to set before each call if it is one of
// those that Total added.
func (s *Script) addGlobal(m *wasmast.Module, g GlobalExport, x wasmast.GlobalIdx) {
	s.Globals = append(s.Globals, g)
	n := int(x) - imported[wasmast.ImportGlobal](m)
	if n >= 0 && g.Type.Mutable && (g.Name == FuelExport || g.Name == DepthExport) {
		if init, ok := m.Globals[n].Init[0].(wasmast.I64Const); ok {
			s.Before = append(s.Before, Global{g.Name, store.I64(init.Value)})
		}
	}
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
func (s *Script) Play(in Instance, r *Recorder) Outcome {
	o := Outcome{Stage: Ran, Start: Event{Trace: r.Take()}}
	for _, c := range s.Calls {
		e, stop := s.call(in, c, r)
		if stop != nil {
			o.Inconclusive, o.Text = stop.Inconclusive, stop.Text
			return o
		}
		o.Calls = append(o.Calls, e)
	}
	var err error
	if o.State, err = s.look(in); err != nil {
		o.State, o.Inconclusive, o.Text = State{}, Unsupported, err.Error()
	}
	return o
}

// call carries out one call. The stop is not nil if the call is inconclusive.
func (s *Script) call(in Instance, c Call, r *Recorder) (Event, *Stop) {
	e := Event{Func: c.Func}
	var err error
	for _, g := range s.Before {
		if err = in.SetGlobal(g.Name, g.Value); err != nil {
			break
		}
	}
	if err == nil {
		e.Results, err = in.Call(c.Func, c.Type, c.Args)
	}
	e.Trace = r.Take()
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
	return e, nil
}

// look reads the state.
func (s *Script) look(in Instance) (st State, err error) {
	for _, g := range s.Globals {
		v, err := in.Global(g)
		if err != nil {
			return st, fmt.Errorf("global %q: %w", g.Name, err)
		}
		st.Globals = append(st.Globals, Global{g.Name, v})
	}
	for _, name := range s.Memories {
		pages, data, err := in.Memory(name)
		if err != nil {
			return st, fmt.Errorf("memory %q: %w", name, err)
		}
		st.Memories = append(st.Memories, Memory{name, pages, slices.Clone(trimmed(data))})
	}
	for _, x := range s.Tables {
		t, err := in.Table(x)
		if err != nil {
			return st, fmt.Errorf("table %q: %w", x.Name, err)
		}
		t.Name = x.Name
		st.Tables = append(st.Tables, t)
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
