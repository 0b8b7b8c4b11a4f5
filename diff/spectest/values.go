package spectest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// valType returns the type with a name in the text format.
func valType(name string) (wasmast.ValType, error) {
	for _, t := range []wasmast.ValType{
		wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef, wasmast.ExternRef,
	} {
		if t.String() == name {
			return t, nil
		}
	}
	return 0, Unsupported("unknown type " + name)
}

// argument returns the value that a script spells.
func argument(v testsuite.Value) (store.Value, error) {
	t, err := valType(v.Type)
	if err != nil || v.Null() {
		return store.Zero(t), err
	}
	bits, err := v.Bits()
	if t.IsRef() {
		bits.Lo++
	}
	return store.Value{Type: t, Lo: bits.Lo, Hi: bits.Hi}, err
}

// wantResults compares the results of an action with what the script expects.
func wantResults(got []store.Value, want []testsuite.Value) error {
	if len(got) != len(want) {
		return fmt.Errorf("got %d results, want %d", len(got), len(want))
	}
	for i, w := range want {
		ok, err := matches(got[i], w)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("result %d: got %v, want %s %s%v", i, got[i], w.Type, w.LaneType, w.Text)
		}
	}
	return nil
}

// matches reports whether a script admits a result. A reference without a value is any that is not null.
func matches(got store.Value, want testsuite.Value) (bool, error) {
	t, err := valType(want.Type)
	if err != nil || t != got.Type {
		return false, err
	}
	switch {
	case want.Null():
		return got.Lo == 0, nil
	case t.IsRef() && len(want.Text) == 0:
		return got.Lo != 0, nil
	case t.IsRef():
		v, err := argument(want)
		return got == v, err
	}
	return want.Matches(wasmast.Vec128{Lo: got.Lo, Hi: got.Hi})
}

// synonyms are what else an engine's error contains for a text of the suite.
var synonyms = []struct{ suite, engine string }{
	// Version 1.0 had other texts; 2.0 counts the elements in some.
	{"uninitialized element 2", string(store.TrapUninitialized)},
	{"uninitialized element 7", string(store.TrapUninitialized)},
	{"data segment does not fit", string(store.TrapMemoryBounds)},
	{"elements segment does not fit", string(store.TrapTableBounds)},
	// Wazero has one word for three traps, and words of its own for linking and for the stack.
	{"undefined", "invalid table access"},
	{"undefined element", "invalid table access"},
	{"uninitialized", "invalid table access"},
	{"uninitialized element", "invalid table access"},
	{"uninitialized element 2", "invalid table access"},
	{"uninitialized element 7", "invalid table access"},
	{"out of bounds table access", "invalid table access"},
	{"elements segment does not fit", "exceeds min table size"},
	{"call stack exhausted", "stack overflow"},
	{"unknown import", "is not exported in module"},
	{"unknown import", "not instantiated"},
	{"incompatible import type", " mismatch: "},
	{"incompatible import type", ", not a "},
}

// wantError compares an error with what the script expects. The suite means its texts as prefixes of an engine's;
// here, the engine may say more before that.
func wantError(err error, want string) error {
	switch {
	case err == nil:
		return fmt.Errorf("succeeded, want %q", want)
	case neverExpected(err):
		return err
	case strings.Contains(err.Error(), want):
		return nil
	}
	for _, s := range synonyms {
		if want == s.suite && strings.Contains(err.Error(), s.engine) {
			return nil
		}
	}
	return fmt.Errorf("got %q, want %q", err, want)
}

// neverExpected tells the errors that are no answer to what a script asks.
func neverExpected(err error) bool {
	var unsupported Unsupported
	var crash Crash
	return errors.As(err, &unsupported) || errors.As(err, &crash)
}
