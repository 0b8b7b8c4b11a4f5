package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate/gofuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
)

func newBenchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how well strategies find planted bugs, and how fast they test",
		Long: `Measure strategies as the evaluation of MUTAGEN does: how reliably and how soon they find bugs that are planted in our
validator and interpreter, and how many tests they do in a second.

An experiment is a directory: runs.csv has a line for each run, report.md and the figures beside it are made of these.
Interrupted experiments go on where they were when the same command is given again.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBenchPlantedCmd(), newBenchSpeedCmd(), newBenchRunCmd(), newBenchReportCmd())
	return cmd
}

// experimentFlags are the flags of both experiments.
type experimentFlags struct {
	setup      evaluate.Setup
	strategies []string
	runs, jobs int
	out        string
}

// register adds the flags to a command; their defaults are the values that they have.
func (f *experimentFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	registerSetup(flags, &f.setup)
	flags.StringSliceVar(&f.strategies, "strategies", f.strategies, "strategies to compare")
	flags.IntVar(&f.runs, "runs", f.runs, "runs of each strategy, for each bug")
	flags.IntVarP(&f.jobs, "jobs", "j", 1, "runs done at the same time, each by a process of its own")
	flags.StringVar(&f.out, "out", f.out, "`directory` of the experiment")
}

// check checks the flags of an experiment with planted bugs or without.
func (f *experimentFlags) check(planted bool) error {
	if err := checkSetup(f.setup); err != nil {
		return err
	}
	if len(f.strategies) == 0 {
		return errors.New("--strategies: none named")
	}
	for i, name := range f.strategies {
		if err := checkStrategy(name, f.setup, planted); err != nil {
			return fmt.Errorf("--strategies: %v", err)
		}
		if slices.Contains(f.strategies[:i], name) {
			return fmt.Errorf("--strategies: %s is named twice", name)
		}
	}
	switch {
	case f.runs < 1:
		return fmt.Errorf("--runs: %d is not positive", f.runs)
	case f.jobs < 1:
		return fmt.Errorf("--jobs: %d is not positive", f.jobs)
	case f.out == "":
		return errors.New("--out: no directory given")
	case f.setup.Limit == 0 && f.setup.Time == 0:
		return errors.New("--limit: a run without a limit on tests needs one on --time")
	}
	return nil
}

func newBenchPlantedCmd() *cobra.Command {
	f := experimentFlags{
		setup:      evaluate.Setup{Oracle: evaluate.Pristine, Limit: 2_000_000},
		strategies: []string{fuzz.Sweep().Name, fuzz.Mutagen().Name, fuzz.NoLIFO().Name, fuzz.NoReset().Name, fuzz.Random().Name},
		runs:       10,
		out:        "planted",
	}
	var bugs []string
	var smoke bool
	cmd := &cobra.Command{
		Use:   "planted",
		Short: "Measure how reliably and how soon strategies find planted bugs",
		Long: `Measure how reliably and how soon strategies find planted bugs: tests and seconds until a test fails because of the
bug, and the share of runs in which one does.

Bugs are judged against our own packages without the bug (--oracle pristine), or as in the paper against the engines
that wasmfuzz validate and wasmfuzz interp ask (--oracle engines). Of what engines disagree on for other reasons
nothing is counted. Runs begin with generated values only, unless --seeds is given.

Beside the strategies of wasmfuzz there is gofuzz, the fuzzer of go test, which mutates the bytes of modules. It needs
Go and the source of wasmfuzz, and its runs cannot be repeated.`,
		Example: "  wasmfuzz bench planted --out planted\n  wasmfuzz bench planted --bugs validator,interp-i32-sub --strategies mutagen,random --runs 3",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if smoke {
				f.smoke(cmd.Flags().Changed, &bugs)
			}
			if err := f.check(true); err != nil {
				return err
			}
			cells, err := selectBugs(bugs)
			if err != nil {
				return fmt.Errorf("--bugs: %v", err)
			}
			return runExperiment(cmd, &f, evaluate.Grid(cells, f.strategies, f.runs))
		},
	}
	f.register(cmd)
	cmd.Flags().StringSliceVar(&bugs, "bugs", []string{"all"},
		"bugs to plant: all, validator or interpreter for those of MUTAGEN's Table II, names of wasmfuzz faults, or numbers of automatic faults")
	cmd.Flags().BoolVar(&smoke, "smoke", false, "do a small experiment, of less than a minute; other flags still count")
	return cmd
}

// smoke fills in the flags that were not given with those of a small experiment.
func (f *experimentFlags) smoke(given func(flag string) bool, bugs *[]string) {
	if !given("bugs") {
		*bugs = []string{"validate-function-type", "validate-max-memories", "validate-export-function", "interp-i32-lt-u"}
	}
	if !given("strategies") {
		f.strategies = []string{fuzz.Mutagen().Name, fuzz.Random().Name}
	}
	if !given("runs") {
		f.runs = 3
	}
	if !given("limit") {
		f.setup.Limit = 10_000
	}
}

func newBenchSpeedCmd() *cobra.Command {
	f := experimentFlags{
		setup:      evaluate.Setup{Oracle: evaluate.Pristine, Time: 10 * time.Second},
		strategies: []string{fuzz.Random().Name, fuzz.Mutagen().Name},
		runs:       3,
		out:        "speed",
	}
	cmd := &cobra.Command{
		Use:   "speed",
		Short: "Measure how many tests strategies do in a second",
		Long: `Measure how many tests, and how many passed ones, strategies do in a second for both properties, as MUTAGEN's Table V.
