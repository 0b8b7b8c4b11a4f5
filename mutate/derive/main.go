// Derive writes the mutators of a family of types: a Go file with one call of a
// combinator of package mutate per type, and about one line per field.
//
// Usage:
//
//	derive -pkg path -type T -out file [-default T=expr ...]
//
// The file describes the type T of the package and all types that T is made of.
// It declares a struct, derived, with one mutator per named type, and a function,
// derive, that returns it. What is exported of that is up to the package that the
// file lies in, whose name is taken to be that of the file's directory.
//
// A type is described by what its declaration says:
//
//   - A struct with a name is a product of its fields, all of which must be exported.
//   - An interface with an unexported method is a sum. Its variants are the struct
//     types of the same package that implement it, in the order of declaration.
//   - An integer type with constants is an enum: its exported constants in the order
//     of declaration, the first of those with the same value. If the type has a method
//     Group without parameters, the members are grouped by the method's result.
//   - An integer type without constants is a number, or, if its name ends in Idx, an
//     index.
//   - A pointer is an option: there is a value, or there is none.
//   - A slice is a list, but a slice of bytes is one component, and so is a string.
//   - An array is a product of its elements.
//
// Everything else is an error. Types are described from simple to composed, and as
// far as possible such that a description names none that follows; where types are
// recursive, it does so by reference. A default that would never end is an error.
//
// The flag -default replaces the default of a type by a Go expression, written as in
// a file that imports the package under its own name.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("derive: ")
	pkg := flag.String("pkg", "", "the import `path` of the package")
	root := flag.String("type", "", "the `name` of the type")
	out := flag.String("out", "", "the `file` to write")
	defaults := defaultsFlag{}
	flag.Var(defaults, "default", "the default of a type, as in `T=expr`")
	flag.Parse()
	if *pkg == "" || *root == "" || *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	path, err := filepath.Abs(*out)
	if err != nil {
		log.Fatal(err)
	}
	src, err := derive(*pkg, *root, filepath.Base(filepath.Dir(path)), defaults)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(path, src, 0o644); err != nil {
		log.Fatal(err)
	}
}

// defaultsFlag maps type names to expressions.
type defaultsFlag map[string]string

func (f defaultsFlag) String() string { return "" }

func (f defaultsFlag) Set(s string) error {
	name, expr, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("%q is not of the form T=expr", s)
	}
	f[name] = expr
	return nil
}

// derive returns the file, as part of the package named home.
func derive(path, root, home string, defaults map[string]string) ([]byte, error) {
	f, err := load(path, root)
	if err != nil {
		return nil, err
	}
	order, err := f.order()
	if err != nil {
		return nil, err
	}
	return f.print(order, home, defaults)
}
