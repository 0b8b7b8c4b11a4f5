package programs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// pokeExport is the function that link adds to write eight bytes to memory.
const pokeExport = "poke"

// link returns m, which must be valid and have a memory, with its imported functions answered by functions of its
// own, so that a program gets further than to the first answer that makes no sense. Each calls the import first,
// which shows the arguments to the host, and drops what that answers. WASI functions then behave as in a process
// with the given arguments, no environment, no files, and an output that takes everything; Emscripten's
// system calls fail, and its memcpy copies; others return zeros.
func link(m *wasmast.Module, args []string) *wasmast.Module {
	out := *m
	l := linker{m: &out, args: args, imported: importedFuncs(m)}
	first := l.imported + wasmast.FuncIdx(len(m.Funcs)) // the answer to import 0
	l.redirect(func(x wasmast.FuncIdx) wasmast.FuncIdx {
		if x < l.imported {
			return first + x
		}
		return x
	})
	x := wasmast.FuncIdx(0)
	for _, i := range m.Imports {
		if d, ok := i.Desc.(wasmast.ImportFunc); ok {
			l.answer(i, d.Type, x)
			x++
		}
	}
	l.poke(first + x)
	return &out
}

// A linker changes a module.
type linker struct {
	m        *wasmast.Module
	args     []string
	imported wasmast.FuncIdx
}

func importedFuncs(m *wasmast.Module) (n wasmast.FuncIdx) {
	for _, i := range m.Imports {
		if _, ok := i.Desc.(wasmast.ImportFunc); ok {
			n++
		}
	}
	return n
}

// redirect replaces every index of a function.
func (l *linker) redirect(f func(wasmast.FuncIdx) wasmast.FuncIdx) {
	m := l.m
	m.Funcs, m.Exports, m.Elems = slices.Clone(m.Funcs), slices.Clone(m.Exports), slices.Clone(m.Elems)
	m.Globals = slices.Clone(m.Globals)
	for i := range m.Funcs {
		m.Funcs[i].Body = redirected(m.Funcs[i].Body, f)
	}
	for i := range m.Globals {
		m.Globals[i].Init = redirected(m.Globals[i].Init, f)
	}
	for i := range m.Elems {
		m.Elems[i].Init = slices.Clone(m.Elems[i].Init)
		for k, e := range m.Elems[i].Init {
			m.Elems[i].Init[k] = redirected(e, f)
		}
	}
	for i, e := range m.Exports {
		if d, ok := e.Desc.(wasmast.ExportFunc); ok {
			m.Exports[i].Desc = wasmast.ExportFunc{Func: f(d.Func)}
		}
	}
	if m.Start != nil {
		x := f(*m.Start)
		m.Start = &x
	}
}

func redirected(e wasmast.Expr, f func(wasmast.FuncIdx) wasmast.FuncIdx) wasmast.Expr {
	out := slices.Clone(e)
	for n, i := range out {
		switch i := i.(type) {
		case wasmast.Block:
			i.Body = redirected(i.Body, f)
			out[n] = i
		case wasmast.If:
			i.Then, i.Else = redirected(i.Then, f), redirected(i.Else, f)
			out[n] = i
		case wasmast.Call:
			out[n] = wasmast.Call{Func: f(i.Func)}
		case wasmast.RefFunc:
			out[n] = wasmast.RefFunc{Func: f(i.Func)}
		}
	}
	return out
}

// answer adds the function that answers import i, which is function x and has type t.
func (l *linker) answer(i wasmast.Import, t wasmast.TypeIdx, x wasmast.FuncIdx) {
	ft := l.m.Types[t]
	var body wasmast.Expr
	for n := range ft.Params {
		body = append(body, get(wasmast.LocalIdx(n)))
	}
	body = append(body, wasmast.Call{Func: x})
	for range ft.Results {
		body = append(body, plain(wasmast.OpDrop))
	}
	switch {
	case strings.HasPrefix(i.Module, "wasi_"):
		body = append(body, l.wasi(i.Name, ft)...)
	case strings.HasPrefix(i.Name, "__syscall_"):
		body = append(body, num(noSuchFile))
	case i.Name == "emscripten_memcpy_big":
		body = append(append(body, get(0), get(1), get(2), wasmast.MemoryCopy{}), zeros(ft)...)
	default:
		body = append(body, zeros(ft)...)
	}
	l.m.Funcs = append(l.m.Funcs, wasmast.Func{Type: t, Body: body})
}

// zeros returns the results of a function of type ft.
func zeros(ft wasmast.FuncType) (e wasmast.Expr) {
	for _, t := range ft.Results {
		switch t {
		case wasmast.I32:
			e = append(e, num(0))
		case wasmast.I64:
			e = append(e, wasmast.I64Const{})
		case wasmast.F64:
			e = append(e, wasmast.F64Const{})
		default:
			panic(fmt.Sprintf("an import that returns %v", t))
		}
	}
	return e
}

