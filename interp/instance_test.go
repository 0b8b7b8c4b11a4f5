package interp_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// want calls f and compares what comes of it.
func want(t *testing.T, inst store.Instance, f string, args, results []store.Value, failure error) {
	t.Helper()
	got, err := inst.Call(f, args)
	if err != failure || !slices.Equal(got, results) {
		t.Errorf("%s(%v) = %v, %v, want %v, %v", f, args, got, err, results, failure)
	}
}

// countdown returns a module whose f runs a loop n times.
func countdown() *wasmast.Module {
	return new(builder).function(types(i32), types(i32), nil,
		loop(void, get(0), num(1), sub, tee(0), brIf(0)), get(0)).module()
}

func TestFuel(t *testing.T) {
	inst := instantiate(t, countdown(), store.Config{Fuel: 10})
	want(t, inst, "f", ints(10), ints(0), nil) // one for the call and nine for branches back
	if inst.Fuel() != 0 {
		t.Errorf("%d units of fuel are left, want 0", inst.Fuel())
	}
	inst.SetFuel(10)
	want(t, inst, "f", ints(11), nil, store.ExhaustedFuel)
	want(t, inst, "f", ints(1), nil, store.ExhaustedFuel)
	inst.SetFuel(2)
	want(t, inst, "f", ints(1), ints(0), nil)
	if inst.Fuel() != 1 {
		t.Errorf("%d units of fuel are left, want 1", inst.Fuel())
	}
}

func TestFuelOfCalls(t *testing.T) {
	m := new(builder).function(nil, nil, nil).function(nil, nil, nil, call(0), call(0), call(0)).module()
	inst := instantiate(t, m, store.Config{Fuel: 4})
	want(t, inst, "f", nil, nil, nil)
	inst.SetFuel(3)
	want(t, inst, "f", nil, nil, store.ExhaustedFuel)
}

func TestFuelOfBulk(t *testing.T) {
	fill := func(n int32) *wasmast.Module {
		return new(builder).memory().function(nil, nil, nil,
			num(0), num(1), num(n), wasmast.Memory{Code: wasmast.OpMemoryFill}).module()
	}
	inst := instantiate(t, fill(640), store.Config{Fuel: 11})
	want(t, inst, "f", nil, nil, nil)
	want(t, instantiate(t, fill(640), store.Config{Fuel: 10}), "f", nil, nil, store.ExhaustedFuel)
	want(t, instantiate(t, fill(-1), store.Config{Fuel: 10}), "f", nil, nil, store.TrapMemoryBounds)
}

// TestFuelOfLength makes sure that fuel bounds time: long loops and large functions cost more.
func TestFuelOfLength(t *testing.T) {
	var long expr
	for i := range int32(3000) {
		long = append(long, num(i), set(1))
	}
	used := func(m *wasmast.Module) int64 {
		inst := instantiate(t, m, store.Config{Fuel: 1000})
		if _, err := inst.Call("f", ints(3)); err != nil {
			t.Fatal(err)
		}
		return 1000 - inst.Fuel()
	}
	again := body(get(0), num(1), sub, tee(0), brIf(0))
	for _, c := range []struct {
		name string
		m    *wasmast.Module
		want int64
	}{
		{"short loop", new(builder).function(types(i32), nil, types(i32), loop(void, again)).module(), 1 + 2},
		{"long loop", new(builder).function(types(i32), nil, types(i32), loop(void, long, again)).module(), 3 + 2*3},
		{"many locals", new(builder).function(types(i32), nil, slices.Repeat(types(i32), 5000)).module(), 5},
	} {
		if got := used(c.m); got != c.want {
			t.Errorf("%s: used %d units, want %d", c.name, got, c.want)
		}
	}
}

// TestDepth recurses as deep as allowed, and once more.
func TestDepth(t *testing.T) {
	m := new(builder).function(types(i32), types(i32), nil,
		get(0), eqz, ifElse(val(i32), body(num(0)), body(get(0), num(1), sub, call(0), num(1), add))).module()
	for _, depth := range []int{1, 2, 100, 20_000} {
		inst := instantiate(t, m, store.Config{MaxDepth: depth})
		want(t, inst, "f", ints(int32(depth-1)), ints(int32(depth-1)), nil)
		want(t, inst, "f", ints(int32(depth)), nil, store.ExhaustedStack)
		want(t, inst, "f", ints(int32(depth-1)), ints(int32(depth-1)), nil)
	}
}

