package traced_test

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	validate "github.com/wasmfuzz/wasmfuzz/validate/traced"
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

// TestSites makes sure that no site or fault is the validator's, too.
func TestSites(t *testing.T) {
	if traced.FirstSite < validate.EndSite && validate.FirstSite < traced.EndSite {
		t.Errorf("the sites %d to %d overlap those of the validator, %d to %d", traced.FirstSite, traced.EndSite-1,
			validate.FirstSite, validate.EndSite-1)
	}
	if traced.EndSite > probe.Sites {
		t.Errorf("the last site is %d, must be less than %d", traced.EndSite-1, probe.Sites)
	}
	for _, f := range validate.Faults {
		if slices.ContainsFunc(traced.Faults, func(g probe.FaultInfo) bool { return g.ID == f.ID || g.Name == f.Name }) {
			t.Errorf("fault %s of the validator is one of the interpreter, too", f.Name)
		}
	}
}

// TestSuite compares the copy with the original on the scripts of the test suites.
func TestSuite(t *testing.T) {
	for _, suite := range []string{testsuite.V1, testsuite.V2, testsuite.ExtendedConst} {
		for _, s := range load(t, suite) {
			probe.Reset()
			got, want := play(t, s, traced.Instantiate), play(t, s, interp.Instantiate)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s:%d: %s, want %s", path.Join(suite, s.Source), s.Commands[i].Line, got[i], want[i])
				}
			}
			if slices.ContainsFunc(s.Commands, runs) && len(probe.Edges()) == 0 {
				t.Errorf("%s leaves no edges", path.Join(suite, s.Source))
			}
		}
	}
}

func load(t *testing.T, suite string) []*testsuite.Script {
	scripts, err := testsuite.Load(suite)
	if err != nil {
		t.Fatal(err)
	}
	return scripts
}

// runs reports whether a command instantiates a module.
func runs(c testsuite.Command) bool {
	return slices.Contains([]string{"module", "assert_unlinkable", "assert_uninstantiable"}, c.Type)
}

// instantiate is the type of Instantiate.
type instantiate func(*wasmast.Module, store.Imports, store.Config) (store.Instance, error)

// A player carries out the commands of a script.
type player struct {
	*testing.T
	script     *testsuite.Script
	run        instantiate
	store      *store.Store
	latest     store.Instance
	named      map[string]store.Instance
	registered map[string]store.Instance
	spectest   map[string]store.Extern
}

// play returns what each command of a script leads to.
func play(t *testing.T, s *testsuite.Script, run instantiate) (outcomes []string) {
	p := &player{T: t, script: s, run: run, store: new(store.Store), named: map[string]store.Instance{},
		registered: map[string]store.Instance{}, spectest: spectest(t)}
	for _, c := range s.Commands {
		outcomes = append(outcomes, p.command(c))
	}
	return outcomes
}

func (p *player) command(c testsuite.Command) string {
	switch {
	case runs(c):
		inst, err := p.run(p.module(c), p.imports, store.Config{Store: p.store})
		if c.Type == "module" {
			p.latest, p.named[c.Name] = inst, inst
		}
		return fmt.Sprint(err)
	case c.Type == "register":
		p.registered[c.As] = p.instance(c.Name)
	case c.Action.Type != "":
		return p.act(c.Action)
	}
	return ""
}

// module returns the module of a command.
func (p *player) module(c testsuite.Command) *wasmast.Module {
	bin, _, err := p.script.Binary(c)
	if err != nil {
		p.Fatal(err)
	}
	m, err := binary.Decode(bin)
	if err != nil {
		p.Fatal(err)
	}
	return m
}

func (p *player) instance(name string) store.Instance {
	if name == "" {
		return p.latest
	}
	return p.named[name]
}

func (p *player) imports(module, name string) (store.Extern, bool) {
	if module == "spectest" {
		x, ok := p.spectest[name]
		return x, ok
	}
	if inst := p.registered[module]; inst != nil {
		return inst.Export(name)
	}
	return store.Extern{}, false
}

// act returns the results of an action, or its error.
func (p *player) act(a testsuite.Action) string {
	inst := p.instance(a.Module)
	if inst == nil {
		return "no instance"
	}
	inst.SetFuel(fuel)
	if a.Type == "get" {
		x, _ := inst.Export(a.Field)
		return fmt.Sprint(x.Global.Value())
	}
	var args []store.Value
	for _, v := range a.Args {
		args = append(args, p.value(v))
	}
	results, err := inst.Call(a.Field, args)
	return fmt.Sprint(results, err)
}

