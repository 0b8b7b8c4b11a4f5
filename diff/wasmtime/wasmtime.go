//go:build cgo

package wasmtime

import (
	"fmt"
	"math"
	"slices"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Speed returns the engine "wasmtime", which optimizes the code that it generates.
func Speed() diff.Engine { return newEngine("wasmtime", optimize(wasmtime.OptLevelSpeed)) }

// None returns the engine "wasmtime-none", which does not optimize.
func None() diff.Engine { return newEngine("wasmtime-none", optimize(wasmtime.OptLevelNone)) }

// SinglePass returns the engine "wasmtime-single-pass", which has another allocator of registers.
func SinglePass() diff.Engine {
	return newEngine("wasmtime-single-pass", func(c *wasmtime.Config) { c.SetCraneliftFlag("regalloc_algorithm", "single_pass") })
}

// Pulley returns the engine "pulley", the interpreter of wasmtime.
func Pulley() diff.Engine {
	return newEngine("pulley", func(c *wasmtime.Config) {
		if err := c.SetTarget("pulley64"); err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
	})
}

func optimize(level wasmtime.OptLevel) func(*wasmtime.Config) {
	return func(c *wasmtime.Config) { c.SetCraneliftOptLevel(level) }
}

type engine struct {
	name   string
	engine *wasmtime.Engine
	hosts  map[string]*hostCode
}

func newEngine(name string, configure func(*wasmtime.Config)) *engine {
	c := wasmtime.NewConfig()
	configure(c)
	c.SetParallelCompilation(false)
	for _, off := range []func(bool){
		c.SetWasmThreads, c.SetWasmTailCall, c.SetWasmFunctionReferences, c.SetWasmGC, c.SetWasmRelaxedSIMD,
		c.SetWasmMultiMemory, c.SetWasmMemory64, c.SetWasmWideArithmetic,
	} {
		off(false)
	}
	return &engine{name: name, engine: wasmtime.NewEngineWithConfig(c), hosts: map[string]*hostCode{}}
}

func (e *engine) Name() string { return e.name }

func (e *engine) Family() string { return "wasmtime" }

func (e *engine) Version() string {
	return diff.ModuleVersion("github.com/bytecodealliance/wasmtime-go/v39")
}

// Features has extended constant expressions, which the library cannot turn off.
func (e *engine) Features() wasmast.Features { return wasmast.V2 | wasmast.ExtendedConst }

func (e *engine) Close() error {
	for _, h := range e.hosts {
		h.close()
	}
	e.hosts = nil
	e.engine.Close()
	return nil
}

func (e *engine) Validate(bin []byte) diff.Verdict {
	if err := wasmtime.ModuleValidate(e.engine, bin); err != nil {
		return compileStop(err).Verdict()
	}
	return diff.Verdict{}
}

func (e *engine) Check(bin []byte) diff.VerdictKind {
	if err := wasmtime.ModuleValidate(e.engine, bin); err != nil {
		closeError(err)
		return diff.Reject
	}
	return diff.Accept
}

func (e *engine) Run(bin []byte, s *diff.Script) diff.Outcome {
	return e.RunEach(bin, []*diff.Script{s})[0]
}

// RunEach compiles a module and carries out each script in a store of its own.
func (e *engine) RunEach(bin []byte, scripts []*diff.Script) []diff.Outcome {
	code, err := wasmtime.NewModule(e.engine, bin)
	if err != nil {
		return slices.Repeat([]diff.Outcome{diff.NotRun(compileStop(err), nil)}, len(scripts))
	}
	defer code.Close()
	outcomes := make([]diff.Outcome, len(scripts))
	for i, s := range scripts {
		outcomes[i] = e.run(code, s)
	}
	return outcomes
}

func (e *engine) run(code *wasmtime.Module, s *diff.Script) diff.Outcome {
	st := wasmtime.NewStore(e.engine)
	defer st.Close()
	rec := diff.NewRecorder(&s.Host)
	refs := references{}
	imports, err := e.host(st, &s.Host, rec, refs)
	if err != nil {
		return diff.NotRun(fmt.Errorf("host: %w", err), nil)
	}
	in, err := wasmtime.NewInstance(st, code, imports)
	if err != nil {
		return diff.NotRun(instantiateStop(err), rec.Take())
	}
	return s.Play(newInstance(st, in, refs), rec)
}

// instance is a module instance during one run.
type instance struct {
	store    *wasmtime.Store
	instance *wasmtime.Instance
	refs     references
	exports  map[string]*wasmtime.Extern // those that have been asked for, nil if there is none
}

func newInstance(st *wasmtime.Store, in *wasmtime.Instance, refs references) *instance {
	return &instance{st, in, refs, map[string]*wasmtime.Extern{}}
}

// export returns an export, or nil. The library makes a new object for it each time.
func (in *instance) export(name string) *wasmtime.Extern {
	x, ok := in.exports[name]
	if !ok {
		x = in.instance.GetExport(in.store, name)
		in.exports[name] = x
	}
	return x
}

// global returns an exported global, or nil.
func (in *instance) global(name string) *wasmtime.Global {
	if x := in.export(name); x != nil {
		return x.Global()
	}
	return nil
}

// references numbers the functions of a store in the order in which they are seen, from 1 on.
type references map[wasmtime.Func]uint64

func (r references) ref(f *wasmtime.Func) uint64 {
	if f == nil {
		return 0
	}
	if r[*f] == 0 {
		r[*f] = uint64(len(r)) + 1
	}
	return r[*f]
}

func (in *instance) Call(name string, ft wasmast.FuncType, args []store.Value) ([]store.Value, error) {
	for _, ts := range [][]wasmast.ValType{ft.Params, ft.Results} {
		for _, t := range ts {
			if t == wasmast.V128 {
				return nil, diff.StopReason(diff.Unsupported, "v128 in the type of "+name)
			}
		}
	}
	x := in.export(name)
	if x == nil || x.Func() == nil {
		return nil, fmt.Errorf("no exported function %q", name)
	}
	vals := make([]any, len(args))
	for i, v := range args {
		vals[i] = val(v)
	}
	r, err := x.Func().Call(in.store, vals...)
	if err != nil {
		return nil, runStop(err)
	}
	switch len(ft.Results) {
	case 0:
		return nil, nil
	case 1:
		return []store.Value{in.refs.value(ft.Results[0], r)}, nil
	}
	results := make([]store.Value, len(ft.Results))
	for i, v := range r.([]wasmtime.Val) {
		results[i] = in.refs.value(ft.Results[i], v.Get())
	}
	return results, nil
}

func (in *instance) Global(g diff.GlobalExport) (store.Value, error) {
	if g.Type.Type == wasmast.V128 {
		return diff.ReadVector(in, g)
	}
	x := in.global(g.Name)
	if x == nil {
		return store.Value{}, fmt.Errorf("no exported global %q", g.Name)
	}
	return in.refs.value(g.Type.Type, x.Get(in.store).Get()), nil
}

func (in *instance) SetGlobal(name string, v store.Value) error {
	if x := in.global(name); x != nil {
		return x.Set(in.store, val(v))
	}
	return fmt.Errorf("no exported global %q", name)
}

func (in *instance) Memory(name string) (uint32, []byte, error) {
	if x := in.export(name); x != nil && x.Memory() != nil {
		m := x.Memory()
		return uint32(m.Size(in.store)), m.UnsafeData(in.store), nil
	}
	return 0, nil, fmt.Errorf("no exported memory %q", name)
}

func (in *instance) Table(t diff.TableExport) (diff.Table, error) {
	x := in.export(t.Name)
	if x == nil || x.Table() == nil {
		return diff.Table{}, fmt.Errorf("no exported table %q", t.Name)
	}
	return diff.NewTable(uint32(x.Table().Size(in.store)), func(i uint32) (ref uint64, err error) {
		v, err := x.Table().Get(in.store, uint64(i))
		if err != nil {
			return 0, err
		}
		return in.refs.value(t.Elem.Val(), v.Get()).Lo, nil
	})
}

// val turns a value into the library's. Floats keep their bits, as Go does not compute with them.
func val(v store.Value) wasmtime.Val {
	switch v.Type {
	case wasmast.I32:
		return wasmtime.ValI32(int32(v.Lo))
	case wasmast.I64:
		return wasmtime.ValI64(int64(v.Lo))
	case wasmast.F32:
		return wasmtime.ValF32(math.Float32frombits(uint32(v.Lo)))
	case wasmast.F64:
		return wasmtime.ValF64(math.Float64frombits(v.Lo))
	case wasmast.FuncRef:
		return wasmtime.ValFuncref(nil)
	case wasmast.ExternRef:
		return wasmtime.ValExternref(nil)
	}
	panic(fmt.Sprintf("wasmfuzz: internal error: %v for wasmtime", v.Type))
}

// value turns what a library's value contains into a value of type t.
func (r references) value(t wasmast.ValType, x any) store.Value {
	v := store.Zero(t)
	switch x := x.(type) {
	case int32:
		v.Lo = uint64(uint32(x))
	case int64:
		v.Lo = uint64(x)
	case float32:
		v.Lo = uint64(math.Float32bits(x))
	case float64:
		v.Lo = math.Float64bits(x)
	case *wasmtime.Func:
		v.Lo = r.ref(x)
	case nil:
	default:
		v.Lo = diff.SomeRef
	}
	return v
}
