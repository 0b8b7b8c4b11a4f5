package regress

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Test is a regression test of one module.
type Test struct {
	// Name is an identifier, part of the names of Go tests.
	Name string
	// Doc says what is tested and why; it may have several lines.
	Doc   string
	Steps []Step
}

// Step is an Accept, a Reject, a Define or an Invoke.
type Step interface{ step() }

type (
	// Accept is a module that must be accepted, whatever becomes of it when it is instantiated.
	Accept struct{ Module *wasmast.Module }
	// Reject is a module that must not be accepted.
	Reject struct {
		Wasm   []byte
		Module *wasmast.Module // nil if Wasm is malformed
		Reason string          // in the words of the specification's test suite
	}
	// Define instantiates a module.
	Define struct {
		ID     string // by which later steps know it
		As     string // the module name from which others import its exports
		Module *wasmast.Module
		Trap   diff.Trap // that must end the instantiation, or zero
	}
	// Invoke calls an exported function.
	Invoke struct {
		ID   string // of the instance
		Func string
		Args []store.Value
		Want []Want
		Trap diff.Trap // that must end the call, or zero
	}
)

func (Accept) step() {}
func (Reject) step() {}
func (Define) step() {}
func (Invoke) step() {}

// under is the ID of the module under test.
const under = "test"

// Rejected returns the steps of a module that is malformed, if m is nil, or invalid.
func Rejected(wasm []byte, m *wasmast.Module, reason string) []Step {
	return []Step{Reject{wasm, m, reason}}
}

// Accepted returns the step of a module that is valid.
func Accepted(m *wasmast.Module) []Step { return []Step{Accept{m}} }

// maxHostCalls bounds the calls of host functions in a test.
const maxHostCalls = 64

// Run returns the steps of a module m that a script runs. Right is the outcome that is right and conclusive, but for
// bits that are open. Wrong is one that differs from it, or the zero Outcome if the events of right are all that is of
// interest. It is an error if a test cannot demand what is right, or not tell it from what is wrong.
func Run(m *wasmast.Module, s *diff.Script, right, wrong diff.Outcome, open *diff.Open) ([]Step, error) {
	if right.Inconclusive != "" || right.Stage != diff.Ran && right.Stage != diff.Uninstantiable {
		return nil, fmt.Errorf("the right outcome is %v", right)
	}
	steps, err := host(s, right, open)
	if err != nil {
		return nil, err
	}
	r := run{script: s, as: name(s), right: right, wrong: wrong, open: open}
	t := Define{ID: under, As: r.as, Module: m}
	if right.Stage == diff.Uninstantiable {
		t.Trap = right.Start.Trap
	}
	r.steps = append(steps, t)
	r.differs = wrong.Stage != diff.Ran // whatever the script says after the instantiation
	if err := r.play(); err != nil {
		return nil, err
	}
	if !r.differs {
		return nil, errors.New("scripts cannot express the difference")
	}
	return append(r.steps, answered(s, right, open)...), nil
}

// run is the steps of a script in the making.
type run struct {
	script       *diff.Script
	as           string // the name of the module under test
	right, wrong diff.Outcome
	open         *diff.Open
	steps        []Step
	differs      bool // whether the steps tell right from wrong
}

// play appends the calls, as far as it is known what they have to do, and looks at the state where it first differs, if
// the events before that do not.
func (r *run) play() error {
	differ := FirstEvent(bare(r.right), bare(r.wrong), r.open)
	for i := range known(r.right, r.open) {
		e, open := event(r.right, i), openEvent(r.open, i)
		if i > 0 {
			wants, err := wants(e.Results, open.Results)
			if err != nil {
				return err
			}
			r.steps = append(r.steps, Invoke{under, e.Func, r.script.Calls[i-1].Args, wants, e.Trap})
		}
		r.differs = r.differs || i == differ
		if !r.differs && i <= len(r.wrong.Calls) {
			r.state(e.After, event(r.wrong, i).After, open.After)
		}
	}
	if ends := func(o diff.Outcome) bool { return len(o.Calls) == len(r.script.Calls) && o.Inconclusive == "" }; !r.differs &&
		ends(r.right) && ends(r.wrong) && r.open.Inconclusive == "" {
		r.state(r.right.State, r.wrong.State, r.open.State)
	}
	return nil
}

func (r *run) state(right, wrong diff.State, open diff.OpenState) {
	steps := look(r.script, r.as, right, wrong, open)
	r.steps, r.differs = append(r.steps, steps...), len(steps) > 0
}

// known returns how many events of an outcome are known, the instantiation being the first.
func known(o diff.Outcome, open *diff.Open) int {
	n := 1 + len(o.Calls)
	if open.Inconclusive != "" {
		n = min(n, open.Events)
	}
	return n
}

// event returns event i of an outcome; 0 is the instantiation.
func event(o diff.Outcome, i int) diff.Event {
	if i == 0 {
		return o.Start
	}
	return o.Calls[i-1]
}

// openEvent says what is open in event i.
func openEvent(open *diff.Open, i int) diff.OpenEvent {
	if i == 0 {
		return open.Start
	}
	return at(open.Calls, i-1)
}

// at returns element i of a list that may be shorter.
func at[T any](list []T, i int) (x T) {
	if i < len(list) {
		x = list[i]
	}
	return x
}

// FirstEvent returns the index of the first event in which two outcomes of one stage differ, the instantiation being 0,
// or -1 if they do not.
func FirstEvent(a, b diff.Outcome, open *diff.Open) int {
	head := func(o diff.Outcome, n int) diff.Outcome {
		return diff.Outcome{Stage: o.Stage, Start: o.Start, Calls: o.Calls[:n], Inconclusive: "cut"}
	}
	for n := range min(len(a.Calls), len(b.Calls)) + 1 {
		if open.Compare(head(a, n), head(b, n)) != "" {
			return n
		}
	}
	return -1
}

// bare returns an outcome without the state after events, and with as much of references as a script can tell.
func bare(o diff.Outcome) diff.Outcome {
	o.Start.After = diff.State{}
	o.Calls = slices.Clone(o.Calls)
	for i := range o.Calls {
		c := &o.Calls[i]
		c.After, c.Results = diff.State{}, slices.Clone(c.Results)
		for k, v := range c.Results {
			if v.Type.IsRef() && v.Lo != 0 {
				c.Results[k].Lo = diff.SomeRef
			}
		}
	}
	return o
}

// name returns a module name for the module under test that none of its imports has.
func name(s *diff.Script) string {
	name := under
	for _, p := range s.Host.Modules {
		if strings.HasPrefix(p.Name, name) {
			name = p.Name + "'"
		}
	}
	return name
}

// host returns the steps that define what the module under test imports.
func host(s *diff.Script, right diff.Outcome, open *diff.Open) ([]Step, error) {
	var steps []Step
	if len(s.Host.Funcs) > 0 {
		trace := trace(right, open)
		if len(trace) > maxHostCalls {
			return nil, errors.New("there are too many calls of host functions to be played back")
		}
		steps = append(steps, Define{ID: hostID, As: diff.HostModule, Module: replay(&s.Host, trace)})
	}
	for i, p := range s.Host.Modules {
		m := *p.Module
		m.Customs = nil
		steps = append(steps, Define{ID: fmt.Sprintf("%s%d", hostID, i), As: p.Name, Module: &m})
	}
	return steps, nil
}
