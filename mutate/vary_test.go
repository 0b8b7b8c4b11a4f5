package mutate_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

// wantShares checks that of many values varied from v, those that classify puts in a class have its share, by
// Pearson's test: its statistic is beyond this bound once in 10^5 times for up to 10 classes. "?" is no class.
func wantShares[T any](t *testing.T, m mutate.Mutator[T], v T, classify func(T) string, shares map[string]float64) {
	t.Helper()
	const samples, bound = 60000, 40
	r := rand.New(rand.NewPCG(21, 22))
	got := map[string]int{}
	for range samples {
		x := m.Vary(r, v)
		c := classify(x)
		if _, ok := shares[c]; !ok {
			t.Fatalf("%v becomes %v (%s)", v, x, c)
		}
		got[c]++
	}
	var statistic float64
	for c, share := range shares {
		want := samples * share
		statistic += (float64(got[c]) - want) * (float64(got[c]) - want) / want
	}
	if statistic > bound {
		t.Errorf("%v becomes %v, want shares %v", v, got, shares)
	}
}

// TestVaryTree has the mutators of Fig. 3 of the FuzzChick paper.
func TestVaryTree(t *testing.T) {
	m := newTree()
	l, r := Tree(Leaf{100}), Tree(Leaf{300})
	wantShares(t, m, Tree(Branch{l, 200, r}), func(x Tree) string {
		switch b, branch := x.(Branch); {
		case x == l:
			return "left subtree"
		case x == r:
			return "right subtree"
		case x == Tree(Leaf{200}):
			return "leaf"
		case branch && b.L == l && b.R == r:
			return "payload" // or a subtree whose random payload is what it was, which is rare
		case branch && b.X == 200 && b.R == r:
			return "in left"
		case branch && b.X == 200 && b.L == l:
			return "in right"
		}
		return "?"
	}, map[string]float64{
		"left subtree": 1. / 6, "right subtree": 1. / 6, "leaf": 1. / 6, "payload": 1. / 6, "in left": 1. / 6, "in right": 1. / 6,
	})
	wantShares(t, m, Tree(Leaf{100}), func(x Tree) string {
		switch x := x.(type) {
		case Leaf:
			return "payload"
		case Branch:
			if x.X == 100 {
				return "branch"
			}
		}
		return "?"
	}, map[string]float64{"payload": .5, "branch": .5})
}

// TestVaryList has the probabilities that follow from the weights of FuzzChick's lists.
func TestVaryList(t *testing.T) {
	m := mutate.Slice[[]int](mutate.Int[int]())
	wantShares(t, m, []int{100, 200, 300}, func(x []int) string {
		switch {
		case reflect.DeepEqual(x, []int{200, 300}):
			return "drop first"
		case reflect.DeepEqual(x, []int{100, 300}):
			return "drop second"
		case reflect.DeepEqual(x, []int{100, 200}):
			return "drop third"
		case len(x) >= 3 && reflect.DeepEqual(x[:3], []int{100, 200, 300}):
			return "append"
		case len(x) == 3 && x[1] == 200 && x[2] == 300:
			return "first"
		case len(x) == 3 && x[0] == 100 && x[2] == 300:
			return "second"
		case len(x) == 3 && x[0] == 100 && x[1] == 200:
			return "third"
		}
		return "?"
	}, map[string]float64{
		"first": .2, "drop first": .2, "second": .15, "drop second": .15, "third": .1, "drop third": .1, "append": .1,
	})
}

// TestVaryScalars has types whose values become any other, or 0 and anything.
func TestVaryScalars(t *testing.T) {
	text := func(x any) string { return fmt.Sprint(x) }
	wantShares(t, mutate.Bool[bool](), true, func(x bool) string { return text(x) }, map[string]float64{"false": 1})
	wantShares(t, mutate.Enum("a", "b", "c"), "b", func(x string) string { return x }, map[string]float64{"a": .5, "c": .5})
	zero := func(x uint64) string { return text(x == 0) }
	rare := 1. / 3 / 11 // that a random integer is 0: a small one, up to 10
	wantShares(t, mutate.Int[uint64](), 1<<40, zero, map[string]float64{"true": .5 + rare/2 + 1./3/64/3/2, "false": .5 - rare/2 - 1./3/64/3/2})
	wantShares(t, mutate.Option(mutate.Bool[bool]()), new(true), func(x *bool) string {
		if x == nil {
			return "nil"
		}
		return text(*x)
	}, map[string]float64{"nil": .5, "false": .5})
	wantShares(t, mutate.Option(mutate.Bool[bool]()), nil, func(x *bool) string { return text(*x) },
		map[string]float64{"true": .5, "false": .5})
}

// TestVaryGroups checks that a group of operators is to random mutators what a variant is, and which variants a
// value can become. A list of one is varied, dropped and appended to equally often.
func TestVaryGroups(t *testing.T) {
	first := func(x Body) string {
		if len(x) == 0 {
			return "dropped"
		}
		switch x := x[0].(type) {
		case Op:
			return x.Name
		case Jump:
			return "jump"
		case Push:
			return "push"
		}
		return fmt.Sprintf("%T", x[0])
	}
	// No operator has an argument, so that it grows into whatever has some.
	wantShares(t, newBody(), Body{Op{"add"}}, first, map[string]float64{
		"dropped": 1. / 3, "add": 1./3 + 1./63, "mul": 1. / 63, "neg": 1. / 63, "eqz!": 1. / 42, "load": 1. / 42,
		"push": 1. / 21, "jump": 1. / 21, "mutate_test.Nop": 1. / 21, "mutate_test.Block": 1. / 21, "mutate_test.If": 1. / 21,
	})
	// A number is kept by what has one, and lost by what has none.
	wantShares(t, newBody(), Body{Push{7}}, func(x Body) string {
		if len(x) == 1 && x[0] == Code(Jump{7}) {
			return "jump 7"
		}
		return first(x)
	}, map[string]float64{
		"dropped": 1. / 3, "push": 1./3 + 1./15, "jump 7": 1. / 15, "mutate_test.Nop": 1. / 15,
		"add": 1. / 45, "mul": 1. / 45, "neg": 1. / 45, "eqz!": 1. / 30, "load": 1. / 30,
	})
}
