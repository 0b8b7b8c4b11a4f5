package external

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/child"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// SpectestInterp returns how to start wabt's interpreter under the given name.
func SpectestInterp(name string) Config {
	return Config{Name: name, Kind: Wabt, Command: []string{"spectest-interp"}, Timeout: DefaultTimeout}
}

// files is spectest-interp of wabt, which runs a script from a file. Each exchange is one.
type files struct{ cfg Config }

func (f *files) start() (version string, err error) {
	err = f.run([]string{"--version"}, func(line string) (bool, error) {
		version = child.Clean(line)
		return true, nil
	})
	return version, err
}

// run runs the program with more words behind those of its command, until take has taken the last line.
func (f *files) run(words []string, take func(line string) (bool, error)) error {
	p := &process{cfg: f.cfg}
	p.cfg.Command = slices.Concat(p.cfg.Command, words)
	defer p.kill()
	return p.exchange(nil, take)
}

func (f *files) pid() int { return 0 }
func (f *files) close()   {}

func (f *files) exchange(requests []request) ([]answer, error) {
	dir, err := os.MkdirTemp("", "wasmfuzz-wabt-") // a new one each time: to write files again may wait for the disk
	if err != nil {
		return nil, diff.StopReason(diff.NotStarted, err.Error())
	}
	defer os.RemoveAll(dir)
	name, err := writeScript(dir, requests)
	if err != nil {
		return nil, diff.StopReason(diff.NotStarted, err.Error())
	}
	t := transcript{understand: understandWabt, requests: requests}
	if err := f.run([]string{name}, t.take); err != nil {
		return nil, err
	}
	for i, a := range t.answers {
		if a.stop != nil && a.stop.Stage == diff.Rejected && named(requests[i].bin) {
			t.answers[i].stop = diff.StopReason(diff.KnownDeviation, "a custom section that wabt reads: "+a.stop.Text)
		}
	}
	return t.answers, nil
}

// writeScript writes the script of requests and its modules, and returns the name of the script's file.
func writeScript(dir string, requests []request) (name string, err error) {
	script := []byte(`{"source_filename": "script", "commands": [`)
	modules, readers := 0, readers{}
	add := func(separator string, c request) {
		if c.bin != nil && err == nil {
			err = os.WriteFile(filepath.Join(dir, moduleName(modules)), c.bin, 0o600)
		}
		script = appendJSON(append(script, separator...), c, moduleName(modules))
		modules++
	}
	add("\n", prelude)
	for _, r := range requests {
		for _, c := range readers.commands(r) {
			add(",\n", c)
		}
	}
	script = append(script, "]}\n"...)
	name = filepath.Join(dir, "script.json")
	if err == nil {
		err = os.WriteFile(name, script, 0o600)
	}
	return name, err
}

func moduleName(i int) string { return fmt.Sprint(i, ".wasm") }

// appendJSON appends a command as wast2json writes it. File is the name of its module's file, if it has a module.
func appendJSON(b []byte, c request, file string) []byte {
	switch c.verb {
	case verbCheck, verbValidate:
		return fmt.Appendf(b, `{"type": "assert_invalid", "line": 1, "filename": "%s", "text": "", "module_type": "binary"}`, file)
	case verbRegister:
		return fmt.Appendf(b, `{"type": "register", "line": 1, "name": "$%s", "as": "%s"}`, c.id, escaped([]byte(c.name), `\u00`))
	case verbInstance:
		return fmt.Appendf(b, `{"type": "module", "line": 1, "name": "$%s", "filename": "%s"}`, c.id, file)
	}
	b = fmt.Appendf(b, `{"type": "action", "line": 1, "action": {"type": "invoke", "module": "$%s", "field": "%s", "args": [`, c.id, c.name)
	for i, v := range c.args {
		b = fmt.Appendf(b, `%s{"type": "%v", "value": "%d"}`, ", "[:2*min(i, 1)], v.Type, v.Lo)
	}
	return append(b, `]}, "expected": []}`...)
}

