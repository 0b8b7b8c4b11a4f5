package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
)

func newExplainCmd() *cobra.Command {
	var f subjectFlags
	var limit time.Duration
	cmd := &cobra.Command{
		Use:   "explain FINDING|FILE",
		Short: "Tell to which instructions a divergence belongs",
		Long: `Tell to which instructions and definitions of a module a divergence belongs. All mutants of the module are tried,
each of which differs from it in one place. For each line of the module's text it is printed how many of them lost that
line, and with it the divergence; and how many lost it and kept the divergence, with examples of what they have instead.
A mark is at the lines without which no mutant shows it. Mutants that are not valid as the module is do not count.

What is explained is the minimal module of a finding, with its calls, or a file. A module should be made small before:
the number of its mutants grows with its size.

Exit status: 0 no divergence, 1 divergence, 2 trouble.`,
		Example: "  wasmfuzz explain findings/wazero-select-fecb7d4b\n  wasmfuzz explain a.wasm --call 'f(1, -0.5)'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return errors.New("--time must not be negative")
			}
			return runExplain(cmd, &f, limit, args[0])
		},
	}
	f.register(cmd.Flags())
	cmd.Flags().DurationVar(&limit, "time", 0, "stop after this `duration`, such as 10m; 0 is no limit")
	return cmd
}

func runExplain(cmd *cobra.Command, f *subjectFlags, limit time.Duration, path string) error {
	path, err := moduleOf(path)
	if err != nil {
		return err
	}
	return f.run(cmd, path, func(s *subject, y *finding.Symptom) error {
		ctx, stop := limited(cmd.Context(), pastOf(cmd.Context()).Started, limit)
		defer stop()
		bar := newBar(cmd.ErrOrStderr(), "explain", 0)
		x := finding.Explain(ctx, y, s.Subject, 0, func() { bar.update(y.Executions, sizeText(s.Module)) })
		bar.end()
		out := cmd.OutOrStdout()
		fmt.Fprintf(out, "divergence: %s\n%v", y.Kind, x)
		for _, c := range x.Culprits {
			fmt.Fprintf(out, "guilty: %v\n", c)
		}
		if x.Incomplete {
			fmt.Fprintln(out, "incomplete: the time is over")
		}
		fmt.Fprintf(out, "mutants: %d, of which %d show the divergence\n", x.Mutants, x.Keep)
		return errDiffers
	})
}

// moduleOf returns the file of the module that a path stands for: a finding for its minimal one.
func moduleOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	if _, err := finding.Open(path); err != nil {
		return "", fmt.Errorf("%s is not the directory of a finding: %v", path, err)
	}
	return filepath.Join(path, finding.MinimalFile), nil
}
