package campaign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Judge asks engines about modules and tells on which they disagree. The zero value of what is optional is nil.
type Judge struct {
	Ours    *diff.OwnEngine
	Engines []diff.Engine        // compared with ours
	Jury    func() []diff.Engine // optional: those that are asked, besides, about a divergence
	NaN     diff.NaN             // what is done about the bits of NaNs that are open
	// Undecided, if not nil, is called for each answer that decides nothing.
	Undecided func(engine string, reason diff.Reason)
}

// Divergence is a module on which engines disagree.
type Divergence struct {
	Test    int         // number of the test that showed it
	Wasm    []byte      // the module, before Prepare
	Calls   []diff.Call // what was called; empty if the module was only validated
	Engines []string    // those that disagree with ours
	// Flaky says what varied when the engines were asked again. What varies proves nothing and is no divergence to be
	// counted.
	Flaky string
	Ballot
}

// Ballot is what engines say of one module, and what that means.
type Ballot struct {
	Answers  []Answer // ours first
	Minority []string // the engines that are outvoted; none if there is no majority
	Between  string   // who is on the two sides of Diff, families by their names
	Diff     string   // the first difference between two that disagree, the majority's answer first; "" if all agree
	Kind     string   // who is in the minority, and Diff without what is particular to the module; "" if all agree
	Sides    [2]int   // the indices of the answers of which Diff tells; meaningless if all agree
}

// Answer is what one engine said of a module.
type Answer struct {
	Engine, Version string
	Text            string
	// Camp is the same number for answers that agree, or diff.Undecided.
	Camp int
}

// A question is what a judge puts to every engine. A is the type of the answers.
type question[A any] interface {
	ask(e diff.Engine) A
	// compare returns the first difference, or "".
	compare(a, b A) string
	// undecided returns why an answer is inconclusive, or "".
	undecided(a A) diff.Reason
	// blind returns why answers were not compared to their end, or "".
	blind() diff.Reason
	// abstains reports whether an answer says nothing at all that could be compared.
	abstains(a A) bool
	// general returns the difference of two answers without what is particular to the module.
	general(a, b A, difference string) string
	String(a A) string
}

// Verdicts asks whether m is valid. The result is nil if all engines agree with ours.
func (j *Judge) Verdicts(m *wasmast.Module) *Divergence {
	q := newVerdicts(j.Ours, m, binary.Encode(m))
	return consider(j, q, q.ours, nil)
}

// Malformed asks whether wasm, which is not a module for our decoder, is valid.
func (j *Judge) Malformed(wasm []byte) *Divergence {
	q := newVerdicts(j.Ours, nil, wasm)
	return consider(j, q, q.ours, nil)
}

// Outcomes asks what calls of m do, which is valid for all engines. The result is nil if they agree with ours. It is
// an error if the module cannot be run with these calls, see diff.NewScript.
func (j *Judge) Outcomes(m *wasmast.Module, calls []diff.Call) (*Divergence, error) {
	q, err := newOutcomes(j, m, Prepare(m, j.NaN), calls)
	if err != nil {
		return nil, err
	}
	return consider(j, q, q.ask(j.Ours), calls), nil
}

// Ask asks all engines whether a module is valid and returns their verdicts, in the order of the ballot's answers. M is
// nil if wasm is malformed.
func (j *Judge) Ask(m *wasmast.Module, wasm []byte) (Ballot, []diff.Verdict) {
	return poll(newVerdicts(j.Ours, m, wasm), j.all(false))
}

// all returns the engines, ours first, with the jury if asked for.
func (j *Judge) all(jury bool) []diff.Engine {
	all := append([]diff.Engine{j.Ours}, j.Engines...)
	if jury && j.Jury != nil {
		all = append(all, j.Jury()...)
	}
	return all
}

