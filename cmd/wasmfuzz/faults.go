package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
)

func newFaultsCmd() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "List the faults that can be planted in our validator and interpreter",
		Long: `List the faults that --fault can plant: small changes of our validator and interpreter, compiled in and dormant.
Named ones are the bugs of the evaluation of MUTAGEN; automatic ones negate a condition or fix its value.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, f := range faults() {
				if all || f.Kind == "named" {
					fmt.Fprintf(w, "%s\t%s\t%s\n", f.Name, f.Func, f.Doc)
				}
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "list the automatic faults too")
	return cmd
}

// faults returns the faults of both instrumented packages.
func faults() []probe.FaultInfo {
	return slices.Concat(validatetraced.Faults, interptraced.Faults)
}
