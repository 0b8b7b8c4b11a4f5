//go:build ignore

// Gen writes seeds/*.wasm: one module for each text in wat, and for each group of operators in the instruction
// table one module that applies all of them.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bytecodealliance/wasmtime-go/v39"
	ast "github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// chunk is the largest number of operators in one module.
const chunk = 24

func main() {
	log.SetFlags(0)
	out := flag.String("o", "seeds", "the `directory` to write")
	flag.Parse()
	if err := assemble("wat", *out); err != nil {
		log.Fatal(err)
	}
	for name, m := range families() {
		if err := os.WriteFile(filepath.Join(*out, name+".wasm"), binary.Encode(m), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// assemble translates the texts of one directory.
func assemble(from, to string) error {
	names, err := filepath.Glob(filepath.Join(from, "*.wat"))
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		wasm, err := wasmtime.Wat2Wasm(string(text))
		if err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
		if wasm, err = withoutNames(wasm); err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".wat") + ".wasm"
		if err := os.WriteFile(filepath.Join(to, base), wasm, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// withoutNames drops the name section, whose mutants would only be a burden.
func withoutNames(wasm []byte) ([]byte, error) {
	m, err := binary.Decode(wasm)
	if err != nil {
		return nil, err
	}
	m.Customs = slices.DeleteFunc(m.Customs, func(c ast.Custom) bool { return c.Name == "name" })
	return binary.Encode(m), nil
}

// families returns the modules made from the table. Operators with the same type go together.
func families() map[string]*ast.Module {
	groups := map[string][]ast.Op{}
	for op := range ast.Op(ast.NumOps) {
		if i := op.Info(); !i.Rule && sample(op) != nil {
			name := groupName(i)
			groups[name] = append(groups[name], op)
		}
	}
	modules := map[string]*ast.Module{}
	for name, ops := range groups {
		n := 0
		for part := range slices.Chunk(ops, chunk) {
			modules[fmt.Sprintf("%s-%d", name, n)] = module(part)
			n++
		}
	}
	return modules
}

// groupName names a shape and a type, as in plain-i32-i32-to-i64.
func groupName(i *ast.Info) string {
	parts := []string{strings.ToLower(i.Shape.String())}
	for _, t := range i.Params {
		parts = append(parts, t.String())
	}
	parts = append(parts, "to")
	for _, t := range i.Results {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, "-")
}

// sample returns the operator with simple immediates, or nil for the shapes that need more of a module than the
// ones made here have; the texts cover those.
func sample(op ast.Op) ast.Instr {
	i := op.Info()
	switch i.Shape {
	case ast.ShapePlain:
		return ast.Plain{Code: ast.PlainOp(op)}
	case ast.ShapeLane:
		return ast.Lane{Code: ast.LaneOp(op), Lane: ast.LaneIdx(i.Size - 1)}
	case ast.ShapeAccess:
		return ast.Access{Code: ast.AccessOp(op), Arg: ast.MemArg{Offset: i.Size}}
	case ast.ShapeAccessLane:
		return ast.AccessLane{Code: ast.AccessLaneOp(op), Arg: ast.MemArg{Offset: i.Size}, Lane: 1}
	case ast.ShapeMemory:
		return ast.Memory{Code: ast.MemoryOp(op)}
	}
	return nil
}

// module has one function "f" with the operators' parameters. It applies each operator to its parameters; if the
// result can be the first operand of the next, it is, else it is kept in a global.
func module(ops []ast.Op) *ast.Module {
	i := ops[0].Info()
	m := &ast.Module{
		Types:   []ast.FuncType{{Params: i.Params, Results: i.Results}},
		Mems:    []ast.MemType{{Limits: ast.Limits{Min: 1}}},
		Exports: []ast.Export{{Name: "f", Desc: ast.ExportFunc{}}},
	}
	chain := i.Shape == ast.ShapePlain && len(i.Results) == 1 && len(i.Params) > 0 && i.Results[0] == i.Params[0] && !slices.Contains(i.Params, ast.V128)
	var body ast.Expr
	for n, op := range ops {
		for p := range i.Params {
			if n == 0 || p > 0 || !chain {
				body = append(body, ast.Local{Code: ast.OpLocalGet, X: ast.LocalIdx(p)})
			}
		}
		body = append(body, sample(op))
		if n < len(ops)-1 && len(i.Results) == 1 && !chain {
			body = append(body, keep(m, i.Results[0]))
		}
	}
	m.Funcs = []ast.Func{{Body: body}}
	return m
}

// keep returns the instruction that puts a value of type t in the module's global, which it adds if need be.
func keep(m *ast.Module, t ast.ValType) ast.Instr {
	if len(m.Globals) == 0 {
		zero := map[ast.ValType]ast.Instr{
			ast.I32: ast.I32Const{}, ast.I64: ast.I64Const{}, ast.F32: ast.F32Const{}, ast.F64: ast.F64Const{}, ast.V128: ast.V128Const{},
		}[t]
		m.Globals = []ast.GlobalDef{{Type: ast.GlobalType{Type: t, Mutable: true}, Init: ast.Expr{zero}}}
	}
	return ast.Global{Code: ast.OpGlobalSet}
}
