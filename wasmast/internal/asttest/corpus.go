// Package asttest has modules to test decoders, encoders and printers with: those of the specification's test
// suite, which the wazero module contains, and one or more instructions for each row of the instruction table.
package asttest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// WazeroDir returns the directory of the wazero module.
func WazeroDir(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// Files calls f for each file below a directory of the wazero module that has an extension such as ".wasm".
func Files(t testing.TB, dir, ext string, f func(path string, content []byte)) {
	t.Helper()
	n := 0
	dir = filepath.Join(WazeroDir(t), dir)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		n++
		b, err := os.ReadFile(path)
		if err == nil {
			f(path, b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("no %s files in %s", ext, dir)
	}
}

// Command is a command of a test script on a module in the binary format.
type Command struct {
	testsuite.Command
	Module []byte
}

// String names the module for messages.
func (c Command) String() string { return c.Filename }

// Suite calls f for each binary module in the scripts of a version of the test suite.
func Suite(t testing.TB, version string, f func(c Command)) {
	t.Helper()
	scripts, err := testsuite.Load(version)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts {
		for _, c := range s.Commands {
			bin, ok, err := s.Binary(c)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				f(Command{c, bin})
			}
		}
	}
}
