package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
)

// openBrittle opens also the engines that are called brittle- and one of the ends, and polite.
func openBrittle(cfg engines.Config, name string) (diff.Engine, error) {
	if end := ends[strings.TrimPrefix(name, "brittle-")]; end != nil || name == "polite" {
		return &brittle{ours(), name, end}, nil
	}
	return cfg.Open(name)
}

// brittle is our engine, but for some modules ends the process, or if it has no end says that it has crashed.
type brittle struct {
	*diff.OwnEngine
	name string
	end  func()
}

// ends are ways to end a process, or not to go on.
var ends = map[string]func(){
	"exit": func() { os.Exit(0) },
	"kill": func() {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	},
	"panic": func() { panic("a bug in the engine") },
	"segv": func() {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Signal(syscall.SIGSEGV)
		select {}
	},
	"unlock": func() { new(sync.Mutex).Unlock() },
	"overflow": func() {
		debug.SetMaxStack(1 << 20)
		var recurse func(int) int
		recurse = func(n int) int { return recurse(n+1) + n }
		fmt.Println(recurse(0))
	},
	"hang": func() { time.Sleep(time.Hour) },
	"memory": func() {
		for {
			hoard = append(hoard, bytes.Repeat([]byte{1}, 16<<20))
			time.Sleep(time.Millisecond)
		}
	},
}

var hoard [][]byte

// hits reports whether the engine breaks over a module: those that say "break", or have br_if 0.
func (e *brittle) hits(bin []byte) bool {
	if !bytes.Contains(bin, []byte("break")) && !bytes.Contains(bin, []byte{0x0D, 0}) {
		return false
	}
	if e.end != nil {
		e.end()
	}
	return true
}

func (e *brittle) Name() string   { return e.name }
func (e *brittle) Family() string { return "brittle" }

func (e *brittle) Validate(bin []byte) diff.Verdict {
	if e.hits(bin) {
		return diff.Verdict{Kind: diff.Crash}
	}
	return e.OwnEngine.Validate(bin)
}

func (e *brittle) Check(bin []byte) diff.VerdictKind { return e.Validate(bin).Kind }

func (e *brittle) Run(bin []byte, s *diff.Script) diff.Outcome {
	if e.hits(bin) {
		return diff.Outcome{Stage: diff.Crashed}
	}
	return e.OwnEngine.Run(bin, s)
}

func (e *brittle) RunEach(bin []byte, scripts []*diff.Script) []diff.Outcome {
	var outcomes []diff.Outcome
	for _, s := range scripts {
		outcomes = append(outcomes, e.Run(bin, s))
	}
	return outcomes
}
