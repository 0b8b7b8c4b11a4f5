package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// NaN says what is done about the bits of NaNs that the specification leaves open (section 4.3.3, NaN propagation).
// None of the ways reports a difference that the specification allows. They differ in what they cannot see.
type NaN string

const (
	// NaNTrack runs modules as they are. Where engines differ, our own tracks which bits of the outcome are open, and
	// only others count. It sees NaNs that are none of those allowed, and bits that an engine loses of NaNs that are
	// determined, in memory and in integers too. It is blind beyond a decision that depends on open bits.
	//
	// It is the default, since it hides least: a decision on the bits of a NaN is rare where nothing aims at it.
	NaNTrack NaN = "track"
	// NaNSpec runs modules as they are, and knows open bits only as what the specification calls them: those of a NaN in
	// a result, a global or an argument of a host function, of a floating-point type or in a lane of a vector. There a
	// NaN equals those that the operator is allowed to have made, another does not. Where open bits got into an integer
	// or memory, it is blind from then on.
	NaNSpec NaN = "spec"
	// NaNCanon rewrites modules with Canon, so that no bit is open. It is never blind to what comes after a NaN, but
	// does not see what engines make of NaNs: Canon erases the difference between those allowed and others.
	NaNCanon NaN = "canon"
)

// NaNs lists the ways, the default first.
func NaNs() []NaN { return []NaN{NaNTrack, NaNSpec, NaNCanon} }

// ParseNaN returns the way of a name.
func ParseNaN(name string) (NaN, error) {
	if n := NaN(name); slices.Contains(NaNs(), n) {
		return n, nil
	}
	names := make([]string, len(NaNs()))
	for i, n := range NaNs() {
		names[i] = string(n)
	}
	return "", fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// Prepare returns a valid module as it is to be run.
func (n NaN) Prepare(m *wasmast.Module) *wasmast.Module {
	if n == NaNCanon {
		return Canon(m)
	}
	return m
}

// Open returns what is open in the outcome of a prepared module. That is nothing if the module is not valid and has
// been run because of a fault in a validator.
func (n NaN) Open(m *wasmast.Module, s *Script) Open {
	if n == NaNCanon || validate.Module(m, wasmast.V2) != nil {
		return Open{}
	}
	o, open := Track(m, s)
	if n == NaNSpec {
		open = open.inNaNs(o, m)
	}
	return open
}

// inNaNs returns open, as far as open bits are those of NaNs in values of types that have NaNs. O is the tracked
// outcome of m.
func (open Open) inNaNs(o Outcome, m *wasmast.Module) Open {
	s := signatures{m}
	ok := func(e Event, x OpenEvent) bool {
		for i, c := range e.Trace {
			if !onlyNaNs(s.params(c), c.Args, at(x.Trace, i)) {
				return false
			}
		}
		return onlyNaNs(s.results(e.Func), e.Results, x.Results) && x.After.inNaNs(e.After)
	}
	known := 0
	if ok(o.Start, open.Start) {
		for known = 1; known <= len(o.Calls) && ok(o.Calls[known-1], open.Calls[known-1]); known++ {
		}
	}
	if known <= len(o.Calls) || !open.State.inNaNs(o.State) {
		open.Inconclusive, open.Events = DependsOnNaN, known
	}
	return open
}

// inNaNs reports whether all open bits of a state are those of NaNs in globals.
func (open OpenState) inNaNs(s State) bool {
	for i, g := range s.Globals {
		if !openbits.OnlyNaNs(openbits.Value{Value: g.Value, Shadow: at(open.Globals, i)}) {
			return false
		}
	}
	return !slices.ContainsFunc(open.Memories, func(bytes []OpenByte) bool { return len(bytes) > 0 })
}

// onlyNaNs reports whether all open bits of values are those of NaNs. Where a type is v128, it may be that the value
// is two i64.
func onlyNaNs(types []wasmast.ValType, vs []store.Value, open []Bits) bool {
	for k := 0; k < len(vs); k++ {
		v := openbits.Value{Value: vs[k], Shadow: at(open, k)}
		if types[0] == wasmast.V128 && v.Type != wasmast.V128 {
			k++
			v.Type, v.Hi, v.Shadow.Hi = wasmast.V128, vs[k].Lo, at(open, k).Lo
		}
		if types = types[1:]; !openbits.OnlyNaNs(v) {
			return false
		}
	}
	return true
}

// signatures are the types of a module's functions before their vectors became two i64.
type signatures struct{ m *wasmast.Module }

// results returns those of the function that is called by the name of an export.
func (s signatures) results(name string) []wasmast.ValType {
	name = strings.TrimPrefix(name, fmt.Sprintf(callExport, ""))
	for _, e := range s.m.Exports {
		if d, ok := e.Desc.(wasmast.ExportFunc); ok && e.Name == name {
			if ft, err := s.m.FuncType(d.Func); err == nil {
				return ft.Results
			}
		}
	}
	return nil
}

// params returns those of a host function.
func (s signatures) params(c HostCall) []wasmast.ValType {
	for _, i := range s.m.Imports {
		if d, ok := i.Desc.(wasmast.ImportFunc); ok && i.Module == c.Module && i.Name == c.Name {
			return s.m.Types[d.Type].Params
		}
	}
	return nil
}
