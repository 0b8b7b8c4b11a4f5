package regress

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// Wast returns the test as a script of the specification's test suite.
func (t *Test) Wast() string {
	var b strings.Builder
	for line := range strings.Lines(t.Doc) {
		b.WriteString(";; " + line)
	}
	b.WriteString("\n\n")
	for _, s := range t.Steps {
		switch s := s.(type) {
		case Accept:
			b.WriteString(strings.Replace(module("", s.Module), head(""), head("")+" definition", 1) + "\n")
		case Reject:
			b.WriteString(s.wast())
		case Define:
			b.WriteString(s.wast())
			if t.imports(s.As) {
				fmt.Fprintf(&b, "(register %s $%s)\n", quote(s.As), s.ID)
			}
		case Invoke:
			b.WriteString(s.wast())
		}
	}
	return b.String()
}

func (s Reject) wast() string {
	if s.Module == nil {
		return fmt.Sprintf("(assert_malformed %s %s)\n", binaryModule("", s.Wasm), quote(s.Reason))
	}
	return fmt.Sprintf("(assert_invalid\n%s %s)\n", indent(module("", s.Module)), quote(s.Reason))
}

func (s Define) wast() string {
	if s.Trap != 0 {
		return fmt.Sprintf("(assert_trap\n%s %s)\n", indent(module("", s.Module)), reason(s.Trap))
	}
	return module(s.ID, s.Module) + "\n"
}

// imports reports whether a module of the test has imports of a module name.
func (t *Test) imports(name string) bool {
	return slices.ContainsFunc(t.Steps, func(s Step) bool {
		d, ok := s.(Define)
		return ok && slices.ContainsFunc(d.Module.Imports, func(i wasmast.Import) bool { return i.Module == name })
	})
}

func (s Invoke) wast() string {
	action := fmt.Sprintf("(invoke $%s %s", s.ID, quote(s.Func))
	for _, v := range s.Args {
		action += " " + argument(v)
	}
	action += ")"
	if s.Trap != 0 {
		return fmt.Sprintf("(assert_trap %s %s)\n", action, reason(s.Trap))
	}
	for _, w := range s.Want {
		action += " " + result(w)
	}
	return fmt.Sprintf("(assert_return %s)\n", action)
}

func quote(s string) string { return text.Quote([]byte(s)) }

// reason is the text of a trap, or of one that it can be and a comment if that is not known.
func reason(t diff.Trap) string {
	one, others := only(t)
	if others {
		return fmt.Sprintf("%s (; %v ;)", quote(one.String()), t)
	}
	return quote(one.String())
}

func argument(v store.Value) string {
	if v.Type == wasmast.ExternRef && v.Lo != 0 {
		return fmt.Sprintf("(ref.extern %d)", v.Lo-1)
	}
	return "(" + text.Instr(v.Const()) + ")"
}

func result(w Want) string {
	switch {
	case w.NaN != Exact:
		return fmt.Sprintf("(%v.const %s)", w.Type, w.NaN)
	case w.Type == wasmast.FuncRef && w.Lo != 0:
		return "(ref.func)"
	case w.Type == wasmast.ExternRef && w.Lo != 0:
		return "(ref.extern)"
	}
	return argument(w.Value)
}

// module returns a module as text if the text format has an equivalent that all assemblers read, and else as bytes.
func module(id string, m *wasmast.Module) string {
	if !textual(m) {
		return fmt.Sprintf(";; %s", strings.ReplaceAll(strings.TrimSpace(text.String(m)), "\n", "\n;; ")) +
			"\n" + binaryModule(id, binary.Encode(m))
	}
	return strings.TrimSpace(strings.Replace(text.String(m), "(module", head(id), 1))
}

func head(id string) string {
	if id == "" {
		return "(module"
	}
	return "(module $" + id
}

// textual reports whether assemblers for version 2.0 of the specification read the text of m.
func textual(m *wasmast.Module) bool {
	const maxAlign = 31 // in the exponent
	for i := range m.Instrs() {
		switch i := i.(type) {
		case wasmast.Access:
			if i.Arg.Align > maxAlign {
				return false
			}
		case wasmast.AccessLane:
			if i.Arg.Align > maxAlign {
				return false
			}
		case wasmast.SelectT:
			if len(i.Types) == 0 {
				return false
			}
		}
		if usesMemory(i) {
			return false
		}
	}
	return len(m.Customs) == 0
}

// usesMemory reports whether an instruction refers to another memory than the first.
func usesMemory(i wasmast.Instr) bool {
	switch i := i.(type) {
	case wasmast.Memory:
		return i.Mem != 0
	case wasmast.MemoryCopy:
		return i.Dst != 0 || i.Src != 0
	case wasmast.MemoryInit:
		return i.Mem != 0
	}
	return false
}

// perLine is the number of bytes on a line.
const perLine = 16

func binaryModule(id string, wasm []byte) string {
	var b strings.Builder
	b.WriteString(head(id) + " binary")
	for len(wasm) > 0 {
		n := min(perLine, len(wasm))
		b.WriteString("\n  \"")
		for _, c := range wasm[:n] {
			fmt.Fprintf(&b, "\\%02x", c)
		}
		b.WriteString("\"")
		wasm = wasm[n:]
	}
	return b.String() + ")"
}

// indent moves all lines to the right.
func indent(s string) string {
	return string(bytes.ReplaceAll([]byte("  "+s), []byte("\n"), []byte("\n  ")))
}
