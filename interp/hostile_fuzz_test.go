package interp_test

import (
	"bytes"
	leb128 "encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// The limits under which FuzzInterp runs modules.
const (
	hostileFuel  = 10_000 // for each call
	hostileCalls = 16     // in each instance
	hostilePages = 16
	hostileTable = 1024
)

// FuzzInterp instantiates the modules among arbitrary bytes that are valid, and calls what they export with zeros.
// There is no panic, no end later than the fuel allows (the fuzzing engine stops an input after ten seconds), no
// memory or table beyond the limits, and a second instance does what the first did. Bytes that do not begin like a
// module are the body of a function among others (see embed).
func FuzzInterp(f *testing.F) {
	seeds, err := filepath.Glob("../corpus/seeds/*.wasm")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range seeds {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, e := range hostileBodies() {
		f.Add(encodeBody(e))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !bytes.HasPrefix(b, []byte("\x00asm")) {
			b = embed(b)
		}
		m, err := binary.Decode(b)
		if err != nil || validate.Module(m, wasmast.V2) != nil {
			return
		}
		first, second := runHostile(t, m, interp.Instantiate), runHostile(t, m, interp.Instantiate)
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("the first instance: %v\nthe second: %v", first, second)
		}
	})
}

// TestHostileBodies sees to it that the seeds of FuzzInterp are valid, so that it begins with what it is about.
func TestHostileBodies(t *testing.T) {
	for i, e := range hostileBodies() {
		m, err := binary.Decode(embed(encodeBody(e)))
		if err == nil {
			err = validate.Module(m, wasmast.V2)
		}
		if err != nil {
			t.Errorf("body %d: %v", i, err)
			continue
		}
		if !reflect.DeepEqual(m.Funcs[0].Body, e) {
			t.Errorf("body %d became %v", i, m.Funcs[0].Body)
		}
	}
}

