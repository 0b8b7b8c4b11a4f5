// Package capability finds out what an engine can do by asking it: which proposals it accepts, what its interface
// shows, and where its own limits are. What an engine cannot do leaves it out of a test; the table that these answers
// make tells users in advance.
package capability

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Group is a part of the table.
type Group struct {
	Title string
	Rows  []Row
}

// Row is a question and how to put it to an engine. The answer is short: "yes", "no", or a number.
type Row struct {
	Name string
	Ask  func(diff.Engine) string
}

// Table returns all questions.
func Table() []Group {
	return []Group{
		{"WebAssembly 2.0", standard()},
		{"later proposals", later()},
		{"what the interface shows", shown()},
		{"limits", limits()},
	}
}

// standard asks for the parts that 2.0 added to 1.0, each by a module that needs no other.
func standard() []Row {
	i32, i64 := []wasmast.ValType{wasmast.I32}, []wasmast.ValType{wasmast.I64}
	unary := func(t []wasmast.ValType, result []wasmast.ValType, code wasmast.PlainOp) wasmast.Module {
		return function(wasmast.FuncType{Params: t, Results: result}, wasmast.Local{Code: wasmast.OpLocalGet}, wasmast.Plain{Code: code})
	}
	memory := function(wasmast.FuncType{Params: i32}, local(0), local(0), local(0), wasmast.Memory{Code: wasmast.OpMemoryFill})
	memory.Mems = []wasmast.MemType{{}}
	global := wasmast.Module{
		Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32, Mutable: true}, Init: wasmast.Expr{wasmast.I32Const{}}}},
		Exports: []wasmast.Export{{Name: "g", Desc: wasmast.ExportGlobal{}}},
	}
	table := wasmast.TableType{Elem: wasmast.RefTypeExtern}
	return []Row{
		accepts("export of a mutable global", global),
		accepts("sign extension", unary(i32, i32, wasmast.OpI32Extend8S)),
		accepts("saturating conversion", unary([]wasmast.ValType{wasmast.F32}, i64, wasmast.OpI64TruncSatF32S)),
		accepts("multiple results", function(wasmast.FuncType{Params: i32, Results: append(i32[:1:1], i32...)}, local(0), local(0))),
		accepts("bulk memory", memory),
		accepts("reference types", wasmast.Module{Tables: []wasmast.TableType{table, table}}),
		accepts("SIMD", unary([]wasmast.ValType{wasmast.V128}, []wasmast.ValType{wasmast.V128}, wasmast.OpV128Not)),
	}
}

func local(x wasmast.LocalIdx) wasmast.Instr { return wasmast.Local{Code: wasmast.OpLocalGet, X: x} }

// function returns a module with one function, exported as f.
func function(ft wasmast.FuncType, body ...wasmast.Instr) wasmast.Module {
	return wasmast.Module{
		Types: []wasmast.FuncType{ft}, Funcs: []wasmast.Func{{Body: body}},
		Exports: []wasmast.Export{{Name: "f", Desc: wasmast.ExportFunc{}}},
	}
}

// accepts asks whether m is valid.
func accepts(name string, m wasmast.Module) Row { return acceptsBytes(name, binary.Encode(&m)) }

func acceptsBytes(name string, wasm []byte) Row {
	return Row{name, func(e diff.Engine) string {
		v := e.Validate(wasm)
		return yes(v.Kind == diff.Accept || v.Reason == diff.LaterProposal)
	}}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// later asks for proposals that came after 2.0. Whoever accepts them anyway decides nothing about modules that use
// them.
func later() []Row {
	const types, memories, code = 1, 5, 10
	extended := wasmast.Module{Globals: []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32},
		Init: wasmast.Expr{wasmast.I32Const{}, wasmast.I32Const{}, wasmast.Plain{Code: wasmast.OpI32Add}}}}}
	noType := section{types, "\x01\x60\x00\x00"}
	oneFunc := section{3, "\x01\x00"}
	return []Row{
		accepts("extended constant expressions", extended),
		acceptsBytes("tail calls", module(noType, oneFunc, section{code, "\x01\x04\x00\x12\x00\x0b"})),
		acceptsBytes("relaxed SIMD", module(noType, oneFunc,
			section{code, "\x01\x0c\x01\x01\x7b\x20\x00\x20\x00\xfd\x80\x02\x1a\x0b"})),
		acceptsBytes("several memories", module(section{memories, "\x02\x00\x00\x00\x00"})),
		acceptsBytes("64-bit memories", module(section{memories, "\x01\x04\x00"})),
		acceptsBytes("shared memories", module(section{memories, "\x01\x03\x00\x00"})),
		acceptsBytes("exceptions", module(noType, section{13, "\x01\x00\x00"})),
		acceptsBytes("typed function references", module(section{types, "\x02\x60\x00\x00\x60\x01\x63\x00\x00"})),
		acceptsBytes("garbage collection", module(section{types, "\x01\x5f\x00"})),
	}
}

