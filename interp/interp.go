// Package interp executes WebAssembly modules.
package interp

import (
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Instantiate instantiates a module (section 4.5.4): it resolves the imports, allocates tables, memories and
// globals, copies the active segments and calls the start function.
//
// The module must be valid. The error is a *store.LinkError, or, from the segments or the start function,
// a store.Trap, a store.Exhausted or what a host function returned.
func Instantiate(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
	panic("wasmfuzz: internal error: instantiation of modules is not part of this build")
}
