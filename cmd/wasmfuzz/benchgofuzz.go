package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate/gofuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// checkStrategy reports why a strategy, or Go's own fuzzer in the place of one, cannot be used under a setup, in which
// bugs are planted or not.
func checkStrategy(name string, s evaluate.Setup, planted bool) error {
	if name != gofuzz.Name {
		_, err := fuzz.Named(name)
		return err
	}
	switch {
	case !planted:
		return errors.New("gofuzz searches for planted bugs only")
	case s.Oracle != evaluate.Pristine:
		return errors.New("gofuzz needs --oracle pristine")
	case s.Seeds:
		return errors.New("gofuzz begins without seeds")
	}
	return nil
}

// buildGoFuzz makes the program that runs cells of gofuzz, if there are any. The function removes it.
func buildGoFuzz(ctx context.Context, cells []evaluate.Cell) (*gofuzz.Program, func(), error) {
	if !slices.ContainsFunc(cells, func(c evaluate.Cell) bool { return c.Strategy == gofuzz.Name }) {
		return nil, func() {}, nil
	}
	p, err := gofuzz.Build(ctx)
	if err != nil {
		return nil, nil, err
	}
	return p, p.Remove, nil
}

// runGoFuzz does one run of gofuzz. How many tests passed is not known.
func runGoFuzz(ctx context.Context, p *gofuzz.Program, c evaluate.Cell, s evaluate.Setup) (evaluate.Record, error) {
	all := faults()
	fault := all[slices.IndexFunc(all, func(f probe.FaultInfo) bool { return f.Name == c.Bug })]
	run, err := p.Run(ctx, c.Property, fault.ID, s.Limit, s.Time)
	if err != nil {
		return evaluate.Record{}, err
	}
	r := evaluate.Record{
		Cell: c, Setup: s, Result: evaluate.Missed, Tests: run.Tests, Seconds: run.Seconds,
		Version: buildVersion(), Engines: versions(s.Oracle, nil),
	}
	if run.Found {
		r.Result = evaluate.Found
	}
	return r, nil
}

// goFuzzCell does one run by itself.
func goFuzzCell(ctx context.Context, c evaluate.Cell, s evaluate.Setup) (evaluate.Record, error) {
	if err := checkStrategy(c.Strategy, s, c.Bug != ""); err != nil {
		return evaluate.Record{}, fmt.Errorf("--strategy: %v", err)
	}
	p, err := gofuzz.Build(ctx)
	if err != nil {
		return evaluate.Record{}, err
	}
	defer p.Remove()
	return runGoFuzz(ctx, p, c, s)
}
