// Package engines lists the engines of other projects that are built into the program.
package engines

import (
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/wazero"
)

// entry is an engine's name and the function that makes it.
type entry struct {
	name string
	open func() diff.Engine
}

// all is the list.
func all() []entry {
	return append([]entry{
		{"wazero-interpreter", wazero.Interpreter},
		{"wazero-compiler", wazero.Compiler},
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

// Open returns the engine with the given name. The caller closes it.
func Open(name string) (diff.Engine, error) {
	for _, e := range all() {
		if e.name == name {
			return e.open(), nil
		}
	}
	return nil, fmt.Errorf("unknown engine %q; there are %s", name, strings.Join(Names(), ", "))
}
