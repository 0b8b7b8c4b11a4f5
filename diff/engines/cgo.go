//go:build cgo

package engines

import "github.com/wasmfuzz/wasmfuzz/diff/wasmtime"

func withCgo() []entry {
	return []entry{
		{"wasmtime", wasmtime.Speed},
		{"wasmtime-none", wasmtime.None},
		{"wasmtime-single-pass", wasmtime.SinglePass},
		{"pulley", wasmtime.Pulley},
	}
}
