package finding

import (
	"fmt"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Subject is a module and what is called in it.
type Subject struct {
	Module *wasmast.Module
	Calls  []diff.Call // empty if nothing is
}

// Symptom is what engines disagree in, without what is particular to one module. It tells of other modules whether they
// show it too.
type Symptom struct {
	Kind string // as that of a campaign.Ballot, for people
	// Runs says that the engines disagree on what calls do, rather than on the validity of a module.
	Runs bool
	// Executions counts the modules that engines were asked about. Those that our validator does not judge as it judged
	// the first are not put to them.
	Executions int

	judge, scout campaign.Judge
	reason       string // our verdict, which is part of the symptom
	what         string // who is outvoted, and how
}

// Observe returns the symptom of a subject, or nil if engines do not disagree about it. It is an error if they do not
// each time, or if the calls cannot be made.
func Observe(judge campaign.Judge, s Subject) (*Symptom, error) {
	found := judge.Verdicts(s.Module)
	runs := found == nil && judge.Ours.ValidateModule(s.Module, wasmast.V2).Kind == diff.Accept
	if runs {
		var err error
		if found, err = judge.Outcomes(s.Module, s.Calls); err != nil {
			return nil, err
		}
	}
	switch {
	case found == nil:
		return nil, nil
	case found.Flaky != "":
		return nil, fmt.Errorf("the divergence does not show each time: %s", found.Flaky)
	}
	return symptomOf(judge, s, runs, found.Engines[0]), nil
}

// symptomOf returns the symptom of a subject in which an engine disagrees with ours.
func symptomOf(judge campaign.Judge, s Subject, runs bool, dissenter string) *Symptom {
	y := &Symptom{Runs: runs, judge: judge, reason: reasonOf(judge.Ours, s.Module), scout: campaign.Judge{Ours: judge.Ours, NaN: judge.NaN}}
	// The jury is for doubts, and not asked again and again.
	y.judge.Jury, y.judge.Undecided = nil, nil
	for _, e := range judge.Engines {
		if e.Name() == dissenter {
			y.scout.Engines = []diff.Engine{e}
		}
	}
	y.Kind, y.what = y.ask(&y.judge, s)
	return y
}

func reasonOf(ours *diff.OwnEngine, m *wasmast.Module) string {
	return campaign.Reason(ours.ValidateModule(m, wasmast.V2))
}

// Shows reports whether a subject has the symptom.
func (y *Symptom) Shows(s Subject) bool {
	if !y.Admits(s.Module) {
		return false
	}
	y.Executions++
	// Most modules are known not to show it when one of those engines has answered that disagreed with ours.
	if kind, _ := y.ask(&y.scout, s); kind == "" {
		return false
	}
	_, what := y.ask(&y.judge, s)
	return what == y.what
}

// Admits reports whether our validator judges a module as it does those with the symptom.
func (y *Symptom) Admits(m *wasmast.Module) bool {
	return reasonOf(y.judge.Ours, m) == y.reason
}

// ask asks the engines of a judge about a subject. It returns the kind of the divergence, and that without what a bug
// may show or not: what kind of value is wrong, and where it is.
func (y *Symptom) ask(j *campaign.Judge, s Subject) (kind, what string) {
	if !y.Runs {
		ballot, _ := j.Ask(s.Module, binary.Encode(s.Module))
		return ballot.Kind, ballot.Kind
	}
	t, err := j.Try(campaign.Prepared, s.Module, s.Calls)
	if err != nil || t.Kind == "" {
		return "", "" // if err is not nil, it no longer has what the calls are for
	}
	right, wrong := t.Outcomes[t.Sides[0]], t.Outcomes[t.Sides[1]]
	return t.Kind, who(t.Ballot) + ": " + contrast(right, wrong, t.Open)
}

// who are the engines that are outvoted, or that disagree.
func who(b campaign.Ballot) string {
	who, _, _ := strings.Cut(b.Kind, ": ")
	return who
}
