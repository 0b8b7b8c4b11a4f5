package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/capability"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
)

func newEnginesCmd() *cobra.Command {
	var engines engineFlags
	var markdown bool
	cmd := &cobra.Command{
		Use:   "engines",
		Short: "List the engines and what each can do",
		Long: `List the engines with their versions, the proposals that they accept, what their interfaces show, and their limits.
An engine that cannot run a module is left out for it, and the summary of a campaign counts how often.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := engines.check(); err != nil {
				return err
			}
			opened, err := engines.open(cmd.Context())
			if err != nil {
				return err
			}
			defer closeEngines(opened)
			all := append([]diff.Engine{ours()}, opened...)
			if markdown {
				printMarkdown(cmd.OutOrStdout(), all)
				return nil
			}
			return printCapabilities(cmd.OutOrStdout(), all)
		},
	}
	engines.register(cmd.Flags(), builtin.Names())
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print a table in Markdown")
	return cmd
}

// printCapabilities prints one column for each engine.
func printCapabilities(w io.Writer, engines []diff.Engine) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, ask func(diff.Engine) string) {
		fmt.Fprint(t, name)
		for _, e := range engines {
			fmt.Fprintf(t, "\t%s", ask(e))
		}
		fmt.Fprintln(t)
	}
	row("", diff.Engine.Name)
	row("version", diff.Engine.Version)
	for _, g := range capability.Table() {
		row(g.Title, func(diff.Engine) string { return "" })
		for _, r := range g.Rows {
			row("  "+r.Name, r.Ask)
		}
	}
	return t.Flush()
}

// printMarkdown prints the same as one table. Versions are left out, so that the table stays as it is when they do not
// matter.
func printMarkdown(w io.Writer, engines []diff.Engine) {
	row := func(name string, ask func(diff.Engine) string) {
		fmt.Fprintf(w, "| %s |", name)
		for _, e := range engines {
			fmt.Fprintf(w, " %s |", ask(e))
		}
		fmt.Fprintln(w)
	}
	row("", diff.Engine.Name)
	fmt.Fprintf(w, "|---|%s\n", strings.Repeat("---|", len(engines)))
	for _, g := range capability.Table() {
		row("**"+g.Title+"**", func(diff.Engine) string { return "" })
		for _, r := range g.Rows {
			row(r.Name, r.Ask)
		}
	}
}
