// Package interp executes WebAssembly modules.
//
// Instantiate is the way in. A function is translated to register code when it is first called: code.go has the
// instructions, compile.go, operand.go, control.go and storage.go the translation. machine.go executes it, in two
// loops for what is common, generated from exec.tmpl, and in step.go for the rest. The semantics of every numeric
// and vector operator and of every load and store is a pure function with the operator's name (num.go, access.go,
// simd.go and its like); from the instruction table and the signatures of these functions gen.go makes the
// cases of the loops.
//
// A Shadower (shadow.go) is the other way in: it executes the trees, slowly, and keeps track of where values come
// from. Package openbits makes use of it.
//
// The folder traced holds a copy with probes, made by mutate/instrument. Comments that begin with probe: tell it what
// to record; files of which the loops' probe of the opcode says enough are skipped, those of shadow execution omitted.
package interp

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Instantiate instantiates a module (section 4.5.4): it resolves the imports, allocates tables, memories and
// globals, copies the active segments and calls the start function.
//
// The module must be valid, and must not change afterwards. The error is a *store.LinkError or a
// store.Exhausted; or, from the segments or the start function, a store.Trap, a store.Exhausted or what a host
// function returned. What was written to imported tables and memories before an error stays there.
func Instantiate(m *wasmast.Module, imports store.Imports, cfg store.Config) (store.Instance, error) {
	cfg = cfg.Filled()
	inst, err := allocated(m, imports, cfg)
	if err == nil {
		err = inst.initialize(cfg)
	}
	if err == nil && m.Start != nil {
		_, err = inst.invoke(inst.funcs[*m.Start], nil)
	}
	if err != nil {
		return nil, err
	}
	return inst, nil
}

// allocated returns an instance before its initialization.
func allocated(m *wasmast.Module, imports store.Imports, cfg store.Config) (*instance, error) {
	inst := &instance{module: m, store: cfg.Store, fuel: cfg.Fuel, maxDepth: cfg.MaxDepth}
	if err := inst.link(imports); err != nil {
		return nil, err
	}
	return inst, inst.allocate(cfg)
}

// link resolves the imports.
func (inst *instance) link(imports store.Imports) error {
	for _, i := range inst.module.Imports {
		fail := func(reason string) error { return &store.LinkError{Reason: reason, Module: i.Module, Name: i.Name} }
		if imports == nil {
			return fail(store.UnknownImport)
		}
		x, ok := imports(i.Module, i.Name)
		if !ok {
			return fail(store.UnknownImport)
		}
		if !inst.imports(x, i.Desc) {
			return fail(store.IncompatibleImport)
		}
	}
	inst.imported = len(inst.mems)
	return nil
}

// imports adds an external value to its index space if it matches the type of the import (section 3.4).
func (inst *instance) imports(x store.Extern, desc wasmast.ImportDesc) bool {
	switch d := desc.(type) {
	case wasmast.ImportFunc:
		want := &inst.module.Types[d.Type]
		if x.Func == nil || !sameType(&x.Func.Type, want) {
			return false
		}
		inst.funcs = append(inst.funcs, inst.internal(x.Func))
	case wasmast.ImportTable:
		if x.Table == nil || x.Table.Type.Elem != d.Type.Elem ||
			!fits(x.Table.Size(), x.Table.Type.Limits, d.Type.Limits) {
			return false
		}
		inst.tables = append(inst.tables, x.Table)
	case wasmast.ImportMem:
		if x.Memory == nil || !fits(x.Memory.Pages(), x.Memory.Type.Limits, d.Type.Limits) {
			return false
		}
		inst.mems = append(inst.mems, x.Memory)
	case wasmast.ImportGlobal:
		if x.Global == nil || x.Global.Type != d.Type {
			return false
		}
		inst.globals = append(inst.globals, x.Global)
	}
	return true
}

// fits reports whether a table or memory with the given size and limits matches the limits of an import.
func fits(size uint32, has, want wasmast.Limits) bool {
	if size < want.Min {
		return false
	}
	return want.Max == nil || has.Max != nil && *has.Max <= *want.Max
}

