package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/diff/minimize"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// minimizeFlags are the flags of the command.
type minimizeFlags struct {
	engines    engineFlags
	calls      []string
	fault, out string
	nan        nanFlag
	budget     int
	time       time.Duration
}

func newMinimizeCmd() *cobra.Command {
	var f minimizeFlags
	cmd := &cobra.Command{
		Use:   "minimize FILE",
		Short: "Make a module small that still shows the same divergence",
		Long: `Make a module small on which engines disagree, as wasmfuzz diff shows. The divergence stays the same: the same
engines disagree with ours, in the same kind of difference. The smallest module so far is always on disk, as
FILE.min.wasm and FILE.min.wat. Without --call, the calls are those with which a campaign found FILE, if it did, or
else those of wasmfuzz diff.

Exit status: 0 no divergence, 1 divergence made small, also if interrupted, 2 trouble.`,
		Example: "  wasmfuzz minimize findings/0123456789ab.wasm\n  wasmfuzz minimize a.wasm --call 'f(1, -0.5)' -o b.wasm",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runMinimize(cmd, &f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.calls, "call", nil, "`call` to make, such as 'f(1, -0.5)'; may be given several times")
	f.engines.register(flags, builtin.Names())
	registerFault(flags, &f.fault)
	registerNaN(flags, &f.nan)
	flags.StringVarP(&f.out, "output", "o", "", "`file` for the smallest module; FILE with the suffix .min.wasm if not given")
	flags.IntVar(&f.budget, "budget", 5000, "stop after this many executions; 0 is no limit")
	flags.DurationVar(&f.time, "time", 0, "stop after this `duration`, such as 10m; 0 is no limit")
	return cmd
}

func runMinimize(cmd *cobra.Command, f *minimizeFlags, path string) error {
	if f.budget < 0 || f.time < 0 {
		return errors.New("--budget and --time must not be negative")
	}
	if err := errors.Join(f.engines.check(), plant(f.fault)); err != nil {
		return err
	}
	in, err := readModule(path)
	if err != nil {
		return err
	}
	m, err := binary.Decode(in.wasm)
	if err != nil {
		return fmt.Errorf("%s: %v: engines may disagree on a malformed file, but only a module can be made small", path, err)
	}
	engines, err := f.engines.open()
	if err != nil {
		return err
	}
	defer closeEngines(engines)
	if len(f.calls) == 0 {
		f.calls = recordedCalls(path)
	}
	if f.out == "" {
		f.out = strings.TrimSuffix(path, filepath.Ext(path)) + ".min.wasm"
	}
	r := &reduction{ours: ours(), engines: engines, nan: f.nan.NaN, out: f.out, log: cmd.ErrOrStderr(), budget: f.budget}
	found, err := r.find(m, f.calls)
	if err != nil {
		return fmt.Errorf("%s: %v", path, err)
	}
	if !found {
		fmt.Fprintln(cmd.OutOrStdout(), "no divergence: nothing to minimize")
		return nil
	}
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	if f.time > 0 {
		ctx, stop = context.WithTimeout(ctx, f.time)
		defer stop()
	}
	if err := r.reduce(ctx, m); err != nil {
		return err
	}
	r.report(cmd.OutOrStdout(), m, f)
	return errDiffers
}

// recordedCalls returns the calls of the finding to which a module belongs, or nil if it belongs to none.
func recordedCalls(path string) []string {
	var record finding
	js, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".json")
	if err != nil || json.Unmarshal(js, &record) != nil {
		return nil
	}
	return record.Calls
}

// reduction makes a module small that shows a divergence.
type reduction struct {
	ours    *diff.OwnEngine
	engines []diff.Engine
	nan     diff.NaN
	out     string
	log     io.Writer // of the progress
	budget  int       // executions, 0 for no limit

	found  string        // the kind of the divergence, with all engines
	reason string        // our verdict, which has to stay the same
	kind   string        // that of the ballot of ours and the needed engines, likewise
	runs   bool          // whether they disagree on what the module does, rather than on its validity
	calls  []diff.Call   // if runs
	needed []diff.Engine // those that disagree with ours
	others []diff.Engine

	best       *wasmast.Module
	executions int
	stop       context.CancelFunc
	err        error // of writing
	last       time.Time
}

// find finds the divergence, if there is one, and reports whether.
func (r *reduction) find(m *wasmast.Module, calls []string) (bool, error) {
	verdict := r.ours.ValidateModule(m, wasmast.V2)
	judge := campaign.Judge{Ours: r.ours, Engines: r.engines, NaN: r.nan}
	found := judge.Verdicts(m)
	r.reason = campaign.Reason(verdict)
	if r.runs = found == nil && verdict.Kind == diff.Accept; r.runs {
		c := comparer{calls: calls}
		var err error
		if r.calls, err = c.callsOf(m); err != nil {
			return false, err
		}
		if found, err = judge.Outcomes(m, r.calls); err != nil {
			return false, err
		}
	}
	switch {
	case found == nil:
		return false, nil
	case found.Flaky != "":
		return false, fmt.Errorf("the divergence does not show each time: %s", found.Flaky)
	}
	for _, e := range r.engines {
		if slices.Contains(found.Engines, e.Name()) {
			r.needed = append(r.needed, e)
		} else {
			r.others = append(r.others, e)
		}
	}
	r.found, r.kind = found.Kind, r.kindOf(r.needed, m, r.calls)
	return true, nil
}

