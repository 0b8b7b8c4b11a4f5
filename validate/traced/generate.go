// Package traced is package validate with probes, and with faults that package probe switches on. All but this
// file is generated.
package traced

//go:generate go run github.com/wasmfuzz/wasmfuzz/mutate/instrument -in .. -out . -base 1
