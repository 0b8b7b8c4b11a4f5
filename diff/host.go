package diff

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Host provides the imports of a module, of any type and alike on every engine. Memories, tables, globals and the
// passing of vectors are the work of small modules, one for each module name that is imported, whose exports are
// the imports. What an adaptor provides by its engine's own means are the functions that these modules import.
type Host struct {
	// Funcs are the functions of the host: function i is the import of the Modules with the module name
	// HostModule and the name that HostName(i) returns. Their types have no v128.
	Funcs []HostFunc
	// Modules export what the module under test imports.
	Modules []HostProvider
	// Imports are the names that the module under test imports, in its order.
	Imports []ImportName
}

// ImportName is the pair of names of an import.
type ImportName struct{ Module, Name string }

// HostFunc is a function of the host. Module and Name are those of the import that it answers.
type HostFunc struct {
	Module, Name string
	Type         wasmast.FuncType

	hash uint64 // of the names
}

func newHostFunc(i wasmast.Import, ft wasmast.FuncType) HostFunc {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%q %q", i.Module, i.Name)
	return HostFunc{i.Module, i.Name, ft, hash.Sum64()}
}

// HostProvider is a module whose exports are the imports under one module name.
type HostProvider struct {
	Name   string
	Module *wasmast.Module
	Bin    []byte // Module in the binary format
}

// HostModule is the module name of the host's functions.
const HostModule = "wasmfuzz:host"

// HostName is the name of host function i.
func HostName(i int) string { return strconv.Itoa(i) }

// newHost returns the host for a module. It is an error if two imports have the same names but not the same
// type: whether that can be linked is the embedder's business.
func newHost(m *wasmast.Module) (Host, error) {
	var h Host
	descs := map[ImportName]string{}
	providers := map[string][]wasmast.Import{}
	for _, i := range m.Imports {
		name := ImportName{i.Module, i.Name}
		h.Imports = append(h.Imports, name)
		desc, old := importType(m, i.Desc), descs[name]
		if old != "" && old != desc {
			return Host{}, fmt.Errorf("imports %q %q of different types", i.Module, i.Name)
		}
		if providers[i.Module] == nil {
			h.Modules = append(h.Modules, HostProvider{Name: i.Module})
		}
		if old == "" {
			descs[name] = desc
			providers[i.Module] = append(providers[i.Module], i)
		}
	}
	for n := range h.Modules {
		p := &h.Modules[n]
		p.Module = h.provider(m, providers[p.Name])
		p.Bin = wasm.Encode(p.Module)
	}
	return h, nil
}

// importType is a text that two imports have in common if and only if they are of the same type.
func importType(m *wasmast.Module, d wasmast.ImportDesc) string {
	limits := func(l wasmast.Limits) string {
		if l.Max == nil {
			return fmt.Sprint(l.Min)
		}
		return fmt.Sprint(l.Min, *l.Max)
	}
	switch d := d.(type) {
	case wasmast.ImportFunc:
		return fmt.Sprintf("func %v", m.Types[d.Type])
	case wasmast.ImportTable:
		return fmt.Sprintf("table %v %s", d.Type.Elem, limits(d.Type.Limits))
	case wasmast.ImportMem:
		return fmt.Sprintf("memory %s", limits(d.Type.Limits))
	case wasmast.ImportGlobal:
		return fmt.Sprintf("global %v", d.Type)
	}
	panic(fmt.Sprintf("wasmfuzz: internal error: import of %T", d))
}

// provider returns the module that exports what m imports under one module name, and adds its functions to the
// host.
func (h *Host) provider(m *wasmast.Module, imports []wasmast.Import) *wasmast.Module {
	// The custom section sees to it that no module under test has the same bytes.
	p := &wasmast.Module{Customs: []wasmast.Custom{{Name: HostModule}}}
	for _, i := range imports {
		if d, ok := i.Desc.(wasmast.ImportFunc); ok {
			f := newHostFunc(i, splitType(m.Types[d.Type]))
			p.Imports = append(p.Imports, wasmast.Import{Module: HostModule, Name: HostName(len(h.Funcs)),
				Desc: wasmast.ImportFunc{Type: withType(p, f.Type)}})
			h.Funcs = append(h.Funcs, f)
		}
	}
	next := wasmast.FuncIdx(0)
	for _, i := range imports {
		var desc wasmast.ExportDesc
		switch d := i.Desc.(type) {
		case wasmast.ImportFunc:
			x := next
			if ft := m.Types[d.Type]; hasVector(ft) {
				x = withFunc(p, ft, splitType(ft).Results, joining(ft, next))
			}
			desc = wasmast.ExportFunc{Func: x}
			next++
		case wasmast.ImportTable:
			p.Tables = append(p.Tables, d.Type)
			desc = wasmast.ExportTable{Table: wasmast.TableIdx(len(p.Tables) - 1)}
		case wasmast.ImportMem:
			p.Mems = append(p.Mems, d.Type)
			desc = wasmast.ExportMem{Mem: wasmast.MemIdx(len(p.Mems) - 1)}
		case wasmast.ImportGlobal:
			p.Globals = append(p.Globals, wasmast.GlobalDef{Type: d.Type, Init: wasmast.Expr{hostValue(d.Type.Type)}})
			desc = wasmast.ExportGlobal{Global: wasmast.GlobalIdx(len(p.Globals) - 1)}
		}
		p.Exports = append(p.Exports, wasmast.Export{Name: i.Name, Desc: desc})
	}
	return p
}

