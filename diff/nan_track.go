package diff

import (
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Track runs a module that is known to be valid, in our interpreter's way of execution that keeps track of open bits.
// It returns what Own would, and which bits of that are open. The outcome is inconclusive, with the reason
// DependsOnNaN, where execution depends on open bits.
func Track(m *wasmast.Module, s *Script) (Outcome, Open) {
	t := &tracker{script: s}
	t.shadower = interp.NewShadower(&openbits.Domain{Depends: t.hostCall})
	own := &OwnEngine{instantiate: t.instantiate}
	var events []OpenEvent
	open := Open{}
	o := own.play(m, s, func(in store.Instance, r *Recorder) Outcome {
		t.module = in
		o := s.play(ownInstance{in}, r, func() { events = append(events, t.event()) })
		open.State = t.state(s.End)
		return o
	})
	if o.Stage == Uninstantiable {
		events = append(events, t.event())
	}
	if len(events) > 0 {
		open.Start, open.Calls = events[0], events[1:]
	}
	if o.Inconclusive != "" {
		open.State, open.Inconclusive, open.Events = OpenState{}, o.Inconclusive, len(events)
	}
	return o, open
}

// tracker collects open bits while a script is carried out.
type tracker struct {
	script   *Script
	shadower *interp.Shadower[Bits]
	module   store.Instance // the one under test

	// since the last event
	results []Bits
	trace   [][]Bits
}

// instantiate is the Instantiator for the module under test and those of the host.
func (t *tracker) instantiate(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
	in, err := t.shadower.Instantiate(m, imports, cfg)
	if err != nil {
		return nil, err
	}
	return trackedInstance{in, t}, nil
}

// trackedInstance keeps the open bits of results.
type trackedInstance struct {
	*interp.ShadowInstance[Bits]
	*tracker
}

// Call calls an exported function, after the globals that the script sets have been set.
func (in trackedInstance) Call(name string, args []store.Value) ([]store.Value, error) {
	for _, g := range in.script.Before {
		if x, ok := in.Export(g.Name); ok {
			in.shadower.SetGlobal(x.Global, Bits{})
		}
	}
	results, err := in.CallShadowed(name, args)
	if err != nil {
		return nil, err
	}
	values, open := make([]store.Value, len(results)), make([]Bits, len(results))
	for i, r := range results {
		values[i], open[i] = r.Value, r.Shadow
	}
	in.tracker.results = open
	return values, nil
}

// hostCall keeps the open bits of arguments. The host's answer does not depend on the bits of a NaN in a float, see
// Recorder.Call; it depends on everything else.
func (t *tracker) hostCall(_ *store.Func, args []openbits.Value) (depends bool) {
	open := make([]Bits, len(args))
	for i, v := range args {
		open[i] = v.Shadow
		depends = depends || !openbits.OnlyNaNs(v)
	}
	t.trace = append(t.trace, open)
	return depends
}

// event returns what is open in the event that has just ended, as far as it is open.
func (t *tracker) event() OpenEvent {
	e := OpenEvent{Results: t.results, Trace: t.trace}
	if t.module != nil {
		e.After = t.state(t.script.Between)
	}
	t.results, t.trace = nil, nil
	return e
}

// state returns what is open in a part of the state.
func (t *tracker) state(w Watch) (s OpenState) {
	for _, g := range w.Globals {
		x, _ := t.module.Export(g.Name)
		s.Globals = append(s.Globals, t.shadower.Global(x.Global))
	}
	for _, name := range w.Memories {
		x, _ := t.module.Export(name)
		var open []OpenByte
		for address, b := range t.shadower.Memory(x.Memory) {
			open = append(open, OpenByte{int(address), byte(b.Lo)})
		}
		s.Memories = append(s.Memories, open)
	}
	return s
}
