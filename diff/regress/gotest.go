package regress

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// The texts of Go tests. What is particular to an engine are the functions that the steps call.
var (
	//go:embed steps.tmpl
	stepsTemplate string
	//go:embed wazero.tmpl
	wazeroTemplate string
	//go:embed wasmtime.tmpl
	wasmtimeTemplate string
)

// Library is an engine that is a library for Go, and how tests of it are written.
type Library struct {
	// Name is that of the package.
	Name string
	base string // the path of the Go module, without the major version
	// configs are Go code that sets up the library's engines, by the names that package engines has for them.
	configs  map[string]string
	template string
	arg      func(store.Value) string
	trap     func(diff.Trap) string
}

// Libraries returns those for which tests can be written.
func Libraries() []Library {
	return []Library{{
		Name: "wazero", base: "github.com/tetratelabs/wazero", template: wazeroTemplate, arg: wazeroArg, trap: wazeroTrap,
		configs: map[string]string{
			"wazero-interpreter": "wazero.NewRuntimeConfigInterpreter()",
			"wazero-compiler":    "wazero.NewRuntimeConfigCompiler()",
		},
	}, {
		Name: "wasmtime", base: "github.com/bytecodealliance/wasmtime-go", template: wasmtimeTemplate, arg: wasmtimeArg, trap: wasmtimeTrap,
		configs: map[string]string{
			"wasmtime":             "c.SetCraneliftOptLevel(wasmtime.OptLevelSpeed)",
			"wasmtime-none":        "c.SetCraneliftOptLevel(wasmtime.OptLevelNone)",
			"wasmtime-single-pass": `c.SetCraneliftFlag("regalloc_algorithm", "single_pass")`,
			"pulley":               `_ = c.SetTarget("pulley64")`,
		},
	}}
}

// Has reports whether the library has the engine of a name.
func (l Library) Has(engine string) bool { return l.configs[engine] != "" }

// Path returns the path of the library's Go module in a version, such as v39.0.1.
func (l Library) Path(version string) string {
	if major, _, _ := strings.Cut(version, "."); major != "v0" && major != "v1" {
		return l.base + "/" + major
	}
	return l.base
}

func wazeroArg(v store.Value) string { return fmt.Sprintf("%#x", v.Lo) }

func wazeroTrap(t diff.Trap) string {
	if t&(diff.TableBounds|diff.UndefinedElement|diff.Uninitialized) != 0 {
		return `"invalid table access"` // wazero's word for all of them
	}
	one, _ := only(t)
	return strconv.Quote(one.String())
}

func wasmtimeTrap(t diff.Trap) string {
	one, _ := only(t)
	return "wasmtime." + wasmtimeTraps[one]
}

// wasmtimeTraps are the names of trap codes.
var wasmtimeTraps = map[diff.Trap]string{
	diff.Unreachable: "UnreachableCodeReached", diff.DivideByZero: "IntegerDivisionByZero",
	diff.IntegerOverflow: "IntegerOverflow", diff.InvalidConversion: "BadConversionToInteger",
	diff.MemoryBounds: "MemoryOutOfBounds", diff.TableBounds: "TableOutOfBounds", diff.UndefinedElement: "TableOutOfBounds",
	diff.Uninitialized: "IndirectCallToNull", diff.IndirectCallMistype: "BadSignature",
}

func wasmtimeArg(v store.Value) string {
	switch v.Type {
	case wasmast.I32:
		return fmt.Sprintf("int32(%d)", int32(v.Lo))
	case wasmast.I64:
		return fmt.Sprintf("int64(%d)", int64(v.Lo))
	case wasmast.F32:
		return fmt.Sprintf("math.Float32frombits(%#x)", v.Lo)
	case wasmast.F64:
		return fmt.Sprintf("math.Float64frombits(%#x)", v.Lo)
	case wasmast.FuncRef:
		return "wasmtime.ValFuncref(nil)"
	}
	if v.Lo == 0 {
		return "wasmtime.ValExternref(nil)"
	}
	return fmt.Sprintf("wasmtime.ValExternref(%d)", v.Lo-1)
}

