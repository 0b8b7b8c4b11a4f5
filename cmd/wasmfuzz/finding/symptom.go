package finding

import (
	"fmt"
	"regexp"
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
	words        string // the first difference, word for word
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
	var b campaign.Ballot
	b, y.what = y.ask(&y.judge, s)
	y.Kind, y.Text, y.words = b.Kind, b.Between+": "+b.Diff, y.difference(b)
	return y
}

func reasonOf(ours *diff.OwnEngine, m *wasmast.Module) string {
	return campaign.Reason(ours.ValidateModule(m, wasmast.V2))
}

// Shows reports whether a subject has the symptom.
func (y *Symptom) Shows(s Subject) bool {
	_, shows := y.show(s)
	return shows
}

// Words returns the first difference in a subject, word for word but for where it shows, and whether the subject has the
// symptom.
func (y *Symptom) Words(s Subject) (words string, shows bool) {
	b, shows := y.show(s)
	return y.difference(b), shows
}

// show returns what the engines say of a subject, and whether it has the symptom.
func (y *Symptom) show(s Subject) (campaign.Ballot, bool) {
	if !y.Admits(s.Module) {
		return campaign.Ballot{}, false
	}
	y.Executions++
	// Most modules are known not to show it when one of those engines has answered that disagreed with ours.
	if b, _ := y.ask(&y.scout, s); b.Kind == "" {
		return b, false
	}
	b, what := y.ask(&y.judge, s)
	return b, what == y.what
}

var (
	// place matches where a difference in the outcome is.
	place = regexp.MustCompile(`^(call \d+ .*?|instantiation): `)
	// numbers match the places in a module that a verdict names.
	numbers = regexp.MustCompile(`0x[0-9a-f]+|\b\d[\d.]*\b`)
)

// difference is the first difference of a ballot, without the place.
func (y *Symptom) difference(b campaign.Ballot) string {
	if y.Runs {
		return place.ReplaceAllString(b.Diff, "")
	}
	return numbers.ReplaceAllString(b.Diff, "#")
}

// Admits reports whether our validator judges a module as it does those with the symptom.
func (y *Symptom) Admits(m *wasmast.Module) bool {
	return reasonOf(y.judge.Ours, m) == y.reason
}

// accepts reports whether our validator accepts a module.
func (y *Symptom) accepts(m *wasmast.Module) bool {
	return y.judge.Ours.ValidateModule(m, wasmast.V2).Kind == diff.Accept
}

// ask asks the engines of a judge about a subject. What it returns besides is the kind of the divergence without what a
// bug may show or not: what kind of value is wrong, and where it is.
func (y *Symptom) ask(j *campaign.Judge, s Subject) (b campaign.Ballot, what string) {
	if !y.Runs {
		b, verdicts := j.Ask(s.Module, binary.Encode(s.Module))
		if b.Kind == "" {
			return b, ""
		}
		return b, who(b) + ": " + saying(verdicts, b.Sides[0]) + " vs " + saying(verdicts, b.Sides[1])
	}
	t, err := j.Try(campaign.Prepared, s.Module, s.Calls)
	if err != nil || t.Kind == "" {
		return b, "" // if err is not nil, it no longer has what the calls are for
	}
	right, wrong := t.Outcomes[t.Sides[0]], t.Outcomes[t.Sides[1]]
	return t.Ballot, who(t.Ballot) + ": " + contrast(right, wrong, t.Open)
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
