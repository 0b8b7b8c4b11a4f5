//go:build !cgo

package main

import "errors"

// assemble fails: the text format is read by wasmtime.
func assemble(string) ([]byte, error) {
	return nil, errors.New("this build has no wasmtime, which reads the text format; build with cgo or give the binary format")
}
