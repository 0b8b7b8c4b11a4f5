package traced_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

var i32 = []wasmast.ValType{wasmast.I32}

func get(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func set(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
func num(n int32) wasmast.Instr            { return wasmast.I32Const{Value: n} }
func call(f wasmast.FuncIdx) wasmast.Instr { return wasmast.Call{Func: f} }

// body joins instructions, expressions and plain operators to one expression.
func body(parts ...any) (e wasmast.Expr) {
	for _, p := range parts {
		switch p := p.(type) {
		case wasmast.Expr:
			e = append(e, p...)
		case wasmast.PlainOp:
			e = append(e, wasmast.Plain{Code: p})
		case wasmast.Instr:
			e = append(e, p)
		default:
			panic("not part of an expression")
		}
	}
	return e
}

// repeat returns an expression n times.
func repeat(n int, parts ...any) wasmast.Expr { return slices.Repeat(body(parts...), n) }

// A routine is a function with its type.
type routine struct {
	typ wasmast.FuncType
	def wasmast.Func
}

func function(params, results, locals []wasmast.ValType, code wasmast.Expr) routine {
	return routine{wasmast.FuncType{Params: params, Results: results}, wasmast.Func{Locals: locals, Body: code}}
}

// module returns a module with a page of memory, the functions, all in a table, and the last exported as f.
func module(functions ...routine) *wasmast.Module {
	m := &wasmast.Module{Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}}}
	all := wasmast.Elem{Type: wasmast.RefTypeFunc, Mode: wasmast.ElemActive{Offset: body(num(0))}}
	for i, f := range functions {
		f.def.Type = wasmast.TypeIdx(i)
		m.Types, m.Funcs = append(m.Types, f.typ), append(m.Funcs, f.def)
		all.Init = append(all.Init, body(wasmast.RefFunc{Func: wasmast.FuncIdx(i)}))
	}
	m.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: uint32(len(functions))}}}
	m.Elems = []wasmast.Elem{all}
	m.Exports = []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{Func: wasmast.FuncIdx(len(functions) - 1)}}}
	return m
}

// evaluate calls f of a module twice, since the first call compiles it, and returns the results of the second.
func evaluate(t *testing.T, m *wasmast.Module, args ...int32) string {
	t.Helper()
	if err := validate.Module(m, wasmast.V2|wasmast.ExtendedConst); err != nil {
		t.Fatal(err)
	}
	var values []store.Value
	for _, x := range args {
		values = append(values, store.I32(x))
	}
	inst, err := traced.Instantiate(m, nil, store.Config{})
	if err != nil {
		return err.Error()
	}
	defer inst.Close()
	first, firstErr := inst.Call("f", values)
	second, err := inst.Call("f", values)
	if got, want := fmt.Sprint(second, err), fmt.Sprint(first, firstErr); got != want {
		t.Errorf("the second call returned %s, the first %s", got, want)
	}
	return fmt.Sprint(second, err)
}

// named returns the fault with a name.
func named(t *testing.T, name string) probe.FaultInfo {
	for _, f := range traced.Faults {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no fault %s", name)
	return probe.FaultInfo{}
}

// under runs a test with a fault.
func under(f probe.FaultInfo, test func()) {
	probe.Activate(f.ID)
	defer probe.Activate(0)
	test()
}

// expect compares what f of a module returns with and without a fault.
func expect(t *testing.T, fault, form string, m *wasmast.Module, sound, faulty int32, args ...int32) {
	t.Helper()
	check := func(when string, want int32) {
		t.Helper()
		if got, want := evaluate(t, m, args...), fmt.Sprint([]store.Value{store.I32(want)}, error(nil)); got != want {
			t.Errorf("%s: %s: %s %s, want %s", fault, form, when, got, want)
		}
	}
	check("without", sound)
	under(named(t, fault), func() { check("with", faulty) })
}

// TestTableII looks which faults have names.
func TestTableII(t *testing.T) {
	number := 11
	for _, f := range traced.Faults {
		if f.Kind != "named" {
			continue
		}
		if !strings.HasPrefix(f.Doc, fmt.Sprintf("Table II %d: ", number)) {
			t.Errorf("the description of %s begins %q, want number %d of Table II", f.Name, f.Doc, number)
		}
		number++
	}
	if number != 16 {
		t.Errorf("%d named faults, want 5", number-11)
	}
}

// binaries are the faults of binary operators, with operands for which they decide between zero and something else.
var binaries = []struct {
	fault         string
	op            wasmast.PlainOp
	x, y          int32
	sound, faulty int32
}{
	{"interp-i32-sub", wasmast.OpI32Sub, 3, 3, 0, 6},
	{"interp-i32-lt-u", wasmast.OpI32LtU, 5, 5, 0, 1},
	{"interp-i32-shr-u", wasmast.OpI32ShrU, 8, 1, 4, 0},
}

// operands are the forms of operands with the values x and y, which are those of the locals 0 and 1.
func operands(x, y int32) map[string]wasmast.Expr {
	first, second := body(get(0), num(0), wasmast.OpI32Add), body(get(1), num(0), wasmast.OpI32Or)
	return map[string]wasmast.Expr{
		"local, local":       body(get(0), get(1)),
		"local, constant":    body(get(0), num(y)),
		"constant, local":    body(num(x), get(1)),
		"constant, constant": body(num(x), num(y)),
		"computed, computed": body(first, second),
		"computed, constant": body(first, num(y)),
		"constant, computed": body(num(x), second),
		"parameters of a block": body(get(0), get(1),
			wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockFunc{Type: 1}}),
	}
}

