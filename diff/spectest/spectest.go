// Package spectest runs the specification's test suite, in the form that wast2json gives it, on any engine.
//
// Run carries out one script and reports every command that failed, and every command that was skipped with the
// reason. An engine needs more here than diff.Engine has: instances that stay and are linked to each other. The
// adaptors are own.go, wazero.go and wasmtime.go; Open knows them by name.
package spectest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// Engine is an implementation of WebAssembly.
type Engine interface {
	Name() string
	// Features are those that the engine has been told to accept.
	Features() wasmast.Features
	// Validate decodes and validates a module.
	Validate(bin []byte) error
	// NewStore returns a store without instances.
	NewStore() Store
	// Close frees the engine.
	Close()
}

// Store holds instances that can be linked to each other. An error of its methods, or of those of its instances,
// is an Unsupported, a Crash, or in the engine's own words.
type Store interface {
	// Instantiate instantiates a module. Its imports are the exports of registered instances.
	Instantiate(bin []byte) (Instance, error)
	// Register makes the exports of an instance available to imports from a module name, in place of what had
	// that name before.
	Register(name string, in Instance)
	// Close frees the store and its instances.
	Close()
}

// Instance is a module instance in a store.
type Instance interface {
	// Invoke calls an exported function.
	Invoke(name string, args []store.Value) ([]store.Value, error)
	// Get returns the value of an exported global.
	Get(name string) (store.Value, error)
}

// Unsupported says that a command cannot be carried out because of the engine's interface, or of this package. It
// is the reason for which the command is skipped.
type Unsupported string

// Error returns the reason.
func (u Unsupported) Error() string { return string(u) }

// Crash says that an engine failed in a way that no module may cause. No script expects it.
type Crash string

// Error returns what the engine said.
func (c Crash) Error() string { return string(c) }

// Report is what became of the commands of a script.
type Report struct {
	Source  string // the script
	Passed  int
	Failed  []Note
	Skipped []Note
}

// Note is a command and why it failed or was skipped.
type Note struct {
	Line    int    // in the script's source
	Command string // its type
	Reason  string
}

// String has the form "12: assert_return: got i32 1, want i32 2".
func (n Note) String() string { return fmt.Sprintf("%d: %s: %s", n.Line, n.Command, n.Reason) }

// Run carries out a script. A command that fails does not end it.
func Run(e Engine, s *testsuite.Script) Report {
	report := Report{Source: path.Base(s.Source)}
	r := newRunner(e, s)
	defer r.store.Close()
	for _, c := range s.Commands {
		var unsupported Unsupported
		err := r.command(c)
		if err == nil {
			report.Passed++
			continue
		}
		note := Note{Line: c.Line, Command: c.Type, Reason: err.Error()}
		if errors.As(err, &unsupported) {
			report.Skipped = append(report.Skipped, note)
		} else {
			report.Failed = append(report.Failed, note)
		}
	}
	return report
}

// ReadScripts reads a script, or all scripts of a directory that wast2json has made, in the order of their names. It is
// an error if there are none. Assemble translates the modules of a script that is in its own format (.wast).
func ReadScripts(name string, assemble func(string) ([]byte, error)) ([]*testsuite.Script, error) {
	if strings.HasSuffix(name, ".wast") {
		s, err := testsuite.ReadWast(name, assemble)
		return []*testsuite.Script{s}, err
	}
	files := []string{name}
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(name, "*.json")); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no scripts (*.json)", name)
	}
	var scripts []*testsuite.Script
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s := &testsuite.Script{Dir: filepath.Dir(file)}
		if err := json.Unmarshal(text, s); err != nil {
			return nil, fmt.Errorf("%s: %v", file, err)
		}
		if len(s.Commands) == 0 {
			return nil, fmt.Errorf("%s: no commands", file)
		}
		scripts = append(scripts, s)
	}
	return scripts, nil
}
