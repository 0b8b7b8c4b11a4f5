package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate/gofuzz"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// registerSetup adds the flags of a setup; their defaults are the values that it has.
func registerSetup(flags *pflag.FlagSet, s *evaluate.Setup) {
	flags.StringVar(&s.Oracle, "oracle", s.Oracle, "what judges: pristine or engines")
	flags.BoolVar(&s.Seeds, "seeds", s.Seeds, "begin with the built-in seeds")
	flags.IntVar(&s.Limit, "limit", s.Limit, "most tests of a run; 0 is no limit")
	flags.DurationVar(&s.Time, "time", s.Time, "most time of a run, such as 1h; 0 is no limit")
}

func checkSetup(s evaluate.Setup) error {
	switch {
	case s.Oracle != evaluate.Pristine && s.Oracle != evaluate.Engines:
		return fmt.Errorf("--oracle: no oracle %q: there are %s and %s", s.Oracle, evaluate.Pristine, evaluate.Engines)
	case s.Limit < 0:
		return fmt.Errorf("--limit: %d is negative", s.Limit)
	case s.Time < 0:
		return fmt.Errorf("--time: %v is negative", s.Time)
	}
	return nil
}

func newBenchRunCmd() *cobra.Command {
	var cell evaluate.Cell
	setup := evaluate.Setup{Oracle: evaluate.Pristine}
	var attached bool
	cmd := &cobra.Command{
		Use:     "run",
		Short:   "Do one run of an experiment and print its line of runs.csv",
		Example: "  wasmfuzz bench run --bug interp-i32-sub --run 7 --limit 100000",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkSetup(setup); err != nil {
				return err
			}
			if err := checkCell(&cell); err != nil {
				return err
			}
			ctx := cmd.Context()
			if attached {
				var stop context.CancelFunc
				ctx, stop = untilEOF(ctx, cmd.InOrStdin())
				defer stop()
			}
			r, err := runCell(ctx, cell, setup)
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), r.Line())
			return err
		},
	}
	flags := cmd.Flags()
	registerSetup(flags, &setup)
	flags.StringVar(&cell.Property, "property", "", "validate or interp, if there is no --bug")
	flags.StringVar(&cell.Bug, "bug", "", "`name` of the fault to plant")
	flags.StringVar(&cell.Strategy, "strategy", fuzz.Sweep().Name, "how to search")
	flags.IntVar(&cell.Run, "run", 1, "`number` of the run, which determines its seed")
	flags.BoolVar(&attached, "attached", false, "end when the standard input does")
	if err := flags.MarkHidden("attached"); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return cmd
}

// checkCell checks a cell that is made of flags, and completes it with the property that finds the bug.
func checkCell(c *evaluate.Cell) error {
	if c.Run < 1 {
		return fmt.Errorf("--run: %d is not positive", c.Run)
	}
	if c.Bug == "" {
		if c.Property != evaluate.Validator && c.Property != evaluate.Interpreter {
			return fmt.Errorf("--property: no property %q: there are %s and %s", c.Property, evaluate.Validator, evaluate.Interpreter)
		}
		return nil
	}
	bugs, err := selectBugs([]string{c.Bug})
	if err != nil || len(bugs) != 1 {
		return fmt.Errorf("--bug: no fault %q; wasmfuzz faults --all lists them", c.Bug)
	}
	if c.Property != "" && c.Property != bugs[0].Property {
		return fmt.Errorf("--property: %s does not find the bug", c.Property)
	}
	c.Property, c.Bug = bugs[0].Property, bugs[0].Bug
	return nil
}

// untilEOF returns a context that ends when r does, as the standard input of a process does whose parent is gone.
func untilEOF(ctx context.Context, r io.Reader) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	go func() {
		defer stop()
		_, _ = io.Copy(io.Discard, r) // an error is an end, too
	}()
	return ctx, stop
}

// startRun does a run in a process of its own, since probes are global and a fault may end the process.
func startRun(ctx context.Context, c evaluate.Cell, s evaluate.Setup) (evaluate.Record, error) {
	exe, err := os.Executable()
	if err != nil {
		return evaluate.Record{}, err
	}
	cmd := exec.CommandContext(ctx, exe, "bench", "run", "--attached",
		"--property", c.Property, "--bug", c.Bug, "--strategy", c.Strategy, "--run", strconv.Itoa(c.Run), "--oracle", s.Oracle,
		"--seeds="+strconv.FormatBool(s.Seeds), "--limit", strconv.Itoa(s.Limit), "--time", s.Time.String())
	// The pipe is never written to; Wait closes it.
	if _, err := cmd.StdinPipe(); err != nil {
		return evaluate.Record{}, err
	}
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return evaluate.Record{}, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return crashed(c, s, string(exit.Stderr))
	}
	if err != nil {
		return evaluate.Record{}, err
	}
	return evaluate.ParseLine(string(out))
}

