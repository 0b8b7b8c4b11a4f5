package finding

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/regress"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Case is a divergence in the plainest form in which it shows, with what is right.
type Case struct {
	campaign.Ballot
	// Trial is what the calls did, or nil if the engines disagree on the validity of the module.
	Trial *campaign.Trial
	// Right and Wrong are the indices, in Answers, of an engine that is right, and of one that is not: the majority is
	// right, or our engine if there is none, unless a fault is planted in it.
	Right, Wrong int
	// Contrast is what the two do, in general terms.
	Contrast string
	// Fault is what is wrong with a module that has to be rejected, or nil.
	Fault *wasmast.Error
	// Steps are those of a regression test. If Untestable is not nil, there are none.
	Steps      []regress.Step
	Untestable error
}

// NewCase puts a subject to the engines in one form after the other, the plainest first. It is an error if they do not
// disagree.
func NewCase(y *Symptom, s Subject) (*Case, error) {
	c := &Case{}
	if y.Runs {
		trial, err := plainest(&y.judge, s)
		if err != nil {
			return nil, err
		}
		c.run(trial, y.judge.Ours.Suspect())
		return c, nil
	}
	return c, c.validate(&y.judge, binary.Encode(s.Module), s.Module)
}

// MalformedCase is NewCase for bytes that our decoder rejects.
func MalformedCase(judge *campaign.Judge, wasm []byte) (*Case, error) {
	c := &Case{}
	return c, c.validate(judge, wasm, nil)
}

var errAgree = errors.New("the engines agree")

// take sets the ballot and the sides.
func (c *Case) take(b campaign.Ballot, suspect bool) error {
	if b.Kind == "" {
		return errAgree
	}
	c.Ballot, c.Right, c.Wrong = b, b.Sides[0], b.Sides[1]
	if b.Minority == nil && suspect && c.Right == 0 {
		c.Right, c.Wrong = c.Wrong, c.Right
	}
	return nil
}

// run makes the case of what calls do.
func (c *Case) run(t *campaign.Trial, suspect bool) {
	if err := c.take(t.Ballot, suspect); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	right, wrong := c.narrowed(t.Outcomes), t.Outcomes[c.Wrong]
	c.Trial, c.Contrast = t, contrast(right, wrong, t.Open)
	c.Steps, c.Untestable = regress.Run(t.Module, t.Script, right, wrong, t.Open)
}

// narrowed returns the outcome of the engine that is right, with those reasons of traps only that all engines with the
// same answer can mean.
func (c *Case) narrowed(outcomes []diff.Outcome) diff.Outcome {
	right := outcomes[c.Right]
	right.Calls = slices.Clone(right.Calls)
	for i, o := range outcomes {
		if c.Answers[i].Camp != c.Answers[c.Right].Camp || len(o.Calls) != len(right.Calls) {
			continue
		}
		right.Start.Trap &= o.Start.Trap
		for k := range right.Calls {
			right.Calls[k].Trap &= o.Calls[k].Trap
		}
	}
	return right
}

// validate makes the case of a module that some accept. M is nil if wasm is malformed.
func (c *Case) validate(judge *campaign.Judge, wasm []byte, m *wasmast.Module) error {
	ballot, verdicts := judge.Ask(m, wasm)
	if err := c.take(ballot, judge.Ours.Suspect()); err != nil {
		return err
	}
	right := verdicts[c.Right]
	c.Contrast = saying(verdicts, c.Right) + " vs " + saying(verdicts, c.Wrong)
	switch {
	case right.Kind == diff.Reject:
		c.Fault = faultOf(wasm)
		reason := right.Text
		if c.Fault != nil {
			reason = string(c.Fault.Code)
			c.Contrast = fmt.Sprintf("rejected (%s) vs %s", reason, saying(verdicts, c.Wrong))
		}
		c.Steps = regress.Rejected(wasm, m, reason)
	case m == nil:
		c.Untestable = errors.New("our decoder cannot read the module that is right to be accepted")
	default:
		c.Steps = instantiated(engine(judge, c.Right), m)
	}
	return nil
}

// faultOf is what our decoder or validator, without a fault planted in them, have against a module, or nil.
func faultOf(wasm []byte) *wasmast.Error {
	m, err := binary.Decode(wasm)
	if err == nil {
		err = validate.Module(m, wasmast.V2)
	}
	var fault *wasmast.Error
	errors.As(err, &fault)
	return fault
}

