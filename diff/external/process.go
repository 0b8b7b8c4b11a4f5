package external

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// maxLine is the length of an answer above which it is no answer. A memory of 256 pages takes half of it.
const maxLine = 64 << 20

// maxUses is the number of exchanges after which a process is replaced. Engines may be meant for fewer modules than a
// campaign has: V8 keeps about 1 KB of each.
const maxUses = 1 << 16

// process is an adaptor's process. It is started when it is needed, and after its end anew.
type process struct {
	command []string
	timeout time.Duration // for one answer

	uses   int
	cmd    *exec.Cmd // nil if there is none
	in     *os.File
	out    *os.File
	lines  *bufio.Reader // of out
	stderr *tail
	ended  chan struct{} // closed when the process has ended
	hung   atomic.Bool   // whether it was killed because it gave no answer
}

// start starts the process and returns what follows its greeting.
func (p *process) start() (version string, err error) {
	cmd := exec.Command(p.command[0], p.command[1:]...)
	stdin, in, err := os.Pipe()
	if err != nil {
		return "", err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		return "", errors.Join(err, stdin.Close(), in.Close())
	}
	p.stderr = new(tail)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, p.stderr
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
	p.hung.Store(false)
	go func(ended chan struct{}) {
		_ = cmd.Wait() // its state is in cmd.ProcessState
		close(ended)
	}(p.ended)
	line, err := p.line()
	if err != nil {
		return "", fmt.Errorf("no greeting: %s", p.end(err))
	}
	version, ok := strings.CutPrefix(line, greeting)
	if !ok {
		p.kill()
		return "", fmt.Errorf("the first line is %q, which does not begin with %q", clean(line), greeting)
	}
	return clean(version), nil
}

// exchange sends requests and returns the answers, which are fewer only if the process says that it ends. The error
// is a *diff.Stop: the process crashed, hung, or does not keep to the protocol, and was ended; or it could not be
// started.
func (p *process) exchange(requests []request) ([]answer, error) {
	if p.uses++; p.uses > maxUses {
		p.close()
	}
	if p.cmd == nil {
		if _, err := p.start(); err != nil {
			return nil, diff.StopReason(diff.NotStarted, err.Error())
		}
	}
	var batch []byte
	for _, r := range requests {
		batch = r.append(batch)
	}
	// The process may write before it has read everything, so reading must not wait for writing.
	var sent sync.WaitGroup
	sent.Go(func() { _, _ = p.in.Write(batch) }) // an error shows in the answers
	defer sent.Wait()
	answers := make([]answer, 0, len(requests))
	for _, r := range requests {
		line, err := p.line()
		if err != nil {
			return answers, p.end(err)
		}
		a, err := parse(r.verb, line)
		if err != nil {
			p.kill()
			return answers, diff.StopStage(diff.Crashed, err.Error())
		}
		answers = append(answers, a)
		if a.leave {
			p.kill()
			break
		}
	}
	return answers, nil
}

// line reads a line of the process.
func (p *process) line() (string, error) {
	cmd := p.cmd
	timer := time.AfterFunc(p.timeout, func() {
		p.hung.Store(true)
		kill(cmd)
	})
	defer timer.Stop()
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
	cmd, stderr, hung, eof := p.cmd, p.stderr, p.hung.Load(), errors.Is(err, io.EOF)
	ended := eof && p.wait()
	p.kill()
	switch {
	case hung:
		return diff.StopStage(diff.Hung, fmt.Sprintf("no answer within %v", p.timeout))
	case !eof:
		return diff.StopStage(diff.Crashed, err.Error())
	case !ended:
		return diff.StopStage(diff.Crashed, "the process closed its standard output")
	}
	text := cmd.ProcessState.String()
	if last := stderr.words(); last != "" {
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

// close lets the process end by itself, by the end of its input.
func (p *process) close() {
	if p.cmd != nil {
		p.in.Close()
		p.wait()
		p.kill()
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the number of bytes that a tail keeps.
const maxTail = 1 << 16

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > 2*maxTail {
		t.text = append(t.text[:0], t.text[len(t.text)-maxTail:]...)
	}
	return len(b), nil
}

// report matches the line with which reports of crashes begin: those of Go, of Rust, of V8, and of sanitizers.
var report = regexp.MustCompile(`(?m)^(panic: |fatal error: |thread '.*' panicked|# Fatal |==\d+==ERROR)`)

// reportLines is the number of lines that words has of a report, or of the end if there is no report.
const reportLines = 3

// words returns what a process said last, in one line: the beginning of its report of a crash, or else the end.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := func(text []byte) []string {
		return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	}
	if at := report.FindAllIndex(t.text, -1); at != nil {
		last := lines(t.text[at[len(at)-1][0]:])
		return clean(strings.Join(last[:min(reportLines, len(last))], " "))
	}
	all := lines(t.text)
	return clean(strings.Join(all[max(0, len(all)-reportLines):], " "))
}
