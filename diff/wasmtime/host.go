//go:build cgo

package wasmtime

import (
	"fmt"
	"strings"

	"github.com/bytecodealliance/wasmtime-go/v39"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// maxHosts is the number of hosts after which the compiled ones are dropped.
const maxHosts = 64

// hostCode is the compiled code of a host. It is kept between runs because the mutants of a module mostly have
// the same imports.
type hostCode struct {
	types   []*wasmtime.FuncType // of the functions
	modules []*wasmtime.Module   // in the order of diff.Host.Modules
}

func (c *hostCode) close() {
	for _, t := range c.types {
		t.Close()
	}
	for _, m := range c.modules {
		m.Close()
	}
}

// hostCode returns the compiled code of h.
func (e *engine) hostCode(h *diff.Host) (*hostCode, error) {
	var key strings.Builder
	for _, p := range h.Modules {
		key.Write(p.Bin)
	}
	if c := e.hosts[key.String()]; c != nil {
		return c, nil
	}
	if len(e.hosts) >= maxHosts {
		for _, c := range e.hosts {
			c.close()
		}
		clear(e.hosts)
	}
	c := new(hostCode)
	for _, f := range h.Funcs {
		c.types = append(c.types, wasmtime.NewFuncType(valTypes(f.Type.Params), valTypes(f.Type.Results)))
	}
	for _, p := range h.Modules {
		m, err := wasmtime.NewModule(e.engine, p.Bin)
		if err != nil {
			c.close()
			return nil, err
		}
		c.modules = append(c.modules, m)
	}
	e.hosts[key.String()] = c
	return c, nil
}

var kinds = map[wasmast.ValType]wasmtime.ValKind{
	wasmast.I32: wasmtime.KindI32, wasmast.I64: wasmtime.KindI64,
	wasmast.F32: wasmtime.KindF32, wasmast.F64: wasmtime.KindF64,
	wasmast.FuncRef: wasmtime.KindFuncref, wasmast.ExternRef: wasmtime.KindExternref,
}

func valTypes(ts []wasmast.ValType) []*wasmtime.ValType {
	out := make([]*wasmtime.ValType, len(ts))
	for i, t := range ts {
		out[i] = wasmtime.NewValType(kinds[t])
	}
	return out
}

// host instantiates h and returns the imports of the module under test in its order.
func (e *engine) host(st *wasmtime.Store, h *diff.Host, rec *diff.Recorder, refs references) ([]wasmtime.AsExtern, error) {
	if len(h.Imports) == 0 {
		return nil, nil
	}
	code, err := e.hostCode(h)
	if err != nil {
		return nil, err
	}
	natives := map[string]*wasmtime.Func{}
	for i, f := range h.Funcs {
		natives[diff.HostName(i)] = wasmtime.NewFunc(st, code.types[i], function(rec, i, f.Type, refs))
	}
	providers := map[string]*wasmtime.Instance{}
	for i, p := range h.Modules {
		var imports []wasmtime.AsExtern
		for _, im := range p.Module.Imports {
			imports = append(imports, natives[im.Name])
		}
		if providers[p.Name], err = wasmtime.NewInstance(st, code.modules[i], imports); err != nil {
			return nil, err
		}
	}
	var imports []wasmtime.AsExtern
	for _, n := range h.Imports {
		x := providers[n.Module].GetExport(st, n.Name)
		if x == nil {
			return nil, fmt.Errorf("no export %q", n.Name)
		}
		imports = append(imports, x)
	}
	return imports, nil
}

// function returns host function i.
func function(rec *diff.Recorder, i int, ft wasmast.FuncType, refs references) func(*wasmtime.Caller, []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
	return func(_ *wasmtime.Caller, vals []wasmtime.Val) ([]wasmtime.Val, *wasmtime.Trap) {
		args := make([]store.Value, len(vals))
		for n, v := range vals {
			args[n] = refs.value(ft.Params[n], v.Get())
		}
		results := rec.Call(i, args)
		vals = make([]wasmtime.Val, len(results))
		for n, v := range results {
			vals[n] = val(v)
		}
		return vals, nil
	}
}