// allocate allocates what the module defines (section 4.5.3).
func (inst *instance) allocate(cfg store.Config) error {
	m := inst.module
	inst.funcs = slices.Grow(inst.funcs, len(m.Funcs))
	functions := make([]function, len(m.Funcs))
	for i := range m.Funcs {
		def := &m.Funcs[i]
		functions[i] = function{inst: inst, typ: &m.Types[def.Type], def: def}
		inst.funcs = append(inst.funcs, &functions[i])
	}
	size := uint64(0)
	for _, t := range m.Tables {
		if size += uint64(t.Limits.Min); size > uint64(cfg.MaxTable) {
			return store.ExhaustedTable
		}
		table, err := store.NewTable(t, cfg.MaxTable)
		if err != nil {
			return err
		}
		inst.tables = append(inst.tables, table)
	}
	for _, t := range m.Mems {
		mem, err := store.NewMemory(t, cfg.MaxPages)
		if err != nil {
			return err
		}
		inst.mems = append(inst.mems, mem)
	}
	if len(inst.mems) > 0 {
		inst.mem = inst.mems[0]
	}
	for _, g := range m.Globals {
		x := inst.evaluate(g.Init)
		inst.globals = append(inst.globals, &store.Global{Type: g.Type, Lo: x.lo, Hi: x.hi})
	}
	return nil
}

// checkSegments reports the first active segment that does not fit.
func (inst *instance) checkSegments() error {
	for _, e := range inst.module.Elems {
		if mode, ok := e.Mode.(wasmast.ElemActive); ok {
			at := uint32(inst.evaluate(mode.Offset).lo)
			if _, ok := part(inst.tables[mode.Table].Elems, at, uint32(len(e.Init))); !ok {
				return &store.LinkError{Reason: store.ElementsDoNotFit}
			}
		}
	}
	for _, d := range inst.module.Datas {
		if mode, ok := d.Mode.(wasmast.DataActive); ok {
			at := uint32(inst.evaluate(mode.Offset).lo)
			if _, ok := memoryPart(inst.mem, at, uint32(len(d.Init))); !ok {
				return &store.LinkError{Reason: store.DataDoesNotFit}
			}
		}
	}
	return nil
}

// initialize copies the active segments. What remains is to call the start function.
func (inst *instance) initialize(cfg store.Config) error {
	if cfg.CheckSegments {
		if err := inst.checkSegments(); err != nil {
			return err
		}
	}
	m := inst.module
	inst.elems, inst.datas = make([][]uint64, len(m.Elems)), make([][]byte, len(m.Datas))
	for i, e := range m.Elems {
		refs := make([]uint64, len(e.Init))
		for j, init := range e.Init {
			refs[j] = inst.evaluate(init).lo
		}
		inst.elems[i] = refs
	}
	for i, d := range m.Datas {
		inst.datas[i] = d.Init
	}
	for i, e := range m.Elems {
		if mode, ok := e.Mode.(wasmast.ElemActive); ok {
			at := uint32(inst.evaluate(mode.Offset).lo)
			if trap := copyTable(inst.tables[mode.Table].Elems, inst.elems[i], at, 0, uint32(len(e.Init))); trap != "" {
				return trap
			}
		}
		if _, ok := e.Mode.(wasmast.ElemPassive); !ok {
			inst.elems[i] = nil
		}
	}
	for i, d := range m.Datas {
		if mode, ok := d.Mode.(wasmast.DataActive); ok {
			at := uint32(inst.evaluate(mode.Offset).lo)
			if trap := initMemory(inst.mem, d.Init, at, 0, uint32(len(d.Init))); trap != "" {
				return trap
			}
			inst.datas[i] = nil
		}
	}
	return nil
}

// evaluate evaluates a constant expression (section 3.3.9).
func (inst *instance) evaluate(e wasmast.Expr) v128 {
	var buf [8]v128
	stack := buf[:0]
	for _, i := range e {
		switch i := i.(type) {
		case wasmast.I32Const:
			stack = append(stack, v128{lo: uint64(uint32(i.Value))})
		case wasmast.I64Const:
			stack = append(stack, v128{lo: uint64(i.Value)})
		case wasmast.F32Const:
			stack = append(stack, v128{lo: uint64(i.Value)})
		case wasmast.F64Const:
			stack = append(stack, v128{lo: uint64(i.Value)})
		case wasmast.V128Const:
			stack = append(stack, v128{i.Value.Lo, i.Value.Hi})
		case wasmast.RefNull:
			stack = append(stack, v128{})
		case wasmast.RefFunc:
			stack = append(stack, v128{lo: inst.funcs[i.Func].reference()})
		case wasmast.Global:
			g := inst.globals[i.X]
			stack = append(stack, v128{g.Lo, g.Hi})
		case wasmast.Plain: // a binary operator of extended constant expressions
			n := len(stack) - 2
			x, _ := numeric[i.Code](stack[n], stack[n+1], v128{})
			stack = append(stack[:n], x)
		}
	}
	return stack[0]
}
