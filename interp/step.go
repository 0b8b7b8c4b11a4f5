package interp

import (
	"encoding/binary"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// step executes the next instruction of the innermost frame, which fast and vectors have left to it. It stops with
// an error if that is why they have.
func (m *machine) step(top *frame) error {
	if m.fuel < 0 {
		return store.ExhaustedFuel
	}
	inst, in, fr := top.f.inst, &top.f.code[top.pc], (*slots)(m.stack[top.base:])
	top.pc++
	switch in.op {
	case opcode(wasmast.OpCall):
		return m.call(inst.funcs[in.imm], top.base+int(in.a))
	case opcode(wasmast.OpCallIndirect):
		f, trap := inst.indirect(uint32(fr[in.b]), in)
		if trap != "" {
			return trap
		}
		return m.call(f, top.base+int(in.a))
	case opcode(wasmast.OpReturn):
		copy(fr[:in.a], fr[in.b:])
		m.depth--
	case opcode(wasmast.OpUnreachable):
		return store.TrapUnreachable
	default:
		return m.rare(inst, in, fr)
	}
	return nil
}

// rare executes the instructions on globals, references, memories and tables that are not worth a case in fast.
func (m *machine) rare(inst *instance, in *instr, fr *slots) error {
	b, c, x := uint32(fr[in.b]), uint32(fr[in.c]), uint32(in.imm)
	switch in.op {
	case opGlobalGetWide:
		fr[in.a], fr[in.a+1] = inst.globals[x].Lo, inst.globals[x].Hi
	case opGlobalSetWide:
		inst.globals[x].Lo, inst.globals[x].Hi = fr[in.b], fr[in.b+1]
	case opcode(wasmast.OpRefIsNull):
		fr[in.a] = uint64(bit(fr[in.b] == 0))
	case opcode(wasmast.OpMemorySize):
		fr[in.a] = uint64(inst.mem.Pages())
	case opcode(wasmast.OpMemoryGrow):
		fr[in.a] = grown(inst.mem.Grow(b))
	case opcode(wasmast.OpTableSize):
		fr[in.a] = uint64(inst.tables[x].Size())
	case opcode(wasmast.OpTableGrow):
		old, ok := inst.tables[x].Grow(c, fr[in.b])
		fr[in.a] = grown(old, ok)
		if ok {
			return m.spend(int64(c))
		}
	case opcode(wasmast.OpTableGet):
		t := inst.tables[x]
		if b >= t.Size() {
			return store.TrapTableBounds
		}
		fr[in.a] = t.Elems[b]
	case opcode(wasmast.OpTableSet):
		t := inst.tables[x]
		if b >= t.Size() {
			return store.TrapTableBounds
		}
		t.Elems[b] = fr[in.c]
	case opcode(wasmast.OpElemDrop):
		inst.elems[x] = nil
	case opcode(wasmast.OpDataDrop):
		inst.datas[x] = nil
	default:
		return m.general(inst, in, fr)
	}
	return nil
}

// grown is the result of memory.grow and table.grow.
func grown(old uint32, ok bool) uint64 {
	if !ok {
		return uint64(^uint32(0))
	}
	return uint64(old)
}

// general executes scalar operators and accesses to memory, and leaves others to bulk.
func (m *machine) general(inst *instance, in *instr, fr *slots) error {
	op, y := wasmast.Op(in.op), v128{lo: fr[in.c]}
	if int(in.op) >= wasmast.NumOps {
		op, y = wasmast.Op(slices.Index(immediateForm[:], in.op)), v128{lo: in.imm}
	}
	if numeric[op] == nil {
		return m.bulk(inst, in, fr)
	}
	info := op.Info()
	if info.Shape == wasmast.ShapeAccess || info.Shape == wasmast.ShapeAccessLane {
		return access(inst.mem, in, fr, info)
	}
	r, trap := numeric[op](v128{lo: fr[in.b]}, y, v128{})
	if trap != "" {
		return trap
	}
	fr[in.a] = r.lo
	return nil
}

// access executes a load or a store.
func access(mem *store.Memory, in *instr, fr *slots, info *wasmast.Info) error {
	at, lane := uint64(uint32(fr[in.b]))+in.imm&offsetMask, v128{lo: in.imm >> laneShift}
	if !mem.Commit(at + uint64(info.Size)) {
		return store.TrapMemoryBounds
	}
	data := mem.Data[at:][:info.Size]
	var b [16]byte
	if len(info.Results) > 0 {
		copy(b[:], data)
		r, _ := numeric[in.op](vectorOf(b), fr.wide(in.c), lane)
		if info.Results[0] == wasmast.V128 {
			fr.setWide(in.a, r)
		} else {
			fr[in.a] = r.lo
		}
		return nil
	}
	r, _ := numeric[in.op](fr.wide(in.c), lane, v128{})
	b = r.bytes()
	copy(data, b[:])
	return nil
}

// spend takes fuel.
func (m *machine) spend(fuel int64) error {
	if m.fuel -= fuel; m.fuel < 0 {
		return store.ExhaustedFuel
	}
	return nil
}

// bulk executes the instructions on ranges of memories and tables.
func (m *machine) bulk(inst *instance, in *instr, fr *slots) error {
	fuel, trap := inst.transfer(wasmast.Op(in.op), uint32(in.imm>>32), uint32(in.imm),
		uint32(fr[in.b]), fr[in.b+1], uint32(fr[in.b+2]))
	if trap != "" {
		return trap
	}
	return m.spend(fuel)
}

// transfer carries out a bulk operation with the operands i, j and n. Y is its index, or that of its source if x is
// that of its destination. It returns what the operation costs, to be spent when it is done, since a trap comes
// before exhaustion.
func (inst *instance) transfer(op wasmast.Op, x, y, i uint32, j uint64, n uint32) (fuel int64, trap store.Trap) {
	bytes, refs := int64(n/64), int64(n/8)
	switch op {
	case wasmast.OpMemoryFill.Op():
		return bytes, fillMemory(inst.mem, i, byte(j), n)
	case wasmast.OpMemoryCopy:
		return bytes, copyMemory(inst.mem, i, uint32(j), n)
	case wasmast.OpMemoryInit:
		return bytes, initMemory(inst.mem, inst.datas[y], i, uint32(j), n)
	case wasmast.OpTableFill.Op():
		return refs, fillTable(inst.tables[y], i, j, n)
	case wasmast.OpTableCopy:
		return refs, copyTable(inst.tables[x].Elems, inst.tables[y].Elems, i, uint32(j), n)
	case wasmast.OpTableInit:
		return refs, copyTable(inst.tables[x].Elems, inst.elems[y], i, uint32(j), n)
	}
	panic("wasmfuzz: internal error: no semantics of " + op.String())
}

// part returns the n elements of s from i on, if there are so many.
func part[T any](s []T, i, n uint32) ([]T, bool) {
	if uint64(i)+uint64(n) > uint64(len(s)) {
		return nil, false
	}
	return s[i:][:n], true
}

// memoryPart returns the n bytes of memory from address i on, if there are so many.
func memoryPart(mem *store.Memory, i, n uint32) ([]byte, bool) {
	end := uint64(i) + uint64(n)
	if n == 0 {
		return nil, end <= mem.Size()
	}
	if !mem.Commit(end) {
		return nil, false
	}
	return mem.Data[i:end], true
}

func fillMemory(mem *store.Memory, i uint32, x byte, n uint32) store.Trap {
	dst, ok := memoryPart(mem, i, n)
	if !ok {
		return store.TrapMemoryBounds
	}
	if x == 0 {
		clear(dst)
		return ""
	}
	// What is filled doubles, from one word on.
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], uint64(x)*0x0101010101010101)
	for filled := copy(dst, word[:]); filled < len(dst); {
		filled += copy(dst[filled:], dst[:filled])
	}
	return ""
}

