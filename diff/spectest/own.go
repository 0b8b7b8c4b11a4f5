package spectest

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Own returns the engine "own": this project's decoder, validator and interpreter.
func Own(f wasmast.Features) Engine { return own{f} }

type own struct{ features wasmast.Features }

func (e own) Name() string               { return "own" }
func (e own) Features() wasmast.Features { return e.features }
func (e own) Close()                     {}

func (e own) NewStore() Store {
	return &ownStore{engine: e, store: new(store.Store), registered: map[string]store.Instance{}}
}

func (e own) Validate(bin []byte) error {
	_, err := e.decode(bin)
	return err
}

// decode returns a valid module.
func (e own) decode(bin []byte) (*wasmast.Module, error) {
	m, err := binary.Decode(bin)
	if err != nil {
		return nil, err
	}
	return m, validate.Module(m, e.features)
}

type ownStore struct {
	engine     own
	store      *store.Store
	registered map[string]store.Instance
}

func (s *ownStore) Instantiate(bin []byte) (Instance, error) {
	m, err := s.engine.decode(bin)
	if err != nil {
		return nil, err
	}
	in, err := interp.Instantiate(m, s.lookup, store.Config{
		Store: s.store, CheckSegments: !s.engine.features.Has(wasmast.BulkMemory),
	})
	if err != nil {
		return nil, err
	}
	return ownInstance{in}, nil
}

// lookup resolves an import.
func (s *ownStore) lookup(module, name string) (store.Extern, bool) {
	if in := s.registered[module]; in != nil {
		return in.Export(name)
	}
	return store.Extern{}, false
}

func (s *ownStore) Register(name string, in Instance) {
	s.registered[name] = in.(ownInstance).Instance
}

// Close leaves the instances, which may share memory, to the garbage collector.
func (s *ownStore) Close() {}

type ownInstance struct{ store.Instance }

// Invoke gives each call the same fuel.
func (in ownInstance) Invoke(name string, args []store.Value) ([]store.Value, error) {
	in.SetFuel(store.DefaultFuel)
	return in.Call(name, args)
}

func (in ownInstance) Get(name string) (store.Value, error) {
	if x, ok := in.Export(name); ok && x.Global != nil {
		return x.Global.Value(), nil
	}
	return store.Value{}, fmt.Errorf("no exported global %q", name)
}
