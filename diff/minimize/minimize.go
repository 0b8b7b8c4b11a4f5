package minimize

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Module returns the smallest module that it finds from m on for which keep is true; it is taken to be so for m. When
// ctx ends, Module returns the best so far.
//
// Keep is called for each module at most once, and only for those that are smaller than every one for which it was
// true. They need not be valid. Keep must depend on nothing but the module.
func Module(ctx context.Context, m *wasmast.Module, keep func(*wasmast.Module) bool) *wasmast.Module {
	r := &reducer{ctx: ctx, keep: keep, best: m, size: SizeOf(m), tried: map[[sha256.Size]byte]bool{}}
	for {
		before := r.size
		r.definitions()
		r.expressions()
		r.results()
		r.contents()
		if r.size == before && !r.mutants() {
			return r.best
		}
	}
}

// List returns a part of list, in its order, for which keep is true, and from which no single element can be taken
// away. It is taken to be true for list.
//
// This is delta debugging (Zeller and Hildebrandt, 2002), restricted to complements: it takes away runs of elements,
// each time half as long as before.
func List[T any](list []T, keep func([]T) bool) []T {
	for size := len(list); size > 0; size /= 2 {
		before := len(list)
		for i := 0; i < len(list); {
			shorter := slices.Concat(list[:i], list[min(i+size, len(list)):])
			if keep(shorter) {
				list = shorter
			} else {
				i += size
			}
		}
		if size == 1 && len(list) < before {
			size = 2 // what could not be taken away before may be now
		}
	}
	return list
}

// reducer holds the smallest module so far.
type reducer struct {
	ctx   context.Context
	keep  func(*wasmast.Module) bool
	best  *wasmast.Module
	size  Size
	tried map[[sha256.Size]byte]bool
	wasm  []byte // reused
}

// try makes m the best module, if it is smaller and keeps the property, and reports whether.
func (r *reducer) try(m *wasmast.Module) bool {
	r.wasm = binary.Append(r.wasm[:0], m)
	size := sizeOf(m, r.wasm)
	if size.Compare(r.size) >= 0 || r.ctx.Err() != nil {
		return false
	}
	sum := sha256.Sum256(r.wasm)
	if r.tried[sum] {
		return false
	}
	r.tried[sum] = true
	if !r.keep(m) {
		return false
	}
	r.best, r.size = m, size
	return true
}

// mutants tries all pure mutants of the best module, and reports whether it took one.
func (r *reducer) mutants() bool {
	batch := mutate.NewBatch(wasmmut.Module(), *r.best, 0)
	for m, ok := batch.Next(nil); ok && r.ctx.Err() == nil; m, ok = batch.Next(nil) {
		if r.try(&m) {
			return true
		}
	}
	return false
}
