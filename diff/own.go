package diff

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/wasmfuzz/wasmfuzz/interp/openbits"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Validator decides whether a module is valid. The error is a *wasmast.Error.
type Validator func(m *wasmast.Module, f wasmast.Features) error

// Instantiator instantiates a valid module, as interp.Instantiate does.
type Instantiator func(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error)

// OwnEngine is the project's own engine.
type OwnEngine struct {
	validate    Validator
	instantiate Instantiator
	features    wasmast.Features
	faulty      bool    // whether a panic is a crash of the engine under test, not a bug of ours
	witness     Witness // nil for none
	wasm        []byte  // for the witness, reused
}

// Own returns the engine "own": the project's decoder with the given validator and interpreter, so that it runs
// the instrumented copies as well as the originals. A panic of these is a bug of the project and not recovered.
func Own(validate Validator, instantiate Instantiator, features wasmast.Features) *OwnEngine {
	return &OwnEngine{validate: validate, instantiate: instantiate, features: features}
}

// Faulty returns the engine with a fault planted in its packages: what panics then is the engine under test, which
// has crashed.
func (e *OwnEngine) Faulty() *OwnEngine {
	faulty := *e
	faulty.faulty = true
	return &faulty
}

// Suspect reports whether the engine is one that Faulty has returned.
func (e *OwnEngine) Suspect() bool { return e.faulty }

// caught calls f. If the engine is faulty and f panics, it calls crash with the reason.
func (e *OwnEngine) caught(f func(), crash func(text string)) {
	if e.faulty {
		defer func() {
			if r := recover(); r != nil {
				crash(fmt.Sprint("panic: ", r))
			}
		}()
	}
	f()
}

// Name returns "own".
func (e *OwnEngine) Name() string { return "own" }

// Family returns "own".
func (e *OwnEngine) Family() string { return "own" }

// Version returns that of the module from which the program was built.
func (e *OwnEngine) Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Features returns those with which modules are validated.
func (e *OwnEngine) Features() wasmast.Features { return e.features }

// Close does nothing.
func (e *OwnEngine) Close() error { return nil }

// Validate decodes and validates a module.
func (e *OwnEngine) Validate(bin []byte) Verdict {
	m, err := wasm.Decode(bin)
	if err != nil {
		return VerdictOf(err)
	}
	return e.ValidateModule(m, e.features)
}

// Check is Validate without the reason.
func (e *OwnEngine) Check(bin []byte) VerdictKind { return e.Validate(bin).Kind }

// ValidateModule validates a module, under other features than the engine's own if need be.
func (e *OwnEngine) ValidateModule(m *wasmast.Module, f wasmast.Features) (v Verdict) {
	if stop := e.begin(m); stop != nil {
		return stop.Verdict()
	}
	e.caught(func() { v = VerdictOf(e.validate(m, f)) }, func(text string) { v = Verdict{Kind: Crash, Text: text} })
	e.end()
	return v
}

// Run decodes, validates and runs a module.
func (e *OwnEngine) Run(bin []byte, s *Script) Outcome {
	m, err := wasm.Decode(bin)
	v := VerdictOf(err)
	if err == nil {
		v = e.ValidateModule(m, e.features)
	}
	if v.Kind != Accept {
		return NotRun(v.stop(), nil)
	}
	return e.RunModule(m, s)
}

// RunModule runs a module that is known to be valid, for half the price of Run.
func (e *OwnEngine) RunModule(m *wasmast.Module, s *Script) (o Outcome) {
	if stop := e.begin(m, s); stop != nil {
		return NotRun(stop, nil)
	}
	e.caught(func() { o = e.run(m, s) }, func(text string) { o = Outcome{Stage: Crashed, Text: text} })
	e.end()
	return o
}

func (e *OwnEngine) run(m *wasmast.Module, s *Script) Outcome {
	return e.play(m, s, func(in store.Instance, r *Recorder) Outcome { return s.Play(ownInstance{in}, r) })
}

// play instantiates a module and has its instance played with.
func (e *OwnEngine) play(m *wasmast.Module, s *Script, with func(store.Instance, *Recorder) Outcome) Outcome {
	r := NewRecorder(&s.Host)
	cfg := store.Config{Store: new(store.Store)}
	imports, closeHost, err := e.host(&s.Host, r, cfg)
	defer closeHost()
	if err != nil {
		return NotRun(stopOfOwn(err), nil)
	}
	in, err := e.instantiate(m, imports, cfg)
	if err != nil {
		return NotRun(stopOfOwn(err), r.Take())
	}
	defer in.Close()
	return with(in, r)
}