// kindOf is the kind of the divergence of m on the given engines and ours, or "".
func (r *reduction) kindOf(engines []diff.Engine, m *wasmast.Module, calls []diff.Call) string {
	judge := campaign.Judge{Ours: r.ours, Engines: engines, NaN: r.nan}
	if !r.runs {
		return judge.VerdictBallot(m, binary.Encode(m)).Kind
	}
	ballot, err := judge.OutcomeBallot(m, calls)
	if err != nil {
		return "" // it no longer has what the calls are for
	}
	return ballot.Kind
}

// shows reports whether m shows the divergence, and no other engine disagrees with ours.
func (r *reduction) shows(m *wasmast.Module, calls []diff.Call) bool {
	r.executions++
	return campaign.Reason(r.ours.ValidateModule(m, wasmast.V2)) == r.reason &&
		r.kindOf(r.needed, m, calls) == r.kind && r.kindOf(r.others, m, calls) == ""
}

// reduce makes the calls few, the module small, and the calls simple.
func (r *reduction) reduce(ctx context.Context, m *wasmast.Module) error {
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.executions = 0
	r.save(m)
	r.fewerCalls(ctx)
	minimize.Module(ctx, m, func(m *wasmast.Module) bool {
		if !r.spend() || !r.shows(m, r.calls) {
			return false
		}
		r.save(m)
		return true
	})
	r.fewerCalls(ctx)
	r.simplerCalls(ctx)
	return r.err
}

// fewerCalls takes away calls.
func (r *reduction) fewerCalls(ctx context.Context) {
	if r.runs {
		r.calls = minimize.List(r.calls, func(calls []diff.Call) bool {
			return ctx.Err() == nil && r.spend() && r.shows(r.best, calls)
		})
	}
}

// simplerCalls makes arguments zero.
func (r *reduction) simplerCalls(ctx context.Context) {
	for i, c := range r.calls {
		for k, v := range c.Args {
			simpler := slices.Clone(r.calls)
			simpler[i].Args = slices.Clone(r.calls[i].Args)
			simpler[i].Args[k] = store.Zero(v.Type)
			if v != simpler[i].Args[k] && ctx.Err() == nil && r.spend() && r.shows(r.best, simpler) {
				r.calls = simpler
			}
		}
	}
}

// spend tells about the progress, and ends the reduction, reporting false, if the budget is spent.
func (r *reduction) spend() bool {
	if r.budget > 0 && r.executions >= r.budget {
		r.stop()
		return false
	}
	if now := time.Now(); now.Sub(r.last) >= time.Second {
		if !r.last.IsZero() {
			fmt.Fprintf(r.log, "minimize: executions: %d, %s\n", r.executions, sizeText(r.best))
		}
		r.last = now
	}
	return true
}

// save writes the best module so far, next to its place first, so that there is always a whole one.
func (r *reduction) save(m *wasmast.Module) {
	r.best = m
	wat := strings.TrimSuffix(r.out, filepath.Ext(r.out)) + ".wat"
	for _, f := range []file{{r.out, binary.Encode(m)}, {wat, []byte(text.String(m))}} {
		if r.err == nil {
			r.err = writeAtomically(f)
		}
	}
	if r.err != nil {
		r.stop()
	}
}

func writeAtomically(f file) error {
	if err := os.WriteFile(f.path+".tmp", f.wasm, 0o644); err != nil {
		return err
	}
	return os.Rename(f.path+".tmp", f.path)
}

// report prints the result and how to see the divergence.
func (r *reduction) report(w io.Writer, m *wasmast.Module, f *minimizeFlags) {
	reproduce := findings{flags: f.engines.reproduce()}
	if f.fault != "" {
		reproduce.flags = append(reproduce.flags, "--fault", f.fault)
	}
	reproduce.flags = append(reproduce.flags, f.nan.reproduce()...)
	fmt.Fprintf(w, "divergence: %s\n", r.found)
	fmt.Fprintf(w, "before: %s\nafter: %s\nexecutions: %d\n", sizeText(m), sizeText(r.best), r.executions)
	fmt.Fprintf(w, "%s\n", reproduce.command(r.out, callTexts(r.calls)))
}

func sizeText(m *wasmast.Module) string {
	s := minimize.SizeOf(m)
	return fmt.Sprintf("%d instructions, %d bytes", s.Instrs, s.Bytes)
}
