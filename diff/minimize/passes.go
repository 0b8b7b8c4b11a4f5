package minimize

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// definitions takes away what a module consists of: exports, custom sections, then the entries of each index space,
// users before what they use.
func (r *reducer) definitions() {
	if r.best.Start != nil {
		r.edit(func(m *wasmast.Module) { m.Start = nil })
	}
	shrink(r, func(m *wasmast.Module) *[]wasmast.Export { return &m.Exports })
	shrink(r, func(m *wasmast.Module) *[]wasmast.Custom { return &m.Customs })
	for _, s := range []space{elemSpace, dataSpace, funcSpace, globalSpace, tableSpace, memSpace, typeSpace} {
		r.entries(s)
	}
	for i := range r.best.Funcs {
		r.locals(i)
	}
}

// edit tries the best module changed by change, which must replace what it changes.
func (r *reducer) edit(change func(m *wasmast.Module)) bool {
	m := *r.best
	change(&m)
	return r.try(&m)
}

// shrink takes away elements of one of the module's lists that nothing refers to by index.
func shrink[T any](r *reducer, field func(*wasmast.Module) *[]T) {
	List(*field(r.best), func(list []T) bool {
		return r.edit(func(m *wasmast.Module) { *field(m) = list })
	})
}

// entries takes away entries of an index space.
func (r *reducer) entries(s space) {
	m := r.best
	n, _ := count(m, s)
	List(numbers(n), func(kept []int) bool {
		// What List has taken away before is still part of m.
		smaller, ok := selectEntries(m, s, kept)
		return ok && r.try(smaller)
	})
}

// locals takes away locals of the i'th function that the module defines.
func (r *reducer) locals(i int) {
	f := r.best.Funcs[i]
	if int64(f.Type) >= int64(len(r.best.Types)) {
		return
	}
	params := len(r.best.Types[f.Type].Params)
	List(numbers(len(f.Locals)), func(kept []int) bool {
		smaller, ok := selectLocals(f, params, kept)
		return ok && r.edit(func(m *wasmast.Module) { m.Funcs = replace(m.Funcs, i, smaller) })
	})
}

// contents makes segments shorter and limits smaller, and empties names.
func (r *reducer) contents() {
	for i, s := range r.best.Elems {
		List(s.Init, func(init []wasmast.Expr) bool {
			s.Init = init
			return r.edit(func(m *wasmast.Module) { m.Elems = replace(m.Elems, i, s) })
		})
	}
	for i, d := range r.best.Datas {
		r.bytes(i, d)
	}
	for i := range r.best.Tables {
		r.limits(func(m *wasmast.Module) *wasmast.Limits {
			m.Tables = slices.Clone(m.Tables)
			return &m.Tables[i].Limits
		})
	}
	for i := range r.best.Mems {
		r.limits(func(m *wasmast.Module) *wasmast.Limits {
			m.Mems = slices.Clone(m.Mems)
			return &m.Mems[i].Limits
		})
	}
}

// bytes makes the i'th data segment shorter, then runs of its bytes zero, then single bytes simpler.
func (r *reducer) bytes(i int, d wasmast.Data) {
	try := func(init []byte) bool {
		d.Init = init
		return r.edit(func(m *wasmast.Module) { m.Datas = replace(m.Datas, i, d) })
	}
	List(d.Init, try)
	init := r.best.Datas[i].Init
	List(numbers(len(init)), func(kept []int) bool {
		zeroed := make([]byte, len(init))
		for _, k := range kept {
			zeroed[k] = init[k]
		}
		return try(zeroed)
	})
	for k := range init {
		now := r.best.Datas[i].Init
		for _, y := range smaller(uint64(now[k])) {
			if try(replace(now, k, byte(y))) {
				break
			}
		}
	}
}

// limits drops a maximum and brings a minimum toward 0. At gives the limits in a copy of the module.
func (r *reducer) limits(at func(*wasmast.Module) *wasmast.Limits) {
	r.edit(func(m *wasmast.Module) { at(m).Max = nil })
	m := *r.best
	for _, min := range smaller(uint64(at(&m).Min)) {
		if r.edit(func(m *wasmast.Module) { at(m).Min = uint32(min) }) {
			return
		}
	}
}

// smaller returns numbers of less weight than x, the simplest first: 0, 1, powers of two, x with one bit less.
func smaller(x uint64) []uint64 {
	var out []uint64
	add := func(y uint64) {
		if weight(y) < weight(x) && !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	add(0)
	for y := uint64(1); y != 0 && y <= x; y <<= 1 {
		add(y)
	}
	for y := x; y != 0; y &= y - 1 {
		add(x &^ (y & -y))
	}
	add(x >> 1)
	return out
}

// replace returns list with another element at i.
func replace[T any](list []T, i int, x T) []T {
	out := slices.Clone(list)
	out[i] = x
	return out
}

// numbers returns the numbers below n.
func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
