// Package wasmmut mutates and draws WebAssembly modules and their parts.
//
// The mutators are derived: derived.go is generated from the types of package
// wasmast by mutate/derive, and mutate's combinators say what they do. Three facts
// about those types do most of the work:
//
//   - Operators are grouped by type. An instruction has as mutants the operators of
//     its own type and one of each other type, so that every operator is two steps
//     away and most steps keep a body valid.
//   - Index spaces are types. A function index goes from call to ref.func, and never
//     to local.get.
//   - The first row of the instruction table is nop: that is the instruction from
//     which bodies grow, and not unreachable, after which anything is valid.
package wasmmut

import (
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

//go:generate go run ../derive -pkg github.com/wasmfuzz/wasmfuzz/wasmast -type Module -out derived.go

var mutators = derive()

// Module returns the mutator of modules. Its default is the empty module.
func Module() mutate.Mutator[wasmast.Module] { return mutators.Module }

// Func returns the mutator of functions. Its default is a function of type 0
// without locals and instructions.
func Func() mutate.Mutator[wasmast.Func] { return mutators.Func }

// FuncType returns the mutator of function types. Its default is [] -> [].
func FuncType() mutate.Mutator[wasmast.FuncType] { return mutators.FuncType }

// Expr returns the mutator of expressions. Its default is the empty one.
func Expr() mutate.Mutator[wasmast.Expr] { return mutators.Expr }

// Instr returns the mutator of instructions. Its default is nop.
func Instr() mutate.Mutator[wasmast.Instr] { return mutators.Instr }

// ValType returns the mutator of value types. Its default is i32.
func ValType() mutate.Mutator[wasmast.ValType] { return mutators.ValType }
