package wasmast

import (
	"iter"
	"slices"
)

// Instrs yields every instruction of m, each before those nested in it: the bodies of functions, then the constant
// expressions of globals, element segments and data segments.
func (m *Module) Instrs() iter.Seq[Instr] {
	return func(yield func(Instr) bool) {
		for _, e := range m.exprs() {
			if !e.walk(yield) {
				return
			}
		}
	}
}

// Map returns m with every instruction of its function bodies replaced by what f returns for it, those nested in an
// instruction before it.
func (m *Module) Map(f func(Instr) Instr) *Module {
	out := *m
	out.Funcs = slices.Clone(m.Funcs)
	for i := range out.Funcs {
		out.Funcs[i].Body = out.Funcs[i].Body.Map(f)
	}
	return &out
}

// Map returns e with every instruction replaced by what f returns for it, those nested in an instruction before it.
func (e Expr) Map(f func(Instr) Instr) Expr {
	out := slices.Clone(e)
	for n, i := range out {
		switch b := i.(type) {
		case Block:
			b.Body = b.Body.Map(f)
			i = b
		case If:
			b.Then, b.Else = b.Then.Map(f), b.Else.Map(f)
			i = b
		}
		out[n] = f(i)
	}
	return out
}

// exprs returns all expressions of m.
func (m *Module) exprs() []Expr {
	var all []Expr
	for _, f := range m.Funcs {
		all = append(all, f.Body)
	}
	for _, g := range m.Globals {
		all = append(all, g.Init)
	}
	for _, s := range m.Elems {
		if a, ok := s.Mode.(ElemActive); ok {
			all = append(all, a.Offset)
		}
		all = append(all, s.Init...)
	}
	for _, d := range m.Datas {
		if a, ok := d.Mode.(DataActive); ok {
			all = append(all, a.Offset)
		}
	}
	return all
}

// walk calls yield for every instruction of e and reports whether it always returned true.
func (e Expr) walk(yield func(Instr) bool) bool {
	for _, i := range e {
		if !yield(i) {
			return false
		}
		switch i := i.(type) {
		case Block:
			if !i.Body.walk(yield) {
				return false
			}
		case If:
			if !i.Then.walk(yield) || !i.Else.walk(yield) {
				return false
			}
		}
	}
	return true
}
