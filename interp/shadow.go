//probe:omit

package interp

import (
	"iter"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Shadow execution is a second way to execute a module: on the syntax tree, slowly, and with a shadow beside each
// value and each byte of memory. What shadows are and how instructions make new ones is the business of a Domain.
// Instances, the numeric functions and the limits are those of register code. So is the fuel, but that the length of
// a long loop, by which a branch back is charged, is that in the tree.

// Shadowed is a value with its shadow.
type Shadowed[S any] struct {
	store.Value
	Shadow S
}

// Site is an instruction in a function. PC is its index among the instructions of the body as in the binary format,
// where else and end are instructions, too.
type Site struct {
	Func  *wasmast.Func
	PC    int
	Instr wasmast.Instr
}

// Domain says what shadows do. The zero S is the shadow of arguments, of bytes in segments and of everything that
// nothing was stored to. An error ends the execution.
type Domain[S any] interface {
	// Value returns the shadow of the result of an instruction: one that computes, pushes a constant, reads a local or a
	// global, or asks for a size. If trap is not empty it traps instead of having a result. That happens after Value.
	Value(at Site, operands []Shadowed[S], result store.Value, trap store.Trap) (S, error)
	// Load returns the shadow of what a load has made of bytes with the given shadows, and, if it loads a lane, of the
	// vector.
	Load(at Site, bytes []S, vector Shadowed[S], result store.Value) S
	// Store sets the shadows of the bytes that a store makes of v; memory.fill makes one.
	Store(at Site, v Shadowed[S], bytes []S)
	// Select returns the shadow of what select with the condition c takes from x and y.
	Select(at Site, x, y, c Shadowed[S]) (S, error)
	// Decide is told each value, an i32, that decides where execution goes or which place it accesses: conditions,
	// indices, addresses and lengths. What it decides is the same for all values that are not less than bound.
	Decide(at Site, v Shadowed[S], bound uint64) error
	// Host returns the shadows of the results of a host function.
	Host(at Site, f *store.Func, args []Shadowed[S], results []store.Value) []S
}

// Shadower instantiates modules whose functions are executed with shadows. Instances that share memories, globals or
// functions come from the same one.
type Shadower[S comparable] struct {
	// Visit, if not nil, is called with each instruction before it is executed.
	Visit func(at Site)

	domain  Domain[S]
	globals map[*store.Global]S
	mems    map[*store.Memory]shadowMemory[S]
	bodies  map[*wasmast.Func][]shadowInstr
}

// NewShadower returns a shadower without instances.
func NewShadower[S comparable](d Domain[S]) *Shadower[S] {
	return &Shadower[S]{domain: d, globals: map[*store.Global]S{}, mems: map[*store.Memory]shadowMemory[S]{},
		bodies: map[*wasmast.Func][]shadowInstr{}}
}

// Instantiate does what the function Instantiate does.
func (s *Shadower[S]) Instantiate(m *wasmast.Module, imports store.Imports, cfg store.Config) (*ShadowInstance[S], error) {
	cfg = cfg.Filled()
	inst, err := allocated(m, imports, cfg)
	if err != nil {
		return nil, err
	}
	for _, f := range inst.funcs {
		if f.inst == inst && f.def != nil { // whoever calls it from outside
			f.external().Call = func(args []store.Value) ([]store.Value, error) {
				return valuesOf(s.invoke(inst, f, shadowless[S](args)))
			}
		}
	}
	for _, mem := range inst.mems {
		if s.mems[mem] == nil {
			s.mems[mem] = shadowMemory[S]{}
		}
	}
	if err := inst.initialize(cfg); err != nil {
		return nil, err
	}
	if m.Start != nil {
		if _, err := s.invoke(inst, inst.funcs[*m.Start], nil); err != nil {
			return nil, err
		}
	}
	return &ShadowInstance[S]{inst, s}, nil
}

// Global returns the shadow of a global's value.
func (s *Shadower[S]) Global(g *store.Global) S { return s.globals[g] }

// SetGlobal changes the shadow of a global's value.
func (s *Shadower[S]) SetGlobal(g *store.Global, shadow S) { s.globals[g] = shadow }

// Memory returns the addresses of those bytes of a memory that have a shadow other than zero, in order.
func (s *Shadower[S]) Memory(m *store.Memory) iter.Seq2[uint64, S] { return s.mems[m].all() }

// ShadowInstance is an instance whose functions are executed with shadows.
type ShadowInstance[S comparable] struct {
	*instance
	shadower *Shadower[S]
}

// Call invokes the function exported under a name, with arguments whose shadows are zero.
func (in *ShadowInstance[S]) Call(name string, args []store.Value) ([]store.Value, error) {
	return valuesOf(in.CallShadowed(name, args))
}

// CallShadowed is Call with the shadows of the results.
func (in *ShadowInstance[S]) CallShadowed(name string, args []store.Value) ([]Shadowed[S], error) {
	f, err := in.exported(name, args)
	if err != nil {
		return nil, err
	}
	return in.shadower.invoke(in.instance, f, shadowless[S](args))
}

// shadowless returns values with the zero shadow, values the values without their shadows.

func shadowless[S any](vs []store.Value) []Shadowed[S] {
	out := make([]Shadowed[S], len(vs))
	for i, v := range vs {
		out[i].Value = v
	}
	return out
}

func values[S any](vs []Shadowed[S]) []store.Value {
	out := make([]store.Value, len(vs))
	for i, v := range vs {
		out[i] = v.Value
	}
	return out
}

// valuesOf is values of what a call returned.
func valuesOf[S any](results []Shadowed[S], err error) ([]store.Value, error) {
	if err != nil {
		return nil, err
	}
	return values(results), nil
}

// shadowInstr is an instruction of a body laid out flat: behind those within a block, and between the two bodies of
// an if, is one that is nil.
type shadowInstr struct {
	wasmast.Instr
	end   int // of a block, and of what separates the bodies of an if: the index of the nil behind it
	other int // of an if: where execution goes on if the condition is zero
}

// flat appends the instructions of e to code.
func flat(code []shadowInstr, e wasmast.Expr) []shadowInstr {
	for _, i := range e {
		at := len(code)
		code = append(code, shadowInstr{Instr: i})
		switch i := i.(type) {
		case wasmast.Block:
			code = flat(code, i.Body)
		case wasmast.If:
			code = flat(code, i.Then)
			if separator := len(code); len(i.Else) > 0 {
				code = flat(append(code, shadowInstr{}), i.Else)
				code[separator].end = len(code)
				code[at].other = separator + 1
			} else {
				code[at].other = separator
			}
		default:
			continue
		}
		code[at].end = len(code)
		code = append(code, shadowInstr{})
	}
	return code
}
