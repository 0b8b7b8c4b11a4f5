//go:build cgo

package interp_test

import (
	"testing"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

var withCgo = []kernelEngine{{"pulley", pulleyFunc}}

// pulleyFunc is f of the module in Wasmtime's interpreter. It has no results that anybody looks at.
func pulleyFunc(t testing.TB, m *wasmast.Module) func(n int32) []uint64 {
	c := wasmtime.NewConfig()
	c.SetTarget("pulley64")
	engine := wasmtime.NewEngineWithConfig(c)
	code, err := wasmtime.NewModule(engine, binary.Encode(m))
	if err != nil {
		t.Fatal(err)
	}
	st := wasmtime.NewStore(engine)
	t.Cleanup(st.Close)
	in, err := wasmtime.NewInstance(st, code, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := in.GetFunc(st, "f")
	return func(n int32) []uint64 {
		if _, err := f.Call(st, n); err != nil {
			t.Fatal(err)
		}
		return nil
	}
}
