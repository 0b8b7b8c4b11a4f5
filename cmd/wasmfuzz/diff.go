package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// vectorsPerFunc is the number of argument vectors with which diff calls a function if the user gives no calls.
const vectorsPerFunc = 8

func newDiffCmd() *cobra.Command {
	var engines engineFlags
	var calls []string
	var fault string
	var nan nanFlag
	cmd := &cobra.Command{
		Use:   "diff FILE|DIR ...",
		Short: "Run modules on every engine and compare what they do",
		Long: `Run modules on our engine and on others, and print for each module what each engine did, and the first
difference. Without --call every exported function is called with a few vectors of interesting arguments.`,
		Example: "  wasmfuzz diff a.wasm\n  wasmfuzz diff a.wasm --call 'f(1, -0.5)' --call 'g()'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(engines.check(), plant(fault)); err != nil {
				return err
			}
			files, err := readModules(args)
			if err != nil {
				return err
			}
			opened, err := engines.open(cmd.Context())
			if err != nil {
				return err
			}
			defer closeEngines(opened)
			c := comparer{w: cmd.OutOrStdout(), judge: campaign.Judge{Ours: watched(cmd.Context(), ours()), Engines: opened, NaN: nan.NaN}, calls: calls}
			for _, f := range files {
				if cmd.Context().Err() != nil {
					return cmd.Context().Err()
				}
				if err := c.module(f); err != nil {
					return fmt.Errorf("%s: %v", f.path, err)
				}
			}
			if len(files) > 1 {
				fmt.Fprintf(c.w, "modules: %d, divergences: %d\n", len(files), c.divergences)
			}
			if c.divergences > 0 {
				return errDiffers
			}
			return nil
		},
	}
	// Calls contain commas, so this is no list in one flag.
	cmd.Flags().StringArrayVar(&calls, "call", nil, "`call` to make, such as 'f(1, -0.5)'; may be given several times")
	engines.register(cmd.Flags(), builtin.Names())
	registerFault(cmd.Flags(), &fault)
	registerNaN(cmd.Flags(), &nan)
	return cmd
}

// comparer compares engines on one module after the other.
type comparer struct {
	w           io.Writer
	judge       campaign.Judge
	calls       []string
	divergences int
}

// module prints what each engine says of a module, and the first difference.
func (c *comparer) module(f file) error {
	fmt.Fprintln(c.w, f.path)
	m, err := binary.Decode(f.wasm)
	if err != nil {
		m = nil
	}
	// What is invalid for one of them cannot be prepared for running.
	verdicts, _ := c.judge.Ask(m, f.wasm)
	if verdicts.Kind != "" || m == nil || c.judge.Ours.ValidateModule(m, wasmast.V2).Kind != diff.Accept {
		return c.print(verdicts)
	}
	calls, err := c.callsOf(m)
	if err != nil {
		return err
	}
	trial, err := c.judge.Try(campaign.Prepared, m, calls)
	if err != nil {
		fmt.Fprintf(c.w, "  not run: %v\n", err)
		return c.print(verdicts)
	}
	return c.print(trial.Ballot)
}

func (c *comparer) callsOf(m *wasmast.Module) ([]diff.Call, error) {
	if len(c.calls) == 0 {
		return diff.Calls(m, vectorsPerFunc, rand.New(rand.NewPCG(1, 0)))
	}
	var calls []diff.Call
	for _, s := range c.calls {
		call, err := syntax.ParseCall(s, m)
		if err != nil {
			return nil, fmt.Errorf("--call: %v", err)
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// print prints a table: engine by answer, and what they disagree in.
func (c *comparer) print(b campaign.Ballot) error {
	w := tabwriter.NewWriter(c.w, 0, 0, 2, ' ', 0)
	for _, a := range b.Answers {
		fmt.Fprintf(w, "  %s\t%s\n", a.Engine, a.Text)
	}
	if b.Kind != "" {
		c.divergences++
		fmt.Fprintf(w, "  divergence\t%s: %s\n", b.Between, b.Diff)
	}
	return w.Flush()
}
