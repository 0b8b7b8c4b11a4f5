//probe:omit

package interp

import (
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// anyValue is a bound beyond every i32.
const anyValue = 1 << 32

// simple executes the instructions that have immediates but no labels.
func (m *shadowMachine[S]) simple(at Site, fr *shadowFrame) error {
	inst := fr.f.inst
	switch i := at.Instr.(type) {
	case wasmast.I32Const:
		return m.result(at, nil, store.I32(i.Value), "")
	case wasmast.I64Const:
		return m.result(at, nil, store.I64(i.Value), "")
	case wasmast.F32Const:
		return m.result(at, nil, store.F32(i.Value), "")
	case wasmast.F64Const:
		return m.result(at, nil, store.F64(i.Value), "")
	case wasmast.V128Const:
		return m.result(at, nil, store.V128(i.Value), "")
	case wasmast.RefNull:
		return m.result(at, nil, store.Null(i.Type), "")
	case wasmast.RefFunc:
		return m.result(at, nil, store.Value{Type: wasmast.FuncRef, Lo: inst.funcs[i.Func].reference()}, "")
	case wasmast.SelectT:
		return m.choose(at)
	case wasmast.Lane, wasmast.Shuffle:
		return m.operator(at)
	case wasmast.Local:
		return m.local(at, fr, i)
	case wasmast.Global:
		return m.global(at, inst.globals[i.X], i.Code)
	case wasmast.Access:
		return m.access(at, inst.mem, i.Arg.Offset)
	case wasmast.AccessLane:
		return m.access(at, inst.mem, i.Arg.Offset)
	}
	return m.storage(at, inst)
}

func (m *shadowMachine[S]) local(at Site, fr *shadowFrame, i wasmast.Local) error {
	x := fr.locals + int(i.X)
	switch i.Code {
	case wasmast.OpLocalGet:
		return m.result(at, m.stack[x:x+1], m.stack[x].Value, "")
	case wasmast.OpLocalSet:
		m.stack[x] = m.pop()
	case wasmast.OpLocalTee:
		m.stack[x] = m.stack[len(m.stack)-1]
	}
	return nil
}

func (m *shadowMachine[S]) global(at Site, g *store.Global, code wasmast.GlobalOp) error {
	if code == wasmast.OpGlobalGet {
		v := Shadowed[S]{g.Value(), m.globals[g]}
		return m.result(at, []Shadowed[S]{v}, v.Value, "")
	}
	v := m.pop()
	g.Lo, g.Hi, m.globals[g] = v.Lo, v.Hi, v.Shadow
	return nil
}

// access executes a load or a store.
func (m *shadowMachine[S]) access(at Site, mem *store.Memory, offset uint32) error {
	info := at.Instr.Op().Info()
	operands := m.popN(len(info.Params))
	i, err := m.address(at, operands[0], mem, uint64(offset), uint64(info.Size))
	if err != nil {
		return err
	}
	var other Shadowed[S] // than the address
	if len(operands) == 2 {
		other = operands[1]
	}
	data, shadows := mem.Data[i:][:info.Size], m.mems[mem]
	of := make([]S, info.Size)
	if len(info.Results) == 0 {
		r, _ := Apply(at.Instr, wasmast.Vec128{Lo: other.Lo, Hi: other.Hi})
		b := v128{r.Lo, r.Hi}.bytes()
		copy(data, b[:])
		m.domain.Store(at, other, of)
		for k, s := range of {
			shadows.set(i+uint64(k), s)
		}
		return nil
	}
	var b [16]byte
	copy(b[:], data)
	x := vectorOf(b)
	r, _ := Apply(at.Instr, wasmast.Vec128{Lo: x.lo, Hi: x.hi}, wasmast.Vec128{Lo: other.Lo, Hi: other.Hi})
	for k := range of {
		of[k] = shadows.get(i + uint64(k))
	}
	v := store.Value{Type: info.Results[0], Lo: r.Lo, Hi: r.Hi}
	m.push(Shadowed[S]{v, m.domain.Load(at, of, other, v)})
	return nil
}

// address returns the effective address of an access to n bytes.
func (m *shadowMachine[S]) address(at Site, v Shadowed[S], mem *store.Memory, offset, n uint64) (uint64, error) {
	traps := uint64(0) // the first address that does
	if offset+n <= mem.Size() {
		traps = mem.Size() - offset - n + 1
	}
	x, err := m.decide(at, v, traps)
	if err == nil && !mem.Commit(uint64(x)+offset+n) {
		err = store.TrapMemoryBounds
	}
	return uint64(x) + offset, err
}

// storage executes the instructions on tables, segments, and memories as a whole.
func (m *shadowMachine[S]) storage(at Site, inst *instance) error {
	switch i := at.Instr.(type) {
	case wasmast.Table:
		if i.Code == wasmast.OpTableFill {
			return m.bulk(at, inst, 0, uint32(i.X))
		}
		return m.table(at, inst.tables[i.X], i.Code)
	case wasmast.TableCopy:
		return m.bulk(at, inst, uint32(i.Dst), uint32(i.Src))
	case wasmast.TableInit:
		return m.bulk(at, inst, uint32(i.Table), uint32(i.Elem))
	case wasmast.ElemDrop:
		inst.elems[i.Elem] = nil
	case wasmast.Memory:
		if i.Code == wasmast.OpMemoryFill {
			return m.bulk(at, inst, 0, 0)
		}
		return m.memory(at, inst.mem, i.Code)
	case wasmast.MemoryCopy:
		return m.bulk(at, inst, 0, 0)
	case wasmast.MemoryInit:
		return m.bulk(at, inst, 0, uint32(i.Data))
	case wasmast.DataDrop:
		inst.datas[i.Data] = nil
	default:
		panic("wasmfuzz: internal error: no shadow execution of " + at.Instr.Op().String())
	}
	return nil
}

// memory executes memory.size and memory.grow.
func (m *shadowMachine[S]) memory(at Site, mem *store.Memory, code wasmast.MemoryOp) error {
	if code == wasmast.OpMemorySize {
		return m.result(at, nil, store.I32(int32(mem.Pages())), "")
	}
	operands := m.popN(1)
	n, err := m.decide(at, operands[0], anyValue)
	if err != nil {
		return err
	}
	return m.result(at, operands, store.I32(int32(grown(mem.Grow(n)))), "")
}

// table executes the instructions on a table but for table.fill.
func (m *shadowMachine[S]) table(at Site, t *store.Table, code wasmast.TableOp) error {
	if code == wasmast.OpTableSize {
		return m.result(at, nil, store.I32(int32(t.Size())), "")
	}
	if code == wasmast.OpTableGrow {
		operands := m.popN(2)
		n, err := m.decide(at, operands[1], anyValue)
		if err != nil {
			return err
		}
		old, ok := t.Grow(n, operands[0].Lo)
		if err := m.result(at, operands, store.I32(int32(grown(old, ok))), ""); err != nil || !ok {
			return err
		}
		return m.spend(int64(n))
	}
	n := 1
	if code == wasmast.OpTableSet {
		n = 2
	}
	operands := m.popN(n)
	x, err := m.decide(at, operands[0], uint64(t.Size()))
	switch {
	case err != nil:
		return err
	case x >= t.Size():
		return store.TrapTableBounds
	case code == wasmast.OpTableSet:
		t.Elems[x] = operands[1].Lo
		return nil
	}
	return m.result(at, operands, store.Value{Type: t.Type.Elem.Val(), Lo: t.Elems[x]}, "")
}

// bulk executes an instruction on a range. X and y are as in transfer.
func (m *shadowMachine[S]) bulk(at Site, inst *instance, x, y uint32) error {
	op, v := at.Instr.Op(), m.popN(3)
	fills := op == wasmast.OpMemoryFill.Op() || op == wasmast.OpTableFill.Op()
	for k, operand := range v {
		if k == 1 && fills {
			continue
		}
		if _, err := m.decide(at, operand, anyValue); err != nil {
			return err
		}
	}
	i, j, n := v[0].Lo, v[1].Lo, v[2].Lo
	fuel, trap := inst.transfer(op, x, y, uint32(i), j, uint32(n))
	if trap != "" {
		return trap
	}
	shadows := m.mems[inst.mem]
	switch op {
	case wasmast.OpMemoryFill.Op():
		var b [1]S
		m.domain.Store(at, v[1], b[:])
		shadows.fill(i, b[0], n)
	case wasmast.OpMemoryCopy:
		shadows.move(i, j, n)
	case wasmast.OpMemoryInit:
		var none S
		shadows.fill(i, none, n)
	}
	return m.spend(fuel)
}
