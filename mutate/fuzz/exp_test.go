package fuzz_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz/internal/regex"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

func TestExp(t *testing.T) {
	for f := uint32(1); f < regex.Faults; f++ {
		for _, name := range []string{"random", "mutagen", "no-lifo", "no-reset"} {
			s, _ := fuzz.Named(name)
			var n []int
			for seed := range 21 {
				probe.Activate(f)
				rep := fuzz.Run(context.Background(), toy(), fuzz.Config{Seed: uint64(seed), Strategy: s, Tests: 200000})
				n = append(n, rep.Tests())
			}
			slices.Sort(n)
			fmt.Println(f, name, n[len(n)/2], n)
		}
	}
	probe.Activate(0)
}
