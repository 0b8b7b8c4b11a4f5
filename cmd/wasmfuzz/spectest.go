package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/diff/spectest"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// specs are the versions of the specification with their features.
var specs = []struct {
	name     string
	features wasmast.Features
}{
	{"1.0", wasmast.V1},
	{"2.0", wasmast.V2},
	{"extended-const", wasmast.V2 | wasmast.ExtendedConst},
}

func newSpectestCmd() *cobra.Command {
	var engines []string
	var spec string
	cmd := &cobra.Command{
		Use:   "spectest FILE.wast|FILE.json|DIR ...",
		Short: "Run the specification's test suite on engines",
		Long: `Run scripts of the specification's test suite, as they are or in the form that wast2json gives them, or all *.json in
a directory.

Every command that fails is listed, and every reason for which commands are skipped. Engines are only asked whether
they reject what is malformed or invalid, not for what reason.

Exit status: 0 nothing failed, 1 a command failed, 2 trouble.`,
		Example: "  wasmfuzz spectest --engine own,wasmtime i32.json\n  wasmfuzz spectest --engine own,wazero-interpreter findings/*/minimal.wast",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSpectest(cmd, engines, spec, args)
		},
	}
	cmd.Flags().StringSliceVar(&engines, "engine", []string{"own"}, "engines to test: "+strings.Join(spectest.Names(), ", "))
	cmd.Flags().StringVar(&spec, "spec", "2.0", "`version` of the specification: 1.0, 2.0, or extended-const for 2.0 with that proposal")
	return cmd
}

func runSpectest(cmd *cobra.Command, engines []string, spec string, paths []string) error {
	features, err := specFeatures(spec)
	if err != nil {
		return err
	}
	var totals []string
	status := error(nil)
	for _, name := range engines {
		e, err := spectest.Open(name, features)
		if err != nil {
			return fmt.Errorf("--engine: %v", err)
		}
		total, err := testEngine(cmd, e, paths)
		e.Close()
		if err != nil {
			return err
		}
		if total.failed > 0 {
			status = errDiffers
		}
		totals = append(totals, fmt.Sprintf("%s %v", name, total))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "total: %s\n", strings.Join(totals, "; "))
	return status
}

func specFeatures(name string) (wasmast.Features, error) {
	for _, s := range specs {
		if s.name == name {
			return s.features, nil
		}
	}
	return 0, fmt.Errorf("--spec: unknown version %q", name)
}

// tally counts commands.
type tally struct{ passed, failed, skipped int }

func (t *tally) add(r spectest.Report) {
	t.passed += r.Passed
	t.failed += len(r.Failed)
	t.skipped += len(r.Skipped)
}

func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

// testEngine runs all scripts on one engine.
func testEngine(cmd *cobra.Command, e spectest.Engine, paths []string) (total tally, err error) {
	for _, path := range paths {
		scripts, err := spectest.ReadScripts(path, assemble)
		if err != nil {
			return total, err
		}
		for _, s := range scripts {
			if err := cmd.Context().Err(); err != nil {
				return total, err
			}
			r := spectest.Run(e, s)
			printReport(cmd.OutOrStdout(), e.Name(), r)
			total.add(r)
		}
	}
	return total, nil
}

// printReport prints a line for the script, one for each failure, and one for each reason for which commands were
// skipped.
func printReport(w io.Writer, engine string, r spectest.Report) {
	var t tally
	t.add(r)
	fmt.Fprintf(w, "%s %s: %v\n", engine, r.Source, t)
	for _, n := range r.Failed {
		fmt.Fprintf(w, "\tfailed %v\n", n)
	}
	var reasons []string
	times := map[string]int{}
	for _, n := range r.Skipped {
		if times[n.Reason]++; times[n.Reason] == 1 {
			reasons = append(reasons, n.Reason)
		}
	}
	for _, reason := range reasons {
		fmt.Fprintf(w, "\tskipped %d: %s\n", times[reason], reason)
	}
}
