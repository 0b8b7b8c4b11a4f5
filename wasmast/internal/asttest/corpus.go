// Package asttest has modules to test decoders, encoders and printers with: those of the specification's test
// suite, which the wazero module contains, and one or more instructions for each row of the instruction table.
package asttest

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

// Command is an entry of a test script that concerns a module in the binary format.
type Command struct {
	Type string // module, assert_malformed, assert_invalid, ...
	Line int
	Text string // of assertions, the error that is expected

	Filename string
	Module   []byte `json:"-"`
	Form     string `json:"module_type"` // of assertions, binary or text
}

// String names the module for messages.
func (c Command) String() string { return c.Filename }

// Suite calls f for each binary module in the scripts of a version of the test suite, v1 or v2.
func Suite(t testing.TB, version string, f func(c Command)) {
	t.Helper()
	dir := filepath.Join("internal/integration_test/spectest", version, "testdata")
	Files(t, dir, ".json", func(path string, content []byte) {
		var script struct{ Commands []Command }
		if err := json.Unmarshal(content, &script); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, c := range script.Commands {
			if c.Filename == "" || c.Form == "text" {
				continue
			}
			b, err := os.ReadFile(filepath.Join(filepath.Dir(path), c.Filename))
			if err != nil {
				t.Fatal(err)
			}
			c.Module = b
			f(c)
		}
	})
}
