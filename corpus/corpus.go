// Package corpus holds the seeds that a campaign starts from when the user names none: small valid modules that
// together contain every instruction. They are made by gen.go from the texts in wat and from the instruction table.
package corpus

import (
	"embed"
	"io/fs"
	"path"
)

//go:generate go run gen.go

//go:embed seeds/*.wasm
var files embed.FS

// Seed is a module in the binary format.
type Seed struct {
	Name string // file name without directory
	Wasm []byte
}

// Seeds returns the built-in seeds in the order of their names.
func Seeds() []Seed {
	names, err := fs.Glob(files, "seeds/*.wasm")
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	seeds := make([]Seed, len(names))
	for i, name := range names {
		wasm, err := files.ReadFile(name)
		if err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
		seeds[i] = Seed{path.Base(name), wasm}
	}
	return seeds
}
