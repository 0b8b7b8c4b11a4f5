package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/diff/minimize"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// minimizeFlags are the flags of the command.
type minimizeFlags struct {
	subjectFlags
	out    string
	dir    string
	budget int
	time   time.Duration
}

func newMinimizeCmd() *cobra.Command {
	var f minimizeFlags
	cmd := &cobra.Command{
		Use:   "minimize FILE",
		Short: "Make a module small that still shows the same divergence",
		Long: `Make a module small on which engines disagree, as wasmfuzz diff shows. The divergence stays the same: the same
engines are outvoted, in the same kind of difference. The smallest module so far is always on disk, as FILE.min.wasm
and FILE.min.wat. Without --call, the calls are those with which a campaign found FILE, if it did, or else those of
wasmfuzz diff.

An execution is one module on all engines. What our validator does not judge as it does FILE is not put to them.

Exit status: 0 no divergence, 1 divergence made small, also if interrupted, 2 trouble.`,
		Example: "  wasmfuzz minimize findings/own-i32.sub-0123abcd/original.wasm\n  wasmfuzz minimize a.wasm --call 'f(1, -0.5)' -o b.wasm",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runMinimize(cmd, &f, args[0]) },
	}
	flags := cmd.Flags()
	f.register(flags)
	flags.StringVarP(&f.out, "output", "o", "", "`file` for the smallest module; FILE with the suffix .min.wasm if not given")
	flags.StringVar(&f.dir, "findings", "", "write a finding too, as campaigns do, into this `directory`: report, tests, explanation")
	flags.IntVar(&f.budget, "budget", 5000, "stop after this many executions; 0 is no limit")
	flags.DurationVar(&f.time, "time", 0, "stop after this `duration`, such as 10m; 0 is no limit")
	return cmd
}

func runMinimize(cmd *cobra.Command, f *minimizeFlags, path string) error {
	if f.budget < 0 || f.time < 0 {
		return errors.New("--budget and --time must not be negative")
	}
	if f.out == "" {
		f.out = withSuffix(path, ".min.wasm")
	}
	return f.run(cmd, path, func(s *subject, y *finding.Symptom) error { return f.reduce(cmd, s, y) })
}

// reduce makes a subject small that has a symptom.
func (f *minimizeFlags) reduce(cmd *cobra.Command, s *subject, y *finding.Symptom) error {
	ctx, stop := limited(cmd.Context(), pastOf(cmd.Context()).Started, f.time)
	defer stop()
	bar := newBar(cmd.ErrOrStderr(), "minimize", f.budget)
	r := finding.Reduction{Symptom: y, Budget: f.budget}
	size := sizeText(s.Module)
	r.Better = func(s finding.Subject) error {
		size = sizeText(s.Module)
		return writeBest(f.out, s.Module)
	}
	r.Tick = func() { bar.update(y.Executions, size) }
	best, err := r.Run(ctx, s.Subject)
	bar.end()
	if err != nil {
		return err
	}
	executions, out := y.Executions, cmd.OutOrStdout()
	if f.dir != "" {
		if err := f.write(cmd, s, y, best); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "divergence: %s\n", y.Kind)
	fmt.Fprintf(out, "before: %s\nafter: %s\nexecutions: %d\n", sizeText(s.Module), sizeText(best.Module), executions)
	fmt.Fprintln(out, finding.DiffCommand(f.out, f.origin("", s.judge.Ours), best.Calls))
	return errDiffers
}

// write writes the finding of a subject that was made small.
func (f *minimizeFlags) write(cmd *cobra.Command, s *subject, y *finding.Symptom, best finding.Subject) error {
	found, err := finding.New(cmd.Context(), y, best)
	if err != nil {
		return err
	}
	found.From(s.wasm, s.Calls, f.origin(commandLine(cmd), s.judge.Ours))
	dir := filepath.Join(f.dir, found.Name())
	fmt.Fprintf(cmd.OutOrStdout(), "finding: %s\n", dir)
	return found.Write(dir)
}

// writeBest writes a module and its text.
func writeBest(path string, m *wasmast.Module) error {
	if err := record.WriteFile(path, binary.Encode(m)); err != nil {
		return err
	}
	return record.WriteFile(withSuffix(path, ".wat"), []byte(text.String(m)))
}

// withSuffix returns a path with another extension.
func withSuffix(path, ext string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + ext }

func sizeText(m *wasmast.Module) string {
	s := minimize.SizeOf(m)
	return fmt.Sprintf("%d instructions, %d bytes", s.Instrs, s.Bytes)
}
