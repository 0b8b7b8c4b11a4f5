package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

func newPrintCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "print FILE",
		Short: "Print a module in the text format",
		Long: `Print a module in the text format. The module need not be valid. Any other tool that reads the text format
makes the same module of the output again.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := decodeFile(args[0])
			if err != nil {
				return err
			}
			return text.Print(cmd.OutOrStdout(), m)
		},
	}
}

// decodeFile reads and decodes one module.
func decodeFile(path string) (*wasmast.Module, error) {
	f, err := readModule(path)
	if err != nil {
		return nil, err
	}
	m, err := binary.Decode(f.wasm)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	return m, nil
}
