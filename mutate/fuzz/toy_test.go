package fuzz_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz/internal/regex"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// An input is an expression and a text that it may match.
type input struct {
	Expr regex.Expr
	Text []regex.Letter
}

// inputs describes input.
func inputs() mutate.Mutator[input] {
	var expr mutate.Mutator[regex.Expr]
	sub := mutate.Ref(&expr)
	letter := mutate.Index[regex.Letter]()
	expr = mutate.Sum(
		mutate.Case[regex.Expr, regex.Nil](),
		mutate.Case[regex.Expr, regex.Eps](),
		mutate.Case[regex.Expr](mutate.Field(func(e *regex.Lit) *regex.Letter { return &e.Char }, letter)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Seq) *regex.Expr { return &e.X }, sub),
			mutate.Field(func(e *regex.Seq) *regex.Expr { return &e.Y }, sub)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Alt) *regex.Expr { return &e.X }, sub),
			mutate.Field(func(e *regex.Alt) *regex.Expr { return &e.Y }, sub)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Star) *regex.Expr { return &e.X }, sub)),
	)
	return mutate.Struct(
		mutate.Field(func(in *input) *regex.Expr { return &in.Expr }, expr),
		mutate.Field(func(in *input) *[]regex.Letter { return &in.Text }, mutate.Slice[[]regex.Letter](letter)),
	)
}

// sound says that an expression which matches a text still does when optimised.
func sound(in input) fuzz.Verdict {
	switch {
	case len(in.Text) > regex.MaxText || !regex.Match(in.Expr, in.Text):
		return fuzz.Discarded
	case !regex.Match(regex.Optimise(in.Expr), in.Text):
		return fuzz.Failed
	}
	return fuzz.Passed
}

func toy() fuzz.Target[input] {
	m := inputs()
	return fuzz.Target[input]{Generate: m.Random, Mutator: m, Test: sound}
}

// TestToy checks that Sweep and Mutagen find each fault of the optimiser, and that
// Sweep needs less than a tenth of the tests that random generation does, at the median.
func TestToy(t *testing.T) {
	defer probe.Activate(0)
	const limit = 10000
	median := func(s fuzz.Strategy) int {
		var tests []int
		for seed := range uint64(10) {
			tests = append(tests, fuzz.Run(t.Context(), toy(), fuzz.Config{Strategy: s, Seed: seed, Tests: limit}).Tests())
		}
		slices.Sort(tests)
		return tests[len(tests)/2]
	}
	for fault := uint32(1); fault < regex.Faults; fault++ {
		probe.Activate(fault)
		sweep, mutagen, random := median(fuzz.Sweep()), median(fuzz.Mutagen()), median(fuzz.Random())
		t.Logf("fault %d: tests to failure %d, mutagen %d, random %d", fault, sweep, mutagen, random)
		if mutagen == limit {
			t.Errorf("fault %d: mutagen does not find it in %d tests", fault, limit)
		}
		if 10*sweep > random {
			t.Errorf("fault %d: found after %d tests, at random after %d (of %d)", fault, sweep, random, limit)
		}
	}
}

func TestToyIsSound(t *testing.T) {
	r := fuzz.Run(t.Context(), toy(), fuzz.Config{Tests: 20000})
	if len(r.Failures) > 0 {
		t.Errorf("the optimiser without faults fails on %+v", r.Failures[0])
	}
	if r.Verdicts[fuzz.Passed] < 1000 {
		t.Errorf("only %d tests passed", r.Verdicts[fuzz.Passed])
	}
}

func TestDeterminism(t *testing.T) {
	probe.Activate(regex.LoseFactor)
	defer probe.Activate(0)
	run := func(seed uint64) fuzz.Report[input] {
		return fuzz.Run(context.Background(), toy(), fuzz.Config{Seed: seed, Tests: 40000, KeepGoing: true})
	}
	a, b := run(1), run(1)
	if len(a.Failures) == 0 || a.Resets == 0 {
		t.Fatalf("%d failures and %d resets: a comparison would say nothing", len(a.Failures), a.Resets)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("two runs of one seed differ:\n%+v\n%+v", a.Status, b.Status)
	}
	if reflect.DeepEqual(a, run(2)) {
		t.Error("two runs of different seeds agree")
	}
}

// TestEachMutantOnce checks that a run tests exactly the mutants of an interesting
// value, in the order of their positions, each pure one once and each random one R
// times.
func TestEachMutantOnce(t *testing.T) {
	in := input{
		Expr: regex.Seq{X: regex.Star{X: regex.Lit{Char: 1}}, Y: regex.Alt{X: regex.Eps{}, Y: regex.Lit{Char: 2}}},
		Text: []regex.Letter{1, 2},
	}
	s := fuzz.Mutagen()
	s.R = 3

	m := inputs()
	var want []*input // nil stands for any
	for p := range mutate.Positions(m, in) {
		for mutant := range mutate.At(m, in, p) {
			if mutant.Rand == nil {
				want = append(want, &mutant.Pure)
				continue
			}
			for range s.R {
				want = append(want, nil)
			}
		}
	}

	var got []input
	target := toy()
	target.Seeds = []input{in}
	target.Test = func(v input) fuzz.Verdict {
		if got = append(got, v); len(got) == 1 {
			probe.Hit(1)
		}
		return fuzz.Discarded
	}
	r := fuzz.Run(t.Context(), target, fuzz.Config{Strategy: s, Tests: len(want) + 2})
	if r.Origins != [fuzz.Imported + 1]int{fuzz.Generated: 1, fuzz.Seeded: 1, fuzz.Mutated: len(want)} {
		t.Errorf("origins %v, want 1 generated, 1 seed, %d mutants", r.Origins, len(want))
	}
	for i, v := range want {
		if v != nil && !m.Equal(got[i+1], *v) {
			t.Errorf("mutant %d is %+v, want %+v", i, got[i+1], *v)
		}
	}
}

func BenchmarkToy(b *testing.B) {
	fuzz.Run(b.Context(), toy(), fuzz.Config{Tests: b.N})
}
