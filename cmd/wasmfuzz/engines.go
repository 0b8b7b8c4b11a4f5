package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/diff/external"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// defaultMemory is in MiB.
const defaultMemory = 4096

// engineFlags are the flags that say with which engines ours is compared.
type engineFlags struct {
	names    []string
	commands []string
	timeout  time.Duration
	memory   int64 // in MiB
}

func (f *engineFlags) register(flags *pflag.FlagSet, defaults []string) {
	flags.StringSliceVar(&f.names, "engines", defaults,
		"engines to compare with ours: "+strings.Join(engines.Names(), ", "))
	// Commands contain commas, so this is no list in one flag.
	flags.StringArrayVar(&f.commands, "engine", nil,
		"one more engine, as `"+engines.Form+"`: KIND is cmd for an adaptor that speaks the protocol of the README, reference for the "+
			"specification's reference interpreter, wabt for a spectest-interp; may be given several times")
	flags.DurationVar(&f.timeout, "timeout", external.DefaultTimeout, "`duration` after which an engine counts as hung")
	flags.Int64Var(&f.memory, "memory", defaultMemory, "resident memory in `MiB` of a process above which the engine that it runs counts as crashed; 0 is no limit")
}

func (f *engineFlags) check() error {
	if f.timeout <= 0 {
		return fmt.Errorf("--timeout: %v is not positive", f.timeout)
	}
	if f.memory < 0 {
		return fmt.Errorf("--memory: %d is negative", f.memory)
	}
	return nil
}

// openNamed opens an engine by its name. Tests replace it.
var openNamed = engines.Config.Open

// openEngines opens the engines with the given names. The caller closes them with closeEngines.
func openEngines(names []string) ([]diff.Engine, error) {
	return (&engineFlags{names: names}).open(context.Background())
}

// open opens the engines. The caller closes them with closeEngines.
func (f *engineFlags) open(ctx context.Context) ([]diff.Engine, error) {
	var opened []diff.Engine
	cfg := engines.Config{Timeout: f.timeout, Memory: f.memory << 20}
	add := func(flag string, e diff.Engine, err error) error {
		if err == nil {
			named := func(o diff.Engine) bool { return o.Name() == e.Name() }
			if slices.ContainsFunc(opened, named) || e.Name() == ours().Name() {
				err = fmt.Errorf("engine %q is named twice", e.Name())
			}
			opened = append(opened, f.separated(ctx, e))
		}
		if err != nil {
			return fmt.Errorf("--%s: %w", flag, errors.Join(err, closeEngines(opened)))
		}
		return nil
	}
	for _, name := range f.names {
		e, err := openNamed(cfg, name)
		if err := add("engines", e, err); err != nil {
			return nil, err
		}
	}
	for _, command := range f.commands {
		e, err := cfg.Command(command)
		if err := add("engine", e, err); err != nil {
			return nil, err
		}
	}
	if len(opened) == 0 {
		return nil, errors.New("--engines: none named")
	}
	return opened, nil
}

// reproduce returns the flags with which another command opens the same engines.
func (f *engineFlags) reproduce() []string {
	flags := []string{"--engines", strings.Join(f.names, ",")}
	for _, c := range f.commands {
		flags = append(flags, "--engine", c)
	}
	if f.timeout != external.DefaultTimeout {
		flags = append(flags, "--timeout", f.timeout.String())
	}
	if f.memory != defaultMemory {
		flags = append(flags, "--memory", fmt.Sprint(f.memory))
	}
	return flags
}

func closeEngines(opened []diff.Engine) error {
	var errs []error
	for _, e := range opened {
		errs = append(errs, e.Close())
	}
	return errors.Join(errs...)
}

// jury are the engines that are asked only about divergences: all that there are, but those that the campaign asks
// anyway.
type jury struct {
	ctx      context.Context
	campaign *engineFlags
	log      io.Writer // of what cannot be opened
	opened   []diff.Engine
	done     bool
}

// open opens the engines when they are first needed. An external one that cannot be started is left out.
func (j *jury) open() []diff.Engine {
	if j.done {
		return j.opened
	}
	j.done = true
	cfg := engines.Config{Timeout: j.campaign.timeout, Memory: j.campaign.memory << 20}
	for _, name := range engines.Names() {
		if slices.Contains(j.campaign.names, name) {
			continue
		}
		e, err := openNamed(cfg, name)
		if err != nil {
			fmt.Fprintln(j.log, "wasmfuzz: not asked:", err)
			continue
		}
		j.opened = append(j.opened, j.campaign.separated(j.ctx, e))
	}
	return j.opened
}

func (j *jury) close() error { return closeEngines(j.opened) }

// instrumented returns our own engine made of the instrumented copies, which leave a trace and can have a fault.
func instrumented() *diff.OwnEngine {
	if probe.Active() != 0 {
		return planted()
	}
	return diff.Own(validatetraced.Module, interptraced.Instantiate, wasmast.V2)
}

// planted returns the instrumented engine with a fault in it, which may make it loop for ever. Each module has the whole
// budget of steps, since making a divergence small is many runs within one test.
func planted() *diff.OwnEngine {
	validate := func(m *wasmast.Module, f wasmast.Features) error {
		probe.Renew()
		return validatetraced.Module(m, f)
	}
	instantiate := func(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
		probe.Renew()
		return interptraced.Instantiate(m, imports, cfg)
	}
	return diff.Own(validate, instantiate, wasmast.V2).Faulty()
}

// ours returns our own engine for running single modules: the instrumented one if a fault is planted.
func ours() *diff.OwnEngine {
	if probe.Active() != 0 {
		return instrumented()
	}
	return pristine()
}

// pristine returns our own engine made of the packages as they are.
func pristine() *diff.OwnEngine { return diff.Own(validate.Module, interp.Instantiate, wasmast.V2) }

// validateEngines are those that a campaign against the validator asks if the user names none. Two engines of one
// project have one validator.
func validateEngines() []string { return available("wazero-interpreter", "wasmtime") }

// interpEngines is the same for a campaign against the interpreter.
func interpEngines() []string { return available("wazero-interpreter", "wazero-compiler", "wasmtime") }