// consider puts a question to the engines, given what ours says. It returns nil if they agree, and else what a second
// look at all that can be asked shows.
func consider[Q interface {
	question[A]
	module() []byte
}, A any](j *Judge, q Q, ours A, calls []diff.Call) *Divergence {
	if reason := q.undecided(ours); reason != "" {
		j.undecided(j.Ours, reason)
		return nil
	}
	var dissenters []string
	for _, e := range j.Engines {
		theirs := q.ask(e)
		if reason := q.undecided(theirs); reason != "" {
			j.undecided(e, reason)
		}
		if q.compare(ours, theirs) != "" {
			dissenters = append(dissenters, e.Name())
		}
	}
	if dissenters == nil {
		if reason := q.blind(); reason != "" {
			j.undecided(j.Ours, reason)
		}
		return nil
	}
	d := confirm(q, j.all(true))
	d.Wasm, d.Calls, d.Engines = slices.Clone(q.module()), calls, dissenters
	return &d
}

func (j *Judge) undecided(e diff.Engine, reason diff.Reason) {
	if j.Undecided != nil {
		j.Undecided(e.Name(), reason)
	}
}

// repetitions is how often a divergence must show, each time in fresh instances, before it counts.
const repetitions = 3

// confirm asks all engines again and again. The divergence is flaky if an engine contradicts itself, or if they no
// longer disagree.
func confirm[A any](q question[A], engines []diff.Engine) Divergence {
	d, first := Divergence{}, []A(nil)
	for n := range repetitions {
		ballot, answers := poll(q, engines)
		if first == nil {
			d.Ballot, first = ballot, answers
		}
		for i, e := range engines {
			if text := q.compare(first[i], answers[i]); text != "" && d.Flaky == "" {
				d.Flaky = fmt.Sprintf("%s, asked again: %s", e.Name(), text)
			}
		}
		if ballot.Kind == "" && d.Flaky == "" {
			d.Flaky = fmt.Sprintf("all engines agree when asked again, time %d of %d", n+1, repetitions)
		}
	}
	return d
}

// poll puts a question to engines and counts their votes.
func poll[A any](q question[A], engines []diff.Engine) (Ballot, []A) {
	answers := make([]A, len(engines))
	for i, e := range engines {
		answers[i] = q.ask(e)
	}
	camps := diff.Camps(len(answers),
		func(i int) bool { return q.abstains(answers[i]) },
		func(i, j int) bool { return q.compare(answers[i], answers[j]) == "" })
	var b Ballot
	for i, e := range engines {
		b.Answers = append(b.Answers, Answer{e.Name(), e.Version(), q.String(answers[i]), camps[i]})
	}
	most := diff.Majority(camps, func(i int) string { return engines[i].Family() })
	pro, con := opponents(camps, most)
	if con < 0 {
		return b, answers
	}
	b.Sides = [2]int{pro, con}
	b.Diff = q.compare(answers[pro], answers[con])
	who := engines[pro].Name() + " or " + engines[con].Name()
	b.Between = who
	if most != diff.Undecided {
		var majority []string
		majority, b.Minority = sides(camps, most, engines)
		who = families(b.Minority, engines)
		b.Between = families(majority, engines) + " against " + who
	}
	b.Kind = who + ": " + q.general(answers[pro], answers[con], b.Diff)
	return b, answers
}

// opponents returns the first engine of the majority, or if there is none the first that takes a side, and the first
// of another camp, or -1.
func opponents(camps []int, most int) (pro, con int) {
	decided := func(c int) bool { return c != diff.Undecided }
	if most == diff.Undecided && slices.ContainsFunc(camps, decided) {
		most = camps[slices.IndexFunc(camps, decided)]
	}
	return slices.Index(camps, most), slices.IndexFunc(camps, func(c int) bool { return c != most && decided(c) })
}

// sides lists the engines of the majority, and those that have taken another side.
func sides(camps []int, most int, engines []diff.Engine) (majority, minority []string) {
	for i, e := range engines {
		switch camps[i] {
		case most:
			majority = append(majority, e.Name())
		case diff.Undecided:
		default:
			minority = append(minority, e.Name())
		}
	}
	return majority, minority
}

// families lists the names of engines, those of a family by its name if they are all of it that were asked.
func families(names []string, asked []diff.Engine) string {
	var short []string
	for _, e := range asked {
		whole := !slices.ContainsFunc(asked, func(other diff.Engine) bool {
			return other.Family() == e.Family() && !slices.Contains(names, other.Name())
		})
		name := e.Name()
		if whole {
			name = e.Family()
		}
		if slices.Contains(names, e.Name()) && !slices.Contains(short, name) {
			short = append(short, name)
		}
	}
	return strings.Join(short, ", ")
}
