// Package wazero adapts the engines of github.com/tetratelabs/wazero: its interpreter and its compiler. They share
// decoder, validator and instantiation, and are one opinion there.
//
// Wazero departs from the specification knowingly in two places, where outcomes are inconclusive as a known
// deviation. It rejects modules whose name section is malformed or occurs twice, although errors in custom sections
// must not invalidate a module (section 5.5.3). And where an active element segment is out of bounds, it skips this
// segment and those after it, and instantiates the module.
//
// It also accepts some types of later proposals that are not switched on. The adaptor does not hide that.
package wazero

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Interpreter returns the engine "wazero-interpreter".
func Interpreter() diff.Engine {
	return newEngine("wazero-interpreter", wazero.NewRuntimeConfigInterpreter())
}

// Compiler returns the engine "wazero-compiler". It validates with the interpreter's configuration, which is the
// same validator without the code generation.
func Compiler() diff.Engine {
	return newEngine("wazero-compiler", wazero.NewRuntimeConfigCompiler())
}

type engine struct {
	name           string
	run, validator runtime
}

func newEngine(name string, config wazero.RuntimeConfig) *engine {
	return &engine{name: name, run: runtime{config: configure(config)},
		validator: runtime{config: configure(wazero.NewRuntimeConfigInterpreter())}}
}

func configure(c wazero.RuntimeConfig) wazero.RuntimeConfig {
	return c.WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false)
}

func (e *engine) Name() string               { return e.name }
func (e *engine) Family() string             { return "wazero" }
func (e *engine) Version() string            { return diff.ModuleVersion("github.com/tetratelabs/wazero") }
func (e *engine) Features() wasmast.Features { return wasmast.V2 }

func (e *engine) Close() error {
	e.run.close()
	e.validator.close()
	return nil
}

func (e *engine) Validate(bin []byte) diff.Verdict {
	crash, err := e.compile(bin)
	switch {
	case crash != nil:
		return diff.Verdict{Kind: diff.Crash, Text: fmt.Sprint("panic: ", crash)}
	case err != nil:
		return compileStop(err).Verdict()
	}
	return diff.Verdict{}
}

func (e *engine) Check(bin []byte) diff.VerdictKind {
	crash, err := e.compile(bin)
	switch {
	case crash != nil:
		return diff.Crash
	case err != nil:
		return diff.Reject
	}
	return diff.Accept
}

// compile compiles a module for its verdict. Crash is the value of a panic.
func (e *engine) compile(bin []byte) (crash any, err error) {
	defer func() {
		if crash = recover(); crash != nil {
			e.validator.close()
		}
	}()
	ctx := context.Background()
	code, err := e.validator.get(ctx).CompileModule(ctx, bin)
	if err == nil {
		code.Close(ctx)
	}
	return nil, err
}

func (e *engine) Run(bin []byte, s *diff.Script) diff.Outcome {
	return e.RunEach(bin, []*diff.Script{s})[0]
}

// RunEach compiles a module and carries out each script with an instance of its own. After a panic the rest is done
// with a new runtime.
func (e *engine) RunEach(bin []byte, scripts []*diff.Script) (outcomes []diff.Outcome) {
	for len(outcomes) < len(scripts) {
		outcomes = append(outcomes, e.runUntilCrash(bin, scripts[len(outcomes):])...)
	}
	return outcomes
}

// runUntilCrash carries out scripts, at least one, up to the first in which the engine panics.
func (e *engine) runUntilCrash(bin []byte, scripts []*diff.Script) (outcomes []diff.Outcome) {
	defer func() {
		if r := recover(); r != nil {
			e.run.close()
			outcomes = append(outcomes, diff.Outcome{Stage: diff.Crashed, Text: fmt.Sprint("panic: ", r)})
		}
	}()
	ctx := context.Background()
	code, err := e.run.get(ctx).CompileModule(ctx, bin)
	if err != nil {
		return slices.Repeat([]diff.Outcome{diff.NotRun(compileStop(err), nil)}, len(scripts))
	}
	defer code.Close(ctx)
	for _, s := range scripts {
		outcomes = append(outcomes, e.runCode(ctx, code, s))
	}
	return outcomes
}

func (e *engine) runCode(ctx context.Context, code wazero.CompiledModule, s *diff.Script) diff.Outcome {
	if s.ElemsOutOfBounds {
		return diff.NotRun(diff.StopReason(diff.KnownDeviation, "active element segment out of bounds"), nil)
	}
	rec := diff.NewRecorder(&s.Host)
	host, err := e.run.host(ctx, &s.Host, rec)
	defer host.close(ctx)
	if err != nil {
		return diff.NotRun(fmt.Errorf("host: %w", err), nil)
	}
	ctx = experimental.WithImportResolver(ctx, host.resolve)
	m, err := e.run.rt.InstantiateModule(ctx, code, anonymous)
	if err != nil {
		return diff.NotRun(instantiateStop(err), rec.Take())
	}
	defer m.Close(ctx)
	return s.Play(&instance{run: &e.run, m: m}, rec)
}

