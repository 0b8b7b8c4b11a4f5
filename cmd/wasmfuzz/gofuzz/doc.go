// Package gofuzz has what wasmfuzz tests as native fuzz targets of Go, FuzzValidate and FuzzInterp, for machines that
// run such targets:
//
//	go test ./cmd/wasmfuzz/gofuzz -fuzz FuzzValidate
//	compile_native_go_fuzzer github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/gofuzz FuzzInterp interp
//
// The input is a module in the binary format. The corpus of a campaign becomes that of a target with wasmfuzz corpus
// export --go, and the other way round with wasmfuzz corpus add. An input that fails is made small with wasmfuzz
// minimize, which reads the files of either.
//
// The environment variable WASMFUZZ_ENGINES names other engines than those of the campaigns, separated by commas, and
// WASMFUZZ_KNOWN another file of known bugs than that for the versions in go.mod.
package gofuzz
