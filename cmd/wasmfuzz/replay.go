package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/diff"
)

func newReplayCmd() *cobra.Command {
	var f subjectFlags
	cmd := &cobra.Command{
		Use:   "replay DIR ...",
		Short: "Tell which findings are fixed",
		Long: `Run the minimal modules of all findings in the given directories, each on the engines with which it was found or on
those that are given, and tell which divergences are gone.

Exit status: 0 all are fixed, 1 some are still there, 2 trouble.`,
		Example: "  wasmfuzz replay findings\n  wasmfuzz replay findings/wazero-select-fecb7d4b --engines wazero-interpreter,wasmtime",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var dirs []string
			for _, arg := range args {
				found, err := finding.List(arg)
				if err != nil {
					return err
				}
				dirs = append(dirs, found...)
			}
			r := replayer{flags: &f, out: cmd.OutOrStdout()}
			defer r.close()
			return r.all(cmd.Context(), dirs)
		},
	}
	f.registerEngines(cmd.Flags())
	return cmd
}

// replayer replays findings, with engines that are kept as long as they stay the same.
type replayer struct {
	flags *subjectFlags
	out   io.Writer

	opened  string // the flags with which the engines were opened
	engines []diff.Engine
	count   map[status]int
}

// status is what has become of a finding.
type status string

const (
	fixed   status = "fixed"
	present status = "still there"
	changed status = "changed"
	trouble status = "trouble"
)

// all replays the findings of directories.
func (r *replayer) all(ctx context.Context, dirs []string) error {
	r.count = map[status]int{}
	for _, dir := range dirs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s, text, err := r.replay(ctx, dir)
		if err != nil {
			s, text = trouble, err.Error()
		}
		r.count[s]++
		if text != "" {
			text = ": " + text
		}
		fmt.Fprintf(r.out, "%s: %s%s\n", s, dir, text)
	}
	fmt.Fprintf(r.out, "findings: %d", len(dirs))
	for _, s := range []status{fixed, present, changed, trouble} {
		if r.count[s] > 0 {
			fmt.Fprintf(r.out, ", %s: %d", s, r.count[s])
		}
	}
	fmt.Fprintln(r.out)
	switch {
	case r.count[trouble] > 0:
		return fmt.Errorf("%d of %d findings could not be replayed", r.count[trouble], len(dirs))
	case r.count[fixed] < len(dirs):
		return errDiffers
	}
	return nil
}

// replay tells what has become of one finding.
func (r *replayer) replay(ctx context.Context, dir string) (status, string, error) {
	report, err := finding.Open(dir)
	if err != nil {
		return "", "", err
	}
	judge, err := r.judge(ctx, report)
	if err != nil {
		return "", "", err
	}
	wasm, err := os.ReadFile(filepath.Join(dir, finding.MinimalFile))
	if err != nil {
		return "", "", err
	}
	kind, text, err := report.Replay(judge, wasm)
	switch {
	case err != nil:
		return "", "", err
	case kind == "":
		return fixed, "", nil
	case kind != report.Kind:
		return changed, text, nil
	}
	return present, text, nil
}

// judge opens the engines of a finding.
func (r *replayer) judge(ctx context.Context, report *finding.Report) (campaign.Judge, error) {
	f := *r.flags
	if err := f.like(report); err != nil {
		return campaign.Judge{}, err
	}
	if err := errors.Join(f.engines.check(), plant(f.fault)); err != nil {
		return campaign.Judge{}, err
	}
	if flags := strings.Join(f.engines.reproduce(), " "); flags != r.opened || r.engines == nil {
		if err := r.close(); err != nil {
			return campaign.Judge{}, err
		}
		var err error
		if r.engines, err = f.engines.open(ctx); err != nil {
			return campaign.Judge{}, err
		}
		r.opened = flags
	}
	return campaign.Judge{Ours: watched(ctx, ours()), Engines: slices.Clone(r.engines), NaN: f.nan.NaN}, nil
}

func (r *replayer) close() error {
	engines := r.engines
	r.engines = nil
	return closeEngines(engines)
}
