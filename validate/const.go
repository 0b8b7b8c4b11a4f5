package validate

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// constExpr checks that e is a constant expression (section 3.3.10.2) with a result of type t.
func (v *validator) constExpr(e wasmast.Expr, t wasmast.ValType) {
	v.path = append(v.path, 0)
	v.pushCtrl(wasmast.OpBlock.Op(), nil, single(t))
	for n, i := range e {
		v.path[len(v.path)-1] = n
		v.constant(i)
		v.instr(i)
	}
	v.leave(e)
}

// constant checks that i is a constant instruction.
func (v *validator) constant(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.I32Const, wasmast.I64Const, wasmast.F32Const, wasmast.F64Const, wasmast.V128Const, wasmast.RefNull:
	case wasmast.RefFunc:
		v.function(i.Func)
		v.refs[i.Func] = true
	case wasmast.Global:
		if i.Code != wasmast.OpGlobalGet {
			v.fail(ConstantRequired, i.Code.String())
		}
		if v.global(i.X).Mutable {
			v.fail(ConstantRequired, "global.get of a variable")
		}
	case wasmast.Plain:
		v.extended(i.Code)
	default:
		v.fail(ConstantRequired, i.Op().String())
	}
}

// extended checks that an operator is constant by the proposal "Extended Constant Expressions".
func (v *validator) extended(code wasmast.PlainOp) {
	if !v.features.Has(wasmast.ExtendedConst) {
		v.fail(ConstantRequired, code.String())
	}
	switch code {
	case wasmast.OpI32Add, wasmast.OpI32Sub, wasmast.OpI32Mul, wasmast.OpI64Add, wasmast.OpI64Sub, wasmast.OpI64Mul:
	default:
		v.fail(ConstantRequired, code.String())
	}
}

// identity holds each value type at its own index.
var identity = [...]wasmast.ValType{
	wasmast.I32: wasmast.I32, wasmast.I64: wasmast.I64, wasmast.F32: wasmast.F32, wasmast.F64: wasmast.F64,
	wasmast.V128: wasmast.V128, wasmast.FuncRef: wasmast.FuncRef, wasmast.ExternRef: wasmast.ExternRef,
}

// single returns the list [t] without allocating it.
func single(t wasmast.ValType) []wasmast.ValType { return identity[t : int(t)+1 : int(t)+1] }
