package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func newInterpCmd() *cobra.Command {
	var f campaignFlags
	var sig string
	cmd := &cobra.Command{
		Use:   `interp --sig "PARAMS -> RESULTS" [FILE|DIR ...]`,
		Short: "Test that engines execute functions as our interpreter does",
		Long: `Test that engines give the results that our interpreter gives for functions of one signature: results or traps,
and what memory, globals and tables hold afterwards. What is mutated is the function's body, starting from the
bodies of all functions in the given modules or else in the built-in seeds. The coverage of our validator and
interpreter guides the search.`,
		Example: "  wasmfuzz interp --sig \"i32 f32 -> i32\" --time 1m\n  wasmfuzz interp --sig \"-> f64 f64\" --engines wazero-compiler",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			ft, err := syntax.ParseSignature(sig)
			if err != nil {
				return fmt.Errorf("--sig: %v", err)
			}
			modules, malformed, err := seedModules(args, !f.noSeeds)
			if err != nil {
				return err
			}
			return f.run(cmd, &property{
				Campaign: record.Campaign{Command: cmd.Name(), Signature: syntax.FormatSignature(ft)},
				begin: func(io.Writer, int) {
					for _, m := range malformed {
						fmt.Fprintf(cmd.ErrOrStderr(), "wasmfuzz: %s is malformed and left out\n", m.path)
					}
				},
				run: func(ctx context.Context, cfg campaign.Config, corpus []wasmast.Module) (campaign.Summary, error) {
					return campaign.Interp(ctx, ft, campaign.BodiesOf(append(corpus, modules...), ft), cfg)
				},
			})
		},
	}
	f.register(cmd, interpEngines())
	registerNaN(cmd.Flags(), &f.nan)
	cmd.Flags().StringVar(&sig, "sig", "i32 f32 -> i32", "`signature` of the function: types on either side, separated by spaces")
	return cmd
}
