// Package traced is package interp with probes, and with faults that package probe switches on. All but this
// file is generated.
package traced

import "embed"

// Source is the source of this package. Its lines are those of the original, with the probes in them.
//
//go:embed *.go
var Source embed.FS

//go:generate go run github.com/wasmfuzz/wasmfuzz/mutate/instrument -in .. -out . -base 1024