// TestLargeFrames recurses with frames so large that the value stack ends before the depth.
func TestLargeFrames(t *testing.T) {
	m := new(builder).function(types(i32), types(i32), make([]valType, 30_000),
		get(0), eqz, ifElse(val(i32), body(get(30_000)), body(get(0), num(1), sub, call(0)))).module()
	for i := range m.Funcs[0].Locals {
		m.Funcs[0].Locals[i] = i64
	}
	m.Funcs[0].Locals[29_999] = i32
	inst := instantiate(t, m, store.Config{})
	want(t, inst, "f", ints(20), ints(0), nil)
	want(t, inst, "f", ints(100), nil, store.ExhaustedStack)
	for i := range m.Funcs[0].Locals[:29_999] {
		m.Funcs[0].Locals[i] = v128
	}
	want(t, instantiate(t, m, store.Config{}), "f", ints(0), ints(0), nil)
	m.Funcs[0].Locals = slices.Concat(m.Funcs[0].Locals, m.Funcs[0].Locals)
	want(t, instantiate(t, m, store.Config{}), "f", ints(0), nil, store.ExhaustedFrame)
}

// TestManyIndices uses indices that do not fit in the fields of an instruction for slots.
func TestManyIndices(t *testing.T) {
	const many = 70_000
	b := new(builder)
	b.Tables = make([]wasmast.TableType, many+1)
	for i := range b.Tables {
		b.Tables[i].Elem = wasmast.RefTypeFunc
	}
	b.Tables[many].Limits.Min = 1
	b.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Table: many, Offset: body(num(0))},
		Init: []expr{{wasmast.RefFunc{}}}}}
	m := b.function(nil, types(i32), nil, num(7)).
		function(nil, types(i32), nil, num(0), wasmast.CallIndirect{Table: many}).module()
	want(t, instantiate(t, m, store.Config{}), "f", nil, ints(7), nil)

	m = new(builder).function(make([]valType, many), nil, nil).module()
	for i := range m.Types[0].Params {
		m.Types[0].Params[i] = i32
	}
	args := make([]store.Value, many)
	for i := range args {
		args[i] = store.I32(0)
	}
	if _, err := instantiate(t, m, store.Config{}).Call("f", args); err != store.ExhaustedFrame {
		t.Errorf("a function with %d parameters: %v", many, err)
	}
}

func TestCallErrors(t *testing.T) {
	inst := instantiate(t, countdown(), store.Config{})
	for _, args := range [][]store.Value{nil, ints(1, 2), {store.I64(1)}} {
		if _, err := inst.Call("f", args); err == nil {
			t.Errorf("f(%v) is called", args)
		}
	}
	if _, err := inst.Call("g", nil); err == nil {
		t.Error("a function that does not exist is called")
	}
}

// exports makes module inst importable under the name "m".
func exports(inst store.Instance, also map[string]store.Extern) store.Imports {
	return func(module, name string) (store.Extern, bool) {
		if module == "m" {
			return inst.Export(name)
		}
		x, ok := also[name]
		return x, ok
	}
}

// provider has a memory, a table with its function and the function f, which stores and grows the memory.
func provider() *wasmast.Module {
	b := new(builder).memory()
	b.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 2}}}
	b.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Offset: body(num(0))},
		Init: []expr{{wasmast.RefFunc{Func: 0}}}}}
	b.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: body(num(5))}}
	m := b.function(types(i32), types(i32), nil,
		num(1), wasmast.Memory{Code: wasmast.OpMemoryGrow}, drop,
		num(70_000), get(0), access(wasmast.OpI32Store, 0),
		wasmast.Global{Code: wasmast.OpGlobalGet}).module()
	m.Exports = append(m.Exports,
		wasmast.Export{Name: "mem", Desc: wasmast.ExportMem{}}, wasmast.Export{Name: "table", Desc: wasmast.ExportTable{}},
		wasmast.Export{Name: "global", Desc: wasmast.ExportGlobal{}})
	return m
}

