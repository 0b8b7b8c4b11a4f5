// Package store is the run-time structure that WebAssembly instances share (section 4.2): values, functions,
// tables, memories, globals, and the reasons for which execution stops.
//
// It is apart from the interpreter because several of them use it at once, the interpreter and its instrumented
// copy, and a copy of a type is another type. Nothing here is safe for concurrent use.
package store

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// Store knows every function that a reference can name (section 4.2.3). Instances that share functions, tables
// or references must be in the same store.
type Store struct {
	funcs  []*Func
	nested int
}

// maxNested bounds the calls into instances that are in progress at once: each is a recursion of the
// interpreter through a host function.
const maxNested = 100

// Add gives f an address and returns the reference to it.
func (s *Store) Add(f *Func) uint64 {
	s.funcs = append(s.funcs, f)
	return uint64(len(s.funcs))
}

// Func returns the function that a reference other than null names.
func (s *Store) Func(ref uint64) *Func { return s.funcs[ref-1] }

// Enter counts a call into an instance of the store from outside. It fails with ExhaustedStack if too many
// are in progress; otherwise Leave must follow.
func (s *Store) Enter() error {
	if s.nested == maxNested {
		return ExhaustedStack
	}
	s.nested++
	return nil
}

// Leave ends the call that Enter began.
func (s *Store) Leave() { s.nested-- }

// Func is a function instance: one of the host or of a WebAssembly instance.
type Func struct {
	Type wasmast.FuncType
	// Call executes the function. The caller provides arguments of the type's parameters; the function returns
	// results of the type's results, or a Trap, an Exhausted, or an error of the host's own.
	Call func(args []Value) ([]Value, error)
	// Code is the engine's own representation of a WebAssembly function, nil for the host's.
	Code any
}

// Extern is an external value (section 4.2.11): exactly one of the fields is set.
type Extern struct {
	Func   *Func
	Table  *Table
	Memory *Memory
	Global *Global
}

// Imports provides the external values that a module imports. It reports false for an unknown import.
type Imports func(module, name string) (Extern, bool)

// Global is a global instance. Hi is used by vectors only.
type Global struct {
	Type   wasmast.GlobalType
	Lo, Hi uint64
}

// NewGlobal returns a global with a value of its type.
func NewGlobal(t wasmast.GlobalType, v Value) *Global { return &Global{Type: t, Lo: v.Lo, Hi: v.Hi} }

// Value returns the global's current value.
func (g *Global) Value() Value { return Value{Type: g.Type.Type, Lo: g.Lo, Hi: g.Hi} }

// Config holds the limits of an instance and the store it lives in. Zero fields have defaults.
type Config struct {
	// Store is the store of the instance, by default a new one.
	Store *Store
	// Fuel bounds execution, the start function included, by default DefaultFuel. A branch back to the start of a
	// loop and a call of a function cost one unit each, and another for every 1024 instructions of the loop or
	// instructions and locals of the function. Copying, filling and initializing n bytes or references cost n/64
	// or n/8 units, a table that grows by n costs n. Fuel belongs to the instance that is called, wherever
	// execution goes from there.
	Fuel int64
	// MaxDepth bounds the calls in progress, by default DefaultMaxDepth.
	MaxDepth int
	// MaxPages bounds the size of each memory that the instance defines, by default DefaultMaxPages.
	MaxPages uint32
	// CheckSegments checks all active segments before the first is copied, as version 1.0 of the specification does:
	// one that does not fit is a LinkError. Since 2.0 it traps, and those before it have been copied.
	CheckSegments bool
	// MaxTable bounds the size of each table that the instance defines, and what they have together at first, by
	// default DefaultMaxTable.
	MaxTable uint32
}

// The defaults of a Config.
const (
	DefaultFuel     = 1 << 24
	DefaultMaxDepth = 1 << 14
	DefaultMaxPages = 1 << 10
	DefaultMaxTable = 1 << 17
)

// Filled returns c with its zero fields replaced by their defaults.
func (c Config) Filled() Config {
	if c.Store == nil {
		c.Store = new(Store)
	}
	if c.Fuel == 0 {
		c.Fuel = DefaultFuel
	}
	if c.MaxDepth == 0 {
		c.MaxDepth = DefaultMaxDepth
	}
	if c.MaxPages == 0 {
		c.MaxPages = DefaultMaxPages
	}
	if c.MaxTable == 0 {
		c.MaxTable = DefaultMaxTable
	}
	return c
}

// Instance is a module instance (section 4.2.5) and the engine that executes it.
type Instance interface {
	// Export returns the external value exported under a name.
	Export(name string) (Extern, bool)
	// Call invokes the function exported under a name. The error is a Trap, an Exhausted, what a host function
	// returned, or says that there is no such function of such parameters. The instance can be called again
	// after every error.
	Call(name string, args []Value) ([]Value, error)

	// Globals, Memories and Tables are the index spaces of the module: what it imports, then what it defines,
	// exported or not.
	Globals() []*Global
	Memories() []*Memory
	Tables() []*Table

	// Fuel returns what is left of it.
	Fuel() int64
	// SetFuel replaces what is left of it.
	SetFuel(units int64)

	// Close recycles the memory that the instance defines. The instance, and all that shares its memory, must not
	// be used afterwards. An instance that is never closed is left to the garbage collector.
	Close()
}
