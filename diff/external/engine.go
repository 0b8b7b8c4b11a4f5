package external

import (
	"cmp"
	"crypto/sha256"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// DefaultTimeout is a sensible time to wait for one answer.
const DefaultTimeout = 10 * time.Second

// Config says how to start an adaptor.
type Config struct {
	Name    string        // of the engine
	Family  string        // see diff.Engine; the name if there are no others of the family
	Command []string      // the words of the command line
	Timeout time.Duration // for one answer
}

// engine is a diff.Engine.
type engine struct {
	cfg       Config
	version   string
	process   *process
	abilities abilities
	failures  map[[sha256.Size]byte]*diff.Stop // by hash
}

// Open starts an adaptor and returns its engine. It is an error if the process cannot be started or does not begin
// with the greeting.
func Open(cfg Config) (diff.Engine, error) {
	e := &engine{cfg: cfg, process: &process{command: cfg.Command, timeout: cfg.Timeout}, failures: map[[sha256.Size]byte]*diff.Stop{}}
	var err error
	if e.version, err = e.process.start(); err != nil {
		return nil, err
	}
	if e.abilities, err = probe(e.process); err != nil {
		e.process.close()
		return nil, err
	}
	return e, nil
}

// Name returns the name that was given to Open.
func (e *engine) Name() string { return e.cfg.Name }

// Family returns the family that was given to Open.
func (e *engine) Family() string { return cmp.Or(e.cfg.Family, e.cfg.Name) }

// Version returns what the adaptor said of itself when it was first started.
func (e *engine) Version() string { return e.version }

// Features returns those that the engine was found to have.
func (e *engine) Features() wasmast.Features { return e.abilities.features }

// Close ends the process.
func (e *engine) Close() error {
	e.process.close()
	return nil
}

// Pid is the id of the adaptor's process, or 0 if there is none now.
func (e *engine) Pid() int {
	if e.process.cmd == nil {
		return 0
	}
	return e.process.cmd.Process.Pid
}

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
	answers, err := e.exchange([]request{{verb: v, bin: bin}})
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

// maxFailures is the number of failures that are remembered.
const maxFailures = 64

// exchange sends the requests of a test. If the adaptor has failed in the same test lately it is not asked again: a
// crash or a hang counts even if it would not repeat, and costs time.
func (e *engine) exchange(requests []request) ([]answer, error) {
	if len(e.failures) > 0 {
		if stop := e.failures[hash(requests)]; stop != nil {
			return nil, stop
		}
	}
	answers, err := e.process.exchange(requests)
	if stop, ok := err.(*diff.Stop); ok && stop.Inconclusive == "" {
		if len(e.failures) >= maxFailures {
			clear(e.failures)
		}
		e.failures[hash(requests)] = stop
	}
	return answers, err
}

// hash tells tests apart. To check a module is the same test as to validate it.
func hash(requests []request) [sha256.Size]byte {
	var batch []byte
	for _, r := range requests {
		if r.verb == verbCheck {
			r.verb = verbValidate
		}
		batch = r.append(batch)
	}
	return sha256.Sum256(batch)
}
