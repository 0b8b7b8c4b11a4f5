package external

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/child"
)

// maxLine is the length of an answer above which it is no answer. A memory of 256 pages takes half of it.
const maxLine = 64 << 20

// maxUses is the number of exchanges after which a process is replaced. Engines may be meant for fewer modules than a
// campaign has: V8 keeps about 1 KB of each.
const maxUses = 1 << 16

// process is a process that answers lines with lines. It is started when it is needed, and after its end anew.
type process struct {
	cfg      Config
	greeting string // with which its first line begins; empty if there is no such line
	prelude  []byte // lines that are sent before the first requests
	merged   bool   // whether its standard error is part of what is read
	maxUses  int    // after which it is replaced; 0 is the constant
	patient  bool   // whether it may be slow and need much memory, so that it is no failure if it is ended for that

	uses   int
	cmd    *exec.Cmd // nil if there is none
	in     *os.File
	out    *os.File
	lines  *bufio.Reader // of out
	stderr *child.Tail
	ended  chan struct{}             // closed when the process has ended
	killed atomic.Pointer[diff.Stop] // why it was killed, if it was
}

// start starts the process and returns what follows its greeting, if it has one.
func (p *process) start() (version string, err error) {
	cmd := exec.Command(p.cfg.Command[0], p.cfg.Command[1:]...)
	if p.cfg.Executable != "" {
		cmd.Path, cmd.Err = p.cfg.Executable, nil
	}
	stdin, in, err := os.Pipe()
	if err != nil {
		return "", err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		return "", errors.Join(err, stdin.Close(), in.Close())
	}
	p.stderr = new(child.Tail)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, p.stderr
	if p.merged {
		cmd.Stderr = stdout
	}
	cmd.WaitDelay = time.Second // for processes that it leaves behind with its standard error
	detach(cmd)
	err = cmd.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		return "", errors.Join(err, in.Close(), out.Close())
	}
	p.cmd, p.in, p.out, p.lines, p.ended = cmd, in, out, bufio.NewReaderSize(out, 1<<16), make(chan struct{})
	p.uses = 0
	p.killed.Store(nil)
	go func(ended chan struct{}) {
		_ = cmd.Wait() // its state is in cmd.ProcessState
		close(ended)
	}(p.ended)
	if p.greeting == "" {
		return "", nil
	}
	line, err := p.line()
	if err != nil {
		return "", fmt.Errorf("no greeting: %s", p.end(err))
	}
	version, ok := strings.CutPrefix(line, p.greeting)
	if !ok {
		p.kill()
		return "", fmt.Errorf("the first line is %q, which does not begin with %q", child.Clean(line), p.greeting)
	}
	return child.Clean(version), nil
}

// exchange sends requests, which are lines, and has take read lines until it says that they are all. The error is a
// *diff.Stop: the process crashed, hung, or gave what take does not take for an answer, and was ended; or it could not
// be started.
func (p *process) exchange(requests []byte, take func(line string) (last bool, err error)) error {
	if p.uses >= cmp.Or(p.maxUses, maxUses) {
		p.close()
	}
	if p.cmd == nil {
		if _, err := p.start(); err != nil {
			return diff.StopReason(diff.NotStarted, err.Error())
		}
	}
	if p.uses++; p.uses == 1 {
		requests = append(slices.Clone(p.prelude), requests...)
	}
	// The process may write before it has read everything, so reading must not wait for writing.
	var sent sync.WaitGroup
	sent.Go(func() { _, _ = p.in.Write(requests) }) // an error shows in the answers
	defer sent.Wait()
	for {
		line, err := p.line()
		if err != nil {
			return p.end(err)
		}
		last, err := take(line)
		if err != nil {
			p.kill()
			return diff.StopStage(diff.Crashed, err.Error())
		}
		if last {
			return nil
		}
	}
}

// look is the time between two looks at a process that takes long to answer.
const look = 50 * time.Millisecond

// watch kills the process if it does not answer in time, or uses too much memory, until answered is set.
func (p *process) watch(cmd *exec.Cmd, begin time.Time, answered *atomic.Bool) {
	for !answered.Load() {
		left := p.cfg.Timeout - time.Since(begin)
		var why *diff.Stop
		switch {
		case left <= 0:
			why = p.gaveUp(diff.Hung, diff.TimedOut, fmt.Sprintf("no answer within %v", p.cfg.Timeout))
		case p.cfg.Memory > 0 && child.Resident(cmd.Process.Pid) > p.cfg.Memory:
			why = p.gaveUp(diff.Crashed, diff.NoMemory, fmt.Sprintf("more than %d MiB of memory", p.cfg.Memory>>20))
		default:
			time.Sleep(min(look, left))
			continue
		}
		p.killed.Store(why)
		kill(cmd)
		return
	}
}

// gaveUp is the stop of a process that needed too much of something.
func (p *process) gaveUp(failure diff.Stage, excuse diff.Reason, text string) *diff.Stop {
	if p.patient {
		return diff.StopReason(excuse, text)
	}
	return diff.StopStage(failure, text)
}

// line reads a line of the process.
func (p *process) line() (string, error) {
	cmd, begin, answered := p.cmd, time.Now(), new(atomic.Bool)
	timer := time.AfterFunc(min(look, p.cfg.Timeout), func() { p.watch(cmd, begin, answered) })
	defer func() {
		answered.Store(true)
		timer.Stop()
	}()
	var long []byte
	for {
		part, err := p.lines.ReadSlice('\n')
		switch {
		case err == nil && long == nil:
			return string(bytes.TrimRight(part, "\r\n")), nil
		case err == nil:
			return string(bytes.TrimRight(append(long, part...), "\r\n")), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		case len(long)+len(part) > maxLine:
			return "", fmt.Errorf("a line of more than %d bytes", maxLine)
		}
		long = append(long, part...)
	}
}

// end makes sure that the process has ended, after an error of reading, and says what that means.
func (p *process) end(err error) *diff.Stop {
	cmd, stderr, eof := p.cmd, p.stderr, errors.Is(err, io.EOF)
	ended := eof && p.wait()
	killed := p.killed.Load()
	p.kill()
	switch {
	case killed != nil:
		return killed
	case !eof:
		return diff.StopStage(diff.Crashed, err.Error())
	case !ended:
		return diff.StopStage(diff.Crashed, "the process closed its standard output")
	}
	text := cmd.ProcessState.String()
	if last := stderr.Words(); last != "" {
		text += ": " + last
	}
	return diff.StopStage(diff.Crashed, text)
}

// wait waits a moment for the process to end by itself, and reports whether it did.
func (p *process) wait() bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(2 * time.Second):
		return false
	}
}

// kill ends the process if there is one.
func (p *process) kill() {
	if p.cmd == nil {
		return
	}
	kill(p.cmd)
	p.in.Close()
	p.out.Close()
	<-p.ended
	p.cmd = nil
}

// pid is the process id, or 0 if there is no process now.
func (p *process) pid() int {
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// close lets the process end by itself, by the end of its input.
func (p *process) close() {
	if p.cmd != nil {
		p.in.Close()
		p.wait()
		p.kill()
	}
}
