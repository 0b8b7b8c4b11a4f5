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

// Run plays the script twice: first to see what has to be asked, and then, when everything was asked at once, with the
// answers.
func (e *engine) Run(bin []byte, s *diff.Script) diff.Outcome {
	shim := diff.NewShim(s)
	plan := &session{engine: e, bin: bin, script: s, shim: shim, shimBin: binary.Encode(shim.Module), planning: true}
	plan.run()
	answers, err := e.exchange(plan.requests...)
	if err != nil {
		return diff.NotRun(err, nil)
	}
	live := *plan
	live.planning, live.answers = false, answers
	return live.run()
}

// session is a run of one module.
type session struct {
	engine  *engine
	bin     []byte
	script  *diff.Script
	shim    *diff.Shim
	shimBin []byte

	planning bool      // whether requests are collected, rather than answered
	requests []request // those that were planned and are not yet answered
	answers  []answer  // to them; there are fewer if the process has ended
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
	if s.planning {
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

// do carries out a request. While planning, every answer is that all is well.
func (s *session) do(r request) (answer, error) {
	if s.planning {
		s.requests = append(s.requests, r)
		return answer{}, nil
	}
	if len(s.requests) == 0 || !s.requests[0].same(r) { // not foreseen
		answers, err := s.engine.exchange(r)
		if err != nil {
			return answer{}, s.fail(err)
		}
		return s.checked(answers[0])
	}
	s.requests = s.requests[1:]
	if len(s.answers) == 0 {
		return answer{}, diff.StopReason(diff.Unsupported, "the adaptor has ended")
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return s.checked(a)
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
