package external

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// servedGreeting begins the first line of a process that serves an engine.
const servedGreeting = "wasmfuzz serves "

// verbRun asks what scripts do with a module: it is followed by the module and the scripts.
const verbRun verb = "run"

// Serve answers a process that has opened the same engine by Served, until the input ends. The lines are like those of
// the protocol, but verdicts, scripts and outcomes are JSON: both ends are the same program.
func Serve(e diff.Engine, in io.Reader, out io.Writer) error {
	lines, w := bufio.NewReader(in), bufio.NewWriter(out)
	fmt.Fprintf(w, "%s%s\n", servedGreeting, e.Name())
	for {
		if err := w.Flush(); err != nil {
			return err
		}
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		answer, err := serve(e, bytes.TrimSpace(line))
		if err != nil {
			return fmt.Errorf("a request: %w", err)
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			return err
		}
	}
}

// serve answers a request with a verdict or with outcomes.
func serve(e diff.Engine, line []byte) (any, error) {
	words := bytes.SplitN(line, []byte(" "), 3)
	bin, err := hex.DecodeString(string(bytes.TrimPrefix(words[1], []byte("-"))))
	if err != nil {
		return nil, err
	}
	switch verb(words[0]) {
	case verbCheck:
		return diff.Verdict{Kind: e.Check(bin)}, nil
	case verbValidate:
		return e.Validate(bin), nil
	}
	scripts, err := readScripts(bin, words[2])
	if err != nil {
		return nil, err
	}
	if b, ok := e.(diff.Batcher); ok {
		return b.RunEach(bin, scripts), nil
	}
	return []diff.Outcome{e.Run(bin, scripts[0])}, nil
}

// readScripts reads the scripts for a module. The host, of which all have the same, is made anew.
func readScripts(bin, js []byte) ([]*diff.Script, error) {
	var scripts []*diff.Script
	if err := json.Unmarshal(js, &scripts); err != nil {
		return nil, err
	}
	m, err := binary.Decode(bin)
	if err != nil {
		return scripts, nil // the engine will reject it, too
	}
	fresh, err := diff.NewScript(m, nil)
	if err != nil {
		return nil, err
	}
	for _, s := range scripts {
		s.Host = fresh.Host
	}
	return scripts, nil
}

// served is an engine in a process of its own.
type served struct {
	diff.Engine // which is asked for its description only
	process     *process
	failures    failures
}

// Served returns an engine that does what e does, in a process that is started by a command and serves the same engine.
// What it does to that process costs one test.
func Served(e diff.Engine, cfg Config) diff.Engine {
	s := served{e, &process{cfg: cfg, greeting: servedGreeting}, failures{}}
	if _, ok := e.(diff.Batcher); ok {
		return servedBatcher{s}
	}
	return s
}

type servedBatcher struct{ served }

// Pid is that of the process, or 0 if there is none now.
func (s served) Pid() int { return s.process.pid() }

// Close ends the process, too.
func (s served) Close() error {
	s.process.close()
	return s.Engine.Close()
}

func (s served) Validate(bin []byte) diff.Verdict { return s.verdict(verbValidate, bin) }

func (s served) Check(bin []byte) diff.VerdictKind { return s.verdict(verbCheck, bin).Kind }

func (s served) verdict(v verb, bin []byte) (verdict diff.Verdict) {
	if err := s.ask(&verdict, v, bin, nil); err != nil {
		return err.Verdict()
	}
	return verdict
}

func (s served) Run(bin []byte, script *diff.Script) diff.Outcome { return s.run(bin, script)[0] }

// RunEach carries out all scripts in one go.
func (s servedBatcher) RunEach(bin []byte, scripts []*diff.Script) []diff.Outcome {
	return s.run(bin, scripts...)
}

func (s served) run(bin []byte, scripts ...*diff.Script) (outcomes []diff.Outcome) {
	hostless := make([]diff.Script, len(scripts))
	for i, script := range scripts {
		hostless[i] = *script
		hostless[i].Host = diff.Host{}
	}
	err := s.ask(&outcomes, verbRun, bin, hostless)
	if err == nil && len(outcomes) != len(scripts) {
		err = diff.StopStage(diff.Crashed, fmt.Sprintf("%d outcomes of %d scripts", len(outcomes), len(scripts)))
	}
	if err == nil {
		return outcomes
	}
	for range scripts {
		outcomes = append(outcomes, diff.NotRun(err, nil))
	}
	return outcomes
}

// ask makes a request about a module and reads the answer.
func (s served) ask(answer any, v verb, bin []byte, scripts any) *diff.Stop {
	line := request{verb: v, bin: bin}.append(nil)
	if v == verbRun {
		js, err := json.Marshal(scripts)
		if err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
		line = append(append(append(line[:len(line)-1], ' '), js...), '\n')
	}
	if stop := s.failures.of(line); stop != nil {
		return stop
	}
	err := s.process.exchange(line, func(line string) (bool, error) { return true, json.Unmarshal([]byte(line), answer) })
	s.failures.note(line, err)
	stop, _ := err.(*diff.Stop)
	return stop
}
