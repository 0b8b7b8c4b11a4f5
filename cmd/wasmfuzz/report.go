package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/report"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func newReportCmd() *cobra.Command {
	var out, address string
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Show a campaign as an HTML file, or serve it",
		Long: `Show the campaign in the directory that it was given with --dir as one HTML file that needs nothing else: what it has
come to over time, its findings, what of our validator and interpreter the corpus covers, and what becomes of each
instruction. The campaign may be running; with --http, the report of the moment is served until the command is
interrupted, with the same as JSON at /report.json and numbers for Prometheus at /metrics.`,
		Example: "  wasmfuzz report campaign\n  wasmfuzz report campaign --http 8080",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if address != "" {
				return serveReport(cmd, args[0], address)
			}
			return writePage(cmd.OutOrStdout(), args[0], out)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "`file` to write; report.html in DIR if not given")
	cmd.Flags().StringVar(&address, "http", "", "serve the report at this `address`, a port or host:port; without a host only to this machine")
	cmd.MarkFlagsMutuallyExclusive("output", "http")
	return cmd
}

// writePage writes the report of a campaign to a file.
func writePage(log io.Writer, dir, out string) error {
	d, err := gather(dir)
	if err != nil {
		return err
	}
	if out == "" {
		out = filepath.Join(dir, "report.html")
	}
	var page bytes.Buffer
	if err := report.Write(&page, d); err != nil {
		return err
	}
	if err := record.WriteFile(out, page.Bytes()); err != nil {
		return fmt.Errorf("--output: %v", err)
	}
	fmt.Fprintf(log, "%s\n", out)
	return nil
}

// serveReport serves the report of a campaign until the command is interrupted.
func serveReport(cmd *cobra.Command, dir, address string) error {
	if _, err := gather(dir); err != nil {
		return err
	}
	l, err := report.Listen(address)
	if err != nil {
		return fmt.Errorf("--http: %v", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", l.Addr())
	return report.Serve(cmd.Context(), l, report.Handler(func() (report.Data, error) { return gather(dir) }))
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
	findings, err := findingsIn(filepath.Join(path, record.FindingsDir))
	if err != nil {
		return report.Data{}, err
	}
	return report.Gather(c, moments, findings, modules, measureOf(c))
}

// findingsIn reads the findings in a directory, which need not exist. One that is just being written is left out.
func findingsIn(dir string) ([]report.Finding, error) {
	dirs, err := finding.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var findings []report.Finding
	for _, d := range dirs {
		r, err := finding.Open(d)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(d, finding.TextFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a malformed module has none
			return nil, err
		}
		findings = append(findings, report.Finding{Report: r, Text: string(text)})
	}
	return findings, nil
}

// coverageOf returns what tells the edges that a test of a campaign takes with a module, and whether that is valid.
func coverageOf(c record.Campaign) func(m *wasmast.Module) (edges []uint32, valid bool) {
	ours := instrumented()
	if c.Command == "interp" {
		return func(m *wasmast.Module) ([]uint32, bool) { return campaign.InterpCoverage(ours, m) }
	}
	return func(m *wasmast.Module) ([]uint32, bool) { return campaign.Coverage(ours, m) }
}

// measureOf returns what measures a campaign's modules for the report.
func measureOf(c record.Campaign) report.Measure {
	coverage := coverageOf(c)
	return func(m *wasmast.Module) ([]uint32, bool, map[wasmast.Op]diff.Visits) {
		edges, valid := coverage(m)
		if !valid {
			return edges, false, nil
		}
		return edges, true, campaign.Visits(m)
	}
}