// crashed returns the record of a run whose process failed. It is an error if the planted bug is not to blame. What the
// process said is not kept: wasmfuzz bench run shows it again.
func crashed(c evaluate.Cell, s evaluate.Setup, stderr string) (evaluate.Record, error) {
	first, _, _ := strings.Cut(stderr, "\n")
	if trouble, ok := strings.CutPrefix(first, "wasmfuzz: "); ok || c.Bug == "" {
		return evaluate.Record{}, fmt.Errorf("run %v: %s", c, trouble)
	}
	return evaluate.Record{Cell: c, Setup: s, Result: evaluate.Crashed, Version: buildVersion()}, nil
}

// errFound ends a campaign that found the planted bug.
var errFound = errors.New("found")

// runCell does one run.
func runCell(ctx context.Context, c evaluate.Cell, s evaluate.Setup) (evaluate.Record, error) {
	if c.Strategy == gofuzz.Name {
		return goFuzzCell(ctx, c, s)
	}
	runtime.GOMAXPROCS(1)
	strategy, err := fuzz.Named(c.Strategy)
	if err != nil {
		return evaluate.Record{}, fmt.Errorf("--strategy: %v", err)
	}
	if err := plant(c.Bug); err != nil {
		return evaluate.Record{}, err
	}
	judges, err := openOracle(c.Property, s.Oracle)
	if err != nil {
		return evaluate.Record{}, err
	}
	defer closeEngines(judges)
	failure := 0 // the number of the test that found the bug
	cfg := campaign.Config{
		Strategy: strategy, Tests: s.Limit, Seed: c.Seed(), Ours: instrumented(), Engines: judges, NaN: diff.NaNTrack,
		Found: func(d campaign.Divergence) error {
			if c.Bug != "" && blames(c.Property, d) {
				failure = d.Test
				return errFound
			}
			return nil
		},
	}
	limited, stop := ctx, context.CancelFunc(func() {})
	if s.Time > 0 {
		limited, stop = context.WithTimeout(ctx, s.Time)
	}
	defer stop()
	start := processorTime()
	summary, err := runProperty(limited, c.Property, s.Seeds, cfg)
	seconds := (processorTime() - start).Seconds()
	if ctx.Err() != nil {
		return evaluate.Record{}, ctx.Err()
	}
	r := evaluate.Record{
		Cell: c, Setup: s, Result: evaluate.Missed, Tests: summary.Tests(), Passed: summary.Verdicts[fuzz.Passed],
		Discarded: summary.Verdicts[fuzz.Discarded], Seconds: seconds, Version: buildVersion(), Engines: versions(s.Oracle, judges),
	}
	if errors.Is(err, errFound) {
		r.Result, r.Tests = evaluate.Found, failure
		return r, nil
	}
	return r, err
}

// runProperty runs the campaign of a property, that of the interpreter with the signature of MUTAGEN's evaluation.
func runProperty(ctx context.Context, property string, seeds bool, cfg campaign.Config) (campaign.Summary, error) {
	modules, _, err := seedModules(nil, seeds)
	if err != nil {
		return campaign.Summary{}, err
	}
	if property == evaluate.Validator {
		return campaign.Validate(ctx, modules, nil, cfg)
	}
	sig := wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: []wasmast.ValType{wasmast.I32}}
	return campaign.Interp(ctx, sig, campaign.BodiesOf(modules, sig), cfg)
}

// openOracle opens the engines that judge.
func openOracle(property, oracle string) ([]diff.Engine, error) {
	switch {
	case oracle == evaluate.Pristine:
		return []diff.Engine{pristine()}, nil
	case property == evaluate.Validator:
		return openEngines(validateEngines())
	}
	return openEngines(interpEngines())
}

// blames reports whether a divergence is due to the planted fault: without it our packages decide otherwise.
func blames(property string, d campaign.Divergence) bool {
	m, err := binary.Decode(d.Wasm)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	faulty, clean := instrumented(), pristine()
	if property == evaluate.Validator {
		return diff.CompareVerdicts(faulty.ValidateModule(m, wasmast.V2), clean.ValidateModule(m, wasmast.V2)) != ""
	}
	ready := campaign.Prepare(m, diff.NaNTrack)
	script, err := diff.NewScript(ready, d.Calls)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return diff.Compare(faulty.RunModule(ready, script), clean.RunModule(ready, script)) != ""
}

// buildVersion tells what does the runs.
func buildVersion() string {
	return fmt.Sprintf("wasmfuzz %s, %s %s/%s", pristine().Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versions lists the engines of an oracle with their versions.
func versions(oracle string, engines []diff.Engine) string {
	if oracle == evaluate.Pristine {
		return "our own packages as they are"
	}
	var parts []string
	for _, e := range engines {
		parts = append(parts, e.Name()+" "+e.Version())
	}
	return strings.Join(parts, ", ")
}