// consumer imports all of provider and calls its function directly and through the table; the memory grows
// meanwhile.
func consumer() *wasmast.Module {
	b := new(builder)
	b.signature(types(i32), types(i32))
	b.Imports = []wasmast.Import{
		{Module: "m", Name: "f", Desc: wasmast.ImportFunc{}},
		{Module: "m", Name: "mem", Desc: wasmast.ImportMem{Type: wasmast.MemType{}}},
		{Module: "m", Name: "table", Desc: wasmast.ImportTable{Type: wasmast.TableType{Elem: wasmast.RefTypeFunc}}},
		{Module: "m", Name: "global", Desc: wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32, Mutable: true}}},
	}
	b.function(nil, types(i32, i32, i32, i32), nil,
		num(0), access(wasmast.OpI32Load, 0), drop,
		num(11), call(0),
		num(0), access(wasmast.OpI32Load, 70_000),
		num(9), wasmast.Global{Code: wasmast.OpGlobalSet},
		num(22), num(0), wasmast.CallIndirect{},
		num(0), access(wasmast.OpI32Load, 70_000))
	m := b.module()
	m.Exports[0].Desc = wasmast.ExportFunc{Func: 1}
	return m
}

func TestLinkedInstances(t *testing.T) {
	cfg := store.Config{Store: new(store.Store)}
	a := instantiate(t, provider(), cfg)
	b, err := interp.Instantiate(consumer(), exports(a, nil), cfg)
	if err != nil {
		t.Fatal(err)
	}
	want(t, b, "f", nil, ints(5, 11, 9, 22), nil)
	if n := b.Memories()[0].Pages(); n != 3 || a.Memories()[0] != b.Memories()[0] {
		t.Errorf("the memory has %d pages, want 3", n)
	}
	if b.Fuel() != store.DefaultFuel-3 || a.Fuel() != store.DefaultFuel {
		t.Errorf("fuel left is %d and %d", b.Fuel(), a.Fuel())
	}
	b.Close()
	want(t, a, "f", ints(33), ints(9), nil) // closing b leaves a's memory alone
}

func TestStoresAreSeparate(t *testing.T) {
	a := instantiate(t, provider(), store.Config{})
	defer func() {
		if recover() == nil {
			t.Error("instances in two stores were linked")
		}
	}()
	interp.Instantiate(consumer(), exports(a, nil), store.Config{})
}

// hostImports is a module that imports the functions named, each of type i32 -> i32, as functions 0 and so on.
func hostImports(names ...string) *builder {
	b := new(builder)
	b.signature(types(i32), types(i32))
	for _, name := range names {
		b.Imports = append(b.Imports, wasmast.Import{Module: "host", Name: name, Desc: wasmast.ImportFunc{}})
	}
	return b
}

// exportLast exports the last function as "f" although there are imports.
func exportLast(m *wasmast.Module) *wasmast.Module {
	m.Exports[0].Desc = wasmast.ExportFunc{Func: wasmast.FuncIdx(len(m.Imports) + len(m.Funcs) - 1)}
	return m
}

func hostFunc(f func(x int32) ([]store.Value, error)) store.Extern {
	return store.Extern{Func: &store.Func{Type: wasmast.FuncType{Params: types(i32), Results: types(i32)},
		Call: func(args []store.Value) ([]store.Value, error) { return f(int32(args[0].Lo)) }}}
}

