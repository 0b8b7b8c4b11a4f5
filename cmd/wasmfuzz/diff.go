package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// vectorsPerFunc is the number of argument vectors with which diff calls a function if the user gives no calls.
const vectorsPerFunc = 8

func newDiffCmd() *cobra.Command {
	var engines, calls []string
	var fault string
	cmd := &cobra.Command{
		Use:   "diff FILE|DIR ...",
		Short: "Run modules on every engine and compare what they do",
		Long: `Run modules on our engine and on others, and print for each module what each engine did, and the first
difference. Without --call every exported function is called with a few vectors of interesting arguments.`,
		Example: "  wasmfuzz diff a.wasm\n  wasmfuzz diff a.wasm --call 'f(1, -0.5)' --call 'g()'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := plant(fault); err != nil {
				return err
			}
			files, err := readModules(args)
			if err != nil {
				return err
			}
			opened, err := openEngines(engines)
			if err != nil {
				return err
			}
			defer closeEngines(opened)
			c := comparer{w: cmd.OutOrStdout(), engines: append([]diff.Engine{ours()}, opened...), calls: calls}
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
	registerEngines(cmd.Flags(), &engines, builtin.Names())
	registerFault(cmd.Flags(), &fault)
	return cmd
}

// comparer compares engines on one module after the other. The first engine is ours.
type comparer struct {
	w           io.Writer
	engines     []diff.Engine
	calls       []string
	divergences int
}

// module prints a table: engine by outcome, and the first difference.
func (c *comparer) module(f file) error {
	fmt.Fprintln(c.w, f.path)
	m, err := binary.Decode(f.wasm)
	if err != nil || !c.accepted(m) {
		return c.verdicts(f.wasm, m)
	}
	return c.outcomes(m)
}

// accepted reports whether our engine accepts m, and no other rejects it: what is invalid cannot be prepared for
// running.
func (c *comparer) accepted(m *wasmast.Module) bool {
	return c.ours().ValidateModule(m, wasmast.V2).Kind == diff.Accept && campaign.Verdicts(c.ours(), c.engines[1:], m).Kind == ""
}

func (c *comparer) ours() *diff.OwnEngine { return c.engines[0].(*diff.OwnEngine) }

// verdicts compares what the engines say of a module that one of them rejects. M is nil if it is malformed.
func (c *comparer) verdicts(wasm []byte, m *wasmast.Module) error {
	ours := c.engines[0].Validate(wasm)
	rows := []string{ours.String()}
	var first string
	for _, e := range c.engines[1:] {
		theirs := e.Validate(wasm)
		d := diff.CompareVerdicts(ours, theirs)
		if d != "" && m != nil && theirs.Kind == diff.Accept && c.ours().ValidateModule(m, e.Features()).Kind == diff.Accept {
			d = ""
			theirs.Text = "with a feature beyond WebAssembly 2.0"
		}
		rows = append(rows, theirs.String())
		first = firstDifference(first, e, d)
	}
	return c.print(rows, first)
}

// outcomes compares what the engines do with a module that none of them rejects.
func (c *comparer) outcomes(m *wasmast.Module) error {
	calls, err := c.callsOf(m)
	if err != nil {
		return err
	}
	ready := campaign.Prepare(m)
	script, err := diff.NewScript(ready, calls)
	if err != nil {
		fmt.Fprintf(c.w, "  not run: %v\n", err)
		return c.verdicts(binary.Encode(m), m)
	}
	wasm := binary.Encode(ready)
	ours := c.engines[0].Run(wasm, script)
	rows := []string{ours.String()}
	var first string
	for _, e := range c.engines[1:] {
		theirs := e.Run(wasm, script)
		rows = append(rows, theirs.String())
		first = firstDifference(first, e, diff.Compare(ours, theirs))
	}
	return c.print(rows, first)
}

func (c *comparer) callsOf(m *wasmast.Module) ([]diff.Call, error) {
	if len(c.calls) == 0 {
		return diff.Calls(m, vectorsPerFunc, rand.New(rand.NewPCG(1, 0)))
	}
	var calls []diff.Call
	for _, s := range c.calls {
		call, err := parseCall(s, m)
		if err != nil {
			return nil, fmt.Errorf("--call: %v", err)
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// firstDifference returns first, or d with the engine's name if there is none yet.
func firstDifference(first string, e diff.Engine, d string) string {
	if first == "" && d != "" {
		return fmt.Sprintf("own and %s: %s", e.Name(), d)
	}
	return first
}

func (c *comparer) print(rows []string, first string) error {
	w := tabwriter.NewWriter(c.w, 0, 0, 2, ' ', 0)
	for i, row := range rows {
		fmt.Fprintf(w, "  %s\t%s\n", c.engines[i].Name(), row)
	}
	if first != "" {
		c.divergences++
		fmt.Fprintf(w, "  divergence\t%s\n", first)
	}
	return w.Flush()
}
