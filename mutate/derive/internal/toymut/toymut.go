// Package toymut mutates the types of package toy. It is what the tests of
// mutate/derive expect it to print, compiled.
package toymut

import (
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/derive/internal/toy"
)

//go:generate go run ../.. -pkg github.com/wasmfuzz/wasmfuzz/mutate/derive/internal/toy -type Program -default "Const=toy.Number{Value: 5}" -out derived.go

var mutators = derive()

// Program returns the mutator of programs.
func Program() mutate.Mutator[toy.Program] { return mutators.Program }
