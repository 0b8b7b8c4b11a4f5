package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// runCampaign does what both campaigns have in common: it turns flags into a configuration, runs the campaign,
// and prints the summary. Run is given the corpus that is there already.
func runCampaign(cmd *cobra.Command, f *campaignFlags, c record.Campaign,
	run func(ctx context.Context, cfg campaign.Config, corpus []wasmast.Module) (campaign.Summary, error)) (err error) {
	out := f.result.text(cmd.OutOrStdout(), cmd.ErrOrStderr())
	strategy, err := fuzz.Named(f.strategy)
	if err != nil {
		return fmt.Errorf("--strategy: %v", err)
	}
	if err := plant(f.fault); err != nil {
		return err
	}
	kept, err := openHome(f.dir, c, cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if f.out == "" {
		if cmd.Flags().Changed("out") {
			return errors.New("--out: no directory given")
		}
		f.out = filepath.Join(f.dir, "findings")
	}
	if err := finding.CheckDir(f.out); err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	known, err := readKnown(f.known)
	if err != nil {
		return err
	}
	engines, err := f.engines.open(cmd.Context())
	if err != nil {
		return err
	}
	defer closeEngines(engines)
	jury := &jury{ctx: cmd.Context(), campaign: &f.engines, log: cmd.ErrOrStderr()}
	defer jury.close()
	past := pastOf(cmd.Context())
	ctx, stop := limited(cmd.Context(), past.Started, f.time)
	defer stop()
	log, ours := &announcer{w: out, past: past}, watched(ctx, instrumented())
	found := &finding.Collector{
		Dir: f.out, Log: log, Judge: campaign.Judge{Ours: ours, Engines: engines, NaN: f.nan.NaN}, Budget: f.minimize, Known: known,
		Origin: f.origin(cmd),
	}
	progress := newProgress(out, past)
	cfg := campaign.Config{
		Strategy: strategy, Tests: f.tests, Seed: kept.seed(f.seed), Ours: ours, Engines: engines, Jury: jury.open,
		NaN: f.nan.NaN, StopOnFirst: f.stopOnFirst,
		Progress: func(s campaign.Summary) {
			if progress.update(s); s.Tests() > past.Tests {
				kept.update(s, stop)
			}
		},
		Keep: kept.keep,
		Found: func(d campaign.Divergence) error {
			log.test(d.Test)
			return found.Add(ctx, d)
		},
	}
	resume(&cfg, ctx)
	summary, err := kept.run(func(corpus []wasmast.Module) (campaign.Summary, error) { return run(ctx, cfg, corpus) })
	err = errors.Join(err, found.Close())
	progress.print(summary)
	result := newResult(summary, found.Origin, engines, progress.start)
	result.met(found.Tallies())
	result.Interrupted = cmd.Context().Err() != nil
	if err != nil {
		result.Error = err.Error()
	}
	result.print(out)
	if err = errors.Join(err, f.result.write(cmd.OutOrStdout(), result)); err != nil {
		return err
	}
	if summary.Divergences > 0 {
		return errDiffers
	}
	return nil
}

// origin describes where the findings of a campaign come from.
func (f *campaignFlags) origin(cmd *cobra.Command) finding.Origin {
	o := finding.NewOrigin(ours(), commandLine(cmd), reproduce(&f.engines, f.fault, f.nan))
	o.Seed = f.seed
	return o
}

// reproduce returns the flags with which another command sees the same.
func reproduce(engines *engineFlags, fault string, nan nanFlag) []string {
	flags := engines.reproduce()
	if fault != "" {
		flags = append(flags, "--fault", fault)
	}
	return append(flags, nan.reproduce()...)
}

// commandLine returns the command line of a command, with the flags that were given.
func commandLine(cmd *cobra.Command) string {
	words := []string{"wasmfuzz", cmd.Name()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			words = append(words, "--"+flag.Name+"="+v)
		}
	})
	return syntax.Command(append(words, cmd.Flags().Args()...)...)
}

// readKnown reads the issues of a file, if one is named.
func readKnown(path string) ([]finding.Issue, error) {
	if path == "" {
		return nil, nil
	}
	issues, err := finding.ReadKnown(path)
	if err != nil {
		return nil, fmt.Errorf("--known: %v", err)
	}
	return issues, nil
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