const (
	badDescriptor = 8   // the error EBADF of WASI
	noSuchFile    = -44 // the error ENOENT of Emscripten's system calls
)

// wasi returns the body of the WASI function with the given name and type, which uses its parameters as locals.
func (l *linker) wasi(name string, ft wasmast.FuncType) wasmast.Expr {
	var size int32
	for _, a := range l.args {
		size += int32(len(a)) + 1
	}
	switch name {
	case "proc_exit":
		return wasmast.Expr{plain(wasmast.OpUnreachable)}
	case "args_sizes_get":
		return slices.Concat(put(get(0), num(int32(len(l.args)))), put(get(1), num(size)), wasmast.Expr{num(0)})
	case "args_get":
		return l.argsGet()
	case "environ_sizes_get":
		return slices.Concat(put(get(0), num(0)), put(get(1), num(0)), wasmast.Expr{num(0)})
	case "environ_get", "fd_fdstat_get", "fd_close":
		return wasmast.Expr{num(0)}
	case "clock_time_get":
		return wasmast.Expr{get(2), wasmast.I64Const{Value: 1_700_000_000_000_000_000}, access(wasmast.OpI64Store, 0), num(0)}
	case "random_get":
		return wasmast.Expr{get(0), num(42), get(1), wasmast.Memory{Code: wasmast.OpMemoryFill}, num(0)}
	case "fd_write":
		return fdWrite()
	case "fd_read": // the end of the file
		return append(put(get(3), num(0)), num(0))
	}
	if len(ft.Results) != 1 {
		panic("a WASI function without an error: " + name)
	}
	return wasmast.Expr{num(badDescriptor)}
}

// argsGet writes the address of each argument to the array in parameter 0, and the arguments to the buffer in
// parameter 1.
func (l *linker) argsGet() (e wasmast.Expr) {
	offset := int32(0)
	for i, a := range l.args {
		at := wasmast.Expr{get(0), get(1), num(offset), plain(wasmast.OpI32Add), access(wasmast.OpI32Store, uint32(4*i))}
		e = append(e, at...)
		for _, b := range []byte(a + "\x00") {
			e = append(e, get(1), num(int32(b)), access(wasmast.OpI32Store8, uint32(offset)))
			offset++
		}
	}
	return append(e, num(0))
}

// fdWrite adds the lengths of the buffers: parameter 1 is the address of an array of addresses and lengths, of as many
// elements as parameter 2 says, and parameter 3 that of the sum.
func fdWrite() wasmast.Expr {
	sum := wasmast.Expr{get(3), get(3), access(wasmast.OpI32Load, 0), get(1), access(wasmast.OpI32Load, 4),
		plain(wasmast.OpI32Add), access(wasmast.OpI32Store, 0)}
	loop := slices.Concat(
		wasmast.Expr{get(2), plain(wasmast.OpI32Eqz), wasmast.Branch{Code: wasmast.OpBrIf, Label: 1}}, sum,
		wasmast.Expr{get(1), num(8), plain(wasmast.OpI32Add), set(1)},
		wasmast.Expr{get(2), num(1), plain(wasmast.OpI32Sub), set(2), wasmast.Branch{Code: wasmast.OpBr, Label: 0}})
	return append(put(get(3), num(0)),
		wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: loop}}},
		num(0))
}

// poke adds and exports a function, which becomes function x, that writes an i64 to an address.
func (l *linker) poke(x wasmast.FuncIdx) {
	m := l.m
	m.Types = append(slices.Clone(m.Types), wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32, wasmast.I64}})
	m.Funcs = append(m.Funcs, wasmast.Func{Type: wasmast.TypeIdx(len(m.Types) - 1),
		Body: wasmast.Expr{get(0), get(1), access(wasmast.OpI64Store, 0)}})
	m.Exports = append(m.Exports, wasmast.Export{Name: pokeExport, Desc: wasmast.ExportFunc{Func: x}})
}

func get(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }
func set(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalSet, X: x} }
func num(n int32) wasmast.Instr            { return wasmast.I32Const{Value: n} }

func plain(code wasmast.PlainOp) wasmast.Instr { return wasmast.Plain{Code: code} }

func access(code wasmast.AccessOp, offset uint32) wasmast.Instr {
	return wasmast.Access{Code: code, Arg: wasmast.MemArg{Offset: offset}}
}

// put stores an i32.
func put(at, value wasmast.Instr) wasmast.Expr {
	return wasmast.Expr{at, value, access(wasmast.OpI32Store, 0)}
}