// anonymous configures an instance without a name, which any number of modules can have, and without the calls of
// exports such as _start that wazero makes by default. Nothing reads the random source, but the default one is
// made anew for each instance at a sixth of the cost of the whole.
var anonymous = wazero.NewModuleConfig().WithName("").WithStartFunctions().WithRandSource(strings.NewReader(""))

// instance is a module instance during one run.
type instance struct {
	run   *runtime
	m     api.Module
	stack []uint64
}

func (in *instance) Call(name string, ft wasmast.FuncType, args []store.Value) ([]store.Value, error) {
	for _, ts := range [][]wasmast.ValType{ft.Params, ft.Results} {
		for _, t := range ts {
			if t == wasmast.V128 {
				return nil, diff.StopReason(diff.Unsupported, "v128 in the type of "+name)
			}
		}
	}
	f := in.m.ExportedFunction(name)
	if f == nil {
		return nil, fmt.Errorf("no exported function %q", name)
	}
	n := max(len(ft.Params), len(ft.Results))
	if len(in.stack) < n {
		in.stack = make([]uint64, n)
	}
	for i, v := range args {
		in.stack[i] = v.Lo
	}
	if err := f.CallWithStack(context.Background(), in.stack[:n]); err != nil {
		return nil, callStop(err)
	}
	results := make([]store.Value, len(ft.Results))
	for i, t := range ft.Results {
		results[i] = value(t, in.stack[i])
	}
	return results, nil
}

// value takes a value from one of wazero's 64-bit slots. Half of it is not specified for 32-bit types.
func value(t wasmast.ValType, slot uint64) store.Value {
	if t == wasmast.I32 || t == wasmast.F32 {
		slot = uint64(uint32(slot))
	}
	return store.Value{Type: t, Lo: slot}
}

func (in *instance) Global(g diff.GlobalExport) (store.Value, error) {
	if g.Type.Type == wasmast.V128 {
		return diff.ReadVector(in, g)
	}
	global := in.m.ExportedGlobal(g.Name)
	if global == nil {
		return store.Value{}, fmt.Errorf("no exported global %q", g.Name)
	}
	return value(g.Type.Type, global.Get()), nil
}

func (in *instance) Table(x diff.TableExport) (t diff.Table, err error) {
	p := diff.TableProbe(x.Name, x.Elem)
	err = in.probe(p, func(probe *instance) error {
		t, err = diff.ReadTable(probe.reader(p), func(i uint32) (uint64, error) {
			r, err := probe.Call(diff.ElementExport, diff.ElementType(x.Elem), []store.Value{store.I32(int32(i))})
			if err != nil {
				return 0, err
			}
			return r[0].Lo, nil
		})
		return err
	})
	return t, err
}

// reader returns the function of a probe that in is an instance of.
func (in *instance) reader(p diff.Probe) func(args ...store.Value) ([]store.Value, error) {
	return func(args ...store.Value) ([]store.Value, error) { return in.Call(diff.ProbeExport, p.Type, args) }
}

// probe instantiates a probe, whose import comes from in, and calls use with the instance.
func (in *instance) probe(p diff.Probe, use func(probe *instance) error) error {
	ctx := context.Background()
	code, err := in.run.probe(ctx, p)
	if err != nil {
		return err
	}
	ctx = experimental.WithImportResolver(ctx, func(string) api.Module { return in.m })
	m, err := in.run.rt.InstantiateModule(ctx, code, anonymous)
	if err != nil {
		return err
	}
	defer m.Close(ctx)
	return use(&instance{m: m})
}

func (in *instance) SetGlobal(name string, v store.Value) error {
	g, ok := in.m.ExportedGlobal(name).(api.MutableGlobal)
	if !ok {
		return fmt.Errorf("no exported mutable global %q", name)
	}
	g.Set(v.Lo)
	return nil
}

func (in *instance) Memory(name string) (uint32, []byte, error) {
	m := in.m.ExportedMemory(name)
	if m == nil {
		return 0, nil, fmt.Errorf("no exported memory %q", name)
	}
	// Size is zero for a memory of 4 GiB.
	pages, _ := m.Grow(0)
	data, ok := m.Read(0, m.Size())
	if !ok || pages == 1<<16 {
		return 0, nil, fmt.Errorf("memory %q of %d pages", name, pages)
	}
	return pages, data, nil
}
