package campaign

import (
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Form is what is done to a valid module before it is run.
type Form byte

const (
	// Prepared: as by Prepare.
	Prepared Form = iota
	// Exposed: the state is shown. Execution may not end.
	Exposed
	// Plain: nothing.
	Plain
)

// String names the form.
func (f Form) String() string { return [...]string{"prepared", "exposed", "plain"}[f] }

// of returns m in the form. N is what is done about NaNs if it is prepared; otherwise the bits that are open are
// tracked.
func (f Form) of(m *wasmast.Module, n diff.NaN) (*wasmast.Module, diff.NaN) {
	switch f {
	case Prepared:
		return Prepare(m, n), n
	case Exposed:
		return diff.Expose(m, wasmast.V2), diff.NaNTrack
	}
	return m, diff.NaNTrack
}

// Trial is what engines do with a module in one form.
type Trial struct {
	Ballot
	Form     Form
	Module   *wasmast.Module // in that form
	Script   *diff.Script
	Outcomes []diff.Outcome // in the order of Answers
	Open     *diff.Open     // what is open in the outcomes, if the engines disagree
}

// Try asks all engines what calls of m do in a form. It is an error if the module cannot be run with these calls, see
// diff.NewScript.
func (j *Judge) Try(form Form, m *wasmast.Module, calls []diff.Call) (*Trial, error) {
	made, nan := form.of(m, j.NaN)
	q, err := newOutcomes(j, m, made, calls)
	if err != nil {
		return nil, err
	}
	q.nan = nan
	t := &Trial{Form: form, Module: made, Script: q.script}
	if t.Ballot, t.Outcomes = poll(q, j.all(false)); t.Kind != "" {
		t.Open = q.opened()
	}
	return t, nil
}
