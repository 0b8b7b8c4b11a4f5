package finding

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/regress"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
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
	Kind string // as that of a campaign.Ballot
	Text string // a line for people
	// Runs says that the engines disagree on what calls do, rather than on the validity of a module.
	Runs bool
	// Executions counts the modules that engines were asked about. Those that our validator does not judge as it judged
	// the first are not put to them.
	Executions int

	judge, scout campaign.Judge
	reason       string // our verdict, which is part of the symptom
	what         string // who is outvoted, and how
	words        string // the first difference, exactly
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
	p := y.ask(&y.judge, s)
	y.Kind, y.Text, y.what, y.words = p.Kind, p.Between+": "+p.Diff, p.what, p.words
	return y
}

func reasonOf(ours *diff.OwnEngine, m *wasmast.Module) string {
	return campaign.Reason(ours.ValidateModule(m, wasmast.V2))
}

// Shows reports whether a subject has the symptom.
func (y *Symptom) Shows(s Subject) bool {
	_, shows := y.Words(s)
	return shows
}

// Words returns the first difference in a subject exactly, but for the place where it shows, and whether the subject has
// the symptom.
func (y *Symptom) Words(s Subject) (words string, shows bool) {
	if !y.Admits(s.Module) {
		return "", false
	}
	y.Executions++
	// Most modules are known not to show it when one of those engines has answered that disagreed with ours.
	if y.ask(&y.scout, s).Kind == "" {
		return "", false
	}
	p := y.ask(&y.judge, s)
	return p.words, p.what == y.what
}

// Admits reports whether our validator judges a module as it does those with the symptom.
func (y *Symptom) Admits(m *wasmast.Module) bool {
	return reasonOf(y.judge.Ours, m) == y.reason
}

// accepts reports whether our validator accepts a module.
func (y *Symptom) accepts(m *wasmast.Module) bool {
	return y.judge.Ours.ValidateModule(m, wasmast.V2).Kind == diff.Accept
}

// poll is what engines say of a subject.
type poll struct {
	campaign.Ballot
	what  string // the kind without what a bug may show or not: what kind of value is wrong, and where it is
	words string // the first difference without the place
}

// ask asks the engines of a judge about a subject.
func (y *Symptom) ask(j *campaign.Judge, s Subject) poll {
	if !y.Runs {
		b, verdicts := j.Ask(s.Module, binary.Encode(s.Module))
		if b.Kind == "" {
			return poll{}
		}
		what := who(b) + ": " + saying(verdicts, b.Sides[0]) + " vs " + saying(verdicts, b.Sides[1])
		return poll{b, what, numbers.ReplaceAllString(b.Diff, "#")}
	}
	t, err := j.Try(campaign.Prepared, s.Module, s.Calls)
	if err != nil || t.Kind == "" {
		return poll{} // if err is not nil, it no longer has what the calls are for
	}
	right, wrong := t.Outcomes[t.Sides[0]], t.Outcomes[t.Sides[1]]
	words := bitsOf(right, wrong, t.Open)
	if words == "" {
		words = place.ReplaceAllString(t.Diff, "")
	}
	return poll{t.Ballot, who(t.Ballot) + ": " + contrast(right, wrong, t.Open), words}
}

// numbers match the places in a module that a verdict names, and place where a difference in an outcome is.
var (
	numbers = regexp.MustCompile(`0x[0-9a-f]+|\b\d[\d.]*\b`)
	place   = regexp.MustCompile(`^(call \d+ .*?|instantiation): `)
)

// bitsOf returns those of the first value in which two outcomes differ, be it a result or a global and of whatever type, or
// "" if something else differs before.
func bitsOf(right, wrong diff.Outcome, open *diff.Open) string {
	a, b := diff.Event{After: right.State}, diff.Event{After: wrong.State}
	switch i := regress.FirstEvent(right, wrong, open); {
	case i == 0:
		a, b = right.Start, wrong.Start
	case i > 0:
		a, b = right.Calls[i-1], wrong.Calls[i-1]
	}
	x, y := valuesOf(a), valuesOf(b)
	if a.Trap != b.Trap || len(x) != len(y) {
		return ""
	}
	for i, v := range x {
		if w := y[i]; v.Lo != w.Lo || v.Hi != w.Hi {
			return fmt.Sprintf("%x %x vs %x %x", v.Hi, v.Lo, w.Hi, w.Lo)
		}
	}
	return ""
}

// valuesOf returns the results of an event, and the globals after it.
func valuesOf(e diff.Event) []store.Value {
	vs := slices.Clone(e.Results)
	for _, g := range e.After.Globals {
		vs = append(vs, g.Value)
	}
	return vs
}

// saying is one of the verdicts of a judge, ours being the first, in general terms. Of rejections only our own have a
// reason that is the same for different modules with the same fault.
func saying(verdicts []diff.Verdict, i int) string {
	if v := verdicts[i]; i == 0 || v.Kind == diff.Crash {
		return campaign.Reason(v)
	}
	return verdicts[i].Kind.String()
}

// who are the engines that are outvoted, or that disagree.
func who(b campaign.Ballot) string {
	who, _, _ := strings.Cut(b.Kind, ": ")
	return who
}
