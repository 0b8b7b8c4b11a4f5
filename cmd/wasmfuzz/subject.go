package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// subjectFlags are the flags of commands about the divergence of one module.
type subjectFlags struct {
	set     *pflag.FlagSet
	engines engineFlags
	calls   []string
	fault   string
	nan     nanFlag
}

func (f *subjectFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.calls, "call", nil, "`call` to make, such as 'f(1, -0.5)'; may be given several times")
	f.registerEngines(flags)
}

// registerEngines adds the flags but --call.
func (f *subjectFlags) registerEngines(flags *pflag.FlagSet) {
	f.set = flags
	f.engines.register(flags, builtin.Names())
	registerFault(flags, &f.fault)
	registerNaN(flags, &f.nan)
}

// recorded takes the calls, the engines and the fault of a finding to which a module belongs, as far as they are not
// given on the command line.
func (f *subjectFlags) recorded(path string) error {
	r, err := finding.Open(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	calls, ok := r.CallsOf(filepath.Base(path))
	if !ok {
		return nil
	}
	if !f.set.Changed("call") {
		f.calls = calls
	}
	return f.like(r)
}

// like takes the engines, the fault and so on with which a finding was found, as far as they are not given.
func (f *subjectFlags) like(r *finding.Report) error {
	var was subjectFlags
	was.register(pflag.NewFlagSet("", pflag.ContinueOnError))
	if err := was.set.Parse(r.Flags); err != nil {
		return fmt.Errorf("the flags of finding %s: %v", r.Bucket, err)
	}
	if !f.set.Changed("engines") && !f.set.Changed("engine") && !f.set.Changed("timeout") {
		f.engines = was.engines
	}
	if !f.set.Changed("fault") {
		f.fault = was.fault
	}
	if !f.set.Changed("nan") {
		f.nan = was.nan
	}
	return nil
}

// subject is a module, the calls to be made, and who judges it.
type subject struct {
	finding.Subject
	wasm  []byte
	judge campaign.Judge
	close func() error
}

// open reads the module of a file, plants the fault and opens the engines.
func (f *subjectFlags) open(ctx context.Context, path string) (*subject, error) {
	if err := f.recorded(path); err != nil {
		return nil, err
	}
	if err := errors.Join(f.engines.check(), plant(f.fault)); err != nil {
		return nil, err
	}
	in, err := readModule(path)
	if err != nil {
		return nil, err
	}
	s := &subject{wasm: in.wasm}
	if s.Module, err = binary.Decode(in.wasm); err != nil {
		return nil, fmt.Errorf("%s: %v: engines may disagree on a malformed file, but it has no parts that could be changed", path, err)
	}
	engines, err := f.engines.open(ctx)
	if err != nil {
		return nil, err
	}
	s.judge = campaign.Judge{Ours: watched(ctx, ours()), Engines: engines, NaN: f.nan.NaN}
	s.close = func() error { return closeEngines(engines) }
	// What is invalid for one of them is not run.
	if ballot, verdicts := s.judge.Ask(s.Module, s.wasm); ballot.Kind == "" && verdicts[0].Kind == diff.Accept {
		c := comparer{calls: f.calls}
		if s.Calls, err = c.callsOf(s.Module); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %v", path, err), s.close())
		}
	}
	return s, nil
}

// run opens the module of a file and calls do with the symptom of what engines disagree in. If they do not, it says that
// there is nothing for the command to do.
func (f *subjectFlags) run(cmd *cobra.Command, path string, do func(*subject, *finding.Symptom) error) error {
	s, err := f.open(cmd.Context(), path)
	if err != nil {
		return err
	}
	defer s.close()
	y, err := finding.Observe(s.judge, s.Subject)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %v", path, err)
	case y == nil:
		fmt.Fprintf(cmd.OutOrStdout(), "no divergence: nothing to %s\n", cmd.Name())
		return nil
	}
	return do(s, y)
}

// origin describes where a finding comes from.
func (f *subjectFlags) origin(command string, ours *diff.OwnEngine) finding.Origin {
	return finding.NewOrigin(ours, command, reproduce(&f.engines, f.fault, f.nan))
}

// limited returns a context that ends when it is d later than a time, if d is not 0.
func limited(ctx context.Context, start time.Time, d time.Duration) (context.Context, context.CancelFunc) {
	if d > 0 {
		return context.WithDeadline(ctx, start.Add(d))
	}
	return context.WithCancel(ctx)
}
