package interp_test

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// TestSuite runs the scripts of the specification's test suite.
func TestSuite(t *testing.T) { testSuite(t, func() instantiator { return interp.Instantiate }) }

// testSuite runs each script with an instantiator of its own.
func testSuite(t *testing.T, fresh func() instantiator) {
	for _, suite := range []string{testsuite.V1, testsuite.V2, testsuite.ExtendedConst} {
		scripts, err := testsuite.Load(suite)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scripts {
			name := suite + "/" + path.Base(s.Source)
			t.Run(name, func(t *testing.T) { newRunner(s, suite == testsuite.V1, fresh()).run(t) })
		}
	}
}

// instantiator is the type of interp.Instantiate.
type instantiator func(*wasmast.Module, store.Imports, store.Config) (store.Instance, error)

// runner carries out the commands of a script.
type runner struct {
	script     *testsuite.Script
	first      bool // whether the script is of version 1.0
	new        instantiator
	store      *store.Store
	latest     store.Instance
	named      map[string]store.Instance
	registered map[string]store.Instance
	spectest   map[string]store.Extern
}

func newRunner(s *testsuite.Script, first bool, instantiate instantiator) *runner {
	return &runner{script: s, first: first, new: instantiate, store: new(store.Store), named: map[string]store.Instance{},
		registered: map[string]store.Instance{}, spectest: spectest()}
}

// spectest is the host module of the test suite.
func spectest() map[string]store.Extern {
	i32, i64, f32, f64 := wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64
	x := map[string]store.Extern{}
	for name, params := range map[string][]wasmast.ValType{
		"print": nil, "print_i32": {i32}, "print_i64": {i64}, "print_f32": {f32}, "print_f64": {f64},
		"print_i32_f32": {i32, f32}, "print_f64_f64": {f64, f64},
	} {
		x[name] = store.Extern{Func: &store.Func{Type: wasmast.FuncType{Params: params},
			Call: func([]store.Value) ([]store.Value, error) { return nil, nil }}}
	}
	for name, v := range map[string]store.Value{
		"global_i32": store.I32(666), "global_i64": store.I64(666),
		"global_f32": store.F32(0x4426a666), "global_f64": store.F64(0x4084d4cccccccccd),
	} {
		x[name] = store.Extern{Global: store.NewGlobal(wasmast.GlobalType{Type: v.Type}, v)}
	}
	twenty, two := uint32(20), uint32(2)
	table, err := store.NewTable(wasmast.TableType{Elem: wasmast.RefTypeFunc,
		Limits: wasmast.Limits{Min: 10, Max: &twenty}}, 20)
	if err != nil {
		panic(err)
	}
	mem, err := store.NewMemory(wasmast.MemType{Limits: wasmast.Limits{Min: 1, Max: &two}}, 2)
	if err != nil {
		panic(err)
	}
	x["table"], x["memory"] = store.Extern{Table: table}, store.Extern{Memory: mem}
	return x
}

func (r *runner) imports(module, name string) (store.Extern, bool) {
	if module == "spectest" {
		x, ok := r.spectest[name]
		return x, ok
	}
	if inst := r.registered[module]; inst != nil {
		return inst.Export(name)
	}
	return store.Extern{}, false
}

func (r *runner) run(t *testing.T) {
	for _, c := range r.script.Commands {
		if err := r.command(c); err != nil {
			t.Errorf("%s:%d: %s: %v", r.script.Source, c.Line, c.Type, err)
		}
	}
}

func (r *runner) command(c testsuite.Command) error {
	switch c.Type {
	case "module":
		inst, err := r.instantiate(c)
		r.latest = inst
		if c.Name != "" {
			r.named[c.Name] = inst
		}
		return err
	case "register":
		r.registered[c.As] = r.instance(c.Name)
		return nil
	case "action":
		_, err := r.act(c.Action)
		return err
	case "assert_return":
		got, err := r.act(c.Action)
		if err != nil {
			return err
		}
		return match(got, c.Expected)
	case "assert_trap", "assert_exhaustion":
		_, err := r.act(c.Action)
		return wantError(err, c.Text)
	case "assert_uninstantiable", "assert_unlinkable":
		_, err := r.instantiate(c)
		return wantError(err, c.Text)
	}
	return nil // malformed and invalid modules are others' business
}

func (r *runner) instance(name string) store.Instance {
	if name == "" {
		return r.latest
	}
	return r.named[name]
}

func (r *runner) instantiate(c testsuite.Command) (store.Instance, error) {
	bin, _, err := r.script.Binary(c)
	if err != nil {
		return nil, err
	}
	m, err := binary.Decode(bin)
	if err != nil {
		return nil, err
	}
	return r.new(m, r.imports, store.Config{Store: r.store, CheckSegments: r.first})
}

func (r *runner) act(a testsuite.Action) ([]store.Value, error) {
	inst := r.instance(a.Module)
	if inst == nil {
		return nil, errors.New("no such module")
	}
	inst.SetFuel(store.DefaultFuel)
	if a.Type == "get" {
		x, ok := inst.Export(a.Field)
		if !ok || x.Global == nil {
			return nil, errors.New("no such global")
		}
		return []store.Value{x.Global.Value()}, nil
	}
	var args []store.Value
	for _, v := range a.Args {
		x, err := value(v)
		if err != nil {
			return nil, err
		}
		args = append(args, x)
	}
	return inst.Call(a.Field, args)
}

// value converts an argument.
func value(v testsuite.Value) (store.Value, error) {
	var x store.Value
	for _, t := range []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef,
		wasmast.ExternRef} {
		if t.String() == v.Type {
			x.Type = t
		}
	}
	if v.Null() {
		return x, nil
	}
	bits, err := v.Bits()
	x.Lo, x.Hi = bits.Lo, bits.Hi
	if x.Type.IsRef() {
		x.Lo++
	}
	return x, err
}

// match compares results.
func match(got []store.Value, want []testsuite.Value) error {
	if len(got) != len(want) {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	for i, w := range want {
		g := got[i]
		ok, err := g.Type.String() == w.Type, error(nil)
		switch {
		case w.Null():
			ok = ok && g.Lo == 0
		case g.Type.IsRef() && len(w.Text) == 0:
			ok = ok && g.Lo != 0
		case g.Type.IsRef():
			var bits wasmast.Vec128
			bits, err = w.Bits()
			ok = ok && g.Lo == bits.Lo+1
		case ok:
			ok, err = w.Matches(wasmast.Vec128{Lo: g.Lo, Hi: g.Hi})
		}
		if err != nil || !ok {
			return fmt.Errorf("result %d: got %v, want %v (%v)", i, g, w, err)
		}
	}
	return nil
}

// wantError compares an error with the reason that a script expects.
func wantError(err error, text string) error {
	if err == nil {
		return fmt.Errorf("no error, want %q", text)
	}
	switch text {
	case "indirect call":
		text = string(store.TrapIndirectCallMistype)
	}
	got := err.Error()
	if !strings.HasPrefix(got, text) && !strings.HasPrefix(text, got) {
		return fmt.Errorf("got %q, want %q", got, text)
	}
	return nil
}