No bug is planted. With --oracle pristine tests are judged against our own packages, with --oracle engines against
the engines that wasmfuzz validate and wasmfuzz interp ask.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(false); err != nil {
				return err
			}
			both := []evaluate.Cell{{Property: evaluate.Validator}, {Property: evaluate.Interpreter}}
			return runExperiment(cmd, &f, evaluate.Grid(both, f.strategies, f.runs))
		},
	}
	f.register(cmd)
	return cmd
}

func newBenchReportCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Make tables and figures of an experiment's runs so far",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			records, err := evaluate.ReadLog(filepath.Join(args[0], evaluate.RunsFile))
			if err != nil {
				return err
			}
			return writeReport(cmd, args[0], records)
		},
	}
}

// selectBugs returns the faults that are meant by words of --bugs.
func selectBugs(words []string) ([]evaluate.Cell, error) {
	var bugs []evaluate.Cell
	for _, w := range words {
		found := false
		for _, f := range faults() {
			if !meant(w, f) {
				continue
			}
			found = true
			if b := (evaluate.Cell{Property: propertyOf(f), Bug: f.Name}); !slices.Contains(bugs, b) {
				bugs = append(bugs, b)
			}
		}
		if !found {
			return nil, fmt.Errorf("no fault %q; wasmfuzz faults --all lists them", w)
		}
	}
	if len(bugs) == 0 {
		return nil, errors.New("none named")
	}
	return bugs, nil
}

// meant reports whether a word of --bugs means f.
func meant(word string, f probe.FaultInfo) bool {
	named := f.Kind == "named"
	switch word {
	case "all":
		return named
	case "validator":
		return named && propertyOf(f) == evaluate.Validator
	case "interpreter":
		return named && propertyOf(f) == evaluate.Interpreter
	}
	return word == f.Name || word == strconv.FormatUint(uint64(f.ID), 10)
}

// propertyOf returns the property that finds a fault.
func propertyOf(f probe.FaultInfo) string {
	if slices.Contains(validatetraced.Faults, f) {
		return evaluate.Validator
	}
	return evaluate.Interpreter
}

// runExperiment does the runs that are not yet recorded, and makes the report.
func runExperiment(cmd *cobra.Command, f *experimentFlags, cells []evaluate.Cell) (err error) {
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	log, err := evaluate.OpenLog(filepath.Join(f.out, evaluate.RunsFile))
	if err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	missing, err := log.Missing(cells, f.setup)
	if err != nil {
		return fmt.Errorf("--out: %s: %v", f.out, err)
	}
	program, remove, err := buildGoFuzz(cmd.Context(), missing)
	if err != nil {
		return err
	}
	defer remove()
	p := newBenchProgress(cmd.OutOrStdout(), len(cells), len(cells)-len(missing))
	err = evaluate.Run(cmd.Context(), missing, f.jobs, func(ctx context.Context, c evaluate.Cell) (evaluate.Record, error) {
		if c.Strategy == gofuzz.Name {
			return runGoFuzz(ctx, program, c, f.setup)
		}
		return startRun(ctx, c, f.setup)
	}, func(r evaluate.Record) error {
		p.add(r)
		return log.Append(r)
	})
	p.print()
	if err != nil {
		fmt.Fprintln(cmd.OutOrStdout(), "bench: the same command goes on from here")
		return err
	}
	return writeReport(cmd, f.out, log.Records)
}

func writeReport(cmd *cobra.Command, dir string, records []evaluate.Record) error {
	page, err := evaluate.Write(dir, records)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "report: %s\n", page)
	return nil
}
