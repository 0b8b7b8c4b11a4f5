package interp

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// source is where a value on the operand stack is found. Each has a slot of its own, its home, but a local or
// a constant goes there only when it must: before the local changes, where control flow merges, as an argument.
type source struct {
	place  place
	wide   bool
	home   uint16
	local  wasmast.LocalIdx // if it is inLocal
	below  int              // the value of latest that this one has replaced, if it is inLocal
	lo, hi uint64           // if it is constant
}

// place says where the value of an operand is.
type place byte

const (
	inHome place = iota
	inLocal
	constant
)

// push pushes an operand and gives it a home, which it returns.
func (c *compiler) push(o source) uint16 {
	o.home = uint16(c.top)
	c.top++
	if o.wide {
		c.top++
	}
	c.slots = max(c.slots, c.top)
	c.stack = append(c.stack, o)
	return o.home
}

// pop pops an operand. Its home is free once the next instruction has been emitted.
func (c *compiler) pop() source {
	last := len(c.stack) - 1
	o := c.stack[last]
	c.stack = c.stack[:last]
	c.top = int(o.home)
	if o.place == inLocal {
		c.release(&o)
	}
	return o
}

// release ends that an operand is a local. No operand above it is the same local.
func (c *compiler) release(o *source) {
	c.locals[o.local].latest = o.below
	c.borrowed--
}

// constant pushes a constant.
func (c *compiler) constant(wide bool, lo, hi uint64) {
	c.push(source{place: constant, wide: wide, lo: lo, hi: hi})
}

// result emits an instruction that computes an operand and pushes that.
func (c *compiler) result(in instr, wide bool) {
	in.a = c.push(source{wide: wide})
	c.code = append(c.code, in)
	c.fresh++
}

// slot is where the value of an operand is that is not constant.
func (c *compiler) slot(o source) uint16 {
	if o.place == inLocal {
		return c.locals[o.local].slot
	}
	return o.home
}

// use returns the slot of a value just popped, which is the home of a constant.
func (c *compiler) use(o source) uint16 {
	if o.place == constant {
		c.move(o.home, o)
		return o.home
	}
	return c.slot(o)
}

// move copies a value.
func (c *compiler) move(to uint16, o source) {
	if o.place == constant {
		c.emit(instr{op: opConst, a: to, imm: o.lo})
		if o.wide {
			c.emit(instr{op: opConst, a: to + 1, imm: o.hi})
		}
		return
	}
	in := instr{op: opMove, a: to, b: c.slot(o)}
	if o.wide {
		in.op = opMoveWide
	}
	if in.a != in.b {
		c.emit(in)
	}
}

// goHome copies the operand at index i of the stack to its home. No operand above it is the same local.
func (c *compiler) goHome(i int) {
	o := &c.stack[i]
	if o.place == inHome {
		return
	}
	c.move(o.home, *o)
	if o.place == inLocal {
		c.release(o)
	}
	o.place = inHome
}

// homeLast copies the last n operands to their homes.
func (c *compiler) homeLast(n int) {
	for i := range n {
		c.goHome(len(c.stack) - 1 - i)
	}
}

// popHome pops n operands that have to be in their homes, which are adjacent, and returns the first home.
func (c *compiler) popHome(n int) uint16 {
	c.homeLast(n)
	for range n {
		c.pop()
	}
	return uint16(c.top)
}

// pushHome pushes operands that are in their homes.
func (c *compiler) pushHome(types []wasmast.ValType) {
	for _, t := range types {
		c.push(source{wide: t == wasmast.V128})
	}
}

// get pushes a local.
func (c *compiler) get(x wasmast.LocalIdx) {
	l := &c.locals[x]
	c.push(source{place: inLocal, wide: l.wide, local: x, below: l.latest})
	l.latest = len(c.stack)
	c.borrowed++
}

// assign sets a local to an operand just popped. Operands that are the local's old value are copied before. If
// the last instruction computed the new value, it writes to the local directly instead.
func (c *compiler) assign(x wasmast.LocalIdx, o source) {
	l := &c.locals[x]
	if o.place == inLocal && o.local == x {
		return
	}
	last := len(c.code) - 1
	if o.place == inHome && c.fresh > 0 && c.code[last].a == o.home {
		in := c.code[last]
		c.code = c.code[:last]
		c.preserve(x)
		in.a = l.slot
		c.emit(in)
		return
	}
	c.preserve(x)
	c.move(l.slot, o)
}

// preserve copies the operands that are the local x to their homes.
func (c *compiler) preserve(x wasmast.LocalIdx) {
	for c.locals[x].latest > 0 {
		c.goHome(c.locals[x].latest - 1)
	}
}

// preserveAll copies the operands that are locals to their homes, since the locals may change in a block that
// begins, or change on one of the ways through it.
func (c *compiler) preserveAll() {
	for i := len(c.stack) - 1; c.borrowed > 0; i-- {
		if c.stack[i].place == inLocal {
			c.goHome(i)
		}
	}
}
