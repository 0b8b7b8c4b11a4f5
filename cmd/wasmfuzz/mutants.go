package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

func newMutantsCmd() *cobra.Command {
	var at string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "mutants FILE",
		Short: "List the mutants of a module",
		Long: `List the mutants of a module in the order in which a campaign tests them: position, kind (a random mutant is
drawn once here), verdict of the validator, and the lines of the text format that differ.`,
		Example: "  wasmfuzz mutants a.wasm --at 2.0.2",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := decodeFile(args[0])
			if err != nil {
				return err
			}
			l := lister{w: bufio.NewWriter(cmd.OutOrStdout()), original: lines(m), random: rand.New(rand.NewPCG(seed, 0))}
			if at == "" {
				err = l.all(*m)
			} else {
				err = l.at(*m, at)
			}
			if err != nil {
				return err
			}
			return l.w.Flush()
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "only the mutants at this `position`, such as 2.0.2; the root is .")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the random mutants")
	return cmd
}

// lister prints mutants of one module.
type lister struct {
	w        *bufio.Writer
	original []string
	random   *rand.Rand
	printed  int
}

func (l *lister) all(m wasmast.Module) error {
	for p := range mutate.Positions(wasmmut.Module(), m) {
		if err := l.position(m, p); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) at(m wasmast.Module, at string) error {
	want, err := mutate.ParsePos(at)
	if err != nil {
		return fmt.Errorf("--at: %v", err)
	}
	for p := range mutate.Positions(wasmmut.Module(), m) {
		if p.String() == want.String() {
			return l.position(m, p)
		}
	}
	return fmt.Errorf("--at: the module has no position %v", want)
}

func (l *lister) position(m wasmast.Module, p mutate.Pos) error {
	for mutant := range mutate.At(wasmmut.Module(), m, p) {
		v, kind := mutant.Pure, "pure"
		if mutant.Rand != nil {
			v, kind = mutant.Rand(l.random), "random"
		}
		verdict := "valid"
		if err := validate.Module(&v, wasmast.V2); err != nil {
			verdict = err.Error()
		}
		l.printed++
		if _, err := fmt.Fprintf(l.w, "%d\t%v\t%s\t%s\n", l.printed, p, kind, verdict); err != nil {
			return err
		}
		if err := printChange(l.w, l.original, lines(&v)); err != nil {
			return err
		}
	}
	return nil
}

// lines returns the module's text, line by line.
func lines(m *wasmast.Module) []string {
	return strings.Split(strings.TrimSuffix(text.String(m), "\n"), "\n")
}

// printChange prints the lines of old and new between what they have in common at the beginning and at the end.
func printChange(w io.Writer, old, new []string) error {
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	for _, side := range []struct {
		mark  string
		lines []string
	}{{"-", old}, {"+", new}} {
		for _, line := range side.lines {
			if _, err := fmt.Fprintf(w, "\t%s %s\n", side.mark, line); err != nil {
				return err
			}
		}
	}
	return nil
}
