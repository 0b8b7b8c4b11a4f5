package isolate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff/child"
)

// Supported reports whether this system can isolate engines.
const Supported = true

// workerVariable is set in the environment of workers, to one of the values below it.
const (
	workerVariable = "WASMFUZZ_WORKER"
	runs           = "run"
	ends           = "end" // interrupted from the beginning
)

// The files that a worker inherits: the shared memory, the log, and the standard error of the supervisor. The worker's
// own standard error is for the last words of whatever ends it.
const (
	sharedFile = 3 + iota
	logFile
	errorFile
)

// Worker returns the journal if this process is a worker, and replaces os.Stderr by that of the supervisor. From then on
// the process may be sent an interrupt.
func Worker() (*Journal, error) {
	value := os.Getenv(workerVariable)
	if value == "" {
		return nil, nil
	}
	os.Unsetenv(workerVariable)
	for fd := sharedFile; fd <= errorFile; fd++ {
		syscall.CloseOnExec(fd)
	}
	shared, err := syscall.Mmap(sharedFile, 0, int(sharedSize), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("%s is set, but this is no worker: %w", workerVariable, err)
	}
	os.Stderr = os.NewFile(errorFile, "stderr")
	j, err := newJournal(shared, os.NewFile(logFile, "log"))
	if err != nil {
		return nil, err
	}
	j.interrupted = value == ends
	j.ready.Store(true)
	return j, nil
}

// supervisor runs one worker after the other.
type supervisor struct {
	command   Command
	journal   *Journal
	shared    *os.File
	log       *os.File
	forwarded int64 // bytes of standard output
}

// Supervise runs a command in workers until one comes to its end, and returns its exit status. When ctx is done the
// worker is interrupted, and is expected to end in good order. It is an error if workers end without getting on while no
// engine is asked, or twice over the same question.
func Supervise(ctx context.Context, c Command) (status int, err error) {
	s := &supervisor{command: c}
	if s.shared, err = temporary(); err != nil {
		return 0, err
	}
	defer s.shared.Close()
	if s.log, err = temporary(); err != nil {
		return 0, err
	}
	defer s.log.Close()
	if err := s.shared.Truncate(int64(sharedSize)); err != nil {
		return 0, err
	}
	memory, err := syscall.Mmap(int(s.shared.Fd()), 0, int(sharedSize), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return 0, err
	}
	defer syscall.Munmap(memory)
	if s.journal, err = newJournal(memory, s.log); err != nil {
		return 0, err
	}
	ended := uint64(0) // how much was over when a worker ended outside of all engines
	for {
		status, failure, err := s.run(ctx)
		var outside *outsideError
		switch over := s.journal.over.Load(); {
		case failure != nil:
			if err := s.remember(failure); err != nil {
				return 0, err
			}
		case errors.As(err, &outside) && over > ended:
			ended = over
			fmt.Fprintf(c.Stderr, "wasmfuzz: %v; another one goes on\n", err)
		case errors.As(err, &outside):
			io.WriteString(c.Stderr, outside.last.String())
			return 0, err
		default:
			return status, err
		}
	}
}

// outsideError is that a worker has ended while no engine was asked: it was killed for want of memory, or an engine has
// damaged it before. That may happen again and again, unless it keeps the command from getting on: then the program
// itself is at fault.
type outsideError struct {
	state *os.ProcessState
	last  *child.Tail
}

func (e *outsideError) Error() string {
	text := fmt.Sprintf("the process ended, but not in an engine: %v", e.state)
	if words := e.last.Words(); words != "" {
		text += ": " + words
	}
	return text
}

