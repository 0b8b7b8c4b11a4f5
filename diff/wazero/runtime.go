package wazero

import (
	"context"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// A runtime makes wazero's runtime when it is first needed, and anew from time to time, because wazero remembers
// every function type that it has seen.
type runtime struct {
	config wazero.RuntimeConfig
	rt     wazero.Runtime
	uses   int
	hosts  map[string]*hostCode
	probes map[string]wazero.CompiledModule
}

// The number of modules after which a runtime is replaced, and of hosts and probes after which the compiled ones
// are dropped.
const (
	maxUses = 1 << 14
	maxKept = 64
)

func (r *runtime) get(ctx context.Context) wazero.Runtime {
	if r.uses++; r.uses > maxUses {
		r.close()
	}
	if r.rt == nil {
		r.rt = wazero.NewRuntimeWithConfig(ctx, r.config)
		r.hosts, r.probes = map[string]*hostCode{}, map[string]wazero.CompiledModule{}
	}
	return r.rt
}

// close frees the runtime and all that was compiled with it.
func (r *runtime) close() {
	if r.rt != nil {
		r.rt.Close(context.Background())
	}
	r.rt, r.hosts, r.probes, r.uses = nil, nil, nil, 0
}

// probe returns the compiled code of a probe.
func (r *runtime) probe(ctx context.Context, p diff.Probe) (wazero.CompiledModule, error) {
	bin := binary.Encode(p.Module)
	if c := r.probes[string(bin)]; c != nil {
		return c, nil
	}
	if len(r.probes) >= maxKept {
		for _, c := range r.probes {
			c.Close(ctx)
		}
		clear(r.probes)
	}
	c, err := r.rt.CompileModule(ctx, bin)
	if err == nil {
		r.probes[string(bin)] = c
	}
	return c, err
}

// hostCode is the compiled code of a host. It is kept between runs because the mutants of a module mostly have
// the same imports.
type hostCode struct {
	rec     *diff.Recorder // of the present run
	natives wazero.CompiledModule
	modules []wazero.CompiledModule // in the order of diff.Host.Modules
}

// hostCode returns the compiled code of h.
func (r *runtime) hostCode(ctx context.Context, h *diff.Host) (*hostCode, error) {
	var key strings.Builder
	for _, p := range h.Modules {
		key.Write(p.Bin)
	}
	if c := r.hosts[key.String()]; c != nil {
		return c, nil
	}
	if len(r.hosts) >= maxKept {
		for _, c := range r.hosts {
			c.close(ctx)
		}
		clear(r.hosts)
	}
	c := new(hostCode)
	if err := c.compile(ctx, r.rt, h); err != nil {
		c.close(ctx)
		return nil, err
	}
	r.hosts[key.String()] = c
	return c, nil
}

func (c *hostCode) compile(ctx context.Context, rt wazero.Runtime, h *diff.Host) (err error) {
	b := rt.NewHostModuleBuilder(diff.HostModule)
	for i, f := range h.Funcs {
		b = b.NewFunctionBuilder().WithGoFunction(c.function(i, f.Type), bytes(f.Type.Params), bytes(f.Type.Results)).
			Export(diff.HostName(i))
	}
	if c.natives, err = b.Compile(ctx); err != nil {
		return err
	}
	for _, p := range h.Modules {
		m, err := rt.CompileModule(ctx, p.Bin)
		if err != nil {
			return err
		}
		c.modules = append(c.modules, m)
	}
	return nil
}

// bytes returns types as wazero has them: by their binary codes.
func bytes(ts []wasmast.ValType) []api.ValueType {
	out := make([]api.ValueType, len(ts))
	for i, t := range ts {
		out[i] = api.ValueType(t)
	}
	return out
}

// function returns host function i for the recorder of whatever run it is called in.
func (c *hostCode) function(i int, ft wasmast.FuncType) api.GoFunc {
	return func(_ context.Context, stack []uint64) {
		args := make([]store.Value, len(ft.Params))
		for n, t := range ft.Params {
			args[n] = value(t, stack[n])
		}
		for n, v := range c.rec.Call(i, args) {
			stack[n] = v.Lo
		}
	}
}

func (c *hostCode) close(ctx context.Context) {
	for _, m := range c.modules {
		m.Close(ctx)
	}
	if c.natives != nil {
		c.natives.Close(ctx)
	}
}

// host is the instance of a host in one run: what a module's imports come from, by module name.
type host struct {
	modules map[string]api.Module
	natives api.Module
}

func (h *host) resolve(name string) api.Module { return h.modules[name] }

func (h *host) close(ctx context.Context) {
	for _, m := range h.modules {
		m.Close(ctx)
	}
	if h.natives != nil {
		h.natives.Close(ctx)
	}
}

// host instantiates h. What it returns is to be closed, also after an error.
func (r *runtime) host(ctx context.Context, h *diff.Host, rec *diff.Recorder) (host, error) {
	if len(h.Modules) == 0 {
		return host{}, nil
	}
	code, err := r.hostCode(ctx, h)
	if err != nil {
		return host{}, err
	}
	code.rec = rec
	in := host{modules: map[string]api.Module{}}
	if in.natives, err = r.rt.InstantiateModule(ctx, code.natives, anonymous); err != nil {
		return in, err
	}
	natives := func(string) api.Module { return in.natives }
	ctx = experimental.WithImportResolver(ctx, natives)
	for i, p := range h.Modules {
		m, err := r.rt.InstantiateModule(ctx, code.modules[i], anonymous)
		if err != nil {
			return in, err
		}
		in.modules[p.Name] = m
	}
	return in, nil
}
