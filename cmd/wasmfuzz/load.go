package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// file is a module's bytes and where they come from.
type file struct {
	path string
	wasm []byte
}

// readModule reads a module in the binary format, in the text format if the name ends in .wat, or from a file of the
// corpus of go test -fuzz.
func readModule(path string) (file, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return file{}, err
	}
	wasm, isGo, err := record.FromGoFuzz(b)
	if err != nil {
		return file{}, fmt.Errorf("%s: %v", path, err)
	} else if isGo {
		b = wasm
	}
	if strings.HasSuffix(path, ".wat") {
		if b, err = assemble(string(b)); err != nil {
			return file{}, fmt.Errorf("%s: %v", path, err)
		}
	}
	return file{path, b}, nil
}

// readModules reads the named files, and all files below the named directories whose names end in .wasm, in
// lexical order.
func readModules(paths []string) ([]file, error) {
	var files []file
	for _, path := range paths {
		names, err := modulesBelow(path)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			f, err := readModule(name)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	return files, nil
}

// modulesBelow lists the modules in a directory, or the path itself if it is none.
func modulesBelow(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var names []string
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".wasm") {
			names = append(names, name)
		}
		return err
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: no .wasm files", path)
	}
	return names, err
}
