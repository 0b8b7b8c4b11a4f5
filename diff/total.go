package diff

import (
	"math"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Bounds say how much a module may do before Total makes it trap.
type Bounds struct {
	Fuel  uint32 // function entries and loop iterations in one call from outside
	Depth uint32 // nested calls of the module's functions, each counted by the weight of the function
	Pages uint32 // size to which a memory may grow, in pages of 64 KiB
	Elems uint32 // size to which a table may grow, in elements
}

// DefaultBounds keep every engine far from its own limits: a call ends within milliseconds, on the slowest too.
func DefaultBounds() Bounds { return Bounds{Fuel: 10_000, Depth: 100, Pages: 16, Elems: 1024} }

// The globals that Total adds and exports, both of type i64 and mutable: what is left of the fuel, and the
// present depth. A script sets them to their initial values before each call.
const (
	FuelExport  = "wasmfuzz:fuel"
	DepthExport = "wasmfuzz:depth"
)

const (
	// A bulk operation costs one unit of fuel for each 1<<bytesPerFuel bytes or each element.
	bytesPerFuel = 6
	// A function weighs one, and one more for each 1<<sizePerDepth locals and instructions that it has, because
	// its frame may become as large on an engine's stack.
	sizePerDepth = 8
)

// Total returns m made total: whatever is called ends, with a result or a trap, and no engine reaches its own
// limits of time, stack or memory. A function traps with unreachable at its entry or at the head of a loop when
// the fuel is used up, at its entry when the calls are nested too deeply, before a bulk operation that costs more
// fuel than is left, and before memory.grow or table.grow where the result would be larger than the bounds but
// not than the declared maximum: a growth that every engine has to refuse is left to the engine. So is a bulk
// operation that is longer than its memory or table, which traps in any case.
//
// What is inserted counts in i64, so that a fault in the arithmetic of i32 does not show in it, but only in what the
// module under test does.
//
// M must be valid, and so is the result. No index of m changes its meaning.
func Total(m *wasmast.Module, b Bounds) *wasmast.Module {
	out := *m
	t := totalizer{m: &out, bounds: b, mems: memTypes(m), tables: tableTypes(m)}
	t.fuel = t.global(FuelExport, b.Fuel)
	t.depth = t.global(DepthExport, 0)
	out.Funcs = extended(m.Funcs)
	for i, f := range out.Funcs {
		out.Funcs[i] = t.function(f)
	}
	return &out
}

// A totalizer rewrites a module.
type totalizer struct {
	m           *wasmast.Module
	bounds      Bounds
	mems        []wasmast.MemType
	tables      []wasmast.TableType
	fuel, depth wasmast.GlobalIdx
	fresh       // of the present function
}

// global adds a mutable i64 global to the module and exports it.
func (t *totalizer) global(name string, init uint32) wasmast.GlobalIdx {
	x := wasmast.GlobalIdx(imported[wasmast.ImportGlobal](t.m) + len(t.m.Globals))
	t.m.Globals = extended(t.m.Globals, wasmast.GlobalDef{
		Type: wasmast.GlobalType{Type: wasmast.I64, Mutable: true}, Init: wasmast.Expr{i64(uint64(init))}})
	export(t.m, name, wasmast.ExportGlobal{Global: x})
	return x
}

// function counts the depth up at the entry and down at the one exit: the body becomes a block with the
// function's results, which has the index that the function's own label had, and return branches to it.
func (t *totalizer) function(f wasmast.Func) wasmast.Func {
	t.fresh = fresh{first: len(params(t.m, f)) + len(f.Locals)}
	weight, limit := uint64(t.weight(f)), uint64(t.bounds.Depth)
	body := rewrite(f.Body, t.instr)
	f.Body = wasmast.Expr{
		gget(t.depth), i64(limit - weight), op(wasmast.OpI64GtU), trapIf(),
		gget(t.depth), i64(weight), op(wasmast.OpI64Add), gset(t.depth),
	}
	f.Body = append(f.Body, t.burn()...)
	f.Body = append(f.Body,
		wasmast.Block{Code: wasmast.OpBlock, Type: t.resultBlock(f), Body: body},
		gget(t.depth), i64(weight), op(wasmast.OpI64Sub), gset(t.depth))
	f.Locals = extended(f.Locals, t.types...)
	return f
}

// weight is what a call of f adds to the depth. It is not above the bound, so that f can be called from outside.
func (t *totalizer) weight(f wasmast.Func) uint32 {
	size := len(params(t.m, f)) + len(f.Locals)
	rewrite(f.Body, func(wasmast.Expr, wasmast.Instr, wasmast.LabelIdx) wasmast.Expr { size++; return nil })
	return min(1+uint32(size>>sizePerDepth), t.bounds.Depth)
}

// resultBlock returns the type of a block without parameters and with the results of f.
func (t *totalizer) resultBlock(f wasmast.Func) wasmast.BlockType {
	switch results := t.m.Types[f.Type].Results; len(results) {
	case 0:
		return wasmast.BlockEmpty{}
	case 1:
		return wasmast.BlockVal{Type: results[0]}
	default:
		return wasmast.BlockFunc{Type: withType(t.m, wasmast.FuncType{Results: results})}
	}
}

// burn takes one unit of fuel, or traps.
func (t *totalizer) burn() wasmast.Expr {
	return wasmast.Expr{
		gget(t.fuel), op(wasmast.OpI64Eqz), trapIf(),
		gget(t.fuel), i64(1), op(wasmast.OpI64Sub), gset(t.fuel),
	}
}

func (t *totalizer) instr(out wasmast.Expr, i wasmast.Instr, depth wasmast.LabelIdx) wasmast.Expr {
	switch i := i.(type) {
	case wasmast.Plain:
		if i.Code == wasmast.OpReturn {
			return append(out, wasmast.Branch{Code: wasmast.OpBr, Label: depth})
		}
	case wasmast.Block:
		if i.Code == wasmast.OpLoop {
			i.Body = append(t.burn(), i.Body...)
			return append(out, i)
		}
	case wasmast.Memory:
		switch i.Code {
		case wasmast.OpMemoryGrow:
			out = t.growMemory(out, i.Mem)
		case wasmast.OpMemoryFill:
			out = t.bulkMemory(out, i.Mem)
		}
	case wasmast.MemoryCopy:
		out = t.bulkMemory(out, i.Dst)
	case wasmast.MemoryInit:
		out = t.bulkMemory(out, i.Mem)
	case wasmast.Table:
		switch i.Code {
		case wasmast.OpTableGrow:
			out = t.growTable(out, i.X)
		case wasmast.OpTableFill:
			out = t.bulkTable(out, i.X)
		}
	case wasmast.TableCopy:
		out = t.bulkTable(out, i.Dst)
	case wasmast.TableInit:
		out = t.bulkTable(out, i.Table)
	}
	return append(out, i)
}

// growMemory guards a memory.grow whose operand is on the stack: it traps if the new size would be above the bound
// but not above the maximum.
func (t *totalizer) growMemory(out wasmast.Expr, x wasmast.MemIdx) wasmast.Expr {
	limits := t.mems[x].Limits
	pages, limit := max(t.bounds.Pages, limits.Min), uint32(1<<16)
	if limits.Max != nil {
		limit = *limits.Max
	}
	return t.grow(out, wasmast.Memory{Code: wasmast.OpMemorySize, Mem: x}, pages, limit)
}

// growTable guards a table.grow in the same way.
func (t *totalizer) growTable(out wasmast.Expr, x wasmast.TableIdx) wasmast.Expr {
	limits := t.tables[x].Limits
	elems, limit := max(t.bounds.Elems, limits.Min), uint32(math.MaxUint32)
	if limits.Max != nil {
		limit = *limits.Max
	}
	return t.grow(out, wasmast.Table{Code: wasmast.OpTableSize, X: x}, elems, limit)
}

// grow guards a growth whose operand is on the stack: it traps if that and the present size are in sum above the
// bound but not above the limit.
func (t *totalizer) grow(out wasmast.Expr, size wasmast.Instr, bound, limit uint32) wasmast.Expr {
	if limit <= bound {
		return out
	}
	n, sum := t.local(wasmast.I32), t.local(wasmast.I64)
	return append(out,
		tee(n),
		get(n), op(wasmast.OpI64ExtendI32U), size, op(wasmast.OpI64ExtendI32U), op(wasmast.OpI64Add), tee(sum),
		i64(uint64(bound)), op(wasmast.OpI64GtU),
		get(sum), i64(uint64(limit)), op(wasmast.OpI64LeU),
		op(wasmast.OpI32And), trapIf())
}

// bulkMemory guards a bulk operation on a memory whose length is on the stack: if the length is not larger than
// the memory, to the page, it is paid for.
func (t *totalizer) bulkMemory(out wasmast.Expr, x wasmast.MemIdx) wasmast.Expr {
	return t.bulk(out, wasmast.Memory{Code: wasmast.OpMemorySize, Mem: x}, 16, bytesPerFuel)
}

// bulkTable guards a bulk operation on a table in the same way, to the element.
func (t *totalizer) bulkTable(out wasmast.Expr, x wasmast.TableIdx) wasmast.Expr {
	return t.bulk(out, wasmast.Table{Code: wasmast.OpTableSize, X: x}, 0, 0)
}

// bulk guards a bulk operation whose length is on the stack. If the length, in units of 1<<unit, is not larger than
// the size, it costs one unit of fuel for each 1<<price.
func (t *totalizer) bulk(out wasmast.Expr, size wasmast.Instr, unit, price uint64) wasmast.Expr {
	n := t.local(wasmast.I32)
	scaled := func(by uint64) wasmast.Expr {
		e := wasmast.Expr{get(n), op(wasmast.OpI64ExtendI32U)}
		if by > 0 {
			e = append(e, i64(by), op(wasmast.OpI64ShrU))
		}
		return e
	}
	out = append(append(out, tee(n)), scaled(unit)...)
	return append(out, size, op(wasmast.OpI64ExtendI32U), op(wasmast.OpI64LeU), when(t.pay(scaled(price)...)...))
}

// pay takes as much fuel as the given instructions compute, or traps.
func (t *totalizer) pay(price ...wasmast.Instr) wasmast.Expr {
	e := append(wasmast.Expr{gget(t.fuel)}, price...)
	e = append(e, op(wasmast.OpI64LtU), trapIf(), gget(t.fuel))
	e = append(e, price...)
	return append(e, op(wasmast.OpI64Sub), gset(t.fuel))
}
