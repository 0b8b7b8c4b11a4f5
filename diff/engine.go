package diff

import (
	"runtime/debug"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Engine is an implementation of WebAssembly. It is used by one goroutine at a time, and keeps between tests what
// is dear to build; nothing that one test does is visible to another. Every implementation passes enginetest.
type Engine interface {
	// Name is the engine as users write it: own, or one of those that package engines lists.
	Name() string
	// Family is the code that the engine shares with others: its decoder, validator and instantiation at least. What
	// engines of one family agree on is one opinion.
	Family() string
	// Version is the engine's version, for reports.
	Version() string
	// Features are those that the engine cannot do without or has switched on. Whoever asks two engines for a
	// verdict compares under the features of the less able one.
	Features() wasmast.Features
	// Validate decodes and validates a module.
	Validate(bin []byte) Verdict
	// Check is Validate without the reason, which costs more than the verdict: a module for which it says Accept or
	// Reject may be one for which Validate says Inconclusive.
	Check(bin []byte) VerdictKind
	// Run instantiates a module and carries out the script, which must have been made for it.
	Run(bin []byte, s *Script) Outcome
	// Close frees what the engine keeps. It may be called twice.
	Close() error
}

// Instance is what an adaptor shows of an engine's module instance, so that Script.Play can do the rest. An error
// is a *Stop if the engine gave a reason that the adaptor understands.
type Instance interface {
	// Call calls an exported function of type ft.
	Call(name string, ft wasmast.FuncType, args []store.Value) ([]store.Value, error)
	// Global returns the value of an exported global.
	Global(g GlobalExport) (store.Value, error)
	// SetGlobal changes the value of an exported mutable global.
	SetGlobal(name string, v store.Value) error
	// Memory returns the size of an exported memory in pages, and its bytes, which may be the instance's own.
	// Zeros at the end may be missing.
	Memory(name string) (pages uint32, data []byte, err error)
	// Table returns the size of an exported table and which elements are not null.
	Table(t TableExport) (Table, error)
}

// Stop says why an engine stopped: Trap or Inconclusive is set, or Stage is Rejected, Unlinkable, Crashed or Hung.
type Stop struct {
	Stage        Stage
	Trap         Trap
	Inconclusive Reason
	Text         string // the engine's words
}

// Error returns the engine's words.
func (s *Stop) Error() string { return s.Text }

// StopTrap is a stop by a trap.
func StopTrap(t Trap, text string) *Stop { return &Stop{Stage: Uninstantiable, Trap: t, Text: text} }

// StopReason is a stop that is inconclusive.
func StopReason(r Reason, text string) *Stop { return &Stop{Inconclusive: r, Text: text} }

// StopStage is a stop before the module was run.
func StopStage(s Stage, text string) *Stop { return &Stop{Stage: s, Text: text} }

// stop returns the stop that a verdict other than Accept means for running the module.
func (v Verdict) stop() *Stop {
	switch v.Kind {
	case Reject:
		return StopStage(Rejected, v.Text)
	case Inconclusive:
		return StopReason(v.Reason, v.Text)
	case Hang:
		return StopStage(Hung, v.Text)
	}
	return StopStage(Crashed, v.Text)
}

// Verdict returns the verdict that a stop of the compilation means.
func (s *Stop) Verdict() Verdict {
	switch {
	case s.Inconclusive != "":
		return Verdict{Inconclusive, s.Inconclusive, s.Text}
	case s.Stage == Rejected:
		return Verdict{Kind: Reject, Text: s.Text}
	case s.Stage == Hung:
		return Verdict{Kind: Hang, Text: s.Text}
	}
	return Verdict{Kind: Crash, Text: s.Text}
}

// stopOf returns the stop that err is. Any other error is the failure of an engine that its adaptor does not
// know, and must not be overlooked.
func stopOf(err error) *Stop {
	if s, ok := err.(*Stop); ok {
		return s
	}
	return &Stop{Stage: Crashed, Trap: Failure, Text: err.Error()}
}

// NotRun is the outcome of a module that could not be instantiated for the reason err, which is a *Stop if the
// adaptor understood it. Trace is what the host saw.
func NotRun(err error, trace []HostCall) Outcome {
	s := stopOf(err)
	o := Outcome{Stage: s.Stage, Inconclusive: s.Inconclusive, Text: s.Text}
	if s.Trap != 0 && s.Stage == Uninstantiable {
		o.Start = Event{Trap: s.Trap, Trace: trace, Text: s.Text}
	}
	return o
}

// ModuleVersion is the version of the Go module with the given path in this program.
func ModuleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return "unknown"
}
