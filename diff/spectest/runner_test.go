package spectest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// The modules of the scripts below.
var modules = map[string]*wasmast.Module{
	// The functions one, nan, swap and vector return something, trap and loop do not; g is a global.
	"m.wasm": {
		Types: []wasmast.FuncType{
			{Results: []wasmast.ValType{wasmast.I32}},
			{Results: []wasmast.ValType{wasmast.F32}},
			{Params: []wasmast.ValType{wasmast.I32, wasmast.ExternRef}, Results: []wasmast.ValType{wasmast.ExternRef, wasmast.I32}},
			{Params: []wasmast.ValType{wasmast.V128}, Results: []wasmast.ValType{wasmast.V128}},
		},
		Funcs: []wasmast.Func{
			{Type: 0, Body: wasmast.Expr{wasmast.I32Const{Value: 1}}},
			{Type: 1, Body: wasmast.Expr{wasmast.F32Const{Value: 0x7FC00001}}},
			{Type: 2, Body: wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet, X: 1}, wasmast.Local{Code: wasmast.OpLocalGet}}},
			{Type: 3, Body: wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet}, wasmast.Plain{Code: wasmast.OpV128Not}}},
			{Type: 0, Body: wasmast.Expr{wasmast.Plain{Code: wasmast.OpUnreachable}}},
			{Type: 0, Body: wasmast.Expr{wasmast.Call{Func: 5}}},
		},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32}, Init: wasmast.Expr{wasmast.I32Const{Value: 7}}}},
		Exports: []wasmast.Export{
			{Name: "one", Desc: wasmast.ExportFunc{}},
			{Name: "nan", Desc: wasmast.ExportFunc{Func: 1}},
			{Name: "swap", Desc: wasmast.ExportFunc{Func: 2}},
			{Name: "vector", Desc: wasmast.ExportFunc{Func: 3}},
			{Name: "trap", Desc: wasmast.ExportFunc{Func: 4}},
			{Name: "loop", Desc: wasmast.ExportFunc{Func: 5}},
			{Name: "g", Desc: wasmast.ExportGlobal{}},
		},
	},
	"imports.wasm": {
		Imports: []wasmast.Import{{Module: "M", Name: "g", Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: wasmast.I32}}}},
		Exports: []wasmast.Export{{Name: "h", Desc: wasmast.ExportGlobal{}}},
	},
	"mistyped.wasm": {
		Imports: []wasmast.Import{{Module: "M", Name: "g", Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: wasmast.I64}}}},
	},
	"invalid.wasm": {Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{}}}},
	"traps.wasm": {
		Types: []wasmast.FuncType{{}},
		Funcs: []wasmast.Func{{Body: wasmast.Expr{wasmast.Plain{Code: wasmast.OpUnreachable}}}},
		Start: new(wasmast.FuncIdx),
	},
}

