package finding

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// buggy is an engine that does what ours does, but takes some instructions for others, and accepts modules that ours
// rejects for some reasons.
type buggy struct {
	*diff.OwnEngine
	name   string
	instrs map[wasmast.Instr]wasmast.Instr
	accept []wasmast.Code
}

func (b buggy) Name() string   { return b.name }
func (b buggy) Family() string { return b.name }

func (b buggy) Validate(bin []byte) diff.Verdict {
	v := b.OwnEngine.Validate(bin)
	for _, code := range b.accept {
		if strings.Contains(v.Text, string(code)) {
			return diff.Verdict{}
		}
	}
	return v
}

func (b buggy) Check(bin []byte) diff.VerdictKind { return b.Validate(bin).Kind }

func (b buggy) Run(bin []byte, s *diff.Script) diff.Outcome {
	m, err := binary.Decode(bin)
	if err != nil {
		panic(err)
	}
	return b.OwnEngine.RunModule(m.Map(func(i wasmast.Instr) wasmast.Instr {
		if _, ok := i.(wasmast.Plain); ok {
			if other, ok := b.instrs[i]; ok {
				return other
			}
		}
		return i
	}), s)
}

var (
	sub  = plain(wasmast.OpI32Sub)
	add  = plain(wasmast.OpI32Add)
	ltU  = plain(wasmast.OpI32LtU)
	leU  = plain(wasmast.OpI32LeU)
	drop = plain(wasmast.OpDrop)
	get  = wasmast.Local{Code: wasmast.OpLocalGet}
)

func plain(op wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: op} }

func i32(x int32) wasmast.Instr { return wasmast.I32Const{Value: x} }

// jury is a judge of ours, the buggy engine, and two that agree with ours.
func jury(b buggy) campaign.Judge {
	own := diff.Own(validate.Module, interp.Instantiate, wasmast.V2)
	b.OwnEngine, b.name = own, "buggy"
	return campaign.Judge{Ours: own, Engines: []diff.Engine{b, buggy{OwnEngine: own, name: "honest"}}, NaN: diff.NaNTrack}
}

// function is a module with an exported function of one parameter and one result, a memory and a global.
func function(body ...wasmast.Instr) *wasmast.Module {
	return &wasmast.Module{
		Types:   []wasmast.FuncType{{Params: []wasmast.ValType{wasmast.I32}, Results: []wasmast.ValType{wasmast.I32}}},
		Funcs:   []wasmast.Func{{Body: body}},
		Mems:    []wasmast.MemType{{Limits: wasmast.Limits{Min: 1}}},
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{i32(0)}}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{}}},
	}
}

func calls(args ...int32) []diff.Call {
	var calls []diff.Call
	for _, x := range args {
		calls = append(calls, diff.Call{Func: "f", Args: []store.Value{store.I32(x)}})
	}
	return calls
}

// twice is a judge of an engine with two bugs.
func twice() campaign.Judge {
	return jury(buggy{instrs: map[wasmast.Instr]wasmast.Instr{sub: add, ltU: leU}})
}

// TestReductionDoesNotSlip: of two bugs in a module, that one stays by which the engines differ first.
func TestReductionDoesNotSlip(t *testing.T) {
	setGlobal := wasmast.Global{Code: wasmast.OpGlobalSet}
	difference := wasmast.Expr{get, i32(3), sub}
	order := wasmast.Expr{get, i32(5), ltU}
	for _, test := range []struct {
		body wasmast.Expr
		want wasmast.Instr
	}{
		{slices.Concat(difference, wasmast.Expr{setGlobal}, order), ltU}, // results are compared before globals
		{slices.Concat(order, wasmast.Expr{setGlobal}, difference), sub},
	} {
		s := Subject{function(test.body...), calls(5, 5)}
		y, err := Observe(twice(), s)
		if err != nil || y == nil {
			t.Fatal(y, err)
		}
		r := Reduction{Symptom: y}
		best, err := r.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		body := best.Module.Funcs[0].Body
		if len(body) != 3 || body[2] != test.want || len(best.Calls) != 1 || len(best.Calls[0].Args) != 0 || len(best.Module.Mems) != 0 {
			t.Errorf("%v\n%v", body, best.Calls)
		}
		if f, err := New(context.Background(), y, best); err != nil || !slices.Equal(f.Culprits, []string{test.want.Op().String()}) {
			t.Errorf("culprits %v, %v", f.Culprits, err)
		}
	}
}

