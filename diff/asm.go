package diff

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The functions below are the few instructions that the passes insert.

func i32(v uint32) wasmast.Instr { return wasmast.I32Const{Value: int32(v)} }
func i64(v uint64) wasmast.Instr { return wasmast.I64Const{Value: int64(v)} }

func op(c wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: c} }

func get(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func set(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
func tee(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalTee, X: x} }

func gget(x wasmast.GlobalIdx) wasmast.Instr { return wasmast.Global{Code: wasmast.OpGlobalGet, X: x} }
func gset(x wasmast.GlobalIdx) wasmast.Instr { return wasmast.Global{Code: wasmast.OpGlobalSet, X: x} }

// when runs body if the i32 on the stack is not zero.
func when(body ...wasmast.Instr) wasmast.Instr {
	return wasmast.If{Type: wasmast.BlockEmpty{}, Then: body}
}

// trapIf traps if the i32 on the stack is not zero.
func trapIf() wasmast.Instr { return when(op(wasmast.OpUnreachable)) }

// rewrite returns e with every instruction replaced by what f appends to out for it. Bodies are rewritten before
// the instruction that holds them. Depth is the number of labels between the instruction and the beginning of
// the outermost expression, so that a branch to it takes a label of that index.
func rewrite(e wasmast.Expr, f func(out wasmast.Expr, i wasmast.Instr, depth wasmast.LabelIdx) wasmast.Expr) wasmast.Expr {
	var walk func(e wasmast.Expr, depth wasmast.LabelIdx) wasmast.Expr
	walk = func(e wasmast.Expr, depth wasmast.LabelIdx) wasmast.Expr {
		if len(e) == 0 {
			return nil
		}
		out := make(wasmast.Expr, 0, len(e)+4)
		for _, i := range e {
			switch b := i.(type) {
			case wasmast.Block:
				b.Body = walk(b.Body, depth+1)
				i = b
			case wasmast.If:
				b.Then, b.Else = walk(b.Then, depth+1), walk(b.Else, depth+1)
				i = b
			}
			out = f(out, i, depth)
		}
		return out
	}
	return walk(e, 0)
}

// extended returns a copy of s with more elements.
func extended[T any](s []T, more ...T) []T { return append(slices.Clone(s), more...) }

// withType returns the index of ft in m's types, which are extended by ft if it is not among them.
func withType(m *wasmast.Module, ft wasmast.FuncType) wasmast.TypeIdx {
	for i, t := range m.Types {
		if sameType(t, ft) {
			return wasmast.TypeIdx(i)
		}
	}
	m.Types = extended(m.Types, ft)
	return wasmast.TypeIdx(len(m.Types) - 1)
}

func sameType(a, b wasmast.FuncType) bool {
	return slices.Equal(a.Params, b.Params) && slices.Equal(a.Results, b.Results)
}

// withFunc appends a function to m and returns its index.
func withFunc(m *wasmast.Module, ft wasmast.FuncType, locals []wasmast.ValType, body wasmast.Expr) wasmast.FuncIdx {
	m.Funcs = extended(m.Funcs, wasmast.Func{Type: withType(m, ft), Locals: locals, Body: body})
	return wasmast.FuncIdx(imported[wasmast.ImportFunc](m) + len(m.Funcs) - 1)
}

// export adds an export to m. An export that has the name already gets another, with primes behind it, so that a
// module that went through a pass before can do so again.
func export(m *wasmast.Module, name string, desc wasmast.ExportDesc) {
	named := func(name string) int {
		return slices.IndexFunc(m.Exports, func(e wasmast.Export) bool { return e.Name == name })
	}
	m.Exports = extended(m.Exports)
	if i := named(name); i >= 0 {
		other := name + "'"
		for named(other) >= 0 {
			other += "'"
		}
		m.Exports[i].Name = other
	}
	m.Exports = append(m.Exports, wasmast.Export{Name: name, Desc: desc})
}

// imported counts m's imports of one kind.
func imported[D wasmast.ImportDesc](m *wasmast.Module) int {
	n := 0
	for _, i := range m.Imports {
		if _, ok := i.Desc.(D); ok {
			n++
		}
	}
	return n
}

// memTypes, tableTypes and globalTypes list the types of an index space: the imports, then the definitions.

func memTypes(m *wasmast.Module) []wasmast.MemType {
	var ts []wasmast.MemType
	for _, i := range m.Imports {
		if d, ok := i.Desc.(wasmast.ImportMem); ok {
			ts = append(ts, d.Type)
		}
	}
	return append(ts, m.Mems...)
}

func tableTypes(m *wasmast.Module) []wasmast.TableType {
	var ts []wasmast.TableType
	for _, i := range m.Imports {
		if d, ok := i.Desc.(wasmast.ImportTable); ok {
			ts = append(ts, d.Type)
		}
	}
	return append(ts, m.Tables...)
}

// params returns the parameter types of a function that m defines, which precede its locals.
func params(m *wasmast.Module, f wasmast.Func) []wasmast.ValType { return m.Types[f.Type].Params }
