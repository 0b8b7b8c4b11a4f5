//go:build cgo

package main

import "github.com/bytecodealliance/wasmtime-go/v39"

// assemble translates a module from the text format to the binary format.
func assemble(text string) ([]byte, error) { return wasmtime.Wat2Wasm(text) }
