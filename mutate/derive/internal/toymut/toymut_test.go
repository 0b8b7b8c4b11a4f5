package toymut

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate/derive/internal/toy"
	"github.com/wasmfuzz/wasmfuzz/mutate/mutatetest"
)

func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for size := range 5 {
		for range 10 {
			mutatetest.Check(t, Program(), Program().Random(r, size))
		}
	}
}

func TestDefaults(t *testing.T) {
	if got, want := Program().Default(), (toy.Program{Result: toy.Float}); !reflect.DeepEqual(got, want) {
		t.Errorf("the default program is %v, want %v", got, want)
	}
	if got, want := mutators.Const.Default(), toy.Const(toy.Number{Value: 5}); got != want {
		t.Errorf("the default constant is %v, want %v", got, want)
	}
	if got, want := mutators.Instr.Default(), toy.Instr(toy.Arith{Code: toy.Noop}); got != want {
		t.Errorf("the default instruction is %v, want %v", got, want)
	}
}

func TestVariants(t *testing.T) {
	var got []toy.Instr
	for m := range mutators.Instr.Mutate(toy.Load{X: 4}) {
		got = append(got, m.Pure)
	}
	want := []toy.Instr{
		toy.Loop{}, toy.Arith{Code: toy.Noop}, toy.Arith{Code: toy.Add}, toy.Arith{Code: toy.Neg}, toy.Return{Type: toy.Float},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("mutants %v, want %v", got, want)
	}
}
