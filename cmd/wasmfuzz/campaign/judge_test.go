package campaign

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// actor is our engine under another name and family, with answers that a function may change.
type actor struct {
	*diff.OwnEngine
	name, family string
	asked        int
	verdict      func(n int, v diff.Verdict) diff.Verdict // n counts the questions
	outcome      func(n int, o diff.Outcome) diff.Outcome
}

func (a *actor) Name() string   { return a.name }
func (a *actor) Family() string { return a.family }

func (a *actor) Validate(wasm []byte) diff.Verdict {
	a.asked++
	return a.verdict(a.asked, a.OwnEngine.Validate(wasm))
}

func (a *actor) Check(wasm []byte) diff.VerdictKind { return a.Validate(wasm).Kind }

func (a *actor) Run(wasm []byte, s *diff.Script) diff.Outcome {
	a.asked++
	return a.outcome(a.asked, a.OwnEngine.Run(wasm, s))
}

// cast returns an actor that plays a role: what an answer becomes. The name is family or family-variant.
func cast(ours *diff.OwnEngine, name string, play role) *actor {
	family, _, _ := strings.Cut(name, "-")
	return &actor{ours, name, family, 0,
		func(n int, v diff.Verdict) diff.Verdict { return play(n).verdict(v) },
		func(n int, o diff.Outcome) diff.Outcome { return play(n).outcome(o) }}
}

// role is what an actor does with the nth question.
type role func(n int) line

// line is what becomes of an answer.
type line int

const (
	honest line = iota
	lie
	otherLie
	silence
)

func (l line) verdict(v diff.Verdict) diff.Verdict {
	switch l {
	case lie:
		return diff.Verdict{Kind: diff.Reject, Text: "invalid: a lie"}
	case otherLie:
		return diff.Verdict{Kind: diff.Crash, Text: "panic"}
	case silence:
		return diff.Verdict{Kind: diff.Inconclusive, Reason: diff.EngineLimit}
	}
	return v
}

func (l line) outcome(o diff.Outcome) diff.Outcome {
	switch l {
	case lie:
		o.Calls[0].Results = []store.Value{store.I32(-1)}
	case otherLie:
		o.Calls[0].Results = []store.Value{store.I32(-2)}
	case silence:
		return diff.Outcome{Inconclusive: diff.EngineLimit}
	}
	return o
}

func always(l line) role { return func(int) line { return l } }

// times lies in the first answers only.
func times(lies int) role {
	return func(n int) line {
		if n <= lies {
			return lie
		}
		return honest
	}
}

func TestJudge(t *testing.T) {
	ours := open(t).Ours
	m := Stub(mutagenSig, Body{Code: wasmast.Expr{wasmast.I32Const{Value: 7}}})
	calls := []diff.Call{{Func: Entry, Args: []store.Value{store.I32(0), store.Zero(wasmast.F32)}}}
	for _, test := range []struct {
		name          string
		engines, jury map[string]role
		minority      []string // nil if there is no majority
		kind          string   // "" if there is no divergence
		flaky         string
	}{
		{name: "agreement", engines: map[string]role{"a": always(honest), "b": always(honest)}},
		{name: "a limit is no divergence", engines: map[string]role{"a": always(silence), "b": always(honest)}},
		{name: "one against ours", engines: map[string]role{"a": always(lie)}, kind: "own or a: "},
		{name: "one against two", engines: map[string]role{"a": always(honest), "b": always(lie)},
			minority: []string{"b"}, kind: "b: "},
		{name: "ours against two", engines: map[string]role{"a": always(lie), "b": always(lie)},
			minority: []string{"own"}, kind: "own: "},
		{name: "two of a family are one vote", engines: map[string]role{"a-1": always(lie), "a-2": always(lie)}, kind: "own or a-1: "},
		{name: "the jury decides", engines: map[string]role{"a-1": always(lie), "a-2": always(lie)},
			jury: map[string]role{"b": always(honest)}, minority: []string{"a-1", "a-2"}, kind: "a: "},
		{name: "half a family", engines: map[string]role{"a-1": always(lie), "a-2": always(honest), "b": always(honest)},
			minority: []string{"a-1"}, kind: "a-1: "},
		{name: "three opinions", engines: map[string]role{"a": always(lie), "b": always(otherLie)}, kind: "own or a: "},
		{name: "two others outvoted", engines: map[string]role{"a": always(lie), "b": always(otherLie), "c": always(honest)},
			minority: []string{"a", "b"}, kind: "a, b: "},
		{name: "it does not repeat", engines: map[string]role{"a": times(1), "b": always(honest)}, flaky: "all engines agree"},
		{name: "it comes and goes", engines: map[string]role{"a": times(2), "b": always(honest)},
			minority: []string{"a"}, kind: "a: ", flaky: "a, asked again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			act := func(roles map[string]role) (engines []diff.Engine) {
				for _, name := range []string{"a", "a-1", "a-2", "b", "c"} {
					if play := roles[name]; play != nil {
						engines = append(engines, cast(ours, name, play))
					}
				}
				return engines
			}
			judge := func() *Judge {
				return &Judge{Ours: ours, Engines: act(test.engines), Jury: func() []diff.Engine { return act(test.jury) }}
			}
			check := func(d *Divergence) {
				t.Helper()
				if want := test.kind != "" || test.flaky != ""; (d != nil) != want {
					t.Fatalf("divergence: %v, want %v", d, want)
				}
				if d == nil {
					return
				}
				if !slices.Equal(d.Minority, test.minority) || !strings.HasPrefix(d.Kind, test.kind) {
					t.Errorf("minority %q, kind %q; want %q, %q", d.Minority, d.Kind, test.minority, test.kind)
				}
				if !strings.HasPrefix(d.Flaky, test.flaky) || (d.Flaky == "") != (test.flaky == "") {
					t.Errorf("flaky: %q, want %q", d.Flaky, test.flaky)
				}
				if n := 1 + len(test.engines) + len(test.jury); len(d.Answers) != n || len(d.Wasm) == 0 {
					t.Errorf("%d answers, want %d; module of %d bytes", len(d.Answers), n, len(d.Wasm))
				}
			}
			check(judge().Verdicts(&m))
			d, err := judge().Outcomes(&m, calls)
			if err != nil {
				t.Fatal(err)
			}
			check(d)
		})
	}
}

