package minimize

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// space is an index space of a module or, in the case of locals, of a function.
type space int

const (
	typeSpace space = iota
	funcSpace
	tableSpace
	memSpace
	globalSpace
	elemSpace
	dataSpace
	localSpace
	numSpaces
)

// renumbering is what becomes of the indices of one space if some of its entries are removed.
type renumbering struct {
	space    space
	to       []int // the new index of each entry, or -1
	removed  int
	dangling bool // an index of a removed entry was met
}

// renumber returns the renumbering of a space of n entries of which the given ones, in rising order, are kept.
func renumber(s space, n int, kept []int) *renumbering {
	r := &renumbering{space: s, to: slices.Repeat([]int{-1}, n), removed: n - len(kept)}
	for i, k := range kept {
		r.to[k] = i
	}
	return r
}

// index returns what becomes of the index x of the space s. One that is out of range stays so.
func index[X ~uint32](r *renumbering, s space, x X) X {
	switch {
	case s != r.space:
		return x
	case int64(x) >= int64(len(r.to)):
		return x - X(r.removed)
	case r.to[x] < 0:
		r.dangling = true
		return x
	}
	return X(r.to[x])
}

// each returns list with f applied to each element.
func each[T any](list []T, f func(T) T) []T {
	out := slices.Clone(list)
	for i, x := range out {
		out[i] = f(x)
	}
	return out
}

// keep returns the entries of list that are kept, if list continues a space at the index first.
func keep[T any](r *renumbering, s space, first int, list []T) []T {
	if s != r.space {
		return list
	}
	var out []T
	for i, x := range list {
		if r.to[first+i] >= 0 {
			out = append(out, x)
		}
	}
	return out
}

// count returns the number of entries of a space of m, and how many of them are imported.
func count(m *wasmast.Module, s space) (n, imported int) {
	for _, i := range m.Imports {
		if spaceOf(i) == s {
			imported++
		}
	}
	defined := [numSpaces]int{len(m.Types), len(m.Funcs), len(m.Tables), len(m.Mems), len(m.Globals), len(m.Elems), len(m.Datas)}
	return imported + defined[s], imported
}

// spaceOf returns the index space to which an import adds.
func spaceOf(i wasmast.Import) space {
	switch i.Desc.(type) {
	case wasmast.ImportFunc:
		return funcSpace
	case wasmast.ImportTable:
		return tableSpace
	case wasmast.ImportMem:
		return memSpace
	}
	return globalSpace
}

// selectEntries returns m with only the given entries of a space, in rising order, and all indices renumbered. It
// reports false if a removed entry is still referred to.
func selectEntries(m *wasmast.Module, s space, kept []int) (*wasmast.Module, bool) {
	n, imported := count(m, s)
	r := renumber(s, n, kept)
	var imports []wasmast.Import
	x := 0
	for _, i := range m.Imports {
		gone := false
		if spaceOf(i) == s {
			gone = r.to[x] < 0
			x++
		}
		if !gone {
			imports = append(imports, i)
		}
	}
	out := &wasmast.Module{
		Types:   keep(r, typeSpace, imported, m.Types),
		Imports: each(imports, r.importIndex),
		Funcs:   each(keep(r, funcSpace, imported, m.Funcs), r.function),
		Tables:  keep(r, tableSpace, imported, m.Tables),
		Mems:    keep(r, memSpace, imported, m.Mems),
		Globals: each(keep(r, globalSpace, imported, m.Globals), r.global),
		Exports: each(m.Exports, r.export),
		Elems:   each(keep(r, elemSpace, imported, m.Elems), r.elem),
		Datas:   each(keep(r, dataSpace, imported, m.Datas), r.data),
		Customs: m.Customs,
	}
	if m.Start != nil {
		start := index(r, funcSpace, *m.Start)
		out.Start = &start
	}
	return out, !r.dangling
}

// selectLocals returns f, which has the given number of parameters, with only the given ones of its locals beyond
// these. It reports false if another one is used.
func selectLocals(f wasmast.Func, params int, kept []int) (wasmast.Func, bool) {
	all := make([]int, params, params+len(kept))
	for i := range all {
		all[i] = i
	}
	for _, k := range kept {
		all = append(all, params+k)
	}
	r := renumber(localSpace, params+len(f.Locals), all)
	return wasmast.Func{Type: f.Type, Locals: keep(r, localSpace, params, f.Locals), Body: r.expr(f.Body)}, !r.dangling
}

func (r *renumbering) importIndex(i wasmast.Import) wasmast.Import {
	if d, ok := i.Desc.(wasmast.ImportFunc); ok {
		i.Desc = wasmast.ImportFunc{Type: index(r, typeSpace, d.Type)}
	}
	return i
}

