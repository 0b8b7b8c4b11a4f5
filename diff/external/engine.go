package external

import (
	"cmp"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// DefaultTimeout is a sensible time to wait for one answer.
const DefaultTimeout = 10 * time.Second

// Config says how to start an adaptor.
type Config struct {
	Name    string        // of the engine
	Kind    Kind          // of the command; the zero value is Adaptor
	Family  string        // see diff.Engine; if empty, the kind, or the name if it is an adaptor
	Command []string      // the words of the command line
	Timeout time.Duration // for one answer
	// Memory is the resident memory in bytes above which the process is ended, on Linux; 0 is no limit.
	Memory int64
	// Executable is the program to run if it is not the first word of the command.
	Executable string
}

// engine is a diff.Engine.
type engine struct {
	cfg       Config
	version   string
	peer      peer
	abilities abilities
	failures  failures
}

// Open starts an adaptor and returns its engine. It is an error if the process cannot be started or does not begin
// with the greeting.
func Open(cfg Config) (diff.Engine, error) {
	e := &engine{cfg: cfg, peer: cfg.peer(), failures: failures{}}
	var err error
	if e.version, err = e.peer.start(); err != nil {
		return nil, err
	}
	if err = e.probe(); err != nil {
		e.peer.close()
		return nil, err
	}
	return e, nil
}

// Name returns the name that was given to Open.
func (e *engine) Name() string { return e.cfg.Name }

// Family returns the family that was given to Open, or one for all programs of a kind.
func (e *engine) Family() string {
	if e.cfg.Kind == Reference || e.cfg.Kind == Wabt {
		return cmp.Or(e.cfg.Family, string(e.cfg.Kind))
	}
	return cmp.Or(e.cfg.Family, e.cfg.Name)
}

// Version returns what the adaptor said of itself when it was first started.
func (e *engine) Version() string { return e.version }

// Features returns those that the engine was found to have.
func (e *engine) Features() wasmast.Features { return e.abilities.features }

// Close ends the process.
func (e *engine) Close() error {
	e.peer.close()
	return nil
}

// Pid is the id of the adaptor's process, or 0 if there is none now.
func (e *engine) Pid() int { return e.peer.pid() }

// Validate asks for a verdict. It is inconclusive where the engine has other features than our validator.
func (e *engine) Validate(bin []byte) diff.Verdict {
	stop := e.ask(verbValidate, bin)
	if excuse := e.abilities.excuse(bin, stop); excuse != nil {
		stop = excuse
	}
	return verdict(stop)
}

// Check asks for a verdict without a reason.
func (e *engine) Check(bin []byte) diff.VerdictKind { return verdict(e.ask(verbCheck, bin)).Kind }

// ask asks for a verdict, which is nil if the module is accepted.
func (e *engine) ask(v verb, bin []byte) *diff.Stop {
	answers, err := e.exchange(request{verb: v, bin: bin})
	if err != nil {
		return err.(*diff.Stop)
	}
	return answers[0].stop
}

func verdict(stop *diff.Stop) diff.Verdict {
	if stop == nil {
		return diff.Verdict{}
	}
	return stop.Verdict()
}

// exchange has the requests of a test answered, as a peer does. What failed lately is not asked again.
func (e *engine) exchange(requests ...request) ([]answer, error) {
	var lines []byte
	for _, r := range requests {
		lines = r.append(lines)
	}
	if stop := e.failures.of(lines); stop != nil {
		return nil, stop
	}
	answers, err := e.peer.exchange(requests)
	e.failures.note(lines, err)
	return answers, err
}
