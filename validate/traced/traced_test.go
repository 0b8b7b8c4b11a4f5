package traced

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// TestFresh looks whether the copy is what go generate would make.
func TestFresh(t *testing.T) {
	src, err := os.ReadFile("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(src), "//go:generate go ")
	line, _, _ = strings.Cut(line, "\n")
	if out, err := exec.Command("go", append(strings.Fields(line), "-check")...).CombinedOutput(); err != nil {
		t.Errorf("go %s -check: %v\n%s", line, err, out)
	}
}

// TestSameVerdicts compares the copy with the original on the modules of the test suites.
func TestSameVerdicts(t *testing.T) {
	compared := 0
	for _, suite := range []string{testsuite.V1, testsuite.V2} {
		scripts, err := testsuite.Load(suite)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scripts {
			for _, c := range s.Commands {
				bin, ok, err := s.Binary(c)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					continue
				}
				m, err := binary.Decode(bin)
				if err != nil {
					continue
				}
				compared++
				got, want := fmt.Sprint(Module(m, wasmast.V2)), fmt.Sprint(validate.Module(m, wasmast.V2))
				if got != want {
					t.Errorf("%s: %s, want %s", c.Filename, got, want)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("no modules")
	}
}

// function returns a module with a function of the given type and body, and a memory.
func function(params, results []wasmast.ValType, body ...wasmast.Instr) *wasmast.Module {
	return &wasmast.Module{
		Types: []wasmast.FuncType{{Params: params, Results: results}},
		Funcs: []wasmast.Func{{Body: body}},
		Mems:  []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
	}
}

// memoryless returns m without its memory.
func memoryless(m *wasmast.Module) *wasmast.Module {
	m.Mems = nil
	return m
}

func plain(code wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: code} }

var (
	i32    = []wasmast.ValType{wasmast.I32}
	zero   = wasmast.I32Const{}
	ret    = plain(wasmast.OpReturn)
	first  = wasmast.Local{Code: wasmast.OpLocalGet}
	twoMem = &wasmast.Module{Mems: make([]wasmast.MemType, 2)}
)

// counterexamples are invalid modules that the faults of Table II accept, some for each.
var counterexamples = map[string][]*wasmast.Module{
	"validate-if-else-type": {
		function(nil, nil, zero, wasmast.If{Type: wasmast.BlockEmpty{}, Else: wasmast.Expr{zero}}),
		function(nil, i32, zero, wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32}, Then: wasmast.Expr{zero}}),
	},
	"validate-stack-rest": {
		function(nil, nil, zero, plain(wasmast.OpNop)),
		function(i32, i32, zero, first),
	},
	"validate-function-type": {
		function(nil, i32),
		function(nil, nil, zero),
		function(nil, i32, wasmast.I64Const{}),
	},
	"validate-max-memories":    {twoMem},
	"validate-export-function": {{Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{}}}}},
	"validate-i64-eqz":         {function(nil, i32, plain(wasmast.OpI64Eqz))},
	"validate-i32-binary": {
		function(nil, i32, zero, plain(wasmast.OpI32Add), ret),
		function(i32, i32, first, plain(wasmast.OpI32Rotr)),
	},
	"validate-memory-size": {memoryless(function(nil, i32, wasmast.Memory{Code: wasmast.OpMemorySize}, ret))},
	"validate-i64-const":   {function(nil, i32, wasmast.I64Const{})},
	"validate-i32-load": {
		memoryless(function(nil, i32, zero, wasmast.Access{Code: wasmast.OpI32Load}, ret)),
		function(nil, i32, zero, wasmast.Access{Code: wasmast.OpI32Load, Arg: wasmast.MemArg{Align: 3}}),
	},
}

// valid are modules that every fault but those named accepts.
var valid = []struct {
	m          *wasmast.Module
	rejectedBy []string
}{
	{&wasmast.Module{}, nil},
	{function(nil, nil), nil},
	{function(nil, i32, zero, ret), nil},
	{function(i32, i32, first, zero, plain(wasmast.OpI32Add)), []string{"validate-stack-rest", "validate-i32-binary"}},
	{function(i32, i32, first, zero, plain(wasmast.OpI32LtU)), []string{"validate-stack-rest"}},
	{function(nil, i32, wasmast.I64Const{}, plain(wasmast.OpI64Eqz)), []string{"validate-i64-eqz", "validate-i64-const"}},
	{function(nil, i32, zero, wasmast.If{Type: wasmast.BlockVal{Type: wasmast.I32}, Then: wasmast.Expr{zero}, Else: wasmast.Expr{zero}}), nil},
	{function(nil, i32, zero, wasmast.Access{Code: wasmast.OpI32Load}), nil},
}

// TestTableII activates the bugs of MUTAGEN's Table II.
func TestTableII(t *testing.T) {
	defer probe.Activate(0)
	named := 0
	for _, f := range Faults {
		if f.Kind != "named" {
			continue
		}
		named++
		if !strings.HasPrefix(f.Doc, fmt.Sprintf("Table II %d: ", named)) {
			t.Errorf("the description of %s begins %q, want number %d of Table II", f.Name, f.Doc, named)
		}
		if len(counterexamples[f.Name]) == 0 {
			t.Errorf("no counterexample for %s", f.Name)
		}
		for i, m := range counterexamples[f.Name] {
			probe.Activate(0)
			if err := Module(m, wasmast.V1); err == nil {
				t.Errorf("counterexample %d of %s is valid", i, f.Name)
			}
			probe.Activate(f.ID)
			if err := Module(m, wasmast.V1); err != nil {
				t.Errorf("%s rejects counterexample %d: %v", f.Name, i, err)
			}
		}
		for i, v := range valid {
			if got, want := Module(v.m, wasmast.V1) != nil, slices.Contains(v.rejectedBy, f.Name); got != want {
				t.Errorf("%s rejects module %d: %v, want %v", f.Name, i, got, want)
			}
		}
	}
	if named != 10 {
		t.Errorf("%d named faults, want 10", named)
	}
}

// BenchmarkModule validates a module of 33 instructions and reads the edges.
func BenchmarkModule(b *testing.B) {
	body := slices.Repeat([]wasmast.Instr{first, zero, plain(wasmast.OpI32Add), wasmast.Local{Code: wasmast.OpLocalSet}}, 8)
	m := function(i32, i32, append(body, first)...)
	b.Run("original", func(b *testing.B) {
		for b.Loop() {
			if err := validate.Module(m, wasmast.V2); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			probe.Reset()
			if err := Module(m, wasmast.V2); err != nil {
				b.Fatal(err)
			}
			if len(probe.Edges()) == 0 {
				b.Fatal("no edges")
			}
		}
	})
}