// writeModules writes the modules to a directory.
func writeModules(t *testing.T) (dir string) {
	dir = t.TempDir()
	for name, m := range modules {
		if err := os.WriteFile(filepath.Join(dir, name), binary.Encode(m), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func value(t, text string) testsuite.Value { return testsuite.Value{Type: t, Text: []string{text}} }

func vector(lanes ...string) testsuite.Value {
	return testsuite.Value{Type: "v128", LaneType: "i64", Text: lanes}
}

// of returns a command on a module.
func of(kind, file, text string) testsuite.Command {
	return testsuite.Command{Type: kind, Filename: file, ModuleType: "binary", Text: text}
}

// invoking returns a command that calls a function.
func invoking(kind, name, text string, args ...testsuite.Value) testsuite.Command {
	return testsuite.Command{Type: kind, Text: text,
		Action: testsuite.Action{Type: "invoke", Field: name, Args: args}}
}

// expecting adds the expected results to a command.
func expecting(c testsuite.Command, values ...testsuite.Value) testsuite.Command {
	c.Expected = values
	return c
}

// returning is an assertion on a function without parameters.
func returning(name string, want ...testsuite.Value) testsuite.Command {
	return expecting(invoking("assert_return", name, ""), want...)
}

// getting is an assertion on a global.
func getting(module, name string, want testsuite.Value) testsuite.Command {
	return testsuite.Command{Type: "assert_return", Expected: []testsuite.Value{want},
		Action: testsuite.Action{Type: "get", Module: module, Field: name}}
}

// The three things that can become of a command.
const (
	passes  = "passes"
	fails   = "fails"
	skipped = "is skipped"
)

// TestCommands carries out each command after those that set the scene: an instance of m.wasm with the name $M,
// registered as M.
func TestCommands(t *testing.T) {
	scene := []testsuite.Command{of("module", "m.wasm", ""), {Type: "register", Name: "$M", As: "M"}}
	scene[0].Name = "$M"
	dir := writeModules(t)
	for _, name := range Names() {
		e, err := Open(name, wasmast.V2)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range commandTests {
			r := Run(e, &testsuite.Script{Dir: dir, Commands: append(scene, test.commands...)})
			got := passes
			switch n := len(test.commands); {
			case len(r.Failed) > 0:
				got = fails
			case len(r.Skipped) > 0:
				got = skipped
			case r.Passed != len(scene)+n:
				t.Errorf("%s: %s: %d of %d commands passed", name, test.name, r.Passed, len(scene)+n)
			}
			if got != test.want {
				t.Errorf("%s: %s %s, want that it %s: %v %v", name, test.name, got, test.want, r.Failed, r.Skipped)
			}
		}
		e.Close()
	}
}

var commandTests = []struct {
	name     string
	want     string
	commands []testsuite.Command
}{
	{"the right result", passes, []testsuite.Command{returning("one", value("i32", "1"))}},
	{"another result", fails, []testsuite.Command{returning("one", value("i32", "2"))}},
	{"a result of another type", fails, []testsuite.Command{returning("one", value("f32", "1"))}},
	{"no result", fails, []testsuite.Command{returning("one")}},
	{"a result of a type unknown", skipped, []testsuite.Command{returning("one", value("exnref", "1"))}},
	{"an argument of a type unknown", skipped, []testsuite.Command{invoking("action", "one", "", value("exnref", "1"))}},
	{"an arithmetic NaN", passes, []testsuite.Command{returning("nan", value("f32", "nan:arithmetic"))}},
	{"a canonical NaN", fails, []testsuite.Command{returning("nan", value("f32", "nan:canonical"))}},
	{"a return instead of a trap", fails, []testsuite.Command{returning("trap", value("i32", "1"))}},
	{"two results", passes, []testsuite.Command{expecting(
		invoking("assert_return", "swap", "", value("i32", "3"), value("externref", "0")),
		value("externref", "0"), value("i32", "3"))}},
	{"another reference", fails, []testsuite.Command{expecting(
		invoking("assert_return", "swap", "", value("i32", "3"), value("externref", "0")),
		value("externref", "1"), value("i32", "3"))}},
	{"null", passes, []testsuite.Command{expecting(
		invoking("assert_return", "swap", "", value("i32", "3"), value("externref", "null")),
		value("externref", "null"), value("i32", "3"))}},
	{"a reference instead of null", fails, []testsuite.Command{expecting(
		invoking("assert_return", "swap", "", value("i32", "3"), value("externref", "0")),
		value("externref", "null"), value("i32", "3"))}},
	{"a vector", passes, []testsuite.Command{expecting(
		invoking("assert_return", "vector", "", vector("1", "18446744073709551615")), vector("18446744073709551614", "0"))}},
	{"another vector", fails, []testsuite.Command{expecting(
		invoking("assert_return", "vector", "", vector("1", "18446744073709551615")), vector("18446744073709551614", "1"))}},
	{"no such function", fails, []testsuite.Command{invoking("action", "none", "")}},
	{"a global", passes, []testsuite.Command{getting("$M", "g", value("i32", "7"))}},
	{"another global", fails, []testsuite.Command{getting("$M", "g", value("i32", "8"))}},
	{"no such global", fails, []testsuite.Command{getting("$M", "none", value("i32", "7"))}},
	{"no such module", fails, []testsuite.Command{getting("$N", "g", value("i32", "7"))}},
	{"an unknown action", skipped, []testsuite.Command{{Type: "action", Action: testsuite.Action{Type: "set"}}}},

	{"the right trap", passes, []testsuite.Command{invoking("assert_trap", "trap", "unreachable")}},
	{"another trap", fails, []testsuite.Command{invoking("assert_trap", "trap", "integer overflow")}},
	{"no trap", fails, []testsuite.Command{expecting(invoking("assert_trap", "one", "unreachable"), value("i32", ""))}},
	{"exhaustion", passes, []testsuite.Command{invoking("assert_exhaustion", "loop", "call stack exhausted")}},
	{"a trap instead of exhaustion", fails, []testsuite.Command{invoking("assert_exhaustion", "trap", "call stack exhausted")}},
	{"exhaustion instead of a trap", fails, []testsuite.Command{invoking("assert_trap", "loop", "unreachable")}},

	{"an invalid module", passes, []testsuite.Command{of("assert_invalid", "invalid.wasm", "unknown function")}},
	{"a valid module", fails, []testsuite.Command{of("assert_invalid", "m.wasm", "unknown function")}},
	{"a well-formed module", fails, []testsuite.Command{of("assert_malformed", "m.wasm", "unexpected end")}},
	{"a module in the text format", skipped, []testsuite.Command{
		{Type: "assert_malformed", Filename: "m.wat", ModuleType: "text", Text: "unknown operator"}}},
	{"a missing file", fails, []testsuite.Command{of("assert_invalid", "none.wasm", "unknown function")}},
	{"an invalid module to instantiate", fails, []testsuite.Command{of("module", "invalid.wasm", "")}},

	{"a trap in the start function", passes, []testsuite.Command{of("assert_uninstantiable", "traps.wasm", "unreachable")}},
	{"no trap in the start function", fails, []testsuite.Command{of("assert_uninstantiable", "m.wasm", "unreachable")}},
	{"an import", passes, []testsuite.Command{of("module", "imports.wasm", ""), getting("", "h", value("i32", "7"))}},
	{"an import of another type", passes, []testsuite.Command{of("assert_unlinkable", "mistyped.wasm", "incompatible import type")}},
	{"an import of the right type", fails, []testsuite.Command{of("assert_unlinkable", "imports.wasm", "incompatible import type")}},
	{"a trap instead of a wrong import", fails, []testsuite.Command{of("assert_unlinkable", "traps.wasm", "unknown import")}},
	{"a module registered anew", passes, []testsuite.Command{
		of("module", "imports.wasm", ""), {Type: "register", As: "M"}, of("assert_unlinkable", "imports.wasm", "unknown import")}},
	{"an unknown command", skipped, []testsuite.Command{{Type: "thread"}}},
}

// After a module that could not be instantiated, commands do not go to the one before.
func TestFailedModuleIsTheLatest(t *testing.T) {
	r := Run(Own(wasmast.V2), &testsuite.Script{Dir: writeModules(t), Commands: []testsuite.Command{
		of("module", "m.wasm", ""), of("module", "traps.wasm", ""), returning("one", value("i32", "1")),
	}})
	if len(r.Failed) != 2 || !strings.Contains(r.Failed[1].Reason, "unreachable") {
		t.Errorf("failed: %v", r.Failed)
	}
}

// crashing is an engine of which everything but the host module crashes or is unsupported.
type crashing struct {
	Engine
	err error
}

func (e crashing) Validate([]byte) error { return e.err }
func (e crashing) NewStore() Store       { return &crashingStore{e.Engine.NewStore(), e.err, 0} }

type crashingStore struct {
	Store
	err   error
	calls int
}

func (s *crashingStore) Instantiate(bin []byte) (Instance, error) {
	if s.calls++; s.calls > 1 {
		return nil, s.err
	}
	return s.Store.Instantiate(bin)
}

// A crash is never what a script expects, whatever it says.
func TestCrashes(t *testing.T) {
	script := &testsuite.Script{Dir: writeModules(t), Commands: []testsuite.Command{
		of("module", "m.wasm", ""), {Type: "register", As: "M"}, returning("one", value("i32", "1")),
		invoking("assert_trap", "trap", "unreachable"), of("assert_invalid", "invalid.wasm", "unknown function"),
		of("assert_malformed", "invalid.wasm", "unexpected end"), of("assert_uninstantiable", "traps.wasm", "unreachable"),
	}}
	n := len(script.Commands)
	if r := Run(crashing{Own(wasmast.V2), Crash("panic: unreachable")}, script); len(r.Failed) != n {
		t.Errorf("%d of %d commands fail: %v", len(r.Failed), n, r)
	}
	if r := Run(crashing{Own(wasmast.V2), Unsupported("unreachable")}, script); len(r.Skipped) != n {
		t.Errorf("%d of %d commands are skipped: %v", len(r.Skipped), n, r)
	}
}
