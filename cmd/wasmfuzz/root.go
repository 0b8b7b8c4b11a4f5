package main

import "github.com/spf13/cobra"

func newRootCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wasmfuzz",
		Short: "Find WebAssembly modules on which engines disagree",
		Long: `Wasmfuzz tests WebAssembly engines. It mutates modules exhaustively, guided by the coverage of a validator and an
interpreter of its own, and compares every verdict and every result with wazero and wasmtime.

Exit status: 0 no divergence, 1 divergence found, 2 trouble.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	cmd.CompletionOptions.HiddenDefaultCmd = true
	cmd.AddCommand(
		isolated(newValidateCmd(), false),
		isolated(newInterpCmd(), false),
		isolated(newDiffCmd(), true),
		isolated(newMinimizeCmd(), true),
		isolated(newExplainCmd(), true),
		isolated(newReplayCmd(), true),
		newCorpusCmd(),
		newEnginesCmd(),
		newReportCmd(),
		newPrintCmd(),
		newMutantsCmd(),
		newFaultsCmd(),
		newBenchCmd(),
		newSpectestCmd(),
		newEngineCmd(),
	)
	return cmd
}
