package spectest

import (
	"errors"
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// runner carries out the commands of a script.
type runner struct {
	engine Engine
	script *testsuite.Script
	store  Store
	host   error // why the module "spectest" could not be provided
	latest module
	named  map[string]module
	// callers are the instances that call functions with vectors where the engine's interface cannot.
	callers map[function]Instance
}

// module is an instance, or why there is none.
type module struct {
	Instance
	err error
}

func newRunner(e Engine, s *testsuite.Script) *runner {
	r := &runner{engine: e, script: s, store: e.NewStore(), named: map[string]module{},
		callers: map[function]Instance{}}
	r.latest.err = errors.New("no module")
	host, err := r.store.Instantiate(hostModule())
	if err != nil {
		r.host = fmt.Errorf("module spectest: %w", err)
		return r
	}
	r.store.Register("spectest", host)
	return r
}

// command carries out one command. The error is an Unsupported if that is not possible.
func (r *runner) command(c testsuite.Command) error {
	if r.host != nil {
		return r.host
	}
	switch c.Type {
	case "module":
		return r.module(c)
	case "module_definition":
		bin, err := r.binary(c)
		if err == nil {
			err = r.engine.Validate(bin)
		}
		return err
	case "register":
		m := r.find(c.Name)
		if m.err == nil {
			r.store.Register(c.As, m.Instance)
		}
		return m.err
	case "action":
		_, err := r.act(c)
		return err
	case "assert_return":
		got, err := r.act(c)
		if err != nil {
			return err
		}
		return wantResults(got, c.Expected)
	case "assert_trap", "assert_exhaustion":
		_, err := r.act(c)
		return wantError(err, c.Text)
	case "assert_invalid", "assert_malformed":
		return r.wantRejection(c)
	case "assert_unlinkable", "assert_uninstantiable":
		bin, err := r.binary(c)
		if err != nil {
			return err
		}
		_, err = r.store.Instantiate(bin)
		return wantError(err, c.Text)
	}
	return Unsupported("unknown command")
}

// binary returns the module of a command.
func (r *runner) binary(c testsuite.Command) ([]byte, error) {
	bin, ok, err := r.script.Binary(c)
	if err == nil && !ok {
		err = Unsupported("module in the text format")
	}
	return bin, err
}

// module instantiates a module. Commands that need it are skipped if it is.
func (r *runner) module(c testsuite.Command) error {
	bin, err := r.binary(c)
	m := module{err: err}
	if err == nil {
		m.Instance, m.err = r.store.Instantiate(bin)
	}
	err = m.err
	if err != nil {
		m.err = fmt.Errorf("module of line %d: %w", c.Line, err)
	}
	r.latest = m
	if c.Name != "" {
		r.named[c.Name] = m
	}
	return err
}

// find returns the module with a name, or the latest one.
func (r *runner) find(name string) module {
	if name == "" {
		return r.latest
	}
	m, ok := r.named[name]
	if !ok {
		m.err = fmt.Errorf("no module %s", name)
	}
	return m
}

// act carries out the action of a command and returns its results.
func (r *runner) act(c testsuite.Command) ([]store.Value, error) {
	m := r.find(c.Action.Module)
	if m.err != nil {
		return nil, m.err
	}
	switch c.Action.Type {
	case "get":
		v, err := m.Get(c.Action.Field)
		return []store.Value{v}, err
	case "invoke":
		return r.invoke(m, c)
	}
	return nil, Unsupported("unknown action " + c.Action.Type)
}

// invoke calls a function. What the script says of the arguments and results is also the function's type.
func (r *runner) invoke(m module, c testsuite.Command) ([]store.Value, error) {
	var args []store.Value
	var ft wasmast.FuncType
	for _, arg := range c.Action.Args {
		v, err := argument(arg)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		ft.Params = append(ft.Params, v.Type)
	}
	for _, x := range c.Expected {
		t, err := valType(x.Type)
		if err != nil {
			return nil, err
		}
		ft.Results = append(ft.Results, t)
	}
	results, err := m.Invoke(c.Action.Field, args)
	if err == errVector {
		return r.invokeSplit(function{m.Instance, c.Action.Field}, ft, args)
	}
	return results, err
}

// wantRejection does not ask for the reason: engines have their own words, and malformed or invalid is one thing to
// many.
func (r *runner) wantRejection(c testsuite.Command) error {
	bin, err := r.binary(c)
	if err != nil {
		return err
	}
	if err = r.engine.Validate(bin); err == nil {
		return fmt.Errorf("the module was accepted; want %q", c.Text)
	}
	if neverExpected(err) {
		return err
	}
	return nil
}
