package campaign

import (
	"context"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/corpus"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// seeds returns the built-in seeds.
func seeds(tb testing.TB) []wasmast.Module {
	var modules []wasmast.Module
	for _, s := range corpus.Seeds() {
		m, err := binary.Decode(s.Wasm)
		if err != nil {
			tb.Fatal(err)
		}
		modules = append(modules, *m)
	}
	return modules
}

// bodySeeds returns the bodies of all functions of the built-in seeds, as bodies of functions of type sig.
func bodySeeds(tb testing.TB, sig wasmast.FuncType) []Body {
	var bodies []Body
	for _, m := range seeds(tb) {
		for _, f := range m.Funcs {
			bodies = append(bodies, Transplant(&m, f, m.Types[f.Type], sig))
		}
	}
	return bodies
}

// open returns the configuration of a campaign against the named engines.
func open(tb testing.TB, names ...string) Config {
	cfg := Config{
		Strategy: fuzz.Sweep(), Seed: 1,
		Ours: diff.Own(validatetraced.Module, interptraced.Instantiate, wasmast.V2),
	}
	for _, name := range names {
		e, err := engines.Open(name)
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() {
			if err := e.Close(); err != nil {
				tb.Error(err)
			}
		})
		cfg.Engines = append(cfg.Engines, e)
	}
	return cfg
}

// mutagenSig is the signature of MUTAGEN's evaluation.
var mutagenSig = wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32, wasmast.F32}, Results: []wasmast.ValType{wasmast.I32}}

// The time of one test is the inverse of a campaign's throughput: mutation, tracing, encoding, all engines, and the
// work of the loop.

func benchmarkValidate(b *testing.B, names ...string) {
	cfg := open(b, names...)
	cfg.Tests = b.N
	modules := seeds(b)
	b.ResetTimer()
	if _, err := Validate(context.Background(), modules, nil, cfg); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkValidateAlone(b *testing.B)  { benchmarkValidate(b) }
func BenchmarkValidateWazero(b *testing.B) { benchmarkValidate(b, "wazero-interpreter") }

func benchmarkInterp(b *testing.B, names ...string) {
	cfg := open(b, names...)
	cfg.Tests = b.N
	bodies := bodySeeds(b, mutagenSig)
	b.ResetTimer()
	if _, err := Interp(context.Background(), mutagenSig, bodies, cfg); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkInterpAlone(b *testing.B)  { benchmarkInterp(b) }
func BenchmarkInterpWazero(b *testing.B) { benchmarkInterp(b, "wazero-interpreter") }
