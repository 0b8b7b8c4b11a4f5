// Package engines names engines: those of other projects that are built into the program, those that it has adaptors
// for, and any command that speaks the protocol of package external.
package engines

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/external"
	"github.com/wasmfuzz/wasmfuzz/diff/wazero"
)

// entry is an engine's name and the function that makes it.
type entry struct {
	name string
	open func() diff.Engine
}

// builtIn lists the engines that are part of the program.
func builtIn() []entry {
	return append([]entry{
		{"wazero-interpreter", wazero.Interpreter},
		{"wazero-compiler", wazero.Compiler},
	}, withCgo()...)
}

// shipped lists the engines for which the program has an adaptor. They need the program that the command names.
func shipped() []external.Config {
	all := []external.Config{external.V8("v8"), external.V8("v8-turbofan", "--no-liftoff"), external.SpectestInterp("wabt")}
	if program := os.Getenv(external.ReferenceVariable); program != "" {
		all = append(all, external.ReferenceInterpreter(program))
	}
	return all
}

// BuiltIn returns the names of the engines that are part of the program.
func BuiltIn() []string {
	var names []string
	for _, e := range builtIn() {
		names = append(names, e.name)
	}
	return names
}

// Names returns the names of the engines that are there: all that are built in, and those for which there is an adaptor
// and whose program is installed.
func Names() []string {
	names := BuiltIn()
	for _, e := range shipped() {
		if _, err := exec.LookPath(e.Command[0]); err == nil {
			names = append(names, e.Name)
		}
	}
	return names
}

// Config says how engines are opened.
type Config struct {
	Timeout time.Duration // for one answer of an external engine; 0 is external.DefaultTimeout
	Memory  int64         // of its process, in bytes; 0 is no limit
}

// Open returns the engine with the given name. The caller closes it.
func Open(name string) (diff.Engine, error) { return Config{}.Open(name) }

// Open returns the engine with the given name. The caller closes it.
func (c Config) Open(name string) (diff.Engine, error) {
	for _, e := range builtIn() {
		if e.name == name {
			return e.open(), nil
		}
	}
	for _, e := range shipped() {
		if e.Name == name {
			return c.external(e)
		}
	}
	return nil, fmt.Errorf("unknown engine %q; there are %s", name, strings.Join(Names(), ", "))
}

// plainName matches what an engine may be called.
var plainName = regexp.MustCompile(`^[\w.+-]+$`)

// Form is how an engine is given by a command: KIND is one of external.Kinds.
const Form = "NAME=KIND:COMMAND"

// Command starts an engine that is given in the form of Form. The command is split into words as by a shell, with
// quotation marks and backslashes, but nothing is expanded. The caller closes the engine.
func (c Config) Command(spec string) (diff.Engine, error) {
	name, rest, _ := strings.Cut(spec, "=")
	word, command, ok := strings.Cut(rest, ":")
	kind := external.Kind(word)
	if !ok || !plainName.MatchString(name) || !slices.Contains(external.Kinds(), kind) {
		return nil, fmt.Errorf("%q does not have the form %s, where KIND is one of %v", spec, Form, external.Kinds())
	}
	words, err := split(command)
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("there is no command")
	}
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", name, err)
	}
	return c.external(external.Config{Name: name, Kind: kind, Command: words})
}

func (c Config) external(cfg external.Config) (diff.Engine, error) {
	cfg.Memory = c.Memory
	cfg.Timeout = cmp.Or(c.Timeout, external.DefaultTimeout)
	e, err := external.Open(cfg)
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", cfg.Name, err)
	}
	return e, nil
}