// engine returns the engine that has given an answer.
func engine(j *campaign.Judge, answer int) diff.Engine {
	if answer == 0 {
		return j.Ours
	}
	return j.Engines[answer-1]
}

// instantiated returns the steps that instantiate m as an engine does that accepts it, or just accept it if it is not
// known whether that ends, or ends alike everywhere.
func instantiated(e diff.Engine, m *wasmast.Module) []regress.Step {
	if m.Start != nil && !bounded(m) {
		return regress.Accepted(m)
	}
	script, err := diff.NewScript(m, nil)
	if err != nil {
		return regress.Accepted(m)
	}
	open := diff.NaNTrack.Open(m, script)
	steps, err := regress.Run(m, script, e.Run(binary.Encode(m), script), diff.Outcome{}, &open)
	if err != nil {
		return regress.Accepted(m)
	}
	return steps
}

// plainest returns the trial of a subject in the plainest form in which the engines disagree as they do when it is
// prepared. A module that may not end otherwise is only tried when it is prepared.
func plainest(j *campaign.Judge, s Subject) (*campaign.Trial, error) {
	prepared, err := j.Try(campaign.Prepared, s.Module, s.Calls)
	if err != nil {
		return nil, err
	}
	if prepared.Kind == "" {
		return nil, errAgree
	}
	if bounded(s.Module) || !slices.ContainsFunc(prepared.Outcomes, stopped) {
		for _, form := range []campaign.Form{campaign.Plain, campaign.Exposed} {
			t, err := j.Try(form, s.Module, s.Calls)
			if err == nil && t.Kind == prepared.Kind {
				return t, nil
			}
		}
	}
	return prepared, nil
}

// stopped reports whether an outcome may have been ended by the bounds of the prepared module.
func stopped(o diff.Outcome) bool {
	return o.Start.Trap&diff.Unreachable != 0 || slices.ContainsFunc(o.Calls, func(e diff.Event) bool { return e.Trap&diff.Unreachable != 0 })
}

// bounded reports whether m has nothing that could take long: loops, calls, growth and bulk operations.
func bounded(m *wasmast.Module) bool {
	for i := range m.Instrs() {
		switch i := i.(type) {
		case wasmast.Block:
			if i.Code == wasmast.OpLoop {
				return false
			}
		case wasmast.Memory:
			if i.Code != wasmast.OpMemorySize {
				return false
			}
		case wasmast.Table:
			if i.Code != wasmast.OpTableSize && i.Code != wasmast.OpTableGet && i.Code != wasmast.OpTableSet {
				return false
			}
		case wasmast.Call, wasmast.CallIndirect, wasmast.MemoryCopy, wasmast.MemoryInit, wasmast.TableCopy, wasmast.TableInit:
			return false
		}
	}
	return true
}

// contrast says in general terms in what two outcomes differ first: stages, traps, or values of whatever kind.
func contrast(right, wrong diff.Outcome, open *diff.Open) string {
	if right.Stage != wrong.Stage {
		return fmt.Sprintf("%v vs %v", ended(right), ended(wrong))
	}
	a, b, i := right.Start, wrong.Start, regress.FirstEvent(right, wrong, open)
	if i > 0 {
		a, b = right.Calls[i-1], wrong.Calls[i-1]
	}
	if i >= 0 && a.Trap&b.Trap == 0 && a.Trap != b.Trap {
		return fmt.Sprintf("%s vs %s", trapOf(a), trapOf(b))
	}
	return "values"
}

// ended is the stage of an outcome, with the trap if that ended it.
func ended(o diff.Outcome) string {
	if o.Stage == diff.Uninstantiable {
		return o.Stage.String() + ", " + trapOf(o.Start)
	}
	return o.Stage.String()
}

func trapOf(e diff.Event) string {
	if e.Trap == 0 {
		return "no trap"
	}
	return "trap: " + e.Trap.String()
}

// Expected says what the specification demands, in one line for each step that asserts something.
func (c *Case) Expected() string {
	if c.Trial == nil {
		return c.Answers[c.Right].Text
	}
	return strings.ReplaceAll(c.Trial.Outcomes[c.Right].String(), "; ", "\n")
}
