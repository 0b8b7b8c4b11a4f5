package spectest

import (
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// entry is an engine's name and the function that makes it.
type entry struct {
	name string
	open func(wasmast.Features) Engine
}

// all is the list of engines.
func all() []entry {
	return append([]entry{
		{"own", Own},
		{"wazero-interpreter", WazeroInterpreter},
		{"wazero-compiler", WazeroCompiler},
	}, withCgo()...)
}

// Names returns the names of the engines.
func Names() []string {
	var names []string
	for _, e := range all() {
		names = append(names, e.name)
	}
	return names
}

// Open returns the engine with the given name. It accepts the given features as far as it can be told to. The caller
// closes it.
func Open(name string, f wasmast.Features) (Engine, error) {
	for _, e := range all() {
		if e.name == name {
			return e.open(f), nil
		}
	}
	return nil, fmt.Errorf("unknown engine %q; there are %s", name, strings.Join(Names(), ", "))
}
