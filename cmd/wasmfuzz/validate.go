package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func newValidateCmd() *cobra.Command {
	var f campaignFlags
	cmd := &cobra.Command{
		Use:   "validate [FILE|DIR ...]",
		Short: "Test that engines accept and reject the same modules as our validator",
		Long: `Test that engines accept what our validator accepts and reject what it rejects, on mutants of the given modules
or else of the built-in seeds. The coverage of our validator guides the search.`,
		Example: "  wasmfuzz validate --time 1m\n  wasmfuzz validate --engines wasmtime my-seeds/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			modules, malformed, err := seedModules(args, !f.noSeeds)
			if err != nil {
				return err
			}
			return f.run(cmd, &property{
				Campaign: record.Campaign{Command: cmd.Name()},
				begin: func(out io.Writer, corpus int) {
					fmt.Fprintf(out, "seeds: %d modules, %d malformed files\n", corpus+len(modules), len(malformed))
				},
				run: func(ctx context.Context, cfg campaign.Config, corpus []wasmast.Module) (campaign.Summary, error) {
					return campaign.Validate(ctx, append(corpus, modules...), wasmOf(malformed), cfg)
				},
			})
		},
	}
	f.register(cmd, validateEngines())
	return cmd
}

func wasmOf(files []file) [][]byte {
	var wasm [][]byte
	for _, f := range files {
		wasm = append(wasm, f.wasm)
	}
	return wasm
}