// A use is what can become of a value: an expression that uses it, and what that makes of it.
type use struct {
	name string
	of   func(v int32) int32
	code func(v wasmast.Expr) wasmast.Expr
}

func same(v int32) int32 { return v }

func isZero(v int32) int32 {
	if v == 0 {
		return 1
	}
	return 0
}

func notZero(v int32) int32 { return 1 - isZero(v) }

func block(t wasmast.BlockType, parts ...any) wasmast.Instr {
	return wasmast.Block{Code: wasmast.OpBlock, Type: t, Body: body(parts...)}
}

var (
	eqz  = wasmast.OpI32Eqz
	ret  = wasmast.OpReturn
	brIf = wasmast.Branch{Code: wasmast.OpBrIf}
	void = wasmast.BlockEmpty{}
	one  = wasmast.BlockVal{Type: wasmast.I32}
)

// uses are the forms of uses. Local 2 is an i32 that is 0; function 0 returns its argument.
var uses = []use{
	{"returned", same, func(v wasmast.Expr) wasmast.Expr { return v }},
	{"returned early", same, func(v wasmast.Expr) wasmast.Expr { return body(v, ret) }},
	{"in a local", same, func(v wasmast.Expr) wasmast.Expr { return body(v, set(2), get(2)) }},
	{"negated", isZero, func(v wasmast.Expr) wasmast.Expr { return body(v, eqz) }},
	{"negated twice", notZero, func(v wasmast.Expr) wasmast.Expr { return body(v, eqz, eqz) }},
	{"argument", same, func(v wasmast.Expr) wasmast.Expr { return body(v, call(0)) }},
	{"operand", func(v int32) int32 { return v + 40 }, func(v wasmast.Expr) wasmast.Expr {
		return body(num(40), v, wasmast.OpI32Add)
	}},
	{"selected", same, func(v wasmast.Expr) wasmast.Expr { return body(v, num(9), num(1), wasmast.OpSelect) }},
	{"for select", notZero, func(v wasmast.Expr) wasmast.Expr { return body(num(1), num(0), v, wasmast.OpSelect) }},
	{"stored", same, func(v wasmast.Expr) wasmast.Expr {
		return body(num(4), v, wasmast.Access{Code: wasmast.OpI32Store}, num(4), wasmast.Access{Code: wasmast.OpI32Load})
	}},
	{"for if", notZero, func(v wasmast.Expr) wasmast.Expr {
		return body(v, wasmast.If{Type: one, Then: body(num(1)), Else: body(num(0))})
	}},
	{"negated, for if without else", isZero, func(v wasmast.Expr) wasmast.Expr {
		return body(v, eqz, wasmast.If{Type: void, Then: body(num(1), ret)}, num(0))
	}},
	{"for br_if", notZero, func(v wasmast.Expr) wasmast.Expr {
		return body(block(void, v, brIf, num(0), ret), num(1))
	}},
	{"negated, for br_if with a value", isZero, func(v wasmast.Expr) wasmast.Expr {
		return body(block(one, num(1), v, eqz, brIf, wasmast.OpDrop, num(0)))
	}},
	{"for br_if with a value that moves", notZero, func(v wasmast.Expr) wasmast.Expr {
		return body(block(one, num(9), num(1), v, brIf, wasmast.OpDrop, wasmast.OpDrop, num(0)))
	}},
	{"for br_if to a loop", notZero, func(v wasmast.Expr) wasmast.Expr {
		again := wasmast.If{Type: void, Then: body(num(1), ret)}
		loop := body(get(2), again, num(1), set(2), v, brIf)
		return body(wasmast.Block{Code: wasmast.OpLoop, Type: void, Body: loop}, num(0))
	}},
	{"for br_table", notZero, func(v wasmast.Expr) wasmast.Expr {
		table := wasmast.BranchTable{Labels: []wasmast.LabelIdx{0}, Default: 1}
		return body(block(void, block(void, v, table), num(0), ret), num(1))
	}},
}

