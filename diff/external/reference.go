package external

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/child"
)

// ReferenceVariable is the environment variable that names the program of the reference interpreter.
const ReferenceVariable = "WASMFUZZ_REFERENCE"

// ReferenceInterpreter returns how to start the given program of the reference interpreter.
func ReferenceInterpreter(program string) Config {
	return Config{Name: "reference", Kind: Reference, Command: []string{program}, Timeout: DefaultTimeout}
}

// prompt is the specification's reference interpreter, which takes commands one by one. It is slow, and its recursion is
// that of its own functions, so what it fails for want of is inconclusive. It keeps every instance, with its memory, and
// since version 3.0 no name may be used twice.
type prompt struct {
	process *process
	readers readers
	tests   int // that have begun
}

// promptUses is the number of exchanges after which the interpreter is started anew. It starts within milliseconds.
const promptUses = 1 << 6

func newPrompt(cfg Config) *prompt {
	p := &process{cfg: cfg, greeting: "wasm ", prelude: appendText(nil, prelude), merged: true, patient: true, maxUses: promptUses}
	return &prompt{process: p, readers: readers{}}
}

func (p *prompt) start() (version string, err error) {
	version, err = p.process.start()
	return strings.TrimSuffix(version, " reference interpreter"), err
}

func (p *prompt) pid() int { return p.process.pid() }
func (p *prompt) close()   { p.process.close() }

func (p *prompt) exchange(requests []request) ([]answer, error) {
	var lines []byte
	for _, r := range requests {
		if r.verb == verbReset {
			p.tests++
		}
		for _, c := range p.readers.commands(r) {
			if c.id != printerID {
				c.id = fmt.Sprint(c.id, ".", p.tests)
			}
			lines = appendText(lines, c)
		}
	}
	t := transcript{understand: understandPrompt, requests: requests}
	err := p.process.exchange(lines, t.take)
	if t.left() {
		p.process.kill()
	}
	return t.answers, err
}

// noReason is what no reason for a rejection begins with, so that the interpreter tells the reason.
const noReason = "wasmfuzz"

// appendText appends a command as a line of text.
func appendText(b []byte, c request) []byte {
	switch c.verb {
	case verbCheck, verbValidate:
		b = fmt.Appendf(b, `(assert_invalid (module binary "%s") "%s")`, escaped(c.bin, `\`), noReason)
	case verbRegister:
		b = fmt.Appendf(b, `(register "%s" $%s)`, escaped([]byte(c.name), `\`), c.id)
	case verbInstance:
		b = fmt.Appendf(b, `(module $%s binary "%s")`, c.id, escaped(c.bin, `\`))
	case verbCall:
		b = fmt.Appendf(b, `(invoke $%s "%s"`, c.id, c.name)
		for _, v := range c.args {
			b = fmt.Appendf(b, ` (%v.const %d)`, v.Type, v.Lo)
		}
		b = append(b, ')')
	}
	return append(b, '\n')
}

// escaped returns bytes in hexadecimal digits, each with an escape before it.
func escaped(bytes []byte, escape string) []byte {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, len(bytes)*(len(escape)+2))
	for _, c := range bytes {
		b = append(append(b, escape...), digits[c>>4], digits[c&15])
	}
	return b
}

var (
	promptEnd    = regexp.MustCompile(`^1 : \[?f32\]?$`)
	promptValues = regexp.MustCompile(`^\[?([-0-9_ ]+)\]? : \[?([i0-9 ]+)\]?$`)
	promptReason = regexp.MustCompile(`^Result: "(.*)"$`)
	promptError  = regexp.MustCompile(`^\S+: ([a-z/ ]+): (.*)$`)
	promptDeath  = regexp.MustCompile(`: uncaught exception (\S.*)$`)
)

// understandPrompt says what a line of the interpreter means.
func understandPrompt(line string) (said, answer) {
	line = strings.TrimLeft(line, "> ")
	if promptEnd.MatchString(line) {
		return theEnd, answer{}
	}
	if m := promptDeath.FindStringSubmatch(line); m != nil {
		return somePart, answer{stop: death(m[1]), leave: true}
	}
	if m := promptReason.FindStringSubmatch(line); m != nil {
		return somePart, answer{stop: diff.StopStage(diff.Rejected, child.Clean(m[1]))}
	}
	if m := promptError.FindStringSubmatch(line); m != nil {
		return promptStop(m[1], child.Clean(m[2]))
	}
	if m := promptValues.FindStringSubmatch(line); m != nil {
		values, types := strings.Fields(strings.ReplaceAll(m[1], "_", "")), strings.Fields(m[2])
		if len(values) == len(types) {
			for i := range values {
				values[i] = types[i] + ":" + values[i]
			}
			if vs, err := parseValues(strings.Join(values, " ")); err == nil {
				return somePart, answer{values: vs}
			}
		}
	}
	return nothing, answer{}
}

// promptStop says what an error of the given category means.
func promptStop(category, text string) (said, answer) {
	switch category {
	case "assertion failure":
		if text == "expected validation error" {
			return validAfter, answer{}
		}
		return nothing, answer{} // the reason was told before
	case "decoding error", "invalid module", "validation error":
		return somePart, answer{stop: diff.StopStage(diff.Rejected, text)}
	case "link failure":
		return somePart, answer{stop: diff.StopStage(diff.Unlinkable, text)}
	case "runtime trap":
		return somePart, answer{stop: trapStop(text, nil)}
	case "resource exhaustion":
		return somePart, answer{stop: diff.StopReason(diff.StackExhausted, text)}
	}
	return somePart, answer{stop: diff.StopStage(diff.Crashed, category+": "+text)}
}

// death says what it means that the interpreter ends by an exception of OCaml.
func death(exception string) *diff.Stop {
	switch {
	case strings.Contains(exception, "Stack_overflow"):
		return diff.StopReason(diff.StackExhausted, exception)
	case strings.Contains(exception, "Out_of_memory"), strings.Contains(exception, "OutOfMemory"):
		return diff.StopReason(diff.NoMemory, exception)
	}
	return diff.StopStage(diff.Crashed, "uncaught exception "+child.Clean(exception))
}
