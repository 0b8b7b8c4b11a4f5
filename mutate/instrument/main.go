// Instrument writes a copy of a package with probes and fault switches in it.
//
// Usage:
//
//	go run github.com/wasmfuzz/wasmfuzz/mutate/instrument -in dir -out dir [-base n] [-check]
//
// The copy does what the original does, reports the sites it passes to package
// probe, and contains faults that probe.Activate switches on. The method is that
// of cmd/cover: text is inserted between tokens, never a newline. So every line has
// the original's number, and panics, stack traces and debuggers speak of both. The
// copy's name is that of its folder; its sites are numbered
// from base on; faults_gen.go in it lists the faults. If -out is -in, the package
// is instrumented in its place.
//
// With -check, instrument writes nothing, and fails if the copy is not what it
// would write.
//
// # Directives
//
// Four comments in the original direct the instrumenter:
//
//	//probe:value EXPR SIZE
//
// at the end of a statement's first line, or alone above it, reserves SIZE
// sites, one for each value 0 <= EXPR < SIZE; before the statement the copy
// passes the one of EXPR's value. SIZE is a constant expression of the package. If the
// statement is a switch with the tag EXPR, its clauses need no sites and have none.
//
//	//probe:skip
//
// before a package clause or in a function's doc comment leaves that file or
// function without probes.
//
//	//probe:omit
//
// before a package clause leaves that file out of the copy. Nothing else in the
// package may need it.
//
// # Sites
//
// The copy passes a site at the start of every function and function literal; of
// every body of if, else, for, switch and select; and before each operand of && and
// ||, and each condition of a case, but the first. A condition that fails shows in
// the edge to whichever site comes next, so different outcomes of a condition or an
// operand pass different edges, unless the run passes no other site.
//
// Bodies of loops, and functions that may call themselves, also count steps (see
// probe.Limit).
//
// # Faults
//
// Every condition of an if, a for or a case of a switch without tag, and every
// operand of && and ||, has three faults: negated, always true, always false.
// Constants have none, nor do expressions of other types than bool.
//
// Named faults are patches in the file faults.txt of the original's folder:
//
//	# comment
//	fault sub-as-add
//		Subtraction adds.
//	in num.go sub
//	- return a - b
//	+ return a + b
//
// A fault has a name, a sentence, and one or more patches, each in a function
// (f, T.f or (*T).f) or variable of a file. The lines marked - must occur there
// exactly once: either statements that follow each other in one block and declare
// nothing, or one expression. Under the fault, the lines marked + replace them;
// without such lines, the statements are removed. Space and comments do not matter.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run is main, as a function of its arguments. It returns the exit status: 0 if
// all is well, 1 if the copy is stale, 2 on errors.
func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("instrument", flag.ContinueOnError)
	flags.SetOutput(stderr)
	in := flags.String("in", "", "the `folder` of the package")
	out := flags.String("out", "", "the `folder` of the copy")
	base := flags.Uint("base", 1, "the `number` of the copy's first site")
	check := flags.Bool("check", false, "write nothing; fail if the copy is stale")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *in == "" || *out == "" || flags.NArg() > 0 {
		flags.Usage()
		return 2
	}
	files, err := Instrument(*in, *out, uint32(*base))
	if err != nil {
		fmt.Fprintln(stderr, "instrument:", err)
		return 2
	}
	if *check {
		return report(*out, files, stderr)
	}
	if err := write(*out, files); err != nil {
		fmt.Fprintln(stderr, "instrument:", err)
		return 2
	}
	return 0
}

// report writes the names of the files in dir that differ from files, or that
// should not be there, and returns the exit status.
func report(dir string, files map[string][]byte, w io.Writer) int {
	stale := leftovers(dir, files)
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, want) {
			stale = append(stale, name)
		}
	}
	slices.Sort(stale)
	for _, name := range stale {
		fmt.Fprintf(w, "instrument: %s is stale: run go generate\n", filepath.Join(dir, name))
	}
	return min(1, len(stale))
}

// write makes dir's generated files those given.
func write(dir string, files map[string][]byte) error {
	for _, name := range leftovers(dir, files) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// leftovers returns the files in dir that an earlier run generated and files no
// longer has.
func leftovers(dir string, files map[string][]byte) []string {
	paths, _ := fs.Glob(os.DirFS(dir), "*.go")
	return slices.DeleteFunc(paths, func(path string) bool {
		text, err := os.ReadFile(filepath.Join(dir, path))
		return files[path] != nil || err != nil || !bytes.HasPrefix(text, []byte(generated))
	})
}
