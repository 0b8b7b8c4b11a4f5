package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// property is what a command tests.
type property struct {
	record.Campaign
	// begin tells the user what the campaign begins with besides what the flags say: this many modules of its corpus.
	begin func(out io.Writer, corpus int)
	// run runs the campaign, or a worker's part of it, given the corpus that is there already.
	run func(ctx context.Context, cfg campaign.Config, corpus []wasmast.Module) (campaign.Summary, error)
}

// run does what both campaigns have in common: it runs one, with workers of which this process may be one.
func (f *campaignFlags) run(cmd *cobra.Command, p *property) error {
	if f.out == "" {
		if cmd.Flags().Changed("out") {
			return errors.New("--out: no directory given")
		}
		f.out = filepath.Join(f.dir, record.FindingsDir) // in the present directory if the campaign has none
	}
	if m := memberOf(cmd.Context()); m != nil {
		return f.work(cmd.Context(), cmd, p, *m)
	}
	return f.coordinate(cmd, p)
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

// readKnown reads the issues of files.
func readKnown(paths []string) ([]finding.Issue, error) {
	var all []finding.Issue
	for _, path := range paths {
		issues, err := finding.ReadKnown(path)
		if err != nil {
			return nil, fmt.Errorf("--known: %v", err)
		}
		all = append(all, issues...)
	}
	return all, nil
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
