// Package mutatetest checks the laws that every mutator obeys.
package mutatetest

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

// Check reports where the mutants of v break a law:
//
//   - A mutant differs from v, be it pure or random.
//   - The pure mutants of one position are distinct.
//   - A position is listed once, after those that it lies below, and leads to the
//     mutants that the batch has.
//   - Neither v nor an earlier mutant changes when another is made.
//   - Equal agrees with reflect.DeepEqual, and Hash with Equal.
//   - Vary changes neither v nor what it has drawn.
//
// The lists in v must be nil if empty, as they are in mutants.
func Check[T any](t testing.TB, m mutate.Mutator[T], v T) {
	t.Helper()
	original := clone(v)
	batch := mutate.NewBatch(m, v, 0)
	seen := map[string]bool{}
	for p := range mutate.Positions(m, v) {
		if seen[p.String()] || len(p) > 0 && !seen[p[:len(p)-1].String()] {
			t.Errorf("position %v of %+v is listed twice or before its parent", p, v)
		}
		seen[p.String()] = true
		for _, x := range checkPosition(t, m, v, p) {
			if y, ok := batch.Next(nil); !ok || !reflect.DeepEqual(x, y) {
				t.Errorf("mutant at %v of %+v: %+v, but the batch has %+v", p, v, x, y)
			}
		}
	}
	if y, ok := batch.Next(nil); ok {
		t.Errorf("batch of %+v: %+v is at no position", v, y)
	}
	r := rand.New(rand.NewPCG(2, 2))
	for range 3 {
		x := m.Vary(r, v)
		before := m.Hash(0, x)
		if m.Vary(r, x); m.Hash(0, x) != before {
			t.Errorf("%+v, varied from %+v, changes when it is varied", x, v)
		}
	}
	if !reflect.DeepEqual(v, original) {
		t.Errorf("mutation changed the original from %+v to %+v", original, v)
	}
}

// checkPosition checks the mutants of v at p and returns the pure ones.
func checkPosition[T any](t testing.TB, m mutate.Mutator[T], v T, p mutate.Pos) (pure []T) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var before []T
	for x := range mutate.At(m, v, p) {
		if x.Rand == nil {
			pure = append(pure, x.Pure)
			before = append(before, clone(x.Pure))
			continue
		}
		for range 3 {
			if y := x.Rand(r); m.Equal(v, y) || reflect.DeepEqual(v, y) {
				t.Errorf("random mutant at %v of %+v: no difference", p, v)
			}
		}
	}
	for i, x := range pure {
		if !reflect.DeepEqual(x, before[i]) {
			t.Errorf("mutant at %v of %+v changed from %+v to %+v", p, v, before[i], x)
		}
		if m.Equal(v, x) || reflect.DeepEqual(v, x) || !m.Equal(x, before[i]) {
			t.Errorf("mutant at %v of %+v: %+v is no different, or differs from itself", p, v, x)
		}
		if m.Hash(0, x) == m.Hash(0, v) || m.Hash(0, x) != m.Hash(0, before[i]) {
			t.Errorf("mutant at %v of %+v: %+v has the hash of the original, or two", p, v, x)
		}
		if slices.ContainsFunc(pure[:i], func(y T) bool { return m.Equal(x, y) }) {
			t.Errorf("mutant at %v of %+v: %+v comes twice", p, v, x)
		}
	}
	return pure
}

// clone returns a copy of v that shares nothing with it.
func clone[T any](v T) T {
	var c T
	copyTo(reflect.ValueOf(&c).Elem(), reflect.ValueOf(&v).Elem())
	return c
}

func copyTo(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Pointer, reflect.Interface:
		if src.IsNil() {
			return
		}
		p := reflect.New(src.Elem().Type())
		copyTo(p.Elem(), src.Elem())
		if src.Kind() == reflect.Interface {
			p = p.Elem()
		}
		dst.Set(p)
	case reflect.Slice:
		if src.IsNil() {
			return
		}
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		fallthrough
	case reflect.Array:
		for i := range src.Len() {
			copyTo(dst.Index(i), src.Index(i))
		}
	case reflect.Struct:
		for i := range src.NumField() {
			copyTo(dst.Field(i), src.Field(i))
		}
	default:
		dst.Set(src)
	}
}
