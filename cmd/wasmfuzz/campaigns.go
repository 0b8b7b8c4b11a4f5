package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// runCampaign does what both campaigns have in common: it turns flags into a configuration, runs the campaign,
// and prints the summary.
func runCampaign(cmd *cobra.Command, f *campaignFlags, run func(context.Context, campaign.Config) (campaign.Summary, error)) error {
	out := cmd.OutOrStdout()
	strategy, err := fuzz.Named(f.strategy)
	if err != nil {
		return fmt.Errorf("--strategy: %v", err)
	}
	if err := plant(f.fault); err != nil {
		return err
	}
	if err := checkWritable(f.out); err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	engines, err := f.engines.open()
	if err != nil {
		return err
	}
	defer closeEngines(engines)
	jury := &jury{campaign: &f.engines, log: cmd.ErrOrStderr()}
	defer jury.close()
	found := &findings{dir: f.out, log: out, seed: f.seed, flags: f.reproduce(), count: map[string]int{}}
	progress := newProgress(out)
	ctx := cmd.Context()
	if f.time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, f.time)
		defer stop()
	}
	summary, err := run(ctx, campaign.Config{
		Strategy: strategy, Tests: f.tests, Seed: f.seed, Ours: instrumented(), Engines: engines, Jury: jury.open,
		NaN: f.nan.NaN, StopOnFirst: f.stopOnFirst, Found: found.add, Progress: progress.update,
	})
	progress.print(summary.Status)
	printSummary(out, summary, found, engines, time.Since(progress.start))
	if err != nil {
		return err
	}
	if summary.Divergences > 0 {
		return errDiffers
	}
	return nil
}

// reproduce returns the flags that wasmfuzz diff needs to see what the campaign saw.
func (f *campaignFlags) reproduce() []string {
	flags := f.engines.reproduce()
	if f.fault != "" {
		flags = append(flags, "--fault", f.fault)
	}
	return append(flags, f.nan.reproduce()...)
}

func printSummary(w io.Writer, s campaign.Summary, found *findings, engines []diff.Engine, elapsed time.Duration) {
	fmt.Fprintf(w, "tests: %d in %s (%.0f/sec): %d passed, %d discarded, %d diverged\n",
		s.Tests(), elapsed.Round(time.Millisecond), rate(s.Tests(), elapsed),
		s.Tests()-s.Verdicts[fuzz.Discarded]-s.Failed, s.Verdicts[fuzz.Discarded], s.Failed)
	fmt.Fprintf(w, "search: %d edges, queues: %d valid and %d discarded, R %d, resets %d\n",
		s.Known, s.Queued[fuzz.Passed], s.Queued[fuzz.Discarded], s.R, s.Resets)
	names := []string{"own " + instrumented().Version()}
	for _, e := range engines {
		names = append(names, e.Name()+" "+e.Version())
	}
	fmt.Fprintf(w, "engines: %s\n", strings.Join(names, ", "))
	for _, reason := range slices.Sorted(maps.Keys(s.Inconclusive)) {
		fmt.Fprintf(w, "inconclusive: %s: %d\n", reason, s.Inconclusive[reason])
	}
	for _, kind := range slices.Sorted(maps.Keys(found.count)) {
		fmt.Fprintf(w, "divergence: %s: %d\n", kind, found.count[kind])
	}
	if s.Flaky > 0 {
		fmt.Fprintf(w, "flaky, not counted: %d\n", s.Flaky)
	}
	fmt.Fprintf(w, "divergences: %d\n", s.Divergences)
}

// seedModules decodes the user's files, or the built-in seeds if there are none. Files that are malformed cannot
// be mutated; they are returned apart.
func seedModules(paths []string, builtIn bool) (modules []wasmast.Module, malformed []file, err error) {
	files, err := readModules(paths)
	if err != nil {
		return nil, nil, err
	}
	if len(paths) == 0 && builtIn {
		for _, s := range corpus.Seeds() {
			files = append(files, file{s.Name, s.Wasm})
		}
	}
	for _, f := range files {
		m, err := binary.Decode(f.wasm)
		if isMalformed(err) {
			malformed = append(malformed, f)
			continue
		}
		modules = append(modules, *m)
	}
	return modules, malformed, nil
}

func isMalformed(err error) bool {
	var e *wasmast.Error
	return errors.As(err, &e)
}
