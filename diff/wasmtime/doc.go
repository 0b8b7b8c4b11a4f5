// Package wasmtime adapts the engine of github.com/bytecodealliance/wasmtime-go, which is Wasmtime with Cranelift
// behind cgo. Without cgo the package is empty.
//
// The library's values know no vectors, and a panic on the other side of cgo ends the process.
package wasmtime
