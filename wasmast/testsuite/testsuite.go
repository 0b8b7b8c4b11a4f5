// Package testsuite reads the WebAssembly test suite in the form that wast2json gives it: a directory of binary
// modules, and for each script a JSON file whose commands say what is to become of them.
//
// The suite is the one that the wazero module carries for its own tests, so that it is at hand wherever the
// project builds, under versions that go.sum fixes.
package testsuite

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// The suites: versions 1.0 and 2.0 of the specification, and the additions of a proposal beyond 2.0.
const (
	V1            = "v1"
	V2            = "v2"
	ExtendedConst = "extended-const"
)

// Script is a file of the suite: commands to be carried out in order.
type Script struct {
	Dir      string // the directory of the modules that the commands name
	Source   string `json:"source_filename"` // the text from which the script was made, such as "i32.wast"
	Commands []Command

	modules map[string][]byte // those of the commands, if they are not files
}

// Command is a step of a script. The fields that a type of command does not use are zero.
type Command struct {
	// Type is module, module_definition, which is not instantiated, register or action, or one of the assertions: assert_return, assert_trap,
	// assert_exhaustion, assert_invalid, assert_malformed, assert_unlinkable, assert_uninstantiable.
	Type string
	// Line is the command's place in the source.
	Line int
	// Filename is the module of the command, relative to the script's directory.
	Filename string
	// ModuleType is "binary", or "text" for a module in the text format. It is set for assertions on modules
	// only; the module of a module command is binary.
	ModuleType string `json:"module_type"`
	// Text is the reason for which an assertion expects failure: the error has it as its prefix.
	Text string
	// Name is the name by which later commands refer to a module, such as "$M"; the latest module is the one
	// that a reference without a name means.
	Name string
	// As is the name under which a register command makes a module's exports available to imports.
	As string
	// Action is what the command does.
	Action Action
	// Expected holds the results of an action; for a trap, only their types.
	Expected []Value
}

// Action invokes an exported function or gets an exported global.
type Action struct {
	Type   string // "invoke" or "get", or "" if the command has no action
	Module string // the module's name, or "" for the latest
	Field  string // the name of the export
	Args   []Value
}

// Binary returns the module of c and true if c has a module in the binary format.
func (s *Script) Binary(c Command) (bin []byte, ok bool, err error) {
	if c.Filename == "" || c.ModuleType == "text" {
		return nil, false, nil
	}
	if bin, ok := s.modules[c.Filename]; ok {
		return bin, true, nil
	}
	bin, err = os.ReadFile(filepath.Join(s.Dir, c.Filename))
	return bin, err == nil, err
}

// Load reads all scripts of a suite in the order of their names. It is an error if there are none.
func Load(suite string) ([]*Script, error) {
	root, err := root()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(root, suite, "testdata")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("testsuite: no scripts in %s", dir)
	}
	scripts := make([]*Script, len(files))
	for n, file := range files {
		if scripts[n], err = load(file); err != nil {
			return nil, err
		}
	}
	return scripts, nil
}

func load(file string) (*Script, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &Script{Dir: filepath.Dir(file)}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	return s, nil
}

// root is the directory of the suites. The go command knows where it keeps the wazero module.
var root = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		return "", fmt.Errorf("testsuite: go list: %v", err)
	}
	dir := strings.TrimSpace(string(out))
	if dir == "" {
		return "", fmt.Errorf("testsuite: the wazero module is not downloaded; run go mod download")
	}
	return filepath.Join(dir, "internal", "integration_test", "spectest"), nil
})
