package mutate_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/mutatetest"
)

func laws[T any](m mutate.Mutator[T]) func(*testing.T) {
	return func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 12))
		mutatetest.Check(t, m, m.Default())
		for size := range 8 {
			for range 10 {
				mutatetest.Check(t, m, m.Random(r, size))
			}
		}
	}
}

func TestLaws(t *testing.T) {
	t.Run("tree", laws(newTree()))
	t.Run("body", laws(newBody()))
	t.Run("pair", laws(newPair()))
	t.Run("int", laws(mutate.Int[int8]()))
	t.Run("index", laws(mutate.Index[uint32]()))
	t.Run("string", laws(mutate.String[string]()))
	t.Run("lists", laws(mutate.Slice[[][]uint8](mutate.Slice[[]uint8](mutate.Int[uint8]()))))
}

func BenchmarkBody(b *testing.B) {
	m := newBody()
	v := make(Body, 30)
	for i := range v {
		switch i % 10 {
		case 0:
			v[i] = Block{Body: Body{Push{1}, Op{"add"}, If{Then: Body{Nop{}}}}}
		case 5:
			v[i] = Jump{uint8(i)}
		default:
			v[i] = Op{"load"}
		}
	}
	for _, randoms := range []int{0, 1, 10} {
		b.Run(fmt.Sprintf("R=%d", randoms), func(b *testing.B) {
			b.ReportAllocs()
			r := rand.New(rand.NewPCG(1, 2))
			batch := mutate.NewBatch(m, v, randoms)
			for b.Loop() {
				if _, ok := batch.Next(r); !ok {
					batch = mutate.NewBatch(m, v, randoms)
				}
			}
		})
	}
}