// TestBinaryFaults looks whether the faults of binary operators show in every form of operands and of use, whatever
// the instruction is compiled to.
func TestBinaryFaults(t *testing.T) {
	identity := function(i32, i32, nil, body(get(0)))
	two := []wasmast.ValType{wasmast.I32, wasmast.I32}
	for _, f := range binaries {
		for form, operands := range operands(f.x, f.y) {
			for _, u := range uses {
				code := u.code(body(operands, f.op))
				m := module(identity, function(two, two, nil, body(get(0), get(1))), function(two, i32, i32, code))
				expect(t, f.fault, form+", "+u.name, m, u.of(f.sound), u.of(f.faulty), f.x, f.y)
			}
		}
	}
}

// TestBinaryFaultConstant looks whether i32.sub is faulty in constant expressions, too.
func TestBinaryFaultConstant(t *testing.T) {
	m := module(function(nil, i32, nil, body(wasmast.Global{Code: wasmast.OpGlobalGet})))
	m.Globals = []wasmast.GlobalDef{{
		Type: wasmast.GlobalType{Type: wasmast.I32}, Init: body(num(7), num(2), wasmast.OpI32Sub),
	}}
	expect(t, "interp-i32-sub", "constant expression", m, 5, 9)
}

// TestLocalInit looks whether locals of type i32, and only those, begin as 1, in however a function is called.
func TestLocalInit(t *testing.T) {
	callee := function(i32, i32,
		[]wasmast.ValType{wasmast.V128, wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.FuncRef, wasmast.I32},
		body(get(0), get(2), wasmast.OpI32Add, get(7), num(2), wasmast.OpI32Mul, wasmast.OpI32Add,
			get(3), wasmast.OpI64Eqz, num(10), wasmast.OpI32Mul, wasmast.OpI32Add,
			get(4), wasmast.OpI32ReinterpretF32, wasmast.OpI32Add,
			get(5), wasmast.OpI64ReinterpretF64, wasmast.OpI64Eqz, num(100), wasmast.OpI32Mul, wasmast.OpI32Add,
			get(6), wasmast.OpRefIsNull, num(1000), wasmast.OpI32Mul, wasmast.OpI32Add,
			get(1), wasmast.OpV128AnyTrue, wasmast.OpI32Add))
	expect(t, "interp-local-init", "called from outside", module(callee), 1110, 1113, 0)
	expect(t, "interp-local-init", "parameter", module(function(i32, i32, nil, body(get(0)))), 0, 0, 0)
	for form, caller := range map[string]wasmast.Expr{
		"called":            body(get(0), call(0), call(0)),
		"called indirectly": body(get(0), num(0), wasmast.CallIndirect{}, num(0), wasmast.CallIndirect{}),
	} {
		expect(t, "interp-local-init", form, module(callee, function(i32, i32, nil, caller)), 2220, 2226, 0)
	}
}

