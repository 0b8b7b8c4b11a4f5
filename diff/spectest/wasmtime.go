//go:build cgo

package spectest

import (
	"fmt"
	"math"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func withCgo() []entry { return []entry{{"wasmtime", Wasmtime}} }

// Wasmtime returns the engine "wasmtime" of github.com/bytecodealliance/wasmtime-go. Some features cannot be turned
// off.
func Wasmtime(f wasmast.Features) Engine {
	c := wasmtime.NewConfig()
	for _, off := range []func(bool){
		c.SetWasmThreads, c.SetWasmTailCall, c.SetWasmFunctionReferences, c.SetWasmGC, c.SetWasmRelaxedSIMD,
		c.SetWasmMultiMemory, c.SetWasmMemory64, c.SetWasmWideArithmetic,
	} {
		off(false)
	}
	c.SetWasmSIMD(f.Has(wasmast.SIMD))
	c.SetWasmMultiValue(f.Has(wasmast.MultiValue))
	c.SetWasmReferenceTypes(f.Has(wasmast.ReferenceTypes))
	c.SetWasmBulkMemory(f.Has(wasmast.BulkMemory))
	return &wasmtimeEngine{wasmtime.NewEngineWithConfig(c), f}
}

type wasmtimeEngine struct {
	*wasmtime.Engine
	features wasmast.Features
}

func (e *wasmtimeEngine) Name() string               { return "wasmtime" }
func (e *wasmtimeEngine) Features() wasmast.Features { return e.features }
func (e *wasmtimeEngine) Validate(bin []byte) error  { return wasmtime.ModuleValidate(e.Engine, bin) }

func (e *wasmtimeEngine) NewStore() Store {
	return &wasmtimeStore{e.Engine, wasmtime.NewStore(e.Engine), map[string]*wasmtime.Instance{}}
}

type wasmtimeStore struct {
	engine     *wasmtime.Engine
	store      *wasmtime.Store
	registered map[string]*wasmtime.Instance
}

func (s *wasmtimeStore) Instantiate(bin []byte) (Instance, error) {
	m, err := wasmtime.NewModule(s.engine, bin)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	imports, err := s.imports(m)
	if err != nil {
		return nil, err
	}
	in, err := wasmtime.NewInstance(s.store, m, imports)
	if err != nil {
		return nil, err
	}
	return wasmtimeInstance{s.store, in}, nil
}

// imports resolves the imports of a module by their names. The library's linker would do so too, but never forgets
// a name.
func (s *wasmtimeStore) imports(m *wasmtime.Module) ([]wasmtime.AsExtern, error) {
	var found []wasmtime.AsExtern
	for _, i := range m.Imports() {
		var x *wasmtime.Extern
		if in := s.registered[i.Module()]; in != nil {
			x = in.GetExport(s.store, *i.Name())
		}
		if x == nil {
			return nil, fmt.Errorf("unknown import: %s.%s", i.Module(), *i.Name())
		}
		found = append(found, x)
	}
	return found, nil
}

func (s *wasmtimeStore) Register(name string, in Instance) {
	s.registered[name] = in.(wasmtimeInstance).instance
}

func (s *wasmtimeStore) Close() { s.store.Close() }

type wasmtimeInstance struct {
	store    *wasmtime.Store
	instance *wasmtime.Instance
}

func (in wasmtimeInstance) Invoke(name string, args []store.Value) ([]store.Value, error) {
	f := in.instance.GetFunc(in.store, name)
	if f == nil {
		return nil, fmt.Errorf("no exported function %q", name)
	}
	ft := f.Type(in.store)
	types := ft.Results()
	for _, t := range append(ft.Params(), types...) {
		if _, ok := wasmtimeTypes[t.Kind()]; !ok {
			return nil, errVector
		}
	}
	vals := make([]any, len(args))
	for i, v := range args {
		vals[i] = toWasmtime(v)
	}
	r, err := f.Call(in.store, vals...)
	if err != nil {
		return nil, err
	}
	switch len(types) {
	case 0:
		return nil, nil
	case 1:
		return []store.Value{fromWasmtime(types[0], r)}, nil
	}
	var results []store.Value
	for i, v := range r.([]wasmtime.Val) {
		results = append(results, fromWasmtime(types[i], v.Get()))
	}
	return results, nil
}

func (in wasmtimeInstance) Get(name string) (store.Value, error) {
	x := in.instance.GetExport(in.store, name)
	if x == nil || x.Global() == nil {
		return store.Value{}, fmt.Errorf("no exported global %q", name)
	}
	t := x.Global().Type(in.store).Content()
	if _, ok := wasmtimeTypes[t.Kind()]; !ok {
		return store.Value{}, errVector
	}
	return fromWasmtime(t, x.Global().Get(in.store).Get()), nil
}

// wasmtimeTypes are the types of the library's values.
var wasmtimeTypes = map[wasmtime.ValKind]wasmast.ValType{
	wasmtime.KindI32: wasmast.I32, wasmtime.KindI64: wasmast.I64, wasmtime.KindF32: wasmast.F32,
	wasmtime.KindF64: wasmast.F64, wasmtime.KindFuncref: wasmast.FuncRef, wasmtime.KindExternref: wasmast.ExternRef,
}

// toWasmtime returns a value as the library's. An external reference is its number.
func toWasmtime(v store.Value) wasmtime.Val {
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
	}
	if v.Lo == 0 {
		return wasmtime.ValExternref(nil)
	}
	return wasmtime.ValExternref(v.Lo)
}

// fromWasmtime takes what one of the library's values contains. Of a reference to a function it is only known
// whether it is null.
func fromWasmtime(t *wasmtime.ValType, x any) store.Value {
	v := store.Zero(wasmtimeTypes[t.Kind()])
	switch x := x.(type) {
	case int32:
		v.Lo = uint64(uint32(x))
	case int64:
		v.Lo = uint64(x)
	case float32:
		v.Lo = uint64(math.Float32bits(x))
	case float64:
		v.Lo = math.Float64bits(x)
	case uint64:
		v.Lo = x
	case *wasmtime.Func:
		if x != nil {
			v.Lo = 1
		}
	}
	return v
}
