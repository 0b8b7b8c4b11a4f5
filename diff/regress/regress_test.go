//go:build cgo

package regress

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bytecodealliance/wasmtime-go/v39"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/diff/spectest"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// pairs are modules, and others in the place of what an engine with a bug makes of them. Each differs in one thing that
// a test can look at.
var pairs = []struct{ name, good, bad string }{
	{"Result", `(func (export "f") (param i32) (result i32) local.get 0)`,
		`(func (export "f") (param i32) (result i32) i32.const 0)`},
	{"Results", `(func (export "f") (result i64 f32 f64) i64.const -1 f32.const 1 f64.const 2)`,
		`(func (export "f") (result i64 f32 f64) i64.const -1 f32.const 1 f64.const -2)`},
	{"NegativeZero", `(func (export "f") (result f32) f32.const -0)`, `(func (export "f") (result f32) f32.const 0)`},
	{"CanonicalNaN", `(func (export "f") (result f64) (f64.div (f64.const 0) (f64.const 0)))`,
		`(func (export "f") (result f64) (f64.div (f64.const 1) (f64.const 0)))`},
	{"ArithmeticNaN", `(func (export "f") (param f32) (result f32) (f32.add (local.get 0) (f32.reinterpret_i32 (i32.const 0x7fc00001))))`,
		`(func (export "f") (param f32) (result f32) (f32.add (local.get 0) (f32.const 1)))`},
	{"ExactNaN", `(func (export "f") (result f32) (f32.neg (f32.const nan:0x1)))`,
		`(func (export "f") (result f32) (f32.const nan:0x1))`},
	{"Refs", `(table 1 funcref) (elem (i32.const 0) func 0) (func (export "f") (result funcref externref) (ref.func 0) (ref.null extern))`,
		`(table 1 funcref) (elem (i32.const 0) func 0) (func (export "f") (result funcref externref) (ref.null func) (ref.null extern))`},
	{"Vector", `(func (export "f") (param v128) (result v128) (i32x4.add (local.get 0) (v128.const i32x4 1 2 3 4)))`,
		`(func (export "f") (param v128) (result v128) (i32x4.add (local.get 0) (v128.const i32x4 1 2 3 5)))`},
	{"Trap", `(func (export "f") (i32.const 1) (i32.const 0) i32.div_s drop)`, `(func (export "f"))`},
	{"OtherTrap", `(table 1 funcref) (func (export "f") (i32.const 0) call_indirect)`,
		`(table 1 funcref) (func (export "f") unreachable)`},
	{"NoTrap", `(func (export "f"))`, `(func (export "f") unreachable)`},
	{"Global", `(global (mut i64) (i64.const 5)) (func (export "f") (global.set 0 (i64.const 7)))`,
		`(global (mut i64) (i64.const 5)) (func (export "f"))`},
	{"VectorGlobal", `(global (mut v128) (v128.const i64x2 1 2)) (func (export "f"))`,
		`(global (mut v128) (v128.const i64x2 1 3)) (func (export "f"))`},
	{"Memory", `(memory 1) (func (export "f") (i32.store8 (i32.const 700) (i32.const 3)))`,
		`(memory 1) (func (export "f") (i32.store8 (i32.const 701) (i32.const 3)))`},
	{"MemorySize", `(memory 1) (func (export "f") (drop (memory.grow (i32.const 1))))`, `(memory 1) (func (export "f"))`},
	{"Table", `(table 3 externref) (func (export "f") (param externref) (table.set 0 (i32.const 2) (local.get 0)))`,
		`(table 4 externref) (func (export "f") (param externref))`},
	{"TableElement", `(table 3 funcref) (elem declare func 0) (func (export "f") (table.set 0 (i32.const 2) (ref.func 0)))`,
		`(table 3 funcref) (elem declare func 0) (func (export "f"))`},
	{"Segment", `(memory 1) (data "a") (func (export "f") data.drop 0)`, `(memory 1) (data "a") (func (export "f") (if (i32.const 0) (then data.drop 0)))`},
	{"Between", `(global (mut i32) (i32.const 0)) (func (export "f") (global.set 0 (i32.add (global.get 0) (i32.const 1))))`,
		`(global (mut i32) (i32.const 1)) (func (export "f") (if (i32.eq (global.get 0) (i32.const 1)) (then (global.set 0 (i32.const 2)) return)) (global.set 0 (i32.const 2)))`},
	{"Start", `(memory 1) (data (i32.const 65536) "a")`, `(memory 1) (data (i32.const 65535) "a")`},
	{"HostArguments", `(import "env" "a b" (func (param i32 i64 f32 f64 funcref) (result i32 f64)))
		(func (export "f") (result i32 f64) i32.const 1 i64.const 2 f32.const 3 f64.const 4 ref.null func call 0)`,
		`(import "env" "a b" (func (param i32 i64 f32 f64 funcref) (result i32 f64)))
		(func (export "f") (result i32 f64) i32.const 1 i64.const 2 f32.const -3 f64.const 4 ref.null func call 0)`},
	{"HostCalls", `(import "a" "" (func)) (import "b" "" (func)) (func (export "f") call 0 call 1)`,
		`(import "a" "" (func)) (import "b" "" (func)) (func (export "f") call 0)`},
	{"HostState", `(import "env" "m" (memory 1)) (import "env" "g" (global i32)) (import "env" "t" (table 2 funcref))
		(func (export "f") (result i32) (i32.store8 (i32.const 0) (global.get 0)) (i32.load (i32.const 0)))`,
		`(import "env" "m" (memory 1)) (import "env" "g" (global i32)) (import "env" "t" (table 2 funcref))
		(func (export "f") (result i32) (i32.store8 (i32.const 0) (i32.const 1)) (i32.load (i32.const 0)))`},
	{"HostVector", `(import "env" "v" (func (param v128) (result v128))) (func (export "f") (param v128) (result v128) local.get 0 call 0)`,
		`(import "env" "v" (func (param v128) (result v128))) (func (export "f") (param v128) (result v128) local.get 0)`},
}