// TestLoad8S looks whether i32.load8_s, and it alone, reads from another address, in every form of address.
func TestLoad8S(t *testing.T) {
	const fault, at, sound, faulty = "interp-i32-load8-s", 0x12c, -123, 77
	access := func(code wasmast.AccessOp, offset uint32) wasmast.Instr {
		return wasmast.Access{Code: code, Arg: wasmast.MemArg{Offset: offset}}
	}
	data := func(code ...any) *wasmast.Module {
		m := module(function(i32, i32, nil, body(code...)))
		for address, b := range map[int32]byte{at: 0x85, at & 0xff: 77} {
			m.Datas = append(m.Datas, wasmast.Data{Init: []byte{b}, Mode: wasmast.DataActive{Offset: body(num(address))}})
		}
		return m
	}
	load := access(wasmast.OpI32Load8S, 0)
	expect(t, fault, "local", data(get(0), load), sound, faulty, at)
	expect(t, fault, "constant", data(num(at), load), sound, faulty, 0)
	expect(t, fault, "computed", data(get(0), num(1), wasmast.OpI32Add, load), sound, faulty, at-1)
	expect(t, fault, "offset", data(get(0), access(wasmast.OpI32Load8S, at)), sound, faulty, 0)
	expect(t, fault, "local and offset", data(get(0), access(wasmast.OpI32Load8S, 0xfc)), sound, faulty, at-0xfc)
	expect(t, fault, "in a comparison", data(get(0), load, num(0), wasmast.OpI32LtS), 1, 0, at)
	expect(t, fault, "low address", data(get(0), load), 77, 77, at&0xff)
	expect(t, fault, "last address", data(get(0), load), 0, 0, 1<<16-1)
	expect(t, fault, "byte not touched before", data(get(0), load), 0, 77, 1<<15+at)
	expect(t, fault, "memory not touched before", module(function(i32, i32, nil, body(get(0), load))), 0, 0, at)
	expect(t, fault, "load8_u", data(get(0), access(wasmast.OpI32Load8U, 0)), 0x85, 0x85, at)
	expect(t, fault, "load16_s", data(get(0), access(wasmast.OpI32Load16S, 0)), 0x85, 0x85, at)
	under(named(t, fault), func() {
		want := fmt.Sprint([]store.Value(nil), store.TrapMemoryBounds)
		if got := evaluate(t, data(get(0), load), 1<<16); got != want {
			t.Errorf("%s: outside of the memory: %s, want %s", fault, got, want)
		}
	})
}

// places says what has to occur in a module in which a fault may change anything.
var places = map[string]func(f *wasmast.Func, i wasmast.Instr) bool{
	"interp-i32-sub":     func(_ *wasmast.Func, i wasmast.Instr) bool { return i.Op() == wasmast.OpI32Sub.Op() },
	"interp-i32-lt-u":    func(_ *wasmast.Func, i wasmast.Instr) bool { return i.Op() == wasmast.OpI32LtU.Op() },
	"interp-i32-shr-u":   func(_ *wasmast.Func, i wasmast.Instr) bool { return i.Op() == wasmast.OpI32ShrU.Op() },
	"interp-i32-load8-s": func(_ *wasmast.Func, i wasmast.Instr) bool { return i.Op() == wasmast.OpI32Load8S.Op() },
	"interp-local-init":  func(f *wasmast.Func, _ wasmast.Instr) bool { return slices.Contains(f.Locals, wasmast.I32) },
}

// occurs reports whether f is true of an instruction in e, at any depth.
func occurs(e wasmast.Expr, f func(wasmast.Instr) bool) bool {
	return slices.ContainsFunc(e, func(i wasmast.Instr) bool {
		switch b := i.(type) {
		case wasmast.Block:
			return f(i) || occurs(b.Body, f)
		case wasmast.If:
			return f(i) || occurs(b.Then, f) || occurs(b.Else, f)
		}
		return f(i)
	})
}

// TestFaultsInSuite runs the test suite under each fault. Only scripts with places where the fault is may behave
// differently, and some have to; but none loads a byte with i32.load8_s from an address above 255 that is not 0.
func TestFaultsInSuite(t *testing.T) {
	affected := map[string]int{}
	for _, s := range load(t, testsuite.V2) {
		want := play(t, s, interp.Instantiate)
		for name, place := range places {
			under(named(t, name), func() {
				if slices.Equal(play(t, s, traced.Instantiate), want) {
					return
				}
				affected[name]++
				if !slices.ContainsFunc(s.Commands, func(c testsuite.Command) bool { return runs(c) && has(t, s, c, place) }) {
					t.Errorf("%s changes %s, which has nothing of the kind", name, s.Source)
				}
			})
		}
	}
	for name := range places {
		if affected[name] == 0 && name != "interp-i32-load8-s" {
			t.Errorf("%s changes nothing", name)
		}
	}
}

// has reports whether the module of a command has a place.
func has(t *testing.T, s *testsuite.Script, c testsuite.Command, place func(*wasmast.Func, wasmast.Instr) bool) bool {
	m := (&player{T: t, script: s}).module(c)
	return slices.ContainsFunc(m.Funcs, func(f wasmast.Func) bool {
		return occurs(f.Body, func(i wasmast.Instr) bool { return place(&f, i) })
	})
}
