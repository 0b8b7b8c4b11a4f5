package diff

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// The modules below are for engines that are driven by scripts of the specification's test suite. Of what happens they
// show only results of calls, and what the host functions of the suite print.

// PrintModule is the module name from which the module that MemoryPrinter returns imports the exports of Printer.
const PrintModule = "wasmfuzz:print"

// The exports of these modules.
const (
	PrintEnd    = "end"    // a function of type [] -> [f32], a type that no function of a shim has
	PrintMemory = "memory" // a function of type [] -> [i32]
)

var printFuncs = []struct {
	name string
	t    wasmast.ValType
}{{"print_i32", wasmast.I32}, {"print_i64", wasmast.I64}}

// importPrinters adds the functions that print an i32 (function 0) and an i64 (function 1).
func importPrinters(m *wasmast.Module, module string) {
	for _, f := range printFuncs {
		ft := wasmast.FuncType{Params: []wasmast.ValType{f.t}}
		m.Imports = append(m.Imports, wasmast.Import{Module: module, Name: f.name, Desc: wasmast.ImportFunc{Type: withType(m, ft)}})
	}
}

// Printer returns a module that exports what prints numbers, so that it can be imported also when a test has a module
// of its own by the name of the suite's host. The result of its function PrintEnd can mark the end of an answer.
func Printer() *wasmast.Module {
	m := &wasmast.Module{}
	importPrinters(m, "spectest")
	for i, f := range printFuncs {
		export(m, f.name, wasmast.ExportFunc{Func: wasmast.FuncIdx(i)})
	}
	end := withFunc(m, wasmast.FuncType{Results: []wasmast.ValType{wasmast.F32}}, nil, wasmast.Expr{wasmast.F32Const{Value: 0x3F800000}})
	export(m, PrintEnd, wasmast.ExportFunc{Func: end})
	return m
}

// MaxPrinted is the size in pages up to which a memory is printed.
const MaxPrinted = maxPages

// MemoryPrinter returns a module whose function PrintMemory prints the memory of the given name, which is imported from
// HostModule: the address of each i64 that is not zero, as an i32, followed by the i64. The result is the number of
// pages; of a memory of more than 256, nothing is printed.
func MemoryPrinter(name string) *wasmast.Module {
	m := &wasmast.Module{}
	importPrinters(m, PrintModule)
	m.Imports = append(m.Imports, wasmast.Import{Module: HostModule, Name: name, Desc: wasmast.ImportMem{}})
	i32s := []wasmast.ValType{wasmast.I32}
	used := withFunc(m, wasmast.FuncType{Params: i32s, Results: i32s}, nil, blockUsed())
	block := withFunc(m, wasmast.FuncType{Params: i32s}, []wasmast.ValType{wasmast.I32, wasmast.I64}, printBlock())
	const address = 0
	size := wasmast.Memory{Code: wasmast.OpMemorySize}
	all := wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
		get(address), i32(16), op(wasmast.OpI32ShrU), size, op(wasmast.OpI32LtU), when(
			get(address), wasmast.Call{Func: used}, when(get(address), wasmast.Call{Func: block}),
			get(address), i32(printedBlock), op(wasmast.OpI32Add), set(address),
			wasmast.Branch{Code: wasmast.OpBr, Label: 1},
		),
	}}
	export(m, PrintMemory, wasmast.ExportFunc{Func: withFunc(m, wasmast.FuncType{Results: i32s}, i32s, wasmast.Expr{
		size, i32(MaxPrinted), op(wasmast.OpI32LeU), when(all), size,
	})})
	return m
}

// printedBlock is the number of bytes that are looked at together, since most are zero and slow engines take a step
// for each instruction.
const printedBlock = 1 << 10

// blockUsed is the body of a function that tells whether a byte of the block at an address is not zero.
func blockUsed() wasmast.Expr {
	const address = 0
	var body wasmast.Expr
	for offset := uint32(0); offset < printedBlock; offset += 16 {
		body = append(body, get(address), wasmast.Access{Code: wasmast.OpV128Load, Arg: wasmast.MemArg{Offset: offset}})
		if offset > 0 {
			body = append(body, op(wasmast.OpV128Or))
		}
	}
	return append(body, op(wasmast.OpV128AnyTrue))
}

// printBlock is the body of the function that prints the block at an address.
func printBlock() wasmast.Expr {
	const address, end, word = 0, 1, 2
	return wasmast.Expr{
		get(address), i32(printedBlock), op(wasmast.OpI32Add), set(end),
		wasmast.Block{Code: wasmast.OpLoop, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{
			get(address), wasmast.Access{Code: wasmast.OpI64Load}, tee(word), i64(0), op(wasmast.OpI64Ne), when(
				get(address), wasmast.Call{Func: 0}, get(word), wasmast.Call{Func: 1},
			),
			get(address), i32(8), op(wasmast.OpI32Add), tee(address), get(end), op(wasmast.OpI32Ne),
			wasmast.Branch{Code: wasmast.OpBrIf, Label: 0},
		}},
	}
}
