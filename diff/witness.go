package diff

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	wasm "github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// A Witness is told what an engine is asked, before it is, so that it is known which question was the last one if the
// process does not survive it.
type Witness interface {
	// Begin is called before an engine is asked about a module: what scripts do with it, or its verdict if there are
	// none. If it returns a stop, that is the answer. The module may be reused afterwards.
	Begin(engine string, wasm []byte, scripts ...*Script) *Stop
	// End is called when the engine has answered, and not if it panics.
	End()
}

// Witnessed returns an engine that does what e does, witnessed by w. It is a Batcher if e is.
func Witnessed(e Engine, w Witness) Engine {
	one := witnessed{e, w}
	if b, ok := e.(Batcher); ok {
		return witnessedBatcher{one, b}
	}
	return one
}

type witnessed struct {
	Engine
	witness Witness
}

func (e witnessed) Validate(bin []byte) Verdict {
	if stop := e.witness.Begin(e.Name(), bin); stop != nil {
		return stop.Verdict()
	}
	v := e.Engine.Validate(bin)
	e.witness.End()
	return v
}

func (e witnessed) Check(bin []byte) VerdictKind {
	if stop := e.witness.Begin(e.Name(), bin); stop != nil {
		return stop.Verdict().Kind
	}
	k := e.Engine.Check(bin)
	e.witness.End()
	return k
}

func (e witnessed) Run(bin []byte, s *Script) Outcome {
	if stop := e.witness.Begin(e.Name(), bin, s); stop != nil {
		return NotRun(stop, nil)
	}
	o := e.Engine.Run(bin, s)
	e.witness.End()
	return o
}

type witnessedBatcher struct {
	witnessed
	batcher Batcher
}

func (e witnessedBatcher) RunEach(bin []byte, scripts []*Script) []Outcome {
	if stop := e.witness.Begin(e.Name(), bin, scripts...); stop != nil {
		return slices.Repeat([]Outcome{NotRun(stop, nil)}, len(scripts))
	}
	outcomes := e.batcher.RunEach(bin, scripts)
	e.witness.End()
	return outcomes
}

// Witnessed returns the engine, witnessed by w.
func (e *OwnEngine) Witnessed(w Witness) *OwnEngine {
	witnessed := *e
	witnessed.witness = w
	return &witnessed
}

// begin tells the witness, if there is one, what the engine is asked.
func (e *OwnEngine) begin(m *wasmast.Module, scripts ...*Script) *Stop {
	if e.witness == nil {
		return nil
	}
	e.wasm = wasm.Append(e.wasm[:0], m)
	return e.witness.Begin(e.Name(), e.wasm, scripts...)
}

// end tells it that there is an answer.
func (e *OwnEngine) end() {
	if e.witness != nil {
		e.witness.End()
	}
}
