package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// campaignFlags are the flags that both campaigns have.
type campaignFlags struct {
	time        time.Duration
	tests       int
	workers     int
	seed        uint64
	engines     engineFlags
	strategy    string
	fault       string
	nan         nanFlag
	out, dir    string
	stopOnFirst bool
	noSeeds     bool
	minimize    int
	known       []string
	result      resultFlags
	isolate     bool
	sync, name  string
	quiet       bool
}

// register adds the flags to a command with the given default engines.
func (f *campaignFlags) register(cmd *cobra.Command, engines []string) {
	flags := cmd.Flags()
	flags.DurationVar(&f.time, "time", 0, "stop after this `duration`, such as 10m; 0 is no limit")
	flags.IntVar(&f.tests, "tests", 0, "stop after this many tests; 0 is no limit")
	flags.IntVarP(&f.workers, "workers", "j", 1, "`number` of processes that search together; they share what they find and all limits")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	f.engines.register(flags, engines)
	flags.StringVar(&f.strategy, "strategy", fuzz.Sweep().Name, "how to search: "+strings.Join(fuzz.Names(), ", "))
	registerFault(flags, &f.fault)
	flags.StringVar(&f.out, "out", "", "`directory` for the findings; if not given, findings in that of --dir or in the present one")
	flags.StringVar(&f.dir, "dir", "", "`directory` in which the campaign is kept, and resumed if it is there already")
	flags.BoolVar(&f.stopOnFirst, "stop-on-first", false, "stop at the first divergence")
	flags.IntVar(&f.minimize, "minimize", 2000, "make each new finding small with at most this many executions; 0 is no limit")
	flags.StringArrayVar(&f.known, "known", nil, "`file` of bugs that are known and not to be reported; may be given several times")
	f.result.register(flags)
	isolateFlag(flags, &f.isolate)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "write nothing but findings, warnings and the summary")
	flags.StringVar(&f.sync, "sync", "", "`directory` through which the campaign exchanges modules and findings with others, on this machine or not")
	flags.StringVar(&f.name, "sync-as", "", "`name` of the campaign among those that share the directory of --sync; if not given, made of the host and --dir")
	flags.BoolVar(&f.noSeeds, "no-seeds", false, "start from generated values only, without the built-in seeds")
}

func registerFault(flags *pflag.FlagSet, fault *string) {
	flags.StringVar(fault, "fault", "", "plant the fault of this `name` in our validator or interpreter; wasmfuzz faults lists them")
}

// nanFlag is the flag --nan.
type nanFlag struct{ diff.NaN }

func registerNaN(flags *pflag.FlagSet, f *nanFlag) {
	f.NaN = diff.NaNs()[0]
	flags.Var(f, "nan", "`how` to compare where the specification leaves bits of NaNs open: track, but for bits that depend on them; "+
		"spec, as long as they are in NaNs; canon, modules rewritten to have only canonical NaNs")
}

// Set reads the flag.
func (f *nanFlag) Set(name string) (err error) {
	f.NaN, err = diff.ParseNaN(name)
	return err
}

func (f *nanFlag) String() string { return string(f.NaN) }

// Type is the kind of argument that pflag would name.
func (f *nanFlag) Type() string { return "string" }

// reproduce returns the flag as a command needs it to do the same.
func (f *nanFlag) reproduce() []string {
	if f.NaN == "" || f.NaN == diff.NaNs()[0] {
		return nil
	}
	return []string{"--nan", f.String()}
}

// check reports the first flag with a value that makes no sense.
func (f *campaignFlags) check() error {
	switch {
	case f.time < 0:
		return fmt.Errorf("--time: %v is negative", f.time)
	case f.tests < 0:
		return fmt.Errorf("--tests: %d is negative", f.tests)
	case f.workers < 1:
		return fmt.Errorf("--workers: %d is not positive", f.workers)
	case f.name != "" && f.sync == "":
		return errors.New("--sync-as: there is no --sync")
	case f.minimize < 0:
		return fmt.Errorf("--minimize: %d is negative", f.minimize)
	}
	return errors.Join(f.engines.check(), f.result.check())
}

// maxSteps bounds the work of our engine on one test when a fault, which may make it loop for ever, is planted. It is
// more than a module needs whose execution is bounded.
const maxSteps = 1 << 28

// plant activates the fault of a name. The empty name is none.
func plant(name string) error {
	if name == "" {
		probe.Activate(0)
		probe.Limit(0)
		return nil
	}
	for _, f := range faults() {
		if f.Name == name {
			probe.Activate(f.ID)
			probe.Limit(maxSteps)
			return nil
		}
	}
	return fmt.Errorf("--fault: no fault %q; wasmfuzz faults lists them", name)
}

// available returns those of the named engines that are built in.
func available(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(builtin.Names(), name) })
}