// joining is the body of a function of type ft that calls x, whose type has two i64 for each v128.
func joining(ft wasmast.FuncType, x wasmast.FuncIdx) wasmast.Expr {
	var body wasmast.Expr
	for i, t := range ft.Params {
		body = append(body, splitLocal(t, wasmast.LocalIdx(i))...)
	}
	body = append(body, wasmast.Call{Func: x})
	first := wasmast.LocalIdx(len(ft.Params))
	body = append(body, setAll(first, len(splitType(ft).Results))...)
	return append(body, joined(ft.Results, first)...)
}

// hostValue is the initial value of an imported global: that of the test suite's own host where it has one, null
// for references.
func hostValue(t wasmast.ValType) wasmast.Instr {
	switch t {
	case wasmast.I32:
		return i32(666)
	case wasmast.I64:
		return i64(666)
	case wasmast.F32:
		return wasmast.F32Const{Value: 0x4426A666} // 666.6
	case wasmast.F64:
		return wasmast.F64Const{Value: 0x4084D4CCCCCCCCCD} // 666.6
	case wasmast.V128:
		return vec(0x0706050403020100, 0x0F0E0D0C0B0A0908)
	}
	return wasmast.RefNull{Type: wasmast.RefType(t)}
}

// Recorder is the host during one run: it answers the calls of the host's functions and keeps their trace.
type Recorder struct {
	funcs []HostFunc
	calls uint64
	trace []HostCall
}

// NewRecorder returns a recorder for a run with host h.
func NewRecorder(h *Host) *Recorder { return &Recorder{funcs: h.Funcs} }

// Call is a call of host function i. The results depend on the function's names, the arguments, and the number
// of calls before this one, on nothing else, and not on the bits of a NaN. The engine may reuse args afterwards.
func (r *Recorder) Call(i int, args []store.Value) []store.Value {
	f := r.funcs[i]
	r.trace = append(r.trace, HostCall{f.Module, f.Name, slices.Clone(args)})
	hash := mix(f.hash, r.calls)
	r.calls++
	for _, v := range args {
		hash = mix(hash, agreed(v))
	}
	results := make([]store.Value, len(f.Type.Results))
	for n, t := range f.Type.Results {
		hash = mix(hash, uint64(n))
		results[n] = answer(t, hash)
	}
	return results
}

// What Log needs to know of the functions mix and answer.
const (
	mixFactor = 0x9E3779B97F4A7C15
	mixShift  = 29
	smallMask = 0xFF
)

// mix adds x to a hash.
func mix(hash, x uint64) uint64 {
	hash = (hash ^ x) * mixFactor
	return hash ^ hash>>mixShift
}

// agreed returns the bits of a value as far as every engine agrees on them.
func agreed(v store.Value) uint64 {
	switch {
	case v.Type.IsRef() && v.Lo != 0:
		return 1
	case v.Type == wasmast.F32 && v.Lo&0x7FFFFFFF > 0x7F800000:
		return uint64(nan32)
	case v.Type == wasmast.F64 && v.Lo&(1<<63-1) > 0x7FF<<52:
		return uint64(nan64)
	}
	return v.Lo
}

// answer turns a hash into a value: often a small number, since much of what modules do needs one.
func answer(t wasmast.ValType, hash uint64) store.Value {
	small := hash&1 == 0
	number := hash >> 1 & smallMask
	switch {
	case t.IsRef():
		return store.Zero(t)
	case !small:
		return store.Value{Type: t, Lo: hash >> (64 - bits(t))}
	case t == wasmast.F32:
		number = uint64(math.Float32bits(float32(number)))
	case t == wasmast.F64:
		number = math.Float64bits(float64(number))
	}
	return store.Value{Type: t, Lo: number}
}

// bits is the width of a number type.
func bits(t wasmast.ValType) int {
	if t == wasmast.I32 || t == wasmast.F32 {
		return 32
	}
	return 64
}

// Take returns the trace since the last time and begins a new one.
func (r *Recorder) Take() []HostCall {
	t := r.trace
	r.trace = nil
	return t
}