// named reports whether a module is valid but has a custom section that wabt reads, and rejects if it is not as it should
// be (section 5.5.3 of the specification does not let it).
func named(bin []byte) bool {
	m, err := wasm.Decode(bin)
	return err == nil && ours(bin, wasmast.V2) == nil && slices.ContainsFunc(m.Customs, func(c wasmast.Custom) bool {
		return readCustoms.MatchString(c.Name)
	})
}

var readCustoms = regexp.MustCompile(`^(name|dylink|dylink\.0|linking|reloc.*|target_features|metadata\.code\..*)$`)

var (
	wabtPrinted     = regexp.MustCompile(`^called host spectest\.print_i(?:32|64)\((i(?:32|64):\d+)\) =>$`)
	wabtCall        = regexp.MustCompile(`^[a-z0-9]+\(.*\) =>(?: (.*))?$`)
	wabtRejection   = regexp.MustCompile(`^  .*error: (.*)$`)
	wabtInstantiate = regexp.MustCompile(`^script:1: error instantiating module: "(.*?)"?$`)
	wabtUnlinkable  = regexp.MustCompile(`^(invalid import|import signature mismatch|not enough imports|\w+ mismatch in imported)`)
)

// wabtTraps are traps in other words than those of the specification's test suite.
var wabtTraps = map[string]diff.Trap{
	"undefined table index":            diff.UndefinedElement,
	"uninitialized table element":      diff.Uninitialized,
	"indirect call signature mismatch": diff.IndirectCallMistype,
}

// understandWabt says what a line of spectest-interp means.
func understandWabt(line string) (said, answer) {
	stop := func(s *diff.Stop) (said, answer) { return somePart, answer{stop: s} }
	if strings.HasPrefix(line, diff.PrintEnd+"() => f32:") {
		return theEnd, answer{}
	}
	if m := wabtPrinted.FindStringSubmatch(line); m != nil {
		return wabtValues(m[1])
	}
	if m := wabtCall.FindStringSubmatch(line); m != nil {
		if text, ok := strings.CutPrefix(m[1], "error: "); ok {
			return stop(wabtStop(child.Clean(text)))
		}
		return wabtValues(strings.ReplaceAll(m[1], ",", ""))
	}
	if m := wabtRejection.FindStringSubmatch(line); m != nil {
		return stop(diff.StopStage(diff.Rejected, child.Clean(m[1])))
	}
	if m := wabtInstantiate.FindStringSubmatch(line); m != nil {
		return stop(wabtStop(child.Clean(m[1])))
	}
	text, ok := strings.CutPrefix(line, "script:1: ")
	switch {
	case !ok, strings.HasPrefix(text, "unexpected trap: "), strings.HasPrefix(text, "assert_invalid passed:"), text == "unknown module in register":
		return nothing, answer{} // more is told before, or behind
	case text == "invalid register command": // of an instance that could not be made; nothing behind it is run
		return somePart, answer{stop: diff.StopReason(diff.Unsupported, text), leave: true}
	case strings.HasPrefix(text, "expected module to be invalid"):
		return validAfter, answer{}
	case strings.HasPrefix(text, "error reading module"):
		return stop(diff.StopStage(diff.Rejected, child.Clean(text)))
	}
	return stop(diff.StopStage(diff.Crashed, child.Clean(text)))
}

// wabtValues is the answer that has the given values.
func wabtValues(words string) (said, answer) {
	vs, err := parseValues(words)
	if err != nil {
		return somePart, answer{stop: diff.StopStage(diff.Crashed, fmt.Sprintf("%v: %q", err, child.Clean(words)))}
	}
	return somePart, answer{values: vs}
}

// wabtStop says what it means that a call or an instantiation ends with an error.
func wabtStop(text string) *diff.Stop {
	switch {
	case wabtUnlinkable.MatchString(text):
		return diff.StopStage(diff.Unlinkable, text)
	case strings.HasPrefix(text, "call stack exhausted"):
		return diff.StopReason(diff.StackExhausted, text)
	}
	return trapStop(text, wabtTraps)
}
