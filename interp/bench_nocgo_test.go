//go:build !cgo

package interp_test

// withCgo is empty: Wasmtime needs cgo.
var withCgo []kernelEngine