// section is a section that our own syntax cannot express.
type section struct {
	id      byte
	content string // less than 128 bytes
}

func module(sections ...section) []byte {
	wasm := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range sections {
		wasm = append(append(wasm, s.id, byte(len(s.content))), s.content...)
	}
	return wasm
}

// shown asks what of an instance can be compared.
func shown() []Row {
	vector := function(wasmast.FuncType{Results: []wasmast.ValType{wasmast.V128}}, wasmast.V128Const{})
	tabled := function(wasmast.FuncType{})
	tabled.Tables = []wasmast.TableType{{Elem: wasmast.RefTypeFunc, Limits: wasmast.Limits{Min: 1}}}
	tabled.Elems = []wasmast.Elem{{Type: wasmast.RefTypeFunc, Init: []wasmast.Expr{{wasmast.RefFunc{}}},
		Mode: wasmast.ElemActive{Offset: wasmast.Expr{wasmast.I32Const{}}}}}
	recursive := function(wasmast.FuncType{}, wasmast.Call{})
	f := diff.Call{Func: "f"}
	return []Row{
		{"v128 in the type of an export", func(e diff.Engine) string { return yes(run(e, &vector, f).Inconclusive == "") }},
		{"the same, as two i64", func(e diff.Engine) string {
			return yes(run(e, diff.Expose(&vector, wasmast.V2), f).Inconclusive == "")
		}},
		{"elements of tables", func(e diff.Engine) string {
			o := run(e, diff.Expose(&tabled, wasmast.V2))
			return yes(len(o.State.Tables) == 1 && len(o.State.Tables[0].Elems) == 1)
		}},
		{"which function an element is", func(e diff.Engine) string {
			o := run(e, diff.Expose(&tabled, wasmast.V2))
			return yes(len(o.State.Tables) == 1 && len(o.State.Tables[0].Elems) == 1 && o.State.Tables[0].Elems[0].Ref != diff.SomeRef)
		}},
		{"stack exhaustion", func(e diff.Engine) string { return yes(run(e, &recursive, f).Inconclusive == diff.StackExhausted) }},
	}
}

// run runs calls on m as it is.
func run(e diff.Engine, m *wasmast.Module, calls ...diff.Call) diff.Outcome {
	script, err := diff.NewScript(m, calls)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return e.Run(binary.Encode(m), script)
}

// limits asks how much of something an engine accepts, by powers of two.
func limits() []Row {
	return []Row{
		largest("parameters", 12, func(n int) wasmast.Module {
			return function(wasmast.FuncType{Params: integers(n)})
		}),
		largest("locals", 16, func(n int) wasmast.Module {
			m := function(wasmast.FuncType{})
			m.Funcs[0].Locals = integers(n)
			return m
		}),
		largest("nested blocks", 12, func(n int) wasmast.Module {
			var body wasmast.Expr
			for range n {
				body = wasmast.Expr{wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: body}}
			}
			return function(wasmast.FuncType{}, body...)
		}),
		largest("functions", 16, func(n int) wasmast.Module {
			return wasmast.Module{Types: []wasmast.FuncType{{}}, Funcs: make([]wasmast.Func, n)}
		}),
		largest("memory pages", 16, func(n int) wasmast.Module {
			return wasmast.Module{Mems: []wasmast.MemType{{Limits: wasmast.Limits{Min: uint32(n)}}}}
		}),
	}
}

// integers returns n times the type i32.
func integers(n int) []wasmast.ValType {
	ts := make([]wasmast.ValType, n)
	for i := range ts {
		ts[i] = wasmast.I32
	}
	return ts
}

// largest asks for the number of something up to which modules are accepted, by powers of two. The answer ends in a
// plus if the engine accepted the largest, which is 1<<top.
func largest(name string, top int, make func(n int) wasmast.Module) Row {
	return Row{name, func(e diff.Engine) string {
		accepted := 0
		for power := range top + 1 {
			m := make(1 << power)
			if e.Validate(binary.Encode(&m)).Kind != diff.Accept {
				return fmt.Sprint(accepted)
			}
			accepted = 1 << power
		}
		return fmt.Sprintf("%d+", accepted)
	}}
}
