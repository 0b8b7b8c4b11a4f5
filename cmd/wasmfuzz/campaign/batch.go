package campaign

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// together is the number of functions that are compiled together.
const together = 32

// execTest is a test that our engine has run.
type execTest struct {
	number int
	*outcomes
	calls []diff.Call
	ours  diff.Outcome
}

// batch is the joined module of several tests.
type batch struct {
	tests   []int // indices
	module  *wasmast.Module
	wasm    []byte
	scripts []*diff.Script
	blamed  bool // whether it was reported that an engine did not survive the batch
}

// join makes batches of those tests whose modules can be joined. Some may be in none.
func join(tests []execTest) []batch {
	var kins []string
	members := map[string][]int{}
	for i, t := range tests {
		kin := diff.Kin(t.made, entryFunc)
		if members[kin] == nil {
			kins = append(kins, kin)
		}
		members[kin] = append(members[kin], i)
	}
	var batches []batch
	for _, kin := range kins {
		b := batch{tests: members[kin]}
		if len(b.tests) == 1 {
			continue
		}
		var modules []*wasmast.Module
		var scripts []*diff.Script
		for _, i := range b.tests {
			modules, scripts = append(modules, tests[i].made), append(scripts, tests[i].script)
		}
		b.module, b.scripts = diff.Join(modules, entryFunc, scripts)
		b.wasm = binary.Encode(b.module)
		batches = append(batches, b)
	}
	return batches
}

// runAll returns what an engine does in all tests, in batches if it gains by it.
func runAll(e diff.Engine, tests []execTest, batches []batch) []diff.Outcome {
	outcomes := make([]diff.Outcome, len(tests))
	if each, ok := e.(diff.Batcher); ok {
		for _, b := range batches {
			for i, o := range each.RunEach(b.wasm, b.scripts) {
				outcomes[b.tests[i]] = o
			}
		}
	}
	for i, t := range tests {
		if outcomes[i].Stage == diff.Unknown { // in no batch, or the batch is beyond a limit of the engine
			outcomes[i] = t.ask(e)
		}
	}
	return outcomes
}

func isBatcher(e diff.Engine) bool {
	_, ok := e.(diff.Batcher)
	return ok
}

// full flushes the queue when there are enough tests in it. Those of the past come one by one.
func (x *execution) full() {
	if len(x.queue) >= together || x.past() && len(x.queue) > 0 {
		x.flush()
	}
}

// flush has the engines run what is in the queue, and looks closer at what they disagree on.
func (x *execution) flush() {
	tests := x.queue
	x.queue, x.waiting = nil, 0
	var batches []batch
	if slices.ContainsFunc(x.cfg.Engines, isBatcher) {
		batches = join(tests)
	}
	suspect := make([]suspicion, len(tests))
	for _, e := range x.cfg.Engines {
		for i, theirs := range runAll(e, tests, batches) {
			if theirs.Inconclusive != "" {
				x.judge.undecided(e, theirs.Inconclusive)
			}
			if d := tests[i].compare(tests[i].ours, theirs); d != "" && suspect[i].says == "" {
				suspect[i] = suspicion{e.Name() + ": " + d, theirs.Stage == diff.Crashed || theirs.Stage == diff.Hung}
			}
		}
	}
	again := x.judge
	again.Undecided = nil // all that decides nothing is counted
	for i, t := range tests {
		if reason := t.blind(); suspect[i].says == "" && reason != "" {
			x.judge.undecided(x.cfg.Ours, reason)
		}
		if suspect[i].says != "" && x.found(accuse(&again, suspect[i], tests, i, batches), t.number) && x.cfg.StopOnFirst {
			return
		}
	}
}

// suspicion is what an engine did in a test that our own did not.
type suspicion struct {
	says   string // "" if there is none
	failed bool   // whether it crashed or hung; if so in a batch, then in all tests of the batch
}

// accuse considers a test that an engine has failed: by itself, and if that fails to show, as a part of its batch.
func accuse(j *Judge, why suspicion, tests []execTest, i int, batches []batch) *Divergence {
	t := tests[i]
	if d := consider(j, t.outcomes, t.ours, t.calls); d != nil {
		return d
	}
	for k := range batches {
		b := &batches[k]
		n := slices.Index(b.tests, i)
		switch {
		case n < 0:
			continue
		case why.failed && b.blamed: // by the first of them
			return nil
		}
		b.blamed = b.blamed || why.failed
		m := diff.Chosen(b.module, n)
		if q, err := newOutcomes(j, m, m, t.calls); err == nil {
			if d := consider(j, q, q.ask(j.Ours), t.calls); d != nil {
				return d
			}
			t.outcomes = q
		}
	}
	return &Divergence{Wasm: t.module(), Calls: t.calls, Flaky: why.says + ", and no longer when asked again"}
}
