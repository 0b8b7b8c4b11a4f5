package validate

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// This file is the appendix "Validation Algorithm" of the specification, name by name.

// unknown is the type Unknown of a value that unreachable code pops from an empty stack. It is no value type.
const unknown wasmast.ValType = 0

// ctrl is a frame of the control stack: an entered block.
type ctrl struct {
	opcode      wasmast.Op
	start, end  []wasmast.ValType // what the block expects and what it leaves on the value stack
	height      int               // the height of the value stack at the start of the block
	unreachable bool              // the remainder of the block is unreachable
}

// labelTypes returns the types that a branch to the block takes.
func (f *ctrl) labelTypes() []wasmast.ValType {
	if f.opcode == wasmast.OpLoop.Op() {
		return f.start
	}
	return f.end
}

func (v *validator) pushVal(t wasmast.ValType) { v.vals = append(v.vals, t) }

// popVal pops a value of any type.
func (v *validator) popVal() wasmast.ValType {
	f := &v.ctrls[len(v.ctrls)-1]
	if len(v.vals) == f.height {
		if f.unreachable {
			return unknown
		}
		v.fail(TypeMismatch, "the operand stack is empty")
	}
	t := v.vals[len(v.vals)-1]
	v.vals = v.vals[:len(v.vals)-1]
	return t
}

// popExpect pops a value of the type expect, and returns the actual type.
func (v *validator) popExpect(expect wasmast.ValType) wasmast.ValType {
	//probe:value expect&31 32
	actual := v.popVal()
	if !match(actual, expect) {
		//probe:value actual&31 32
		v.fail(TypeMismatch, "expected "+expect.String()+", found "+actual.String())
	}
	return actual
}

// match reports whether two types are equal or one of them is unknown.
func match(t1, t2 wasmast.ValType) bool {
	if t1 == unknown {
		return true
	}
	if t2 == unknown {
		return true
	}
	return t1 == t2
}

func (v *validator) pushVals(ts []wasmast.ValType) { v.vals = append(v.vals, ts...) }

func (v *validator) popVals(ts []wasmast.ValType) {
	for n := len(ts) - 1; n >= 0; n-- {
		v.popExpect(ts[n])
	}
}

// peekVals is push_vals(pop_vals(ts)) of the appendix: the types popped, not the types expected, are pushed again.
func (v *validator) peekVals(ts []wasmast.ValType) {
	v.peeked = v.peeked[:0]
	for n := len(ts) - 1; n >= 0; n-- {
		v.peeked = append(v.peeked, v.popExpect(ts[n]))
	}
	for n := len(v.peeked) - 1; n >= 0; n-- {
		v.pushVal(v.peeked[n])
	}
}

func (v *validator) pushCtrl(opcode wasmast.Op, start, end []wasmast.ValType) {
	if len(v.ctrls) == MaxNesting {
		v.exceed(NestingTooDeep)
	}
	v.ctrls = append(v.ctrls, ctrl{opcode: opcode, start: start, end: end, height: len(v.vals)})
	v.pushVals(start)
}

// popCtrl checks the end of the innermost block. What the block leaves is pushed by the caller.
func (v *validator) popCtrl() {
	f := &v.ctrls[len(v.ctrls)-1]
	v.popVals(f.end)
	if len(v.vals) != f.height {
		v.fail(TypeMismatch, "more values than results at the end of the block")
	}
	v.ctrls = v.ctrls[:len(v.ctrls)-1]
}

// unreachable marks the rest of the innermost block as unreachable.
func (v *validator) unreachable() {
	f := &v.ctrls[len(v.ctrls)-1]
	v.vals = v.vals[:f.height]
	f.unreachable = true
}