// form is how a module is run: as it is if that shows the difference, or exposed.
func forms(m *wasmast.Module) []*wasmast.Module {
	return []*wasmast.Module{m, diff.Expose(m, wasmast.V2)}
}

// testOf returns the test of a pair, with the good module in it, and the same with the bad one.
func testOf(t *testing.T, name, good, bad string) (right, wrong Test) {
	t.Helper()
	a, b := module_(t, good), module_(t, bad)
	calls, err := diff.Calls(a, 2, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	own := diff.Own(validate.Module, interp.Instantiate, wasmast.V2)
	var untestable error
	for i, m := range forms(a) {
		script, err := diff.NewScript(m, calls)
		if err != nil {
			t.Fatal(err)
		}
		other := forms(b)[i]
		open := diff.NaNTrack.Open(m, script)
		steps, err := Run(m, script, own.RunModule(m, script), own.RunModule(other, script), &open)
		if untestable = err; err != nil || i == 0 && hasVectors(calls) {
			continue
		}
		right = Test{Name: "Right" + name, Doc: name + "\nis right.", Steps: steps}
		wrong = Test{Name: "Wrong" + name, Doc: name, Steps: append([]Step(nil), steps...)}
		for k, s := range wrong.Steps {
			if d, ok := s.(Define); ok && d.ID == under {
				d.Module = other
				wrong.Steps[k] = d
			}
		}
		return right, wrong
	}
	t.Fatal(untestable)
	return right, wrong
}

func hasVectors(calls []diff.Call) bool {
	for _, c := range calls {
		for _, v := range c.Args {
			if v.Type == wasmast.V128 {
				return true
			}
		}
	}
	return false
}

func module_(t *testing.T, fields string) *wasmast.Module {
	t.Helper()
	bin, err := wasmtime.Wat2Wasm("(module " + fields + ")")
	if err != nil {
		t.Fatal(err)
	}
	m, err := binary.Decode(bin)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Module(m, wasmast.V2); err != nil {
		t.Fatal(err)
	}
	m.Customs = nil
	return m
}

// outcome runs a test as a script and reports whether all of it passes on an engine.
func outcome(t *testing.T, test *Test, engine string) (passes bool, notes string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.wast")
	if err := os.WriteFile(file, []byte(test.Wast()), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := testsuite.ReadWast(file, wasmtime.Wat2Wasm)
	if err != nil {
		t.Fatalf("%v\n%s", err, test.Wast())
	}
	e, err := spectest.Open(engine, wasmast.V2)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r := spectest.Run(e, script)
	if len(r.Skipped) > 0 {
		t.Errorf("%s: %v", engine, r.Skipped)
	}
	return len(r.Failed) == 0, fmt.Sprint(r.Failed, "\n", test.Wast())
}

// TestScriptsTellRightFromWrong runs the test of each pair with the good module, where it must pass on every engine,
// and with the bad one, where it must fail on every engine.
func TestScriptsTellRightFromWrong(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			right, wrong := testOf(t, p.name, p.good, p.bad)
			for _, engine := range spectest.Names() {
				if ok, notes := outcome(t, &right, engine); !ok {
					t.Errorf("%s fails: %s", engine, notes)
				}
				if ok, notes := outcome(t, &wrong, engine); ok {
					t.Errorf("%s passes the wrong module: %s", engine, notes)
				}
			}
		})
	}
}

// TestGoTestsTellRightFromWrong is the same for Go tests of each library.
func TestGoTestsTellRightFromWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	for _, l := range Libraries() {
		t.Run(l.Name, func(t *testing.T) { runGoTests(t, l) })
	}
}

func runGoTests(t *testing.T, l Library) {
	dir := t.TempDir()
	var names []string
	version := ""
	for _, name := range engines.Names() {
		e, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if l.Has(name) {
			names, version = append(names, name), map[string]string{"wazero": "v1", "wasmtime": "v39"}[e.Family()]
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, p := range pairs {
		right, wrong := testOf(t, p.name, p.good, p.bad)
		for _, test := range []Test{right, wrong} {
			if err := os.WriteFile(filepath.Join(dir, strings.ToLower(test.Name)+"_test.go"), test.Go(l, version+".0.0", names), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile("../../" + file)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-mod=mod", "-v", ".")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput() // it fails, as it should
	for _, p := range pairs {
		for _, name := range names {
			for _, want := range []string{"--- PASS: TestRight", "--- FAIL: TestWrong"} {
				if !regexp.MustCompile(regexp.QuoteMeta(want + p.name + "/" + name + " ")).Match(out) {
					t.Errorf("no %s%s/%s", want, p.name, name)
				}
			}
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}
