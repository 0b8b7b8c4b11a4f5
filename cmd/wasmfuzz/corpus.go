package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func newCorpusCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Look at the corpus of a campaign, reduce it, and exchange modules with others",
		Long: `Work on the corpus in the directory that a campaign was given with --dir. No campaign may be running in it.

Modules are brought in from files and directories: .wasm files, other campaigns' directories, and corpora of
go test -fuzz whose argument are the bytes of a module.`,
	}
	cmd.AddCommand(newCorpusStatsCmd(), newCorpusMinimizeCmd(), newCorpusAddCmd(), newCorpusExportCmd())
	return cmd
}

// withCampaign opens the directory of whatever campaign for the time of a function, and tells what was put right.
func withCampaign(cmd *cobra.Command, path string, do func(*record.Dir, record.Campaign) error) (err error) {
	c, err := record.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: not the directory of a campaign", path)
	} else if err != nil {
		return err
	}
	d, err := record.Open(path, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	for _, w := range d.Warnings() {
		fmt.Fprintln(cmd.ErrOrStderr(), "wasmfuzz:", w)
	}
	return do(d, c)
}

// covered is a module of a corpus and what it covers.
type covered struct {
	record.Entry
	size  int
	edges []uint32
}

// coverage runs all modules of a corpus.
func coverage(d *record.Dir, c record.Campaign) ([]covered, error) {
	measure := coverageOf(c)
	var all []covered
	for _, e := range d.Entries() {
		wasm, err := d.Module(e)
		if err != nil {
			return nil, err
		}
		m, err := binary.Decode(wasm)
		if err != nil {
			all = append(all, covered{Entry: e, size: len(wasm)})
			continue
		}
		edges, valid := measure(m)
		e.Valid = valid
		all = append(all, covered{e, len(wasm), edges})
	}
	return all, nil
}

func newCorpusStatsCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "stats DIR",
		Short: "Count the modules of a corpus and what they cover",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCampaign(cmd, args[0], func(d *record.Dir, c record.Campaign) error {
				all, err := coverage(d, c)
				if err == nil {
					printCorpus(cmd.OutOrStdout(), c, all)
				}
				return err
			})
		},
	}
}

func printCorpus(w io.Writer, c record.Campaign, all []covered) {
	valid, bytes, edges := 0, 0, map[uint32]bool{}
	for _, m := range all {
		if m.Valid {
			valid++
		}
		bytes += m.size
		for _, e := range m.edges {
			edges[e] = true
		}
	}
	fmt.Fprintf(w, "campaign: %v\nmodules: %d, of which %d valid\nbytes: %d\nedges: %d\n", c, len(all), valid, bytes, len(edges))
}

func newCorpusMinimizeCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "minimize DIR",
		Short: "Remove the modules of a corpus that cover nothing that smaller ones do not",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCampaign(cmd, args[0], func(d *record.Dir, c record.Campaign) error {
				all, err := coverage(d, c)
				if err != nil {
					return err
				}
				kept := distill(all)
				if err := d.Keep(kept); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "modules: %d of %d kept\n", len(kept), len(all))
				return nil
			})
		},
	}
}

// distill returns modules that cover all that the given ones do, in their order. It takes the smallest first, and each
// that covers something new.
func distill(all []covered) []record.Entry {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].size, all[b].size) })
	edges, keep := map[uint32]bool{}, map[int]bool{}
	for _, i := range order {
		for _, e := range all[i].edges {
			if !edges[e] {
				edges[e], keep[i] = true, true
			}
		}
	}
	var kept []record.Entry
	for i, m := range all {
		if keep[i] {
			kept = append(kept, m.Entry)
		}
	}
	return kept
}

func newCorpusAddCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "add DIR FILE|DIR ...",
		Aliases: []string{"merge"},
		Short:   "Bring modules into a corpus, or those of other campaigns",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCampaign(cmd, args[0], func(d *record.Dir, c record.Campaign) error {
				return addModules(cmd.OutOrStdout(), d, c, args[1:])
			})
		},
	}
}

// importer brings modules into a corpus.
type importer struct {
	dir                 *record.Dir
	sig                 *wasmast.FuncType // of a campaign against the interpreter
	added, known, unfit int
}

// addModules adds what there is in files and directories. What is no module is left out and counted.
func addModules(w io.Writer, d *record.Dir, c record.Campaign, paths []string) error {
	in := importer{dir: d}
	if c.Command == "interp" {
		sig, err := syntax.ParseSignature(c.Signature)
		if err != nil {
			return fmt.Errorf("%s: %v", d.Path(), err)
		}
		in.sig = &sig
	}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := in.file(content); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "added: %d, known already: %d, files left out: %d\n", in.added, in.known, in.unfit)
	return nil
}

// file adds the module in a file, or for a campaign against the interpreter a module for each of its functions.
func (in *importer) file(content []byte) error {
	wasm, isGo, err := record.FromGoFuzz(content)
	if err != nil {
		return err
	}
	if !isGo {
		wasm = content
	}
	m, err := binary.Decode(wasm)
	if err != nil {
		in.unfit++
		return nil
	}
	if in.sig == nil {
		return in.module(wasm, m)
	}
	for _, b := range campaign.Bodies(m, *in.sig) {
		stub := campaign.Stub(*in.sig, b)
		if err := in.module(binary.Encode(&stub), &stub); err != nil {
			return err
		}
	}
	return nil
}

func (in *importer) module(wasm []byte, m *wasmast.Module) error {
	valid := instrumented().ValidateModule(m, wasmast.V2).Kind == diff.Accept
	isNew, err := in.dir.Add(wasm, record.Entry{Valid: valid})
	if isNew {
		in.added++
	} else if err == nil {
		in.known++
	}
	return err
}

func newCorpusExportCmd() *cobra.Command {
	var asGo bool
	cmd := &cobra.Command{
		Use:   "export DIR TO",
		Short: "Write the modules of a corpus to another directory",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCampaign(cmd, args[0], func(d *record.Dir, _ record.Campaign) error {
				if err := os.MkdirAll(args[1], 0o755); err != nil {
					return err
				}
				for _, e := range d.Entries() {
					wasm, err := d.Module(e)
					if err != nil {
						return err
					}
					name := e.Name + ".wasm"
					if asGo {
						name, wasm = e.Name[:16], record.ToGoFuzz(wasm)
					}
					if err := record.WriteFile(filepath.Join(args[1], name), wasm); err != nil {
						return err
					}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "exported: %d\n", len(d.Entries()))
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&asGo, "go", false, "write files for go test -fuzz")
	return cmd
}
