package campaign

import (
	"context"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// budget is the number of tests within which a campaign must execute every instruction.
const budget = 60_000

// TestCampaignExecutesEveryInstruction ranges over the instruction table: a campaign from the built-in seeds makes
// valid functions that execute each instruction without a trap.
func TestCampaignExecutesEveryInstruction(t *testing.T) {
	x := execution{sig: mutagenSig}
	target := x.target(bodySeeds(t, mutagenSig))
	cfg := open(t)
	cfg.Tests = budget
	executed := map[wasmast.Op]bool{}
	target.Test = func(b Body) fuzz.Verdict {
		m := Stub(mutagenSig, b)
		if x.cfg.Ours.ValidateModule(&m, wasmast.V2).Kind != diff.Accept {
			return fuzz.Discarded
		}
		if contains(b.Code, func(op wasmast.Op) bool { return !executed[op] }) {
			execute(t, &m, executed)
		}
		return fuzz.Passed
	}
	if _, err := run(context.Background(), &x.recorder, cfg, target, func() {}, func() {}, func() {}); err != nil {
		t.Fatal(err)
	}
	for op := range wasmast.Op(wasmast.NumOps) {
		if !executed[op] {
			t.Errorf("%v (%v) was not executed within %d tests", op, op.Info().Shape, budget)
		}
	}
}

// contains reports whether an instruction of e, at any depth, satisfies p.
func contains(e wasmast.Expr, p func(wasmast.Op) bool) bool {
	for _, i := range e {
		if p(i.Op()) {
			return true
		}
		switch i := i.(type) {
		case wasmast.Block:
			if contains(i.Body, p) {
				return true
			}
		case wasmast.If:
			if contains(i.Then, p) || contains(i.Else, p) {
				return true
			}
		}
	}
	return false
}

// execute runs the function under test on 0, 0 and on 3, 1.5, and adds the instructions that it executes.
func execute(t *testing.T, m *wasmast.Module, executed map[wasmast.Op]bool) {
	first := wasmast.GlobalIdx(len(m.Globals))
	marked := *m
	marked.Globals = append([]wasmast.GlobalDef(nil), m.Globals...)
	for range words {
		marked.Globals = append(marked.Globals, variable(wasmast.I64, wasmast.I64Const{}))
	}
	marked.Funcs = append([]wasmast.Func(nil), m.Funcs...)
	marked.Funcs[0].Body = markers(first, marked.Funcs[0].Body)
	if err := validate.Module(&marked, wasmast.V2); err != nil {
		t.Fatalf("markers made a function invalid: %v", err)
	}
	in, err := interp.Instantiate(&marked, nil, store.Config{Fuel: 1000, MaxDepth: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, args := range [][]store.Value{{store.I32(0), store.F32(0)}, {store.I32(3), store.F32(0x3FC00000)}} {
		_, _ = in.Call(Entry, args) // it may trap
	}
	for op := range wasmast.Op(wasmast.NumOps) {
		if in.Globals()[int(first)+int(op)/64].Lo>>(op%64)&1 != 0 {
			executed[op] = true
		}
	}
}

// words is the number of globals with a bit for each instruction.
const words = (wasmast.NumOps + 63) / 64

// markers returns e with code that sets a bit for each instruction that was executed: behind it, or in front of one
// behind which nothing is reached.
func markers(first wasmast.GlobalIdx, e wasmast.Expr) wasmast.Expr {
	var out wasmast.Expr
	for _, i := range e {
		op := i.Op()
		x := first + wasmast.GlobalIdx(op/64)
		mark := wasmast.Expr{
			wasmast.Global{Code: wasmast.OpGlobalGet, X: x}, wasmast.I64Const{Value: 1 << (op % 64)},
			wasmast.Plain{Code: wasmast.OpI64Or}, wasmast.Global{Code: wasmast.OpGlobalSet, X: x},
		}
		switch s := i.(type) {
		case wasmast.Block:
			s.Body = append(mark, markers(first, s.Body)...)
			i = s
			mark = nil
		case wasmast.If:
			s.Then, s.Else = append(mark, markers(first, s.Then)...), append(mark[:4:4], markers(first, s.Else)...)
			i = s
			mark = nil
		case wasmast.Branch, wasmast.BranchTable:
			out = append(out, mark...)
			mark = nil
		case wasmast.Plain:
			if s.Code == wasmast.OpReturn || s.Code == wasmast.OpUnreachable {
				out = append(out, mark...)
				mark = nil
			}
		}
		out = append(append(out, i), mark...)
	}
	return out
}