// host instantiates the host's modules and returns their exports. The function frees them, also after an error.
func (e *OwnEngine) host(h *Host, r *Recorder, cfg store.Config) (store.Imports, func(), error) {
	providers := map[string]store.Instance{}
	free := func() {
		for _, p := range h.Modules {
			if in := providers[p.Name]; in != nil {
				in.Close()
			}
		}
	}
	natives := map[string]store.Extern{}
	for i, f := range h.Funcs {
		natives[HostName(i)] = store.Extern{Func: &store.Func{Type: f.Type,
			Call: func(args []store.Value) ([]store.Value, error) { return r.Call(i, args), nil }}}
	}
	lookup := func(_, name string) (store.Extern, bool) { x, ok := natives[name]; return x, ok }
	for _, p := range h.Modules {
		in, err := e.instantiate(p.Module, lookup, cfg)
		if err != nil {
			return nil, free, fmt.Errorf("host module %q: %w", p.Name, err)
		}
		providers[p.Name] = in
	}
	return func(module, name string) (store.Extern, bool) {
		if in := providers[module]; in != nil {
			return in.Export(name)
		}
		return store.Extern{}, false
	}, free, nil
}

// stopOfOwn turns an error of the interpreter into a stop.
func stopOfOwn(err error) *Stop {
	var trap store.Trap
	var exhausted store.Exhausted
	var link *store.LinkError
	switch {
	case errors.As(err, &trap):
		return StopTrap(TrapOf(trap), err.Error())
	case errors.As(err, &exhausted):
		return StopReason(exhaustion(exhausted), err.Error())
	case errors.As(err, &link):
		return StopStage(Unlinkable, err.Error())
	case errors.Is(err, openbits.Undecided{}):
		return StopReason(DependsOnNaN, err.Error())
	}
	return StopStage(Crashed, err.Error())
}

func exhaustion(e store.Exhausted) Reason {
	switch e {
	case store.ExhaustedFuel:
		return FuelExhausted
	case store.ExhaustedStack, store.ExhaustedFrame:
		return StackExhausted
	case store.ExhaustedMemory, store.ExhaustedTable:
		return NoMemory
	}
	panic(fmt.Sprintf("wasmfuzz: internal error: unknown resource %q", string(e)))
}

type ownInstance struct{ store.Instance }

// Call gives each call the same fuel. A growth that was refused although the type allows it makes all that
// follows inconclusive.
func (in ownInstance) Call(name string, _ wasmast.FuncType, args []store.Value) ([]store.Value, error) {
	in.SetFuel(store.DefaultFuel)
	results, err := in.Instance.Call(name, args)
	for _, m := range in.Memories() {
		if m.Limited {
			return nil, StopReason(GrowRefused, "memory.grow refused")
		}
	}
	for _, t := range in.Tables() {
		if t.Limited {
			return nil, StopReason(GrowRefused, "table.grow refused")
		}
	}
	if err != nil {
		return nil, stopOfOwn(err)
	}
	return results, nil
}

func (in ownInstance) Global(g GlobalExport) (store.Value, error) {
	if x, ok := in.Export(g.Name); ok && x.Global != nil {
		return x.Global.Value(), nil
	}
	return store.Value{}, fmt.Errorf("no exported global %q", g.Name)
}

func (in ownInstance) SetGlobal(name string, v store.Value) error {
	if x, ok := in.Export(name); ok && x.Global != nil {
		x.Global.Lo, x.Global.Hi = v.Lo, v.Hi
		return nil
	}
	return fmt.Errorf("no exported global %q", name)
}

func (in ownInstance) Memory(name string) (uint32, []byte, error) {
	if x, ok := in.Export(name); ok && x.Memory != nil {
		return x.Memory.Pages(), x.Memory.Data, nil
	}
	return 0, nil, fmt.Errorf("no exported memory %q", name)
}

func (in ownInstance) Table(t TableExport) (Table, error) {
	x, ok := in.Export(t.Name)
	if !ok || x.Table == nil {
		return Table{}, fmt.Errorf("no exported table %q", t.Name)
	}
	return NewTable(x.Table.Size(), func(i uint32) (ref uint64, err error) { return x.Table.Elems[i], nil })
}
