// Package binary is the binary format of WebAssembly modules (chapter 5 of the specification, version 2.0):
// Decode reads it, Encode writes it.
//
// Read reader.go and leb128.go first: bytes, integers, vectors and the rejection of malformed ones. Then
// decode.go for the sections and decode_instr.go for the instructions, which are read by their shape; the opcodes
// themselves are in the instruction table alone. encode.go and encode_instr.go are the way back.
//
// What the abstract syntax does not represent is lost by decoding: the lengths of LEB128 encodings, empty
// sections, the grouping of locals, which of its encodings a segment has, an else without instructions, and a
// data count section that no instruction needs. Encode has one form for each module, so that
//
//	Decode(Encode(m)) = m
//
// for every module that Decode returns, and for every other module with these properties: it is within the
// limits of this package, its empty slices are nil, its custom sections are sorted by a place that stands for a
// section that Encode writes, its memory instructions use memory 0 and alignments below 2^32, and no field holds
// a value that is none of its type's constants. A module without them is encoded too (mutation makes such
// modules), but may be malformed.
package binary
