package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/interp"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// openEngines opens the engines with the given names. The caller closes them with closeEngines.
func openEngines(names []string) ([]diff.Engine, error) {
	var opened []diff.Engine
	for i, name := range names {
		e, err := engines.Open(name)
		if err == nil && slices.Contains(names[:i], name) {
			err = fmt.Errorf("engine %q is named twice", name)
		}
		if err != nil {
			return nil, fmt.Errorf("--engines: %w", errors.Join(err, closeEngines(opened)))
		}
		opened = append(opened, e)
	}
	if len(opened) == 0 {
		return nil, errors.New("--engines: none named")
	}
	return opened, nil
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
	but    []string
	opened []diff.Engine
}

// open opens the engines when they are first needed.
func (j *jury) open() []diff.Engine {
	if j.opened != nil {
		return j.opened
	}
	for _, name := range engines.Names() {
		if !slices.Contains(j.but, name) {
			e, err := engines.Open(name)
			if err != nil {
				panic("wasmfuzz: internal error: " + err.Error())
			}
			j.opened = append(j.opened, e)
		}
	}
	return j.opened
}

func (j *jury) close() error { return closeEngines(j.opened) }

// instrumented returns our own engine made of the instrumented copies, which leave a trace and can have a fault.
func instrumented() *diff.OwnEngine {
	e := diff.Own(validatetraced.Module, interptraced.Instantiate, wasmast.V2)
	if probe.Active() != 0 {
		return e.Faulty()
	}
	return e
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
