package interp

import (
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// instance is a module instance (section 4.2.5).
type instance struct {
	module  *wasmast.Module
	store   *store.Store
	funcs   []*function
	tables  []*store.Table
	mems    []*store.Memory
	globals []*store.Global
	elems   [][]uint64 // those that were dropped are empty
	datas   [][]byte   // the same

	mem      *store.Memory // the only memory, or nil
	imported int           // how many of mems are
	fuel     int64
	maxDepth int
}

// function is a function instance (section 4.2.6): one defined by a module, or one of the host or another engine.
type function struct {
	inst   *instance // that defines it, or imports it from the host
	typ    *wasmast.FuncType
	def    *wasmast.Func // nil for the host's
	code   []instr       // nil until it is called; always nil for the host's
	params uint16        // slots of the parameters
	locals uint16        // slots of the parameters and locals
	cost   int64         // fuel for a call
	extern *store.Func   // nil until it is asked for
	ref    uint64        // 0 until it is asked for
}

// external returns the function as others see it.
func (f *function) external() *store.Func {
	if f.extern == nil {
		f.extern = &store.Func{Type: *f.typ, Code: f, Call: func(args []store.Value) ([]store.Value, error) {
			return f.inst.invoke(f, args)
		}}
	}
	return f.extern
}

// reference returns the reference to the function.
func (f *function) reference() uint64 {
	if f.ref == 0 {
		f.ref = f.inst.store.Add(f.external())
	}
	return f.ref
}

// data returns the bytes of the memory that have been committed.
func (inst *instance) data() []byte {
	if inst.mem == nil {
		return nil
	}
	return inst.mem.Data
}

// internal returns a function that inst imports or finds in a table.
func (inst *instance) internal(ext *store.Func) *function {
	if f, ok := ext.Code.(*function); ok {
		if f.inst.store != inst.store {
			panic("wasmfuzz: internal error: a function of an instance in another store")
		}
		return f
	}
	return &function{inst: inst, typ: &ext.Type, extern: ext}
}

// indirect returns the function that call_indirect calls, from index i of the table.
func (inst *instance) indirect(i uint32, in *instr) (*function, store.Trap) {
	elems := inst.tables[in.imm>>32].Elems
	if i >= uint32(len(elems)) {
		return nil, store.TrapUndefinedElement
	}
	ref := elems[i]
	if ref == 0 {
		return nil, store.TrapUninitialized
	}
	f := inst.internal(inst.store.Func(ref))
	if want := &inst.module.Types[uint32(in.imm)]; f.typ != want && !sameType(f.typ, want) {
		return nil, store.TrapIndirectCallMistype
	}
	return f, ""
}

// sameType reports whether two function types are equal.
func sameType(t, u *wasmast.FuncType) bool {
	return slices.Equal(t.Params, u.Params) && slices.Equal(t.Results, u.Results)
}

// Export returns the external value exported under a name.
func (inst *instance) Export(name string) (store.Extern, bool) {
	for _, e := range inst.module.Exports {
		if e.Name != name {
			continue
		}
		switch d := e.Desc.(type) {
		case wasmast.ExportFunc:
			return store.Extern{Func: inst.funcs[d.Func].external()}, true
		case wasmast.ExportTable:
			return store.Extern{Table: inst.tables[d.Table]}, true
		case wasmast.ExportMem:
			return store.Extern{Memory: inst.mems[d.Mem]}, true
		case wasmast.ExportGlobal:
			return store.Extern{Global: inst.globals[d.Global]}, true
		}
	}
	return store.Extern{}, false
}

// Call invokes the function exported under a name.
func (inst *instance) Call(name string, args []store.Value) ([]store.Value, error) {
	f, err := inst.exported(name, args)
	if err != nil {
		return nil, err
	}
	return inst.invoke(f, args)
}

// exported returns the function exported under a name, if it can be called with these arguments.
func (inst *instance) exported(name string, args []store.Value) (*function, error) {
	for _, e := range inst.module.Exports {
		d, ok := e.Desc.(wasmast.ExportFunc)
		if !ok || e.Name != name {
			continue
		}
		f := inst.funcs[d.Func]
		if !slices.EqualFunc(args, f.typ.Params, func(v store.Value, t wasmast.ValType) bool { return v.Type == t }) {
			return nil, fmt.Errorf("function %q called with the wrong arguments: %v", name, args)
		}
		return f, nil
	}
	return nil, fmt.Errorf("no function %q is exported", name)
}

// Globals returns the index space of globals.
func (inst *instance) Globals() []*store.Global { return inst.globals }

// Memories returns the index space of memories.
func (inst *instance) Memories() []*store.Memory { return inst.mems }

// Tables returns the index space of tables.
func (inst *instance) Tables() []*store.Table { return inst.tables }

// Fuel returns what is left of the fuel.
func (inst *instance) Fuel() int64 { return inst.fuel }

// SetFuel replaces what is left of the fuel.
func (inst *instance) SetFuel(units int64) { inst.fuel = units }

// Close recycles the memory.
func (inst *instance) Close() {
	for _, mem := range inst.mems[inst.imported:] {
		mem.Free()
	}
}
