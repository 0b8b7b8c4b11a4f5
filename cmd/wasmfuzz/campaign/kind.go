package campaign

import (
	"fmt"
	"regexp"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// particular matches what differs between texts that say the same of different modules: numbers, and quoted names.
var particular = regexp.MustCompile(`"(\\.|[^"\\])*"|-?\b(0x[0-9a-f]+|\d[\d.]*(e[+-]?\d+)?)\b|\bNaN\b|[+-]Inf\b|\[[\w.]*\]`)

// generalize replaces what is particular to a module by #.
func generalize(text string) string { return particular.ReplaceAllString(text, "#") }

// clause matches where our reasons go on to say what was found and where, and crash where an engine that has crashed goes
// on after its last words, such as "panic: runtime error: index out of range".
var (
	clause = regexp.MustCompile(`^(\w+: [^:(]*\w).*`)
	crash  = regexp.MustCompile(`(?s)^((?:[^:([\n]*\w: ){0,2}[^:([\n]*\w).*`)
)

// Reason is a verdict without what is particular to the module. Of our own reasons the code remains.
func Reason(v diff.Verdict) string {
	said := clause
	switch v.Kind {
	case diff.Accept:
		return v.Kind.String()
	case diff.Crash:
		said = crash
	}
	return fmt.Sprintf("%s (%s)", v.Kind, generalize(said.ReplaceAllString(v.Text, "$1")))
}
