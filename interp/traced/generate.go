// Package traced is package interp with probes, and with faults that package probe switches on. All but this
// file is generated.
package traced

//go:generate go run github.com/wasmfuzz/wasmfuzz/mutate/instrument -in .. -out . -base 1024