// TestFlakyDoesNotCount: what does not repeat is told apart from divergences.
func TestFlakyDoesNotCount(t *testing.T) {
	cfg := open(t)
	cfg.Tests = 500
	cfg.Engines = []diff.Engine{cast(cfg.Ours, "a", func(n int) line {
		if n%7 == 0 {
			return lie
		}
		return honest
	})}
	told := 0
	cfg.Found = func(d Divergence) error {
		if d.Flaky == "" {
			t.Errorf("a divergence: %v", d.Diff)
		}
		told++
		return nil
	}
	sum, err := Interp(context.Background(), mutagenSig, []Body{{Code: wasmast.Expr{wasmast.I32Const{Value: 7}}}}, cfg)
	if err != nil || sum.Divergences != 0 || sum.Flaky == 0 || told != sum.Flaky {
		t.Errorf("%d divergences, %d flaky, %d told, %v", sum.Divergences, sum.Flaky, told, err)
	}
}

// crowd is an engine that lies only when it is given many functions at once, or a module of many.
type crowd struct{ *actor }

// RunEach lies about the first script.
func (c *crowd) RunEach(wasm []byte, scripts []*diff.Script) []diff.Outcome {
	var outcomes []diff.Outcome
	for i, s := range scripts {
		o := c.OwnEngine.Run(wasm, s)
		if i == 0 {
			o = lie.outcome(o)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes
}

// Run lies about large modules.
func (c *crowd) Run(wasm []byte, s *diff.Script) diff.Outcome {
	o := c.OwnEngine.Run(wasm, s)
	if len(wasm) >= 1000 {
		o = lie.outcome(o)
	}
	return o
}

// TestWhatShowsOnlyInABatch is found in a module that shows it.
func TestWhatShowsOnlyInABatch(t *testing.T) {
	cfg := open(t)
	cfg.Tests = 2000
	cfg.Engines = []diff.Engine{&crowd{cast(cfg.Ours, "a", always(honest))}}
	cfg.StopOnFirst = true
	var found []Divergence
	cfg.Found = func(d Divergence) error { found = append(found, d); return nil }
	sum, err := Interp(context.Background(), mutagenSig, bodySeeds(t, mutagenSig), cfg)
	if err != nil || sum.Divergences != 1 || len(found) != 1 || found[0].Flaky != "" || len(found[0].Wasm) < 1000 {
		t.Fatalf("%d divergences, %v: %v", sum.Divergences, err, found)
	}
	if sum.Tests() >= cfg.Tests || found[0].Test > sum.Tests() {
		t.Errorf("test %d of %d", found[0].Test, sum.Tests())
	}
}