// Go returns the test as a Go test of some engines of a library, as it is in a version.
func (t *Test) Go(l Library, version string, engines []string) []byte {
	type config struct{ Name, Code string }
	var configs []config
	for _, e := range engines {
		configs = append(configs, config{e, l.configs[e]})
	}
	tmpl := template.Must(template.New("").Funcs(template.FuncMap{
		"arg": l.arg, "trap": l.trap, "bytes": literal, "comment": comment, "wrong": wrong, "describe": describe, "expected": expected,
		"encode": binary.Encode, "wat": text.String, "quote": strconv.Quote,
		"isAccept": is[Accept], "isReject": is[Reject], "isDefine": is[Define],
	}).Parse(`{{define "steps"}}` + stepsTemplate + "{{end}}" + l.template))
	var b bytes.Buffer
	err := tmpl.Execute(&b, struct {
		*Test
		Path    string
		Configs []config
	}{t, l.Path(version), configs})
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	code, err := format.Source(b.Bytes())
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error() + "\n" + b.String())
	}
	return code
}

// is reports whether a step is of a kind.
func is[K Step](s Step) bool { _, ok := s.(K); return ok }

// Validates reports whether the test has a module that is only to be accepted or rejected.
func (t *Test) Validates() bool {
	return slices.ContainsFunc(t.Steps, is[Accept]) || slices.ContainsFunc(t.Steps, is[Reject])
}

// Defines reports whether the test instantiates modules.
func (t *Test) Defines() bool { return slices.ContainsFunc(t.Steps, is[Define]) }

// Calls reports whether the test calls functions.
func (t *Test) Calls() bool { return slices.ContainsFunc(t.Steps, is[Invoke]) }

// Traps reports whether a step of the test is to trap.
func (t *Test) Traps() bool {
	return slices.ContainsFunc(t.Steps, func(s Step) bool {
		switch s := s.(type) {
		case Define:
			return s.Trap != 0
		case Invoke:
			return s.Trap != 0
		}
		return false
	})
}

// literal returns bytes as the elements of a composite literal.
func literal(wasm []byte) string {
	var b strings.Builder
	for i, c := range wasm {
		if i%perLine == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "0x%02x, ", c)
	}
	return b.String() + "\n"
}

// GoDoc is Doc as a comment in Go.
func (t *Test) GoDoc() string {
	return "// " + strings.ReplaceAll(t.Doc, "\n", "\n// ")
}

// comment returns text as a comment that gofmt takes for code and leaves as it is.
func comment(text string) string {
	return "//\t" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n//\t")
}

// describe returns a call as a person writes it.
func describe(i Invoke) string {
	args := make([]string, len(i.Args))
	for n, v := range i.Args {
		args[n] = v.String()
	}
	return fmt.Sprintf("%s(%s)", i.Func, strings.Join(args, ", "))
}

// expected describes what a call has to do.
func expected(i Invoke) string {
	if i.Trap != 0 {
		return "trap: " + i.Trap.String()
	}
	return fmt.Sprint(i.Want)
}

// wrong returns the condition that the bits got are not what is expected.
func wrong(got string, w Want) string {
	if w.Type == wasmast.I32 || w.Type == wasmast.F32 {
		got = "uint32(" + got + ")"
	}
	switch {
	case w.Type.IsRef() && w.Lo != 0:
		return got + " == 0"
	case w.NaN == Canonical && w.Type == wasmast.F32:
		return got + "&0x7fffffff != 0x7fc00000"
	case w.NaN == Canonical:
		return got + "&0x7fffffffffffffff != 0x7ff8000000000000"
	case w.NaN == Arithmetic && w.Type == wasmast.F32:
		return got + "&0x7fc00000 != 0x7fc00000"
	case w.NaN == Arithmetic:
		return got + "&0x7ff8000000000000 != 0x7ff8000000000000"
	}
	return fmt.Sprintf("%s != %#x", got, w.Lo)
}
