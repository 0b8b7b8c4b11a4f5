package main

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// TestKilled kills processes of a campaign at any moment, again and again. What was there before is there afterwards: the
// modules, what they cover, and the findings; and the campaign goes on.
func TestKilled(t *testing.T) {
	times := 20
	if testing.Short() {
		times = 5
	}
	dir := filepath.Join(t.TempDir(), "campaign")
	random := rand.New(rand.NewPCG(1, 1))
	before := keptIn(t, dir)
	for n := range times {
		out := killed(t, random, dir)
		after := keptIn(t, dir)
		for _, name := range before.names {
			if !slices.Contains(after.names, name) {
				t.Errorf("round %d: %s is lost\n%s", n, name, out)
			}
		}
		if after.edges < before.edges {
			t.Errorf("round %d: %d edges instead of %d\n%s", n, after.edges, before.edges, out)
		}
		before = after
	}
	t.Logf("%d modules and findings, %d edges", len(before.names), before.edges)
	if out, err := wasmfuzz(dir, "--tests", "3000").CombinedOutput(); !strings.Contains(string(out), "\ntests: 3000 in ") {
		t.Errorf("not resumed: %v\n%s", err, out)
	}
	if exists(filepath.Join(dir, workersDir)) {
		t.Error("a session that ends by itself leaves the directory of its workers")
	}
	if after := keptIn(t, dir); after.edges < before.edges || len(after.names) < len(before.names) || !after.found {
		t.Errorf("%v after %v", after, before)
	}
}

// wasmfuzz returns the command of a campaign with a bug to find. The test program is wasmfuzz if it is called so.
func wasmfuzz(dir string, flags ...string) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	args := []string{"wasmfuzz", "interp", "-j", "2", "--dir", dir, "--engines", "wazero-interpreter", "--fault", "interp-i32-shr-u", "--minimize", "300"}
	return &exec.Cmd{Path: exe, Args: append(args, flags...)}
}

// killed runs a campaign and kills one of its processes after a while, and then, if it goes on, the one that was started
// first. It returns what it has written.
func killed(t *testing.T, random *rand.Rand, dir string) string {
	cmd := wasmfuzz(dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pause := func() { time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond) }
	pause()
	for len(children(cmd.Process.Pid)) == 0 {
		time.Sleep(time.Millisecond)
	}
	family := append(children(cmd.Process.Pid), cmd.Process.Pid)
	victim, err := os.FindProcess(family[random.IntN(len(family))])
	if err != nil {
		t.Fatal(err)
	}
	_ = victim.Kill()
	if victim.Pid != cmd.Process.Pid {
		pause()
		_ = cmd.Process.Kill()
	}
	_ = cmd.Wait()
	return out.String()
}

// children returns the processes that a process has started.
func children(pid int) []int {
	var list []int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // after the name
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			list = append(list, child)
		}
	}
	return list
}

// kept is what a campaign has kept.
type kept struct {
	names []string // of modules and findings
	edges int
	found bool // whether there is a finding
}

// keptIn returns what is kept in the directory of a campaign, and checks that it is whole.
func keptIn(t *testing.T, dir string) (k kept) {
	t.Helper()
	c, err := record.Read(dir)
	if os.IsNotExist(err) {
		return k
	} else if err != nil {
		t.Fatal(err)
	}
	modules, err := record.Modules(dir)
	if err != nil {
		t.Fatal(err)
	}
	measure, edges := coverageOf(c), map[uint32]bool{}
	for name, wasm := range modules {
		if record.NameOf(wasm) != name {
			t.Errorf("module %s is not whole", name)
		}
		k.names = append(k.names, name)
		if m, err := binary.Decode(wasm); err == nil {
			taken, _ := measure(m)
			for _, e := range taken {
				edges[e] = true
			}
		}
	}
	k.edges = len(edges)
	found, _ := filepath.Glob(filepath.Join(dir, "findings", "own-*"))
	for _, path := range found {
		if _, err := finding.Open(path); errors.Is(err, fs.ErrNotExist) {
			continue // it was killed while it wrote the finding, which was not there before
		} else if err != nil {
			t.Error(err)
		}
		k.names, k.found = append(k.names, filepath.Base(path)), true
		if wasm, err := os.ReadFile(filepath.Join(path, finding.MinimalFile)); err != nil || len(wasm) == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	return k
}

// TestSecondSignal checks that a campaign that does not end at the first signal, because an engine gives no answer, ends at
// the second one, with all its processes.
func TestSecondSignal(t *testing.T) {
	dir := t.TempDir()
	asked, script := filepath.Join(dir, "asked"), filepath.Join(dir, "slow.sh")
	adaptor := "echo wasmfuzz 1 slow\nwhile read request; do case $request in check*) touch " + asked + "; sleep 1000;; esac; echo ok; done\n"
	if err := os.WriteFile(script, []byte(adaptor), 0o644); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: exe, Dir: dir, Args: []string{"wasmfuzz", "validate", "-j", "2", "--engines=", "--engine", "slow=cmd:sh " + script, "--timeout", "1h"}}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for !exists(asked) {
		time.Sleep(10 * time.Millisecond)
	}
	workers := children(cmd.Process.Pid)
	if len(workers) == 0 {
		t.Fatal("there are no workers")
	}
	for range 2 {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * together)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Errorf("it ended with %v, and not by the signal", err)
	}
	for _, pid := range workers {
		for exists(filepath.Join("/proc", strconv.Itoa(pid), "exe")) {
			time.Sleep(10 * time.Millisecond)
		}
	}
}
