package interp

import (
	"math"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// valTypes is sliced for the type of a block with one result.
var valTypes = [...]wasmast.ValType{
	wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef, wasmast.ExternRef,
}

// blockType returns the parameters and results of a block.
func (inst *instance) blockType(t wasmast.BlockType) (params, results []wasmast.ValType) {
	switch t := t.(type) {
	case wasmast.BlockVal:
		i := slices.Index(valTypes[:], t.Type)
		return nil, valTypes[i : i+1]
	case wasmast.BlockFunc:
		ft := &inst.module.Types[t.Type]
		return ft.Params, ft.Results
	}
	return nil, nil
}

// open begins a block whose label takes values of the given types along and that has the last operands on the
// stack as its own.
func (c *compiler) open(types []wasmast.ValType, operands int) {
	l := label{types: types, slot: c.top, height: len(c.stack) - operands}
	if operands > 0 {
		l.slot = int(c.stack[l.height].home)
	}
	c.labels = append(c.labels, l)
}

// end ends the innermost block. falls says whether execution reaches the end of its body, with the results as the
// last operands; if it does not, the operands are of no interest. It reports whether execution goes on behind
// the block.
func (c *compiler) end(falls bool) bool {
	l := &c.labels[len(c.labels)-1]
	if l.chain != 0 {
		if falls {
			c.settle(l)
		}
		c.bind(l)
		c.cut(l)
		c.pushHome(l.types)
		falls = true
	}
	c.labels = c.labels[:len(c.labels)-1]
	return falls
}

// settle copies the values that go to l to where they have to be, but leaves the stack as it is. In this order no
// copy overwrites the home of a value to be copied: homes are never below their destinations.
func (c *compiler) settle(l *label) {
	to := l.slot
	for _, o := range c.stack[len(c.stack)-len(l.types):] {
		c.move(uint16(to), o)
		to++
		if o.wide {
			to++
		}
	}
}

// cut removes the operands of l's block.
func (c *compiler) cut(l *label) {
	for len(c.stack) > l.height {
		c.pop()
	}
	c.top = l.slot
}

// jump emits a branch to l.
func (c *compiler) jump(in instr, l *label) {
	if l.loop {
		in.a = uint16(min(cost(len(c.code)-l.start), math.MaxUint16))
		in.imm |= uint64(l.start)
		c.emit(in)
		return
	}
	in.imm |= uint64(l.chain)
	c.emit(in)
	l.chain = uint32(len(c.code))
}

// bind makes the branches to l go here.
func (c *compiler) bind(l *label) {
	for at := l.chain; at != 0; {
		in := &c.code[at-1]
		at = uint32(in.imm)
		in.imm = in.imm>>32<<32 | uint64(len(c.code))
	}
	c.fresh = 0
}

func (c *compiler) block(i wasmast.Block) bool {
	params, results := c.inst.blockType(i.Type)
	c.preserveAll()
	if i.Code == wasmast.OpBlock {
		c.open(results, len(params))
		return c.end(c.body(i.Body))
	}
	c.homeLast(len(params))
	c.open(params, len(params))
	l := &c.labels[len(c.labels)-1]
	l.loop, l.start = true, len(c.code)
	c.fresh = 0
	return c.end(c.body(i.Body))
}

func (c *compiler) ifElse(i wasmast.If) bool {
	params, results := c.inst.blockType(i.Type)
	skip := c.condition()
	skip.op ^= 1
	c.preserveAll()
	if len(i.Else) == 0 { // then the parameters are the results
		c.homeLast(len(params))
	}
	c.open(results, len(params))
	operands := slices.Clone(c.stack[len(c.stack)-len(params):])
	var otherwise label
	c.jump(skip, &otherwise)
	falls := c.body(i.Then)
	l := &c.labels[len(c.labels)-1]
	if falls {
		c.settle(l)
		if len(i.Else) > 0 {
			c.jump(instr{op: opcode(wasmast.OpBr)}, l)
		}
	}
	c.bind(&otherwise)
	c.cut(l)
	for _, o := range operands {
		c.push(o)
	}
	return c.end(c.body(i.Else))
}

// condition pops an i32 and returns the branch that is taken if it is not zero, still without its target. A
// comparison just computed becomes part of it. With the last bit of its opcode flipped, the branch is taken in
// the opposite case.
func (c *compiler) condition() instr {
	in := instr{op: opIfI32Eqz ^ 1, b: c.use(c.pop())}
	for c.fresh > 0 {
		last := c.code[len(c.code)-1]
		cmp := branchForm[last.op]
		if last.a != in.b || cmp == 0 || int64(int32(last.imm)) != int64(last.imm) {
			break
		}
		c.code = c.code[:len(c.code)-1]
		c.fresh--
		negated := in.op == opIfI32Eqz
		in = instr{op: cmp, b: last.b, c: last.c, imm: last.imm << 32}
		if negated {
			in.op ^= 1
		}
		if in.op|1 != opIfI32Eqz|1 {
			break
		}
	}
	return in
}

// direct makes a branch to l a single instruction, if the values that it takes along can be where they have to be
// without being moved.
func (c *compiler) direct(l *label) bool {
	first := len(c.stack) - len(l.types)
	if len(l.types) > 0 && int(c.stack[first].home) != l.slot {
		return false
	}
	c.homeLast(len(l.types))
	return true
}

// label returns the label with an index.
func (c *compiler) label(x wasmast.LabelIdx) *label { return &c.labels[len(c.labels)-1-int(x)] }

func (c *compiler) branch(i wasmast.Branch) bool {
	l := c.label(i.Label)
	if i.Code == wasmast.OpBr {
		c.depart(l)
		return false
	}
	in := c.condition()
	if c.direct(l) {
		c.jump(in, l)
		return true
	}
	var past label
	in.op ^= 1
	c.jump(in, &past)
	c.depart(l)
	c.bind(&past)
	return true
}

// depart emits an unconditional branch to l. It leaves the stack as it is.
func (c *compiler) depart(l *label) {
	if l == &c.labels[0] {
		c.leave()
		return
	}
	c.settle(l)
	c.jump(instr{op: opcode(wasmast.OpBr)}, l)
}

// branchTable emits br_table and behind it, as its table, a br for each label. A label to which values would have
// to be moved is reached by way of code behind the table.
func (c *compiler) branchTable(i wasmast.BranchTable) {
	in := instr{op: opcode(wasmast.OpBrTable), b: c.use(c.pop()), imm: uint64(len(i.Labels))}
	c.homeLast(len(c.label(i.Default).types))
	c.emit(in)
	var far []*label
	for _, x := range append(i.Labels[:len(i.Labels):len(i.Labels)], i.Default) {
		l := c.label(x)
		if c.direct(l) {
			c.jump(instr{op: opcode(wasmast.OpBr)}, l)
			continue
		}
		if l.detour == nil {
			l.detour = new(label)
			far = append(far, l)
		}
		c.jump(instr{op: opcode(wasmast.OpBr)}, l.detour)
	}
	for _, l := range far {
		c.bind(l.detour)
		c.depart(l)
		l.detour = nil
	}
}

// leave emits a return of the last operands. It leaves the stack as it is.
func (c *compiler) leave() {
	in := instr{op: opcode(wasmast.OpReturn), a: uint16(widths(c.results)), b: uint16(c.base)}
	if len(c.results) == 1 {
		in.b = c.use(c.stack[len(c.stack)-1])
	} else {
		c.settle(&label{types: c.results, slot: c.base})
	}
	c.emit(in)
}