func TestHostFunctions(t *testing.T) {
	failure := errors.New("failure of the host")
	table, err := store.NewTable(wasmast.TableType{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 1}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	double := hostFunc(func(x int32) ([]store.Value, error) { return ints(2 * x), nil })
	cfg := store.Config{Store: new(store.Store)}
	table.Elems[0] = cfg.Store.Add(double.Func)
	b := hostImports("double", "fail")
	b.Imports = append(b.Imports, wasmast.Import{Module: "host", Name: "table",
		Desc: wasmast.ImportTable{Type: wasmast.TableType{Elem: wasmast.RefTypeFunc}}})
	m := b.function(types(i32), types(i32), nil,
		num(1), get(0), call(0), add, num(0), wasmast.CallIndirect{}, tee(0),
		num(100), wasmast.OpI32GtS, ifElse(void, body(num(0), call(1), drop), nil), get(0)).module()
	m.Exports[0].Desc = wasmast.ExportFunc{Func: 2}
	inst, err := interp.Instantiate(m, exports(nil, map[string]store.Extern{"double": double, "table": {Table: table},
		"fail": hostFunc(func(int32) ([]store.Value, error) { return nil, failure })}), cfg)
	if err != nil {
		t.Fatal(err)
	}
	want(t, inst, "f", ints(3), ints(14), nil)
	want(t, inst, "f", ints(300), nil, failure)
	want(t, inst, "f", ints(3), ints(14), nil)
	x, _ := inst.Export("f")
	if got, err := x.Func.Call(ints(4)); err != nil || !slices.Equal(got, ints(18)) {
		t.Errorf("the exported function returns %v, %v", got, err)
	}
}

// TestReentry lets the host call the instance that calls it, which uses the same fuel, and recurse until there is
// no more stack.
func TestReentry(t *testing.T) {
	var inst store.Instance
	again := hostFunc(func(x int32) ([]store.Value, error) { return inst.Call("f", ints(x)) })
	m := exportLast(hostImports("again").function(types(i32), types(i32), nil,
		get(0), ifElse(val(i32), body(get(0), num(1), sub, call(0), get(0), add), body(num(0)))).module())
	inst, err := interp.Instantiate(m, exports(nil, map[string]store.Extern{"again": again}), store.Config{Fuel: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want(t, inst, "f", ints(10), ints(55), nil)
	if inst.Fuel() != 1000-21 {
		t.Errorf("%d units of fuel are left, want %d", inst.Fuel(), 1000-21)
	}
	want(t, inst, "f", ints(400), nil, store.ExhaustedStack)
	inst.SetFuel(1000)
	want(t, inst, "f", ints(10), ints(55), nil)
	inst.SetFuel(7)
	want(t, inst, "f", ints(10), nil, store.ExhaustedFuel)
}

func TestStart(t *testing.T) {
	m := new(builder).function(nil, nil, nil, num(1), wasmast.Global{Code: wasmast.OpGlobalSet}).module()
	m.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: body(num(0))}}
	m.Start = new(wasmast.FuncIdx)
	if g := instantiate(t, m, store.Config{}).Globals()[0].Value(); g != store.I32(1) {
		t.Errorf("the start function left %v", g)
	}
	m.Funcs[0].Body = body(wasmast.OpUnreachable)
	if _, err := interp.Instantiate(m, nil, store.Config{}); err != store.TrapUnreachable {
		t.Errorf("instantiation fails with %v", err)
	}
	m.Funcs[0].Body = body(loop(void, br(0)))
	if _, err := interp.Instantiate(m, nil, store.Config{Fuel: 100}); err != store.ExhaustedFuel {
		t.Errorf("instantiation fails with %v", err)
	}
}

// TestSegmentsBeforeTrap checks that what is written before a segment that does not fit stays.
func TestSegmentsBeforeTrap(t *testing.T) {
	mem, err := store.NewMemory(wasmast.MemType{Limits: wasmast.Limits{Min: 1}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	data := func(at int32, bytes string) wasmast.Data {
		return wasmast.Data{Init: []byte(bytes), Mode: wasmast.DataActive{Offset: body(num(at))}}
	}
	m := &wasmast.Module{Imports: []wasmast.Import{{Module: "host", Name: "mem", Desc: wasmast.ImportMem{}}},
		Datas: []wasmast.Data{data(3, "abc"), data(65_534, "def"), data(0, "g")}}
	imports := exports(nil, map[string]store.Extern{"mem": {Memory: mem}})
	if _, err := interp.Instantiate(m, imports, store.Config{}); err != store.TrapMemoryBounds {
		t.Errorf("instantiation fails with %v", err)
	}
	if got := string(mem.Bytes()[:8]); got != "\x00\x00\x00abc\x00\x00" {
		t.Errorf("the memory begins with %q", got)
	}
}

func TestLinkErrors(t *testing.T) {
	four := uint32(4)
	limited := wasmast.Limits{Min: 2, Max: &four}
	mem, err := store.NewMemory(wasmast.MemType{Limits: limited}, 10)
	if err != nil {
		t.Fatal(err)
	}
	mem.Grow(1)
	x := map[string]store.Extern{"mem": {Memory: mem}, "f": hostFunc(nil),
		"g": {Global: store.NewGlobal(wasmast.GlobalType{Type: i32}, store.I32(1))}}
	three, five := uint32(3), uint32(5)
	for _, c := range []struct {
		name   string
		desc   wasmast.ImportDesc
		reason string
	}{
		{"none", wasmast.ImportMem{}, store.UnknownImport},
		{"f", wasmast.ImportMem{}, store.IncompatibleImport},
		{"mem", wasmast.ImportFunc{}, store.IncompatibleImport},
		{"f", wasmast.ImportFunc{Type: 0}, ""},
		{"f", wasmast.ImportFunc{Type: 1}, store.IncompatibleImport},
		{"mem", wasmast.ImportMem{Type: wasmast.MemType{Limits: wasmast.Limits{Min: 3}}}, ""}, // it has grown
		{"mem", wasmast.ImportMem{Type: wasmast.MemType{Limits: wasmast.Limits{Min: 4}}}, store.IncompatibleImport},
		{"mem", wasmast.ImportMem{Type: wasmast.MemType{Limits: wasmast.Limits{Max: &five}}}, ""},
		{"mem", wasmast.ImportMem{Type: wasmast.MemType{Limits: wasmast.Limits{Max: &three}}}, store.IncompatibleImport},
		{"g", wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32}}, ""},
		{"g", wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i64}}, store.IncompatibleImport},
		{"g", wasmast.ImportGlobal{Type: wasmast.GlobalType{Type: i32, Mutable: true}}, store.IncompatibleImport},
		{"g", wasmast.ImportTable{}, store.IncompatibleImport},
	} {
		b := new(builder)
		b.signature(types(i32), types(i32))
		b.signature(types(i64), types(i32))
		b.Imports = []wasmast.Import{{Module: "host", Name: c.name, Desc: c.desc}}
		_, err := interp.Instantiate(&b.Module, exports(nil, x), store.Config{})
		var link *store.LinkError
		if reason := ""; errors.As(err, &link) {
			reason = link.Reason
			if reason != c.reason || link.Name != c.name {
				t.Errorf("%s as %#v: %v, want %q", c.name, c.desc, err, c.reason)
			}
		} else if err != nil || c.reason != reason {
			t.Errorf("%s as %#v: %v, want %q", c.name, c.desc, err, c.reason)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		m    *wasmast.Module
		want error
	}{
		{&wasmast.Module{Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: 3}}}}, nil},
		{&wasmast.Module{Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: 4}}}}, store.ExhaustedMemory},
		{&wasmast.Module{Tables: []wasmast.TableType{{Limits: wasmast.Limits{Min: 5}}}}, nil},
		{&wasmast.Module{Tables: []wasmast.TableType{{Limits: wasmast.Limits{Min: 6}}}}, store.ExhaustedTable},
		{&wasmast.Module{Tables: []wasmast.TableType{{Limits: wasmast.Limits{Min: 3}}, {Limits: wasmast.Limits{Min: 3}}}},
			store.ExhaustedTable},
	} {
		if _, err := interp.Instantiate(c.m, nil, store.Config{MaxPages: 3, MaxTable: 5}); err != c.want {
			t.Errorf("instantiation fails with %v, want %v", err, c.want)
		}
	}
}

// TestFreshMemory makes sure that a recycled memory has no bytes of the one before.
func TestFreshMemory(t *testing.T) {
	m := new(builder).memory().function(types(i32), types(i32), nil,
		get(0), access(wasmast.OpI32Load, 0), get(0), num(-1), access(wasmast.OpI32Store, 0)).module()
	for range 100 {
		inst := instantiate(t, m, store.Config{})
		for _, at := range []int32{5000, 0, 65_532, 40_000} {
			want(t, inst, "f", ints(at), ints(0), nil)
		}
		want(t, inst, "f", ints(65_533), nil, store.TrapMemoryBounds)
		want(t, inst, "f", ints(-1), nil, store.TrapMemoryBounds)
		inst.Close()
	}
}
