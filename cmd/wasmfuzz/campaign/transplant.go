package campaign

import (
	"bytes"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// BodiesOf returns the bodies of all functions in modules as bodies for the signature sig, see Bodies.
func BodiesOf(modules []wasmast.Module, sig wasmast.FuncType) []Body {
	var bodies []Body
	for _, m := range modules {
		bodies = append(bodies, Bodies(&m, sig)...)
	}
	return bodies
}

// Bodies returns the bodies of all functions of m as bodies for the signature sig. A function without a type is left out.
// If m is a stub for sig, its body is returned alone and as it is.
func Bodies(m *wasmast.Module, sig wasmast.FuncType) []Body {
	if b, ok := bodyOf(m, sig); ok {
		return []Body{b}
	}
	var bodies []Body
	for _, f := range m.Funcs {
		if int64(f.Type) < int64(len(m.Types)) {
			bodies = append(bodies, Transplant(m, f, m.Types[f.Type], sig))
		}
	}
	return bodies
}

// bodyOf returns the body of which m is the stub.
func bodyOf(m *wasmast.Module, sig wasmast.FuncType) (Body, bool) {
	if len(m.Funcs) <= int(entryFunc) {
		return Body{}, false
	}
	b := Body{Locals: m.Funcs[entryFunc].Locals, Code: m.Funcs[entryFunc].Body}
	stub := Stub(sig, b)
	return b, bytes.Equal(binary.Encode(&stub), binary.Encode(m))
}

// Transplant returns a body for the signature sig that does what f does, a function of the module m. The parameters of
// f become locals, which begin with parameters of sig where there are some of their types; its results and the globals
// that it uses become globals of the stub. The body is valid if f refers to nothing else that the stub does not have
// too.
func Transplant(m *wasmast.Module, f wasmast.Func, ft, sig wasmast.FuncType) Body {
	t := transplant{globals: m.GlobalTypes()}
	if slices.Equal(ft.Params, sig.Params) && slices.Equal(ft.Results, sig.Results) {
		return Body{Locals: f.Locals, Code: t.expr(f.Body)}
	}
	t.shift = wasmast.LocalIdx(len(sig.Params))
	var code wasmast.Expr
	for i, p := range ft.Params {
		if e := supply(p, sig.Params); e != nil {
			code = append(append(code, e...), wasmast.Local{Code: wasmast.OpLocalSet, X: t.shift + wasmast.LocalIdx(i)})
		}
	}
	code = append(code, t.expr(f.Body)...)
	for _, r := range slices.Backward(ft.Results) {
		code = append(code, wasmast.Global{Code: wasmast.OpGlobalSet, X: variableOf(r)})
	}
	for _, r := range sig.Results {
		code = append(code, wasmast.Global{Code: wasmast.OpGlobalGet, X: variableOf(r)})
	}
	return Body{Locals: slices.Concat(ft.Params, f.Locals), Code: code}
}

// supply returns code that makes a value of type t from the parameters, or nil if none is suitable.
func supply(t wasmast.ValType, params []wasmast.ValType) wasmast.Expr {
	if i := slices.Index(params, t); i >= 0 {
		return wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet, X: wasmast.LocalIdx(i)}}
	}
	for i, p := range params {
		if op, ok := conversion(p, t); ok {
			return wasmast.Expr{wasmast.Local{Code: wasmast.OpLocalGet, X: wasmast.LocalIdx(i)}, wasmast.Plain{Code: op}}
		}
	}
	return nil
}

// conversion returns the last operator of type [from] -> [to] in the instruction table. It does not trap: saturating
// conversions stand behind the others.
func conversion(from, to wasmast.ValType) (wasmast.PlainOp, bool) {
	for op := wasmast.Op(wasmast.NumOps) - 1; op > 0; op-- {
		i := op.Info()
		if i.Shape == wasmast.ShapePlain && slices.Equal(i.Params, []wasmast.ValType{from}) && slices.Equal(i.Results, []wasmast.ValType{to}) {
			return wasmast.PlainOp(op), true
		}
	}
	return 0, false
}

// transplant says what becomes of the indices in a body.
type transplant struct {
	shift   wasmast.LocalIdx     // is added to those of locals
	globals []wasmast.GlobalType // those of the module; one of the stub's of the same type takes their place
}

func (t *transplant) expr(e wasmast.Expr) wasmast.Expr {
	out := slices.Clone(e)
	for i, instr := range out {
		switch instr := instr.(type) {
		case wasmast.Local:
			instr.X += t.shift
			out[i] = instr
		case wasmast.Global:
			if int64(instr.X) < int64(len(t.globals)) {
				instr.X = variableOf(t.globals[instr.X].Type)
			}
			out[i] = instr
		case wasmast.Block:
			instr.Body = t.expr(instr.Body)
			out[i] = instr
		case wasmast.If:
			instr.Then, instr.Else = t.expr(instr.Then), t.expr(instr.Else)
			out[i] = instr
		}
	}
	return out
}
