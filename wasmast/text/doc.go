// Package text prints modules in the text format of WebAssembly (chapter 6 of the specification).
//
// The text is that of a disassembler: every index is a number, nothing is abbreviated, each instruction has a
// line of its own, indented by nesting. An assembler that takes annotations for custom sections, as those of
// wasm-tools and wasmtime do, makes of it the same bytes as the encoder of package binary. Modules that are not
// valid, and even those that the binary format cannot express, are printed too.
package text
