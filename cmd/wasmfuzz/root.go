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
		newValidateCmd(),
		newInterpCmd(),
		isolated(newDiffCmd()),
		isolated(newMinimizeCmd()),
		isolated(newExplainCmd()),
		isolated(newReplayCmd()),
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
