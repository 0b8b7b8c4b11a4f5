package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/report"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func newReportCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Show a campaign as an HTML file",
		Long: `Show the campaign in the directory that it was given with --dir as one HTML file that needs nothing else: what it has
come to over time, what of our validator and interpreter the corpus covers, and which instructions occur in it. The
campaign may be running.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := gather(args[0])
			if err != nil {
				return err
			}
			if out == "" {
				out = filepath.Join(args[0], "report.html")
			}
			f, err := os.Create(out)
			if err != nil {
				return fmt.Errorf("--output: %v", err)
			}
			if err := errors.Join(report.Write(f, d), f.Close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n", out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "`file` to write; report.html in DIR if not given")
	return cmd
}

// gather makes the data of a report of what a directory holds.
func gather(path string) (report.Data, error) {
	c, err := record.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return report.Data{}, fmt.Errorf("%s: not the directory of a campaign", path)
	} else if err != nil {
		return report.Data{}, err
	}
	moments, err := record.Statistics(path)
	if err != nil {
		return report.Data{}, err
	}
	corpus, err := record.Modules(path)
	if err != nil {
		return report.Data{}, err
	}
	var modules []*wasmast.Module
	for _, name := range slices.Sorted(maps.Keys(corpus)) {
		if m, err := binary.Decode(corpus[name]); err == nil {
			modules = append(modules, m)
		}
	}
	return report.Gather(c, moments, modules, measureOf(c))
}

// measureOf returns what measures the coverage of a campaign's modules.
func measureOf(c record.Campaign) report.Measure {
	ours := instrumented()
	if c.Command == "interp" {
		return func(m *wasmast.Module) ([]uint32, bool) { return campaign.InterpCoverage(ours, m) }
	}
	return func(m *wasmast.Module) ([]uint32, bool) { return campaign.Coverage(ours, m) }
}