// run runs one worker. It returns the exit status of one that comes to its end, or else the failure of an engine.
func (s *supervisor) run(ctx context.Context) (status int, f *Failure, err error) {
	s.journal.ready.Store(false)
	s.journal.done.Store(false)
	defer s.journal.workers.Add(1)
	s.journal.turn.Store((s.journal.turn.Load() + 1) &^ 1)
	last := new(child.Tail)
	cmd, err := s.start(ctx, last)
	if err != nil {
		return 0, nil, err
	}
	killed := s.watch(ctx, cmd)
	switch state := cmd.ProcessState; {
	case s.journal.done.Load():
		return state.ExitCode(), nil, nil
	case s.journal.turn.Load()%2 == 0 && killed != nil:
		return 0, nil, killed
	case s.journal.turn.Load()%2 == 0:
		return 0, nil, &outsideError{state, last}
	case killed != nil:
		f = &Failure{Hung: errors.Is(killed, errHung), Text: killed.Error()}
	default:
		f = &Failure{Text: state.String()}
		if words := last.Words(); words != "" {
			f.Text += ": " + words
		}
	}
	question := s.journal.question[:s.journal.size.Load()]
	engine, _, _ := bytes.Cut(question, []byte{0})
	f.Engine, f.Question = string(engine), sha256.Sum256(question)
	return 0, f, nil
}

// start starts a worker whose last words go to last.
func (s *supervisor) start(ctx context.Context, last io.Writer) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	mode := runs
	if ctx.Err() != nil {
		mode = ends
	}
	cmd := &exec.Cmd{
		Path: exe, Args: os.Args, Env: slices.Concat(os.Environ(), s.command.Environment, []string{workerVariable + "=" + mode}),
		Stderr: last, ExtraFiles: []*os.File{s.shared, s.log, s.command.Stderr},
		// It is in a process group of its own, so that an interrupt from the terminal reaches only the supervisor.
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
		WaitDelay:   time.Second,
	}
	if s.command.Stdout != nil {
		cmd.Stdout = &rest{s.command.Stdout, &s.forwarded, 0}
	}
	return cmd, cmd.Start()
}

// rest forwards what was not forwarded before.
type rest struct {
	w         io.Writer
	forwarded *int64
	written   int64
}

func (r *rest) Write(b []byte) (int, error) {
	known := min(max(*r.forwarded-r.written, 0), int64(len(b)))
	r.written += int64(len(b))
	if known == int64(len(b)) {
		return len(b), nil
	}
	*r.forwarded = r.written
	_, err := r.w.Write(b[known:])
	return len(b), err
}

// errHung is why a worker is killed that gives no answer.
var errHung = errors.New("no answer")

// watch waits for a worker to end, and interrupts it when ctx is done. If it kills it, it returns why.
func (s *supervisor) watch(ctx context.Context, cmd *exec.Cmd) (killed error) {
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its state is in cmd.ProcessState
		close(ended)
	}()
	tick := time.NewTicker(min(s.command.Timeout/4, 50*time.Millisecond))
	defer tick.Stop()
	turn, since, interrupted := uint64(0), time.Now(), ctx.Err() != nil
	for {
		select {
		case <-ended:
			return killed
		case <-tick.C:
		}
		if ctx.Err() != nil && !interrupted && s.journal.ready.Load() {
			interrupted = true
			_ = cmd.Process.Signal(os.Interrupt)
		}
		if now := s.journal.turn.Load(); now != turn || now%2 == 0 {
			turn, since = now, time.Now()
		}
		switch {
		case killed != nil:
			continue
		case time.Since(since) > s.command.Timeout:
			killed = fmt.Errorf("%w within %v", errHung, s.command.Timeout)
		case s.command.Memory > 0 && child.Resident(cmd.Process.Pid) > s.command.Memory:
			killed = fmt.Errorf("more than %d MiB of memory", s.command.Memory>>20)
		default:
			continue
		}
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// temporary returns a file without a name, so that nothing of it stays when all who have it open have ended.
func temporary() (*os.File, error) {
	f, err := os.CreateTemp("", "wasmfuzz-*")
	if err != nil {
		return nil, err
	}
	return f, os.Remove(f.Name())
}

// remember notes a failure for the workers to come.
func (s *supervisor) remember(f *Failure) error {
	if s.journal.failures[f.Question] != nil {
		return fmt.Errorf("%s failed again over the same module: %s", f.Engine, f.Text)
	}
	s.journal.failures[f.Question] = f.stop()
	fmt.Fprintf(s.command.Stderr, "wasmfuzz: %s ended the process: %s; another one goes on\n", f.Engine, f.Text)
	return s.journal.write(entry{Failure: f})
}