// TestManyOperands calls a function that leaves twenty million operands on its stack, which is valid.
func TestManyOperands(t *testing.T) {
	many := slices.Repeat(types(i32), 1000)
	var b builder
	b.function(nil, many, nil, slices.Repeat(expr{num(0)}, len(many)))
	b.function(nil, nil, nil, slices.Repeat(expr{call(0)}, 20_000), wasmast.OpUnreachable)
	inst := instantiate(t, b.module(), store.Config{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := inst.Call("f", nil)
	runtime.ReadMemStats(&after)
	if err != store.ExhaustedFrame {
		t.Errorf("%v, want %v", err, store.ExhaustedFrame)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// runHostile returns what an instance of a valid module did: results and errors in order, then its state.
func runHostile(t *testing.T, m *wasmast.Module, instantiate instantiator) (did []any) {
	cfg := store.Config{
		Store: new(store.Store), Fuel: hostileFuel, MaxDepth: 100, MaxPages: hostilePages, MaxTable: hostileTable,
	}
	inst, err := instantiate(m, hostileImports(m), cfg)
	if did = append(did, err); err != nil {
		checkStop(t, err)
		return did
	}
	defer inst.Close()
	calls := 0
	for _, e := range m.Exports {
		x, ok := inst.Export(e.Name)
		if !ok {
			t.Fatalf("no export %q", e.Name)
		}
		if x.Func == nil || calls == hostileCalls {
			continue
		}
		calls++
		inst.SetFuel(hostileFuel)
		results, err := inst.Call(e.Name, zeros(x.Func.Type.Params))
		if did = append(did, results, err); err != nil {
			checkStop(t, err)
			continue
		}
		if !slices.Equal(typesOf(results), x.Func.Type.Results) {
			t.Fatalf("%q of type %v returned %v", e.Name, x.Func.Type, results)
		}
	}
	return append(did, hostileState(t, inst)...)
}

// hostileState returns the state of an instance, which must be within the limits.
func hostileState(t *testing.T, inst store.Instance) (state []any) {
	for _, g := range inst.Globals() {
		state = append(state, g.Value())
	}
	for _, mem := range inst.Memories() {
		if mem.Pages() > hostilePages || uint64(len(mem.Data)) > mem.Size() {
			t.Fatalf("memory of %d pages with %d bytes", mem.Pages(), len(mem.Data))
		}
		state = append(state, mem.Pages(), bytes.TrimRight(mem.Data, "\x00"))
	}
	for _, table := range inst.Tables() {
		if table.Size() > hostileTable {
			t.Fatalf("table of %d elements", table.Size())
		}
		state = append(state, slices.Clone(table.Elems))
	}
	return state
}

// checkStop fails unless err is an error that a module can cause.
func checkStop(t *testing.T, err error) {
	var trap store.Trap
	var exhausted store.Exhausted
	var link *store.LinkError // an import that is too large
	if !errors.As(err, &trap) && !errors.As(err, &exhausted) && !errors.As(err, &link) {
		t.Fatalf("error of type %T: %v", err, err)
	}
}

// hostileImports provides all imports of m, each time another extern. What is too large for the limits is missing.
func hostileImports(m *wasmast.Module) store.Imports {
	next := 0
	return func(string, string) (x store.Extern, ok bool) {
		desc := m.Imports[next].Desc
		next++
		var err error
		switch d := desc.(type) {
		case wasmast.ImportFunc:
			ft := m.Types[d.Type]
			x.Func = &store.Func{Type: ft, Call: func([]store.Value) ([]store.Value, error) { return zeros(ft.Results), nil }}
		case wasmast.ImportTable:
			x.Table, err = store.NewTable(d.Type, hostileTable)
		case wasmast.ImportMem:
			x.Memory, err = store.NewMemory(d.Type, hostilePages)
		case wasmast.ImportGlobal:
			x.Global = store.NewGlobal(d.Type, store.Zero(d.Type.Type))
		default:
			panic(fmt.Sprintf("wasmfuzz: internal error: import of %T", d))
		}
		return x, err == nil
	}
}

func zeros(types []valType) []store.Value {
	values := make([]store.Value, len(types))
	for i, t := range types {
		values[i] = store.Zero(t)
	}
	return values
}

// embed returns around(body) for a body in the binary format, valid or not, without its end.
func embed(body []byte) []byte {
	before, after, ok := bytes.Cut(binary.Encode(around(marker)), codeSection(encodeBody(marker)))
	if !ok {
		panic("wasmfuzz: internal error: the code section is not as expected")
	}
	return slices.Concat(before, codeSection(body), after)
}

// marker is a body that names a data segment, so that there is a data count section.
var marker = expr{num(0x5EED), wasmast.Plain{Code: wasmast.OpDrop}, wasmast.DataDrop{}}

// around returns a module of one function, exported three times, and much that its body can use: an imported
// function of each type, tables, a memory, globals, segments and locals.
func around(e expr) *wasmast.Module {
	m := &wasmast.Module{
		Types: []wasmast.FuncType{
			{},
			{Params: types(i32), Results: types(i32)},
			{Params: types(i64, v128), Results: types(f64, i32)},
			{Params: types(v128, v128), Results: types(v128)},
		},
		Funcs: []wasmast.Func{{Body: e, Locals: types(i32, i64, f32, f64, v128, wasmast.FuncRef, wasmast.ExternRef, i32)}},
		Mems:  []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Tables: []wasmast.TableType{
			{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 8}}, {Elem: wasmast.RefTypeExtern},
		},
		Datas: []wasmast.Data{{Init: []byte("data"), Mode: wasmast.DataPassive{}}},
	}
	for i := range m.Types {
		m.Imports = append(m.Imports, wasmast.Import{Desc: wasmast.ImportFunc{Type: wasmast.TypeIdx(i)}})
	}
	refs := []expr{{wasmast.RefFunc{Func: 0}}, {wasmast.RefFunc{Func: 2}}, {wasmast.RefFunc{Func: 4}}, {wasmast.RefNull{Type: wasmast.RefTypeFunc}}}
	m.Elems = []wasmast.Elem{
		{Type: wasmast.RefTypeFunc, Init: refs, Mode: wasmast.ElemActive{Offset: expr{num(0)}}},
		{Type: wasmast.RefTypeFunc, Init: refs, Mode: wasmast.ElemPassive{}},
	}
	for _, init := range []wasmast.Instr{num(1), long(2), wasmast.F32Const{}, wasmast.F64Const{}, wasmast.V128Const{}} {
		m.Globals = append(m.Globals, wasmast.GlobalDef{
			Type: wasmast.GlobalType{Type: init.Op().Info().Results[0], Mutable: true}, Init: expr{init}})
	}
	for _, name := range []string{"first", "second", "third"} {
		m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: wasmast.ExportFunc{Func: wasmast.FuncIdx(len(m.Types))}})
	}
	return m
}

// codeSection encodes a code section of one function as in around.
func codeSection(body []byte) []byte {
	sized := func(b []byte) []byte { return append(leb128.AppendUvarint(nil, uint64(len(b))), b...) }
	locals := around(nil).Funcs[0].Locals
	fn := []byte{byte(len(locals))}
	for _, t := range locals {
		fn = append(fn, 1, byte(t))
	}
	fn = append(append(fn, body...), 0x0B)
	return append([]byte{10}, sized(append([]byte{1}, sized(fn)...))...)
}

// encodeBody encodes a body of less than a hundred bytes without its end, which it cuts out of a global section.
func encodeBody(e expr) []byte {
	empty := binary.Encode(&wasmast.Module{Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32}}}})
	full := binary.Encode(&wasmast.Module{Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32}, Init: e}}})
	return full[len(empty)-1 : len(full)-1]
}

// hostileBodies are bodies that FuzzInterp begins with: what costs time, memory or depth.
func hostileBodies() []expr {
	grow := wasmast.Memory{Code: wasmast.OpMemoryGrow}
	fill := wasmast.Memory{Code: wasmast.OpMemoryFill}
	bodies := []expr{
		body(loop(void, br(0))),
		body(call(4)),
		body(num(2), wasmast.CallIndirect{Type: 0}),
		body(loop(void, num(1), grow, wasmast.OpDrop, br(0))),
		body(loop(void, num(0), num(7), num(65536), fill, br(0))),
		body(num(65535), num(1), access(wasmast.OpI32Store, 4294967295)),
		body(num(1), num(-1), wasmast.OpI32DivS, set(0)),
		body(wasmast.RefNull{Type: wasmast.RefTypeExtern}, num(-1), wasmast.Table{Code: wasmast.OpTableGrow, X: 1}, wasmast.OpDrop),
		body(wasmast.RefFunc{Func: 4}, num(999), wasmast.Table{Code: wasmast.OpTableGrow}, set(0)),
		body(num(0), num(0), num(4), wasmast.TableInit{Elem: 1}, wasmast.ElemDrop{Elem: 1}),
		body(num(65533), num(1), num(3), wasmast.MemoryInit{}, wasmast.DataDrop{}),
		body(long(0), get(4), call(2), set(7), set(3)),
		body(get(4), get(4), call(3), tee(4), wasmast.OpI32x4AllTrue, block(wasmast.BlockFunc{Type: 1}, tee(0), get(0), brIf(0)), set(0)),
		body(get(0), wasmast.BranchTable{Labels: []wasmast.LabelIdx{0, 0}}),
	}
	return bodies
}
