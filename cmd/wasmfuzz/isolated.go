package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/isolate"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/external"
)

// errReported ends a command that had trouble and has told about it.
var errReported = errors.New("a process of this command had trouble, and has told about it")

// isolateFlag is the flag --isolate.
func isolateFlag(flags *pflag.FlagSet, on *bool) {
	flags.BoolVar(on, "isolate", isolate.Supported, "survive engines that end or block the process; off for debuggers and profiles")
}

// isolated makes a command run in a process of its own, so that it survives the engines that are part of the program. It
// is done once more from its beginning when it does not.
func isolated(cmd *cobra.Command) *cobra.Command {
	var on bool
	isolateFlag(cmd.Flags(), &on)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		stdout, isFile := cmd.OutOrStdout().(*os.File)
		stderr, areFiles := cmd.ErrOrStderr().(*os.File)
		var limits engineFlags
		var err1, err2 error
		limits.timeout, err1 = cmd.Flags().GetDuration("timeout")
		limits.memory, err2 = cmd.Flags().GetInt64("memory")
		if err := errors.Join(err1, err2, limits.check()); err != nil {
			return err
		}
		if !on || !isFile || !areFiles || workerOf(cmd.Context()) != nil {
			return run(cmd, args)
		}
		return supervised(isolate.Supervise(cmd.Context(), isolate.Command{
			Stdout: stdout, Stderr: stderr, Timeout: limits.timeout, Memory: limits.memory << 20,
		}))
	}
	return cmd
}

// supervised returns what a process that has told about its trouble has come to.
func supervised(status int, err error) error {
	switch {
	case err != nil:
		return err
	case status == statusSame:
		return nil
	case status == statusDiffers:
		return errDiffers
	}
	return errReported
}

type workerKey struct{}

// withWorker returns the context of a worker.
func withWorker(ctx context.Context, j *isolate.Journal) context.Context {
	return context.WithValue(ctx, workerKey{}, j)
}

// workerOf returns the journal if this process is a worker, or nil.
func workerOf(ctx context.Context) *isolate.Journal {
	j, _ := ctx.Value(workerKey{}).(*isolate.Journal)
	return j
}

// pastOf returns what workers before this one have done. If this is the first, or none, nothing has been done.
func pastOf(ctx context.Context) isolate.Past {
	if j := workerOf(ctx); j != nil {
		return j.Past()
	}
	return isolate.Past{Started: time.Now()}
}

// watched returns our own engine as a worker has to use it.
func watched(ctx context.Context, e *diff.OwnEngine) *diff.OwnEngine {
	if j := workerOf(ctx); j != nil {
		return e.Witnessed(j)
	}
	return e
}

// separated returns an engine as a worker has to use it: one that has ended a worker before runs in a process of its
// own from then on, since it will do so again when its module is made small.
func (f *engineFlags) separated(ctx context.Context, e diff.Engine) diff.Engine {
	j := workerOf(ctx)
	_, external_ := e.(interface{ Pid() int })
	if j == nil || external_ {
		return e
	}
	if !j.Failed(e.Name()) {
		return diff.Witnessed(e, j)
	}
	exe, err := os.Executable()
	if err != nil {
		return diff.Witnessed(e, j)
	}
	cfg := external.Config{Executable: exe, Command: []string{os.Args[0], "engine", e.Name()}, Timeout: f.timeout, Memory: f.memory << 20}
	return diff.Witnessed(external.Served(e, cfg), j.Elsewhere())
}

// newEngineCmd is the command of a process that runs one engine for another.
func newEngineCmd() *cobra.Command {
	return &cobra.Command{
		Use:    "engine NAME",
		Short:  "Serve an engine to another process of wasmfuzz",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := (&engineFlags{names: args}).open(cmd.Context())
			if err != nil {
				return err
			}
			defer closeEngines(e)
			return external.Serve(e[0], os.Stdin, cmd.OutOrStdout())
		},
	}
}

// resume has a campaign go on where the workers before have left it, if there were any.
func resume(cfg *campaign.Config, ctx context.Context) {
	j := workerOf(ctx)
	if j == nil {
		return
	}
	cfg.Journal = j
	if past := j.Past(); past.Begun {
		cfg.Past = &campaign.Past{Tests: past.Tests, Diverged: past.Diverged, Inconclusive: past.Inconclusive}
		for test := range past.Flaky {
			if test <= past.Tests {
				cfg.Past.Flaky++
			}
		}
	}
}
