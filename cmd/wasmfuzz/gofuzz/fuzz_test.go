package gofuzz

import (
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// FuzzValidate: every engine accepts the modules that our validator accepts, and rejects the others.
func FuzzValidate(f *testing.F) {
	target(f, []string{"wazero-interpreter", "wasmtime"}, func(j *campaign.Judge, wasm []byte) *campaign.Divergence {
		m, err := binary.Decode(wasm)
		if err != nil {
			return j.Malformed(wasm)
		}
		return j.Verdicts(m)
	})
}

// FuzzInterp: every engine gets the results that our interpreter gets when it calls what a valid module exports.
func FuzzInterp(f *testing.F) {
	target(f, []string{"wazero-interpreter", "wazero-compiler", "wasmtime"}, func(j *campaign.Judge, wasm []byte) *campaign.Divergence {
		m, err := binary.Decode(wasm)
		if err != nil || j.Ours.ValidateModule(m, wasmast.V2).Kind != diff.Accept {
			return nil
		}
		calls, err := campaign.SampleCalls(m)
		if err != nil {
			return nil // there is nothing that can be called
		}
		d, err := j.Outcomes(m, calls)
		if err != nil {
			return nil
		}
		return d
	})
}

// target fuzzes one property, which ask puts to a judge.
func target(f *testing.F, names []string, ask func(j *campaign.Judge, wasm []byte) *campaign.Divergence) {
	judge := campaign.Judge{Ours: diff.Own(validate.Module, interp.Instantiate, wasmast.V2), Engines: open(f, names), NaN: diff.NaNTrack}
	known, err := finding.ReadKnown(cmp.Or(os.Getenv("WASMFUZZ_KNOWN"), "../../../corpus/known/wazero-1.12.toml"))
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range corpus.Seeds() {
		f.Add(s.Wasm)
	}
	f.Fuzz(func(t *testing.T, wasm []byte) {
		d := ask(&judge, wasm)
		if d == nil || d.Flaky != "" {
			return
		}
		c := finding.Collector{Dir: t.TempDir(), Log: io.Discard, Judge: judge, Budget: 1000, Known: known}
		if err := c.Add(t.Context(), *d); !errors.Is(err, campaign.ErrKnown) {
			t.Errorf("%s: %s", d.Between, errors.Join(errors.New(d.Diff), err))
		}
	})
}

// open opens the engines with the given names that are built in, or those that the environment names.
func open(f *testing.F, names []string) []diff.Engine {
	names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(engines.BuiltIn(), name) })
	if others := os.Getenv("WASMFUZZ_ENGINES"); others != "" {
		names = strings.Split(others, ",")
	}
	var opened []diff.Engine
	for _, name := range names {
		e, err := engines.Open(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Cleanup(func() {
			if err := e.Close(); err != nil {
				f.Error(err)
			}
		})
		opened = append(opened, e)
	}
	return opened
}
