//go:build cgo

package campaign

import "testing"

func BenchmarkValidateAll(b *testing.B) { benchmarkValidate(b, "wazero-interpreter", "wasmtime") }
func BenchmarkInterpAll(b *testing.B) {
	benchmarkInterp(b, "wazero-interpreter", "wazero-compiler", "wasmtime")
}
