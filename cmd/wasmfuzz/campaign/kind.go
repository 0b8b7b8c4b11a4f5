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

// clause matches where our reasons go on to say what was found and where.
var clause = regexp.MustCompile(`^(\w+: [^:(]*\w).*`)

// Reason is a verdict without what is particular to the module. Of our own reasons the code remains.
func Reason(v diff.Verdict) string {
	if v.Kind == diff.Accept {
		return v.Kind.String()
	}
	return fmt.Sprintf("%s (%s)", v.Kind, generalize(clause.ReplaceAllString(v.Text, "$1")))
}
