//go:build linux || darwin

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a command on a terminal, and what it has written there.
type terminal struct {
	cmd  *exec.Cmd
	pty  *os.File
	done chan error
	mu   sync.Mutex
	text bytes.Buffer
}

// onTerminal starts a campaign on a terminal of a size.
func onTerminal(t *testing.T, rows, columns uint16, env []string, flags ...string) *terminal {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"wasmfuzz", "interp", "--engines", "wazero-interpreter", "--out", t.TempDir() + "/found"}, flags...)
	c := &terminal{cmd: &exec.Cmd{Path: exe, Args: args, Env: append(os.Environ(), env...)}, done: make(chan error, 1)}
	if c.pty, err = pty.StartWithSize(c.cmd, &pty.Winsize{Rows: rows, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.cmd.Process.Kill()
		c.pty.Close()
	})
	go func() {
		_, _ = io.Copy(c, c.pty) // which ends with an error when nobody has the terminal any more
		c.done <- c.cmd.Wait()
	}()
	return c
}

func (c *terminal) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *terminal) written() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// await waits until the command has written a text so many times.
func (c *terminal) await(t *testing.T, text string, times int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); strings.Count(c.written(), text) < times; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %q in %q", text, c.written())
		}
	}
}

// end waits for the command to end, and returns its exit status.
func (c *terminal) end(t *testing.T) int {
	t.Helper()
	select {
	case <-c.done:
		return c.cmd.ProcessState.ExitCode()
	case <-time.After(time.Minute):
		t.Fatalf("it does not end: %q", c.written())
		return 0
	}
}

// suspend stops the command and has it go on, and waits until it has drawn its view without erasing what others may have
// written meanwhile.
func (c *terminal) suspend(t *testing.T) {
	t.Helper()
	before := ""
	signal := func(s os.Signal) {
		if err := c.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	for still := false; !still; still = before == c.written() {
		before = c.written()
		time.Sleep(2 * often)
	}
	signal(syscall.SIGCONT)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		text := strings.TrimPrefix(c.written(), before)
		if strings.Count(text, bold+"wasmfuzz") > strings.Count(text, "\x1b[J") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("each view erases what was there: %q", text)
		}
	}
}

// TestTerminal checks the live view of a campaign on a terminal that changes its size, until it is interrupted.
func TestTerminal(t *testing.T) {
	c := onTerminal(t, 24, 80, []string{"TERM=xterm-256color"}, "-j", "2", "--fault", "interp-i32-shr-u", "--minimize", "100")
	c.await(t, "search and own", 1)
	c.await(t, "divergence in test", 1)
	for _, size := range []pty.Winsize{{Rows: 24, Cols: 7}, {Rows: 3, Cols: 200}, {Rows: 1, Cols: 1}, {Rows: 40, Cols: 100}} {
		if err := pty.Setsize(c.pty, &size); err != nil {
			t.Fatal(err)
		}
		before := len(c.written())
		for len(c.written()) == before {
			time.Sleep(10 * time.Millisecond)
		}
	}
	c.suspend(t)
	if _, err := c.pty.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	if status := c.end(t); status != statusDiffers {
		t.Errorf("status %d", status)
	}
	text := c.written()
	for _, want := range []string{"\x1b[Jtests: ", "\r\nfinding: own-", "\r\ndivergences: "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if strings.Contains(text, "elapsed: ") {
		t.Error("the lines that are for files are there too")
	}
}

// TestOtherTerminals checks what is written to terminals that want something else than a live view in colours.
func TestOtherTerminals(t *testing.T) {
	for name, test := range map[string]struct {
		env, flags    []string
		with, without string
	}{
		"dumb":     {[]string{"TERM=dumb"}, nil, "elapsed: ", "\x1b"},
		"no color": {[]string{"TERM=xterm-256color", "NO_COLOR=1"}, nil, "search and own", "m" + "wasmfuzz interp"},
		"quiet":    {[]string{"TERM=xterm-256color"}, []string{"--quiet"}, "tests: 20000 ", "\x1b"},
	} {
		c := onTerminal(t, 24, 80, test.env, append(test.flags, "--tests", "20000")...)
		if status := c.end(t); status != statusSame {
			t.Errorf("%s: status %d", name, status)
		}
		if text := c.written(); !strings.Contains(text, test.with) || strings.Contains(text, test.without) {
			t.Errorf("%s: %q", name, text)
		}
	}
}