// tallied lists the findings of a collector with their counts.
func tallied(c *Collector) string {
	var list []string
	for _, t := range c.Tallies() {
		list = append(list, fmt.Sprintf("%s %d", t.Name, t.Count))
	}
	return strings.Join(list, ", ")
}

// TestCollector gives a collector divergences of two bugs that look alike, and wants two findings with the right counts,
// at the price of two reductions.
func TestCollector(t *testing.T) {
	judge := twice()
	dir := t.TempDir()
	c := &Collector{Dir: dir, Log: io.Discard, Judge: judge, Origin: NewOrigin(judge.Ours, "test", nil)}
	add := func(body ...wasmast.Instr) {
		t.Helper()
		m := function(body...)
		d, err := judge.Outcomes(m, calls(1, 5))
		if err != nil || d == nil {
			t.Fatalf("%v, %v", d, err)
		}
		if err := c.Add(context.Background(), *d); err != nil {
			t.Fatal(err)
		}
	}
	for n := range int32(20) {
		add(get, i32(n+2), sub)
	}
	add(i32(7), i32(7), sub, drop, get, i32(5), ltU) // another bug, with the instruction of the first in the module
	add(get, i32(5), ltU)
	add(get, i32(1), sub, get, i32(5), ltU, drop) // both in the module, the first to blame
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	got := tallied(c)
	if ok, err := regexp.MatchString(`^buggy-i32.sub-\w+ 21, buggy-i32.lt_u-\w+ 2$`, got); !ok || err != nil {
		t.Error(got, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
	for i, want := range []int{21, 2} {
		r, err := Open(filepath.Join(dir, c.Tallies()[i].Name))
		if err != nil || r.Count != want || r.After.Instructions != 3 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// TestExplain: what no mutant can lose is guilty, what some can is not.
func TestExplain(t *testing.T) {
	s := Subject{function(get, i32(3), sub), calls(7)}
	y, err := Observe(twice(), s)
	if err != nil || y == nil {
		t.Fatal(y, err)
	}
	ticks := 0
	x := Explain(context.Background(), y, s, 0, func() { ticks++ })
	guilty := map[string]bool{}
	for _, l := range x.Lines {
		guilty[strings.TrimSpace(l.Text)] = l.Guilty()
	}
	for line, want := range map[string]bool{"i32.sub": true, `(export "f" (func 0))`: true, "i32.const 3": false, "(memory (;0;) 1)": false} {
		if guilty[line] != want {
			t.Errorf("%s: guilty: %v\n%v", line, guilty[line], x)
		}
	}
	if len(x.Culprits) != 1 || x.Culprits[0].Op != wasmast.Op(wasmast.OpI32Sub) || !x.Culprits[0].HasInnocent || ticks < x.Mutants || x.Keep == 0 {
		t.Errorf("%+v, %d ticks", x, ticks)
	}
	if x := Explain(context.Background(), y, s, 10, func() {}); !x.Incomplete || x.Mutants > 10 || x.Culprits != nil {
		t.Errorf("beyond the limit: %+v", x)
	}
}

// TestExplainOfRules: where the rule for many instructions is broken, it is not one of them that is to blame.
func TestExplainOfRules(t *testing.T) {
	instrs := map[wasmast.Instr]wasmast.Instr{}
	for op := range wasmast.Op(wasmast.NumOps) {
		if sameType(op, sub.Op()) {
			instrs[wasmast.Plain{Code: wasmast.PlainOp(op)}] = add
		}
	}
	instrs[add] = sub
	s := Subject{function(get, i32(3), sub), calls(7)}
	y, err := Observe(jury(buggy{instrs: instrs}), s)
	if err != nil || y == nil {
		t.Fatal(y, err)
	}
	f, err := New(context.Background(), y, s)
	if err != nil || !slices.Equal(f.Culprits, []string{"any Plain"}) {
		t.Errorf("%+v, %v", f.Key, err)
	}
	if !slices.Contains(f.Report.Rules, "4.4.1 Numeric Instructions, i32.sub") {
		t.Errorf("rules: %q", f.Report.Rules)
	}
}

// TestPlainest: a module is run as it is, if that shows the divergence and ends.
func TestPlainest(t *testing.T) {
	loop := wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{get, i32(1), sub, wasmast.Branch{Code: wasmast.OpBrIf}}}
	for _, test := range []struct {
		body wasmast.Expr
		want campaign.Form
	}{
		{wasmast.Expr{get, i32(3), sub}, campaign.Plain},
		{wasmast.Expr{get, i32(3), sub, wasmast.Global{Code: wasmast.OpGlobalSet}, i32(0)}, campaign.Exposed},
		{wasmast.Expr{loop, i32(0)}, campaign.Prepared}, // it does not end where 1 is added
	} {
		s := Subject{function(test.body...), calls(1)}
		y, err := Observe(twice(), s)
		if err != nil || y == nil {
			t.Fatal(y, err)
		}
		c, err := NewCase(y, s)
		if err != nil || c.Trial.Form != test.want || c.Untestable != nil || len(c.Steps) == 0 {
			t.Errorf("%v: %v, %v", test.body, c, err)
		}
	}
}

// TestMalformed: bytes that ours cannot decode are a finding as they are.
func TestMalformed(t *testing.T) {
	judge := jury(buggy{accept: []wasmast.Code{"magic header not detected"}})
	f, err := NewMalformed(&judge, []byte("not a module"))
	if err != nil || f.Contrast != "rejected (magic header not detected) vs accepted" || !slices.Equal(f.Report.Rules, []string{"5.5.16 Modules"}) {
		t.Fatalf("%+v, %v", f, err)
	}
	dir := t.TempDir()
	if err := f.Write(dir); err != nil {
		t.Fatal(err)
	}
	wast, err := os.ReadFile(filepath.Join(dir, wastFile))
	if err != nil || !strings.Contains(string(wast), `(assert_malformed (module binary`) {
		t.Errorf("%s, %v", wast, err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if kind, _, err := r.Replay(judge, f.Original); err != nil || kind != r.Kind {
		t.Errorf("%q, %v; want %q", kind, err, r.Kind)
	}
	if _, err := NewMalformed(&judge, []byte("\x00asm\x02\x00\x00\x00")); err == nil {
		t.Error("a finding about which all agree")
	}
}

// TestEveryInstructionHasARule ranges over the instruction table.
func TestEveryInstructionHasARule(t *testing.T) {
	for op := range wasmast.Op(wasmast.NumOps) {
		c := chapterOf(op)
		shape := op.Info().Shape
		if c == numeric && shape != wasmast.ShapePlain && !supplies(op) {
			t.Errorf("%v is %v", op, c.title)
		}
		if c.number == "" {
			t.Errorf("%v has no rule", op)
		}
	}
	for op, want := range map[wasmast.PlainOp]chapter{
		wasmast.OpI32Add: numeric, wasmast.OpI8x16Add: vector, wasmast.OpDrop: parametric, wasmast.OpReturn: control, wasmast.OpRefIsNull: reference,
	} {
		if got := chapterOf(wasmast.Op(op)); got != want {
			t.Errorf("%v: %v", op, got)
		}
	}
}

func TestKeyCovers(t *testing.T) {
	key := func(subject, who, contrast string, culprits ...string) Key {
		return Key{subject, who, contrast, culprits}
	}
	for _, test := range []struct {
		a, b Key
		want bool
	}{
		{key(Execution, "e", "values", "a"), key(Execution, "e", "values", "a"), true},
		{key(Execution, "e", "values", "a"), key(Execution, "e", "values", "a", "b"), true},
		{key(Execution, "e", "values", "a"), key(Execution, "e", "trap", "a", "b"), true},
		{key(Execution, "e", "values", "a"), key(Execution, "e", "trap", "a"), false},
		{key(Validity, "e", "x vs y", "a"), key(Validity, "e", "y vs x", "a"), true},
		{key(Validity, "e", "x vs y"), key(Validity, "e", "y vs x"), false},
		{key(Validity, "e", "x vs y"), key(Validity, "e", "x vs y", "a"), true},
		{key(Validity, "e", "x vs y"), key(Validity, "e", "y vs x", "a"), false},
		{key(Execution, "e", "values", "i32.trunc_f32_s"), key(Execution, "e", "values", "i64.trunc_f64_u", "b"), true},
		{key(Execution, "e", "values", "i32.trunc_f32_s"), key(Execution, "e", "trap", "i64.trunc_f64_u", "b"), false},
		{key(Execution, "e", "values", "i32.add"), key(Execution, "e", "values", "i32.sub"), false},
		{key(Execution, "e", "values", "a"), key(Execution, "d or e", "values", "a"), true},
		{key(Execution, "d or e", "values", "a"), key(Execution, "e", "values", "a"), false},
		{key(Execution, "e", "values", "any Plain"), key(Execution, "e", "values", "i32.add"), true},
		{key(Execution, "e", "values", "i32.add"), key(Execution, "e", "values", "any Plain"), false},
		{key(Execution, "e", "values", "any Plain"), key(Execution, "e", "trap", "i32.add"), false},
		{key(Execution, "e", "values", "any Plain"), key(Execution, "e", "values", "i32.load"), false},
		{key(Execution, "e", "values", "a", "b"), key(Execution, "e", "values", "a"), false},
		{key(Execution, "e", "values", "a"), key(Execution, "e", "values", "b"), false},
		{key(Execution, "e", "values", "a"), key(Execution, "f", "values", "a"), false},
		{key(Execution, "e", "values", "a"), key(Validity, "e", "values", "a"), false},
	} {
		if got := test.a.covers(test.b); got != test.want {
			t.Errorf("%v covers %v: %v", test.a, test.b, got)
		}
	}
}

// TestCollectorOfNothing: what engines agree on when they are asked again ends nothing, and is kept as flaky.
func TestCollectorOfNothing(t *testing.T) {
	judge := twice()
	c := &Collector{Dir: t.TempDir(), Log: io.Discard, Judge: judge}
	d := campaign.Divergence{Wasm: binary.Encode(function(get)), Calls: calls(1), Engines: []string{"buggy"}}
	if err := c.Add(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	if found, err := filepath.Glob(filepath.Join(c.Dir, flakyDir, "*.wasm")); err != nil || len(found) != 1 || len(c.Tallies()) != 0 {
		t.Errorf("%v, %v, %v", found, c.Tallies(), err)
	}
}

// TestInterrupted: when the time is over, what is not yet small is a finding all the same, and not counted to others.
func TestInterrupted(t *testing.T) {
	judge := twice()
	c := &Collector{Dir: t.TempDir(), Log: io.Discard, Judge: judge, Origin: NewOrigin(judge.Ours, "test", nil)}
	over, stop := context.WithCancel(context.Background())
	stop()
	for n, ctx := range []context.Context{over, over, context.Background()} {
		m := function(i32(int32(n)), drop, get, i32(3), sub)
		d, err := judge.Outcomes(m, calls(1))
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		if err := c.Add(ctx, *d); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	got := tallied(c)
	if ok, err := regexp.MatchString(`^(buggy-unfinished-\w+-\w+ 1, ){2}buggy-i32.sub-\w+ 1$`, got); !ok || err != nil {
		t.Error(got, err)
	}
}

func TestReplaces(t *testing.T) {
	s := Subject{function(get, i32(3), sub), calls(1, 2)}
	for _, test := range []struct {
		smaller Subject
		want    bool
	}{
		{Subject{function(get, i32(0), sub), calls(1, 2)}, true}, // 0 for 3
		{Subject{function(get, i32(3), sub), calls(0, 0)}, true},
		{Subject{function(i32(0), i32(3), sub), calls(1, 2)}, true}, // a constant for a variable
		{Subject{function(get, get, sub), calls(1, 2)}, true},
		{Subject{function(i32(0), i32(0), i32(0)), calls(1, 2)}, true},
		{Subject{function(get, i32(3), add), calls(1, 2)}, false}, // another operator
		{Subject{function(i32(0)), calls(1, 2)}, false},           // nothing for the difference
		{Subject{function(get, drop), calls(1, 2)}, false},
		{Subject{function(sub), calls(1, 2)}, false},
		{Subject{function(get, i32(3), sub), calls(2)}, false},
	} {
		if got := replaces(s, test.smaller); got != test.want {
			t.Errorf("%v %v: %v", test.smaller.Module.Funcs[0].Body, test.smaller.Calls, got)
		}
	}
}

func TestOnlyWrong(t *testing.T) {
	for _, test := range []struct {
		x, y string
		want bool
	}{
		{"0 1 vs 0 2", "0 1 vs 0 3", true},
		{"0 1 vs 0 2", "0 1 vs 0 2", false},
		{"0 1 vs 0 2", "0 10 vs 0 2", false},
		{"0 1 vs 0 2", "0 3 vs 0 4", false},
	} {
		if got := onlyWrong(test.x, test.y); got != test.want {
			t.Errorf("%s, %s: %v", test.x, test.y, got)
		}
	}
}