// fuel bounds a call, on whose end original and copy have to agree even so.
const fuel = 1 << 20

// value converts an argument.
func (p *player) value(v testsuite.Value) store.Value {
	all := []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef,
		wasmast.ExternRef}
	x := store.Value{Type: all[slices.IndexFunc(all, func(t wasmast.ValType) bool { return t.String() == v.Type })]}
	if v.Null() {
		return x
	}
	bits, err := v.Bits()
	if err != nil {
		p.Fatal(err)
	}
	x.Lo, x.Hi = bits.Lo, bits.Hi
	if x.Type.IsRef() {
		x.Lo++
	}
	return x
}

// spectest returns the host module of the test suite.
func spectest(t *testing.T) map[string]store.Extern {
	x := map[string]store.Extern{}
	for name, params := range map[string][]wasmast.ValType{
		"print": nil, "print_i32": {wasmast.I32}, "print_i64": {wasmast.I64}, "print_f32": {wasmast.F32},
		"print_f64": {wasmast.F64}, "print_i32_f32": {wasmast.I32, wasmast.F32},
		"print_f64_f64": {wasmast.F64, wasmast.F64},
	} {
		x[name] = store.Extern{Func: &store.Func{Type: wasmast.FuncType{Params: params},
			Call: func([]store.Value) ([]store.Value, error) { return nil, nil }}}
	}
	for name, v := range map[string]store.Value{
		"global_i32": store.I32(666), "global_i64": store.I64(666), "global_f32": store.F32(0x4426a666),
		"global_f64": store.F64(0x4084d4cccccccccd),
	} {
		x[name] = store.Extern{Global: store.NewGlobal(wasmast.GlobalType{Type: v.Type}, v)}
	}
	size := func(from, to uint32) wasmast.Limits { return wasmast.Limits{Min: from, Max: &to} }
	table, err := store.NewTable(wasmast.TableType{Elem: wasmast.RefTypeFunc, Limits: size(10, 20)}, 20)
	if err != nil {
		t.Fatal(err)
	}
	mem, err := store.NewMemory(wasmast.MemType{Limits: size(1, 2)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	x["table"], x["memory"] = store.Extern{Table: table}, store.Extern{Memory: mem}
	return x
}

// both are the original and the copy, to be compared in benchmarks.
var both = []struct {
	name string
	run  instantiate
}{{"original", interp.Instantiate}, {"copy", traced.Instantiate}}

// BenchmarkTest does what a campaign does for one test: it instantiates a module of 33 instructions, calls its
// function and reads the edges.
func BenchmarkTest(b *testing.B) {
	f := body(repeat(8, get(0), num(77), wasmast.OpI32Sub, set(0)), get(0))
	m := module(function(i32, i32, i32, f))
	for _, x := range both {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				probe.Reset()
				inst, err := x.run(m, nil, store.Config{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := inst.Call("f", []store.Value{store.I32(5)}); err != nil {
					b.Fatal(err)
				}
				inst.Close()
				probe.Edges()
			}
		})
	}
}

// BenchmarkLoop executes a loop of 100000 iterations with arithmetic, memory and a comparison.
func BenchmarkLoop(b *testing.B) {
	f := body(wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: body(
		get(0), wasmast.Access{Code: wasmast.OpI32Load8U}, num(1), wasmast.OpI32Add, set(1),
		get(0), get(1), wasmast.Access{Code: wasmast.OpI32Store8}, get(1), set(2),
		get(0), num(1), wasmast.OpI32Sub, wasmast.Local{Code: wasmast.OpLocalTee}, num(50), wasmast.OpI32GtU,
		wasmast.Branch{Code: wasmast.OpBrIf})}, get(2))
	m := module(function(i32, i32, []wasmast.ValType{wasmast.I32, wasmast.I32}, f))
	m.Mems[0].Limits.Min = 2
	for _, x := range both {
		b.Run(x.name, func(b *testing.B) {
			inst, err := x.run(m, nil, store.Config{})
			if err != nil {
				b.Fatal(err)
			}
			defer inst.Close()
			for b.Loop() {
				inst.SetFuel(fuel)
				if _, err := inst.Call("f", []store.Value{store.I32(100_050)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
