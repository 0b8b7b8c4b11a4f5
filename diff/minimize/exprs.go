package minimize

import (
	"iter"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// site is a sequence of instructions in a module, and how to put another one in its place.
type site struct {
	expr wasmast.Expr
	put  func(wasmast.Expr) *wasmast.Module
}

// sites returns all sequences of instructions in m, each before those nested in it.
func sites(m *wasmast.Module) []site {
	var all []site
	add := func(e wasmast.Expr, change func(*wasmast.Module, wasmast.Expr)) {
		all = appendSites(all, site{e, func(e wasmast.Expr) *wasmast.Module {
			out := *m
			change(&out, e)
			return &out
		}})
	}
	for i, f := range m.Funcs {
		add(f.Body, func(m *wasmast.Module, e wasmast.Expr) {
			m.Funcs = replace(m.Funcs, i, wasmast.Func{Type: f.Type, Locals: f.Locals, Body: e})
		})
	}
	for i, g := range m.Globals {
		add(g.Init, func(m *wasmast.Module, e wasmast.Expr) {
			m.Globals = replace(m.Globals, i, wasmast.GlobalDef{Type: g.Type, Init: e})
		})
	}
	for i, s := range m.Elems {
		if a, ok := s.Mode.(wasmast.ElemActive); ok {
			add(a.Offset, func(m *wasmast.Module, e wasmast.Expr) {
				mode := wasmast.ElemActive{Table: a.Table, Offset: e}
				m.Elems = replace(m.Elems, i, wasmast.Elem{Type: s.Type, Init: s.Init, Mode: mode})
			})
		}
		for k, init := range s.Init {
			add(init, func(m *wasmast.Module, e wasmast.Expr) {
				m.Elems = replace(m.Elems, i, wasmast.Elem{Type: s.Type, Init: replace(s.Init, k, e), Mode: s.Mode})
			})
		}
	}
	for i, d := range m.Datas {
		if a, ok := d.Mode.(wasmast.DataActive); ok {
			add(a.Offset, func(m *wasmast.Module, e wasmast.Expr) {
				m.Datas = replace(m.Datas, i, wasmast.Data{Init: d.Init, Mode: wasmast.DataActive{Mem: a.Mem, Offset: e}})
			})
		}
	}
	return all
}

// appendSites appends s and the sites nested in it.
func appendSites(all []site, s site) []site {
	all = append(all, s)
	for i, instr := range s.expr {
		switch b := instr.(type) {
		case wasmast.Block:
			all = appendSites(all, site{b.Body, func(e wasmast.Expr) *wasmast.Module {
				return s.put(replace(s.expr, i, wasmast.Instr(wasmast.Block{Code: b.Code, Type: b.Type, Body: e})))
			}})
		case wasmast.If:
			all = appendSites(all, site{b.Then, func(e wasmast.Expr) *wasmast.Module {
				return s.put(replace(s.expr, i, wasmast.Instr(wasmast.If{Type: b.Type, Then: e, Else: b.Else})))
			}})
			all = appendSites(all, site{b.Else, func(e wasmast.Expr) *wasmast.Module {
				return s.put(replace(s.expr, i, wasmast.Instr(wasmast.If{Type: b.Type, Then: b.Then, Else: e})))
			}})
		}
	}
	return all
}

// expressions makes every sequence of instructions shorter, and then simpler.
func (r *reducer) expressions() {
	for _, pass := range []func(at func() site){r.remove, r.unwrap, r.runs, r.constants} {
		for k := 0; k < len(sites(r.best)); k++ {
			pass(func() site {
				all := sites(r.best)
				if k >= len(all) { // the pass has removed what was nested
					return site{put: func(wasmast.Expr) *wasmast.Module { return r.best }}
				}
				return all[k]
			})
		}
	}
}

// remove takes away runs of instructions.
func (r *reducer) remove(at func() site) {
	s := at()
	List(s.expr, func(e []wasmast.Instr) bool { return r.try(s.put(e)) })
}

// unwrap replaces blocks by their bodies, and an if by one of its branches.
func (r *reducer) unwrap(at func() site) {
	for i := 0; i < len(at().expr); {
		if !r.any(at(), i, i+1, bodies(at().expr[i])) {
			i++
		}
	}
}

// bodies yields what can take the place of a structured instruction.
func bodies(i wasmast.Instr) iter.Seq[wasmast.Expr] {
	return func(yield func(wasmast.Expr) bool) {
		switch i := i.(type) {
		case wasmast.Block:
			if e, ok := lower(i.Body, 0); ok {
				yield(e)
			}
		case wasmast.If:
			for _, branch := range []wasmast.Expr{i.Then, i.Else} {
				if e, ok := lower(branch, 0); ok && !yield(append(wasmast.Expr{wasmast.Plain{Code: wasmast.OpDrop}}, e...)) {
					return
				}
			}
		}
	}
}

// lower returns the body e of a block, at the given depth in it, as it is without the block around it. It reports
// false if a branch leads to the end of that block.
func lower(e wasmast.Expr, depth wasmast.LabelIdx) (wasmast.Expr, bool) {
	ok := true
	label := func(l wasmast.LabelIdx) wasmast.LabelIdx {
		if ok = ok && l != depth; l > depth {
			return l - 1
		}
		return l
	}
	nested := func(e wasmast.Expr) wasmast.Expr {
		out, fine := lower(e, depth+1)
		ok = ok && fine
		return out
	}
	out := each(e, func(i wasmast.Instr) wasmast.Instr {
		switch i := i.(type) {
		case wasmast.Branch:
			return wasmast.Branch{Code: i.Code, Label: label(i.Label)}
		case wasmast.BranchTable:
			return wasmast.BranchTable{Labels: each(i.Labels, label), Default: label(i.Default)}
		case wasmast.Block:
			return wasmast.Block{Code: i.Code, Type: i.Type, Body: nested(i.Body)}
		case wasmast.If:
			return wasmast.If{Type: i.Type, Then: nested(i.Then), Else: nested(i.Else)}
		}
		return i
	})
	return out, ok
}

// small is the length of runs of instructions for which every replacement is tried.
const small = 8

// runs replaces runs of instructions by shorter ones: a part of themselves, a constant, a variable.
func (r *reducer) runs(at func() site) {
	for size := len(at().expr); size > 0; {
		for i := 0; i+size <= len(at().expr); {
			s := at()
			if !r.any(s, i, i+size, replacements(s.expr[i:i+size])) {
				i += max(1, size/small)
			}
		}
		if size > small {
			size = max(size/2, small)
		} else {
			size--
		}
	}
}

// any tries to put each of the given expressions in the place of the instructions from i to j, and reports whether
// one of them was taken.
func (r *reducer) any(s site, i, j int, exprs iter.Seq[wasmast.Expr]) bool {
	for e := range exprs {
		if r.try(s.put(slices.Concat(s.expr[:i], e, s.expr[j:]))) {
			return true
		}
	}
	return false
}

// replacements yields what may take the place of a run of instructions, the most telling first.
func replacements(run wasmast.Expr) iter.Seq[wasmast.Expr] {
	return func(yield func(wasmast.Expr) bool) {
		if !yield(nil) {
			return
		}
		for n := 1; n < len(run) && len(run) <= small; n++ {
			for i := range len(run) - n + 1 {
				if !yield(run[i : i+n]) {
					return
				}
			}
		}
		for _, e := range simple {
			if len(e) <= len(run) && !yield(e) {
				return
			}
		}
	}
}

// simple are expressions that can stand for longer ones: they make values of each type, or take some away.
var simple = simpleExprs()

func simpleExprs() []wasmast.Expr {
	drop := wasmast.Instr(wasmast.Plain{Code: wasmast.OpDrop})
	values := wasmast.Expr{
		wasmast.I32Const{}, wasmast.I64Const{}, wasmast.F32Const{}, wasmast.F64Const{}, wasmast.V128Const{},
		wasmast.RefNull{Type: wasmast.RefTypeFunc}, wasmast.RefNull{Type: wasmast.RefTypeExtern},
	}
	for x := range wasmast.LocalIdx(small) {
		values = append(values, wasmast.Local{Code: wasmast.OpLocalGet, X: x})
	}
	exprs := []wasmast.Expr{{drop}, {drop, drop}, {drop, drop, drop}}
	for _, v := range values {
		exprs = append(exprs, wasmast.Expr{v}, wasmast.Expr{drop, v}, wasmast.Expr{drop, drop, v})
	}
	return append(exprs, wasmast.Expr{wasmast.Plain{Code: wasmast.OpUnreachable}})
}

// constants makes the immediates of instructions simpler.
func (r *reducer) constants(at func() site) {
	for i := 0; i < len(at().expr); {
		if !r.any(at(), i, i+1, simpler(at().expr[i])) {
			i++
		}
	}
}

// simpler yields an instruction with simpler constants.
func simpler(instr wasmast.Instr) iter.Seq[wasmast.Expr] {
	return func(yield func(wasmast.Expr) bool) {
		each := func(x uint64, with func(uint64) wasmast.Instr) bool {
			for _, y := range smaller(x) {
				if !yield(wasmast.Expr{with(y)}) {
					return false
				}
			}
			return true
		}
		switch i := instr.(type) {
		case wasmast.I32Const:
			plus := func(x uint64) wasmast.Instr { return wasmast.I32Const{Value: int32(x)} }
			minus := func(x uint64) wasmast.Instr { return wasmast.I32Const{Value: -int32(x)} }
			_ = each(uint64(uint32(i.Value)), plus) && each(uint64(uint32(-i.Value)), minus)
		case wasmast.I64Const:
			plus := func(x uint64) wasmast.Instr { return wasmast.I64Const{Value: int64(x)} }
			minus := func(x uint64) wasmast.Instr { return wasmast.I64Const{Value: -int64(x)} }
			_ = each(uint64(i.Value), plus) && each(-uint64(i.Value), minus)
		case wasmast.F32Const:
			each(uint64(i.Value), func(x uint64) wasmast.Instr { return wasmast.F32Const{Value: wasmast.Float32(x)} })
		case wasmast.F64Const:
			each(uint64(i.Value), func(x uint64) wasmast.Instr { return wasmast.F64Const{Value: wasmast.Float64(x)} })
		case wasmast.V128Const:
			lo := func(x uint64) wasmast.Instr { return wasmast.V128Const{Value: wasmast.Vec128{Lo: x, Hi: i.Value.Hi}} }
			hi := func(x uint64) wasmast.Instr { return wasmast.V128Const{Value: wasmast.Vec128{Lo: i.Value.Lo, Hi: x}} }
			_ = each(i.Value.Lo, lo) && each(i.Value.Hi, hi)
		case wasmast.Access:
			each(uint64(i.Arg.Offset), func(x uint64) wasmast.Instr {
				return wasmast.Access{Code: i.Code, Arg: wasmast.MemArg{Align: i.Arg.Align, Offset: uint32(x)}}
			})
		case wasmast.AccessLane:
			each(uint64(i.Arg.Offset), func(x uint64) wasmast.Instr {
				arg := wasmast.MemArg{Align: i.Arg.Align, Offset: uint32(x)}
				return wasmast.AccessLane{Code: i.Code, Arg: arg, Lane: i.Lane}
			})
		}
	}
}
