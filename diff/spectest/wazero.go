package spectest

import (
	"context"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// WazeroInterpreter returns the engine "wazero-interpreter" of github.com/tetratelabs/wazero.
func WazeroInterpreter(f wasmast.Features) Engine {
	return newWazero("wazero-interpreter", wazero.NewRuntimeConfigInterpreter(), f)
}

// WazeroCompiler returns the engine "wazero-compiler" of github.com/tetratelabs/wazero.
func WazeroCompiler(f wasmast.Features) Engine {
	return newWazero("wazero-compiler", wazero.NewRuntimeConfigCompiler(), f)
}

// wazeroFeatures are the names that wazero has for features.
var wazeroFeatures = map[wasmast.Features]api.CoreFeatures{
	wasmast.SignExtension:  api.CoreFeatureSignExtensionOps,
	wasmast.Saturating:     api.CoreFeatureNonTrappingFloatToIntConversion,
	wasmast.MultiValue:     api.CoreFeatureMultiValue,
	wasmast.BulkMemory:     api.CoreFeatureBulkMemoryOperations,
	wasmast.ReferenceTypes: api.CoreFeatureReferenceTypes,
	wasmast.SIMD:           api.CoreFeatureSIMD,
	wasmast.ExtendedConst:  experimental.CoreFeaturesExtendedConst,
}

func newWazero(name string, c wazero.RuntimeConfig, f wasmast.Features) Engine {
	enabled := api.CoreFeaturesV1
	for ours, theirs := range wazeroFeatures {
		enabled = enabled.SetEnabled(theirs, f.Has(ours))
	}
	return &wazeroEngine{name: name, features: f, config: c.WithCoreFeatures(enabled).WithDebugInfoEnabled(false)}
}

type wazeroEngine struct {
	name     string
	features wasmast.Features
	config   wazero.RuntimeConfig
}

func (e *wazeroEngine) Name() string               { return e.name }
func (e *wazeroEngine) Features() wasmast.Features { return e.features }
func (e *wazeroEngine) Close()                     {}

func (e *wazeroEngine) NewStore() Store {
	return &wazeroStore{rt: wazero.NewRuntimeWithConfig(context.Background(), e.config),
		registered: map[string]api.Module{}}
}

func (e *wazeroEngine) Validate(bin []byte) error {
	s := e.NewStore().(*wazeroStore)
	defer s.Close()
	_, err := s.compile(bin)
	return err
}

// wazeroStore is one of wazero's runtimes. Its instances have no names, so that there may be any number of them;
// they are linked by an import resolver.
type wazeroStore struct {
	rt         wazero.Runtime
	registered map[string]api.Module
}

// recovered turns a panic of wazero into a crash.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = Crash(fmt.Sprint("panic: ", r))
	}
}

// compile decodes and validates a module. Wazero links modules by their names and does not accept that of an import
// that is empty.
func (s *wazeroStore) compile(bin []byte) (m wazero.CompiledModule, err error) {
	defer recovered(&err)
	m, err = s.rt.CompileModule(context.Background(), bin)
	if err != nil && strings.HasSuffix(err.Error(), "has an empty module name") {
		err = Unsupported(err.Error())
	}
	return m, err
}

func (s *wazeroStore) Instantiate(bin []byte) (in Instance, err error) {
	defer recovered(&err)
	code, err := s.compile(bin)
	if err != nil {
		return nil, err
	}
	ctx := experimental.WithImportResolver(context.Background(), func(name string) api.Module { return s.registered[name] })
	m, err := s.rt.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, err
	}
	return wazeroInstance{m}, nil
}

func (s *wazeroStore) Register(name string, in Instance) {
	s.registered[name] = in.(wazeroInstance).Module
}

func (s *wazeroStore) Close() { s.rt.Close(context.Background()) }

type wazeroInstance struct{ api.Module }

func (in wazeroInstance) Invoke(name string, args []store.Value) (results []store.Value, err error) {
	defer recovered(&err)
	f := in.ExportedFunction(name)
	if f == nil {
		return nil, fmt.Errorf("no exported function %q", name)
	}
	params, types := f.Definition().ParamTypes(), f.Definition().ResultTypes()
	if err := supported(append(params, types...)); err != nil {
		return nil, err
	}
	stack := make([]uint64, len(args))
	for i, v := range args {
		stack[i] = v.Lo
	}
	out, err := f.Call(context.Background(), stack...)
	if err != nil {
		return nil, err
	}
	for i, t := range types {
		results = append(results, wazeroValue(t, out[i]))
	}
	return results, nil
}

func (in wazeroInstance) Get(name string) (store.Value, error) {
	g := in.ExportedGlobal(name)
	if g == nil {
		return store.Value{}, fmt.Errorf("no exported global %q", name)
	}
	return wazeroValue(g.Type(), g.Get()), supported([]api.ValueType{g.Type()})
}

// supported rejects vectors.
func supported(types []api.ValueType) error {
	for _, t := range types {
		if wasmast.ValType(t) == wasmast.V128 {
			return errVector
		}
	}
	return nil
}

// wazeroValue takes a value from one of wazero's slots of 64 bits, half of which means nothing for 32-bit types.
func wazeroValue(t api.ValueType, slot uint64) store.Value {
	v := store.Value{Type: wasmast.ValType(t), Lo: slot}
	if v.Type == wasmast.I32 || v.Type == wasmast.F32 {
		v.Lo = uint64(uint32(slot))
	}
	return v
}
