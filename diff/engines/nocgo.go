//go:build !cgo

package engines

// withCgo is empty: wasmtime needs cgo.
func withCgo() []entry { return nil }
