package external

import (
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// The names of instances. The host's modules have their number behind theirs.
const (
	hostID     = "host"
	providerID = "provider"
	testID     = "test"
	shimID     = "shim"
)

// maxRounds is the number of times that a script is played, which is two unless an answer was guessed wrong.
const maxRounds = 100

// Run plays the script with guessed answers, to see what will be asked; has all that answered at once; and plays it with
// the answers. If something else is asked then, everything is answered anew, in a new test.
func (e *engine) Run(bin []byte, s *diff.Script) diff.Outcome {
	shim := diff.NewShim(s)
	plan := &session{engine: e, bin: bin, script: s, shim: shim, shimBin: binary.Encode(shim.Module)}
	for range maxRounds {
		o := plan.run()
		if !plan.guessing {
			return o
		}
		answers, err := e.exchange(plan.requests...)
		if err != nil {
			return diff.NotRun(err, nil)
		}
		next := *plan
		next.asked, next.answers = plan.requests, answers
		next.requests, next.failure, next.guessing = nil, nil, false
		plan = &next
	}
	return diff.NotRun(diff.StopReason(diff.Unsupported, "it behaves differently each time"), nil)
}

// session is a run of one module.
type session struct {
	engine  *engine
	bin     []byte
	script  *diff.Script
	shim    *diff.Shim
	shimBin []byte

	asked    []request // in the round before
	answers  []answer  // to them; there are fewer if the process has ended
	requests []request // of this round
	guessing bool      // whether an answer was not known
	rec      *diff.Recorder
	failure  error // the first failure of the engine or its adaptor in a call
}

func (s *session) run() diff.Outcome {
	s.rec = diff.NewRecorder(&s.script.Host)
	s.do(request{verb: verbReset})
	from, err := s.host()
	if err == nil {
		err = s.instantiate(testID, s.bin, from)
		if stop, ok := err.(*diff.Stop); ok {
			if excuse := s.engine.abilities.excuse(s.bin, stop); excuse != nil {
				err = excuse
			}
		}
		s.takeLog()
	}
	if err != nil {
		return diff.NotRun(err, s.rec.Take())
	}
	if err := s.instantiate(shimID, s.shimBin, []link{{diff.HostModule, testID}}); err != nil {
		return diff.NotRun(ofOurs("shim", err), nil)
	}
	o := s.script.Play(s.shim.Instance(s), s.rec)
	if s.failure != nil {
		return diff.NotRun(s.failure, nil)
	}
	return o
}

// host instantiates the modules of the host and returns where the imports of the module under test come from.
func (s *session) host() (from []link, err error) {
	host := &s.script.Host
	if s.logged() {
		if err := s.instantiate(hostID, binary.Encode(host.Log()), nil); err != nil {
			return nil, ofOurs("host", err)
		}
	}
	for i, p := range host.Modules {
		id := fmt.Sprint(providerID, i)
		var needs []link
		if len(p.Module.Imports) > 0 {
			needs = []link{{diff.HostModule, hostID}}
		}
		if err := s.instantiate(id, p.Bin, needs); err != nil {
			return nil, ofOurs("host", err)
		}
		from = append(from, link{p.Name, id})
	}
	return from, nil
}

// ofOurs is the error of a module that wasmfuzz has made: unless it is inconclusive the engine has failed.
func ofOurs(what string, err error) error {
	if stop, ok := err.(*diff.Stop); ok && stop.Inconclusive != "" {
		return stop
	}
	return diff.StopStage(diff.Crashed, fmt.Sprintf("%s: %v", what, err))
}

// logged reports whether there are functions of the host.
func (s *session) logged() bool { return len(s.script.Host.Funcs) > 0 }

func (s *session) instantiate(id string, bin []byte, from []link) error {
	_, err := s.do(request{verb: verbInstance, id: id, bin: bin, from: from})
	return err
}

// takeLog gives the recorder the calls of the host since the last time.
func (s *session) takeLog() {
	if !s.logged() {
		return
	}
	a, err := s.do(request{verb: verbMemory, id: hostID, name: diff.LogMemory})
	if err == nil {
		err = s.rec.Replay(a.data)
	}
	if err == nil {
		_, err = s.do(request{verb: verbCall, id: hostID, name: diff.LogClear})
	}
	if err != nil {
		s.fail(ofOurs("host", err))
	}
}

// Call calls a function of the shim.
func (s *session) Call(name string, args []store.Value, results []wasmast.ValType) ([]store.Value, error) {
	a, err := s.do(request{verb: verbCall, id: shimID, name: name, args: args})
	s.takeLog()
	if err != nil {
		return nil, err
	}
	if s.guessing && a.values == nil {
		for _, t := range results {
			a.values = append(a.values, store.Zero(t))
		}
	}
	if !slices.EqualFunc(a.values, results, func(v store.Value, t wasmast.ValType) bool { return v.Type == t }) {
		return nil, s.fail(diff.StopStage(diff.Crashed, fmt.Sprintf("values %v for results of type %v", a.values, results)))
	}
	return a.values, nil
}

// Memory reads the memory that the shim exports.
func (s *session) Memory(name string) (uint32, []byte, error) {
	a, err := s.do(request{verb: verbMemory, id: shimID, name: name})
	return a.pages, a.data, err
}

// do carries out a request: the answer is known from the round before, or a guess.
func (s *session) do(r request) (answer, error) {
	i := len(s.requests)
	s.requests = append(s.requests, r)
	switch {
	case s.guessing || i >= len(s.asked) || !s.asked[i].same(r):
		s.guessing = true
		return s.guess(r), nil
	case i >= len(s.answers):
		return answer{}, diff.StopReason(diff.Unsupported, "the adaptor has ended")
	}
	return s.checked(s.answers[i])
}

// guess returns what was answered last to a call of the same function, which may have read another part of the same
// table. Nothing is known of other requests.
func (s *session) guess(r request) answer {
	for i, a := range slices.Backward(s.answers) {
		if q := s.asked[i]; r.verb == verbCall && q.verb == r.verb && q.id == r.id && q.name == r.name && a.stop == nil {
			return a
		}
	}
	return answer{}
}

func (s *session) checked(a answer) (answer, error) {
	switch {
	case a.stop == nil:
		return a, nil
	case a.stop.Stage == diff.Crashed:
		return a, s.fail(a.stop)
	}
	return a, a.stop
}

// fail keeps the first failure. What was observed behind it means nothing.
func (s *session) fail(err error) error {
	if s.failure == nil {
		s.failure = err
	}
	return err
}
