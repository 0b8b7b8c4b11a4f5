package diff

import (
	"errors"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Visits says what becomes of an instruction while the calls of a script are made.
type Visits struct {
	Executed bool
	Trapped  bool // at least once
}

// Visit makes the calls of a script in a module that is known to be valid, each with the given fuel, and returns what
// becomes of the instructions in its functions, by their operators.
func Visit(m *wasmast.Module, s *Script, fuel int64) map[wasmast.Op]Visits {
	v := visitor{visited: map[wasmast.Op]Visits{}, fuel: fuel}
	own := map[*wasmast.Func]bool{} // and not those of the host
	for i := range m.Funcs {
		own[&m.Funcs[i]] = true
	}
	v.shadower = interp.NewShadower(unshadowed{})
	v.shadower.Visit = func(at interp.Site) {
		if own[at.Func] {
			v.last = at.Instr.Op()
			visits := v.visited[v.last]
			visits.Executed = true
			v.visited[v.last] = visits
		}
	}
	engine := &OwnEngine{instantiate: v.instantiate}
	engine.play(m, s, func(in store.Instance, r *Recorder) Outcome { return s.Play(ownInstance{in}, r) })
	return v.visited
}

// visitor looks at the instructions that are executed.
type visitor struct {
	shadower *interp.Shadower[struct{}]
	fuel     int64
	visited  map[wasmast.Op]Visits
	last     wasmast.Op // that was executed
}

// instantiate is the Instantiator for the module under test and those of the host.
func (v *visitor) instantiate(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
	cfg.Fuel = v.fuel
	in, err := v.shadower.Instantiate(m, imports, cfg)
	v.trapped(err)
	if err != nil {
		return nil, err
	}
	return visitedInstance{in, v}, nil
}

// trapped notes which instruction has trapped, if err says that one has.
func (v *visitor) trapped(err error) {
	var trap store.Trap
	if visits, ok := v.visited[v.last]; ok && errors.As(err, &trap) {
		visits.Trapped = true
		v.visited[v.last] = visits
	}
}

type visitedInstance struct {
	*interp.ShadowInstance[struct{}]
	*visitor
}

func (in visitedInstance) Call(name string, args []store.Value) ([]store.Value, error) {
	in.SetFuel(in.fuel)
	results, err := in.ShadowInstance.Call(name, args)
	in.trapped(err)
	return results, err
}

// unshadowed is the domain without shadows.
type unshadowed struct{}

type none = interp.Shadowed[struct{}]

func (unshadowed) Value(interp.Site, []none, store.Value, store.Trap) (x struct{}, err error) {
	return x, nil
}
func (unshadowed) Load(interp.Site, []struct{}, none, store.Value) (x struct{}) { return x }
func (unshadowed) Store(interp.Site, none, []struct{})                          {}
func (unshadowed) Select(interp.Site, none, none, none) (x struct{}, err error) { return x, nil }
func (unshadowed) Decide(interp.Site, none, uint64) error                       { return nil }
func (unshadowed) Host(_ interp.Site, _ *store.Func, _ []none, results []store.Value) []struct{} {
	return make([]struct{}, len(results))
}
