//go:build !cgo

package spectest

// withCgo is empty: wasmtime needs cgo.
func withCgo() []entry { return nil }