func copyMemory(mem *store.Memory, i, j, n uint32) store.Trap {
	if _, ok := memoryPart(mem, max(i, j), n); !ok {
		return store.TrapMemoryBounds
	}
	if n > 0 {
		copy(mem.Data[i:][:n], mem.Data[j:][:n])
	}
	return ""
}

func initMemory(mem *store.Memory, data []byte, i, j, n uint32) store.Trap {
	src, ok := part(data, j, n)
	if !ok {
		return store.TrapMemoryBounds
	}
	dst, ok := memoryPart(mem, i, n)
	if !ok {
		return store.TrapMemoryBounds
	}
	copy(dst, src)
	return ""
}

func fillTable(t *store.Table, i uint32, ref uint64, n uint32) store.Trap {
	dst, ok := part(t.Elems, i, n)
	if !ok {
		return store.TrapTableBounds
	}
	for k := range dst {
		dst[k] = ref
	}
	return ""
}

// copyTable is table.copy and table.init.
func copyTable(to, from []uint64, i, j, n uint32) store.Trap {
	src, ok := part(from, j, n)
	if !ok {
		return store.TrapTableBounds
	}
	dst, ok := part(to, i, n)
	if !ok {
		return store.TrapTableBounds
	}
	copy(dst, src)
	return ""
}