func (r *renumbering) function(f wasmast.Func) wasmast.Func {
	return wasmast.Func{Type: index(r, typeSpace, f.Type), Locals: f.Locals, Body: r.expr(f.Body)}
}

func (r *renumbering) global(g wasmast.GlobalDef) wasmast.GlobalDef {
	g.Init = r.expr(g.Init)
	return g
}

func (r *renumbering) export(e wasmast.Export) wasmast.Export {
	switch d := e.Desc.(type) {
	case wasmast.ExportFunc:
		e.Desc = wasmast.ExportFunc{Func: index(r, funcSpace, d.Func)}
	case wasmast.ExportTable:
		e.Desc = wasmast.ExportTable{Table: index(r, tableSpace, d.Table)}
	case wasmast.ExportMem:
		e.Desc = wasmast.ExportMem{Mem: index(r, memSpace, d.Mem)}
	case wasmast.ExportGlobal:
		e.Desc = wasmast.ExportGlobal{Global: index(r, globalSpace, d.Global)}
	}
	return e
}

func (r *renumbering) elem(s wasmast.Elem) wasmast.Elem {
	s.Init = each(s.Init, r.expr)
	if a, ok := s.Mode.(wasmast.ElemActive); ok {
		s.Mode = wasmast.ElemActive{Table: index(r, tableSpace, a.Table), Offset: r.expr(a.Offset)}
	}
	return s
}

func (r *renumbering) data(d wasmast.Data) wasmast.Data {
	if a, ok := d.Mode.(wasmast.DataActive); ok {
		d.Mode = wasmast.DataActive{Mem: index(r, memSpace, a.Mem), Offset: r.expr(a.Offset)}
	}
	return d
}

func (r *renumbering) expr(e wasmast.Expr) wasmast.Expr { return each(e, r.instr) }

// instr renumbers an instruction. Loads and stores refer to memory 0 without saying so.
func (r *renumbering) instr(i wasmast.Instr) wasmast.Instr {
	switch i := i.(type) {
	case wasmast.RefFunc:
		return wasmast.RefFunc{Func: index(r, funcSpace, i.Func)}
	case wasmast.Local:
		return wasmast.Local{Code: i.Code, X: index(r, localSpace, i.X)}
	case wasmast.Global:
		return wasmast.Global{Code: i.Code, X: index(r, globalSpace, i.X)}
	case wasmast.Table:
		return wasmast.Table{Code: i.Code, X: index(r, tableSpace, i.X)}
	case wasmast.TableCopy:
		return wasmast.TableCopy{Dst: index(r, tableSpace, i.Dst), Src: index(r, tableSpace, i.Src)}
	case wasmast.TableInit:
		return wasmast.TableInit{Elem: index(r, elemSpace, i.Elem), Table: index(r, tableSpace, i.Table)}
	case wasmast.ElemDrop:
		return wasmast.ElemDrop{Elem: index(r, elemSpace, i.Elem)}
	case wasmast.Access, wasmast.AccessLane:
		index(r, memSpace, wasmast.MemIdx(0))
	case wasmast.Memory:
		return wasmast.Memory{Code: i.Code, Mem: index(r, memSpace, i.Mem)}
	case wasmast.MemoryCopy:
		return wasmast.MemoryCopy{Dst: index(r, memSpace, i.Dst), Src: index(r, memSpace, i.Src)}
	case wasmast.MemoryInit:
		return wasmast.MemoryInit{Data: index(r, dataSpace, i.Data), Mem: index(r, memSpace, i.Mem)}
	case wasmast.DataDrop:
		return wasmast.DataDrop{Data: index(r, dataSpace, i.Data)}
	case wasmast.Block:
		return wasmast.Block{Code: i.Code, Type: r.blockType(i.Type), Body: r.expr(i.Body)}
	case wasmast.If:
		return wasmast.If{Type: r.blockType(i.Type), Then: r.expr(i.Then), Else: r.expr(i.Else)}
	case wasmast.Call:
		return wasmast.Call{Func: index(r, funcSpace, i.Func)}
	case wasmast.CallIndirect:
		return wasmast.CallIndirect{Table: index(r, tableSpace, i.Table), Type: index(r, typeSpace, i.Type)}
	}
	return i
}

func (r *renumbering) blockType(t wasmast.BlockType) wasmast.BlockType {
	if f, ok := t.(wasmast.BlockFunc); ok {
		return wasmast.BlockFunc{Type: index(r, typeSpace, f.Type)}
	}
	return t
}
