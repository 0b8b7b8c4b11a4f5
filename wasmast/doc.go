// Package wasmast is the abstract syntax of WebAssembly modules: plain values that are read, built, mutated by
// copying, and never modified after construction.
//
// Read ops.txt first: one row per opcode, the only place that knows its code, name, type and alignment. Then
// instr.go: one struct per shape of immediates; the struct says which immediates exist and its Code field says
// which operator, so both are closed sets that a program can enumerate. Then types.go and module.go, which follow
// the chapter "Structure" of the specification, and error.go, the one way in which a module is rejected.
//
// Variable names are those of the specification: x an index, t a value type, ft a function type, i an
// instruction, m a module.
package wasmast

//go:generate go run gen.go
