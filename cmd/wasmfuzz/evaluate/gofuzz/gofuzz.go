// Package gofuzz lets the fuzzer of package testing search for planted bugs: the baseline of a fuzzer that mutates
// bytes, guided by the coverage of both copies of our packages. FuzzPlanted, in the tests of this package, is what it
// runs. It begins with one small module.
//
// That fuzzer takes no seed, so its runs cannot be repeated.
package gofuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Name is what experiments call this fuzzer, beside the names of strategies.
const Name = "gofuzz"

// The environment variables that tell FuzzPlanted what to do.
const (
	propertyVar = "WASMFUZZ_PROPERTY" // the property, as package evaluate names it
	faultVar    = "WASMFUZZ_FAULT"    // the number of the fault
)

// A Program is FuzzPlanted with Go's instrumentation for coverage.
type Program struct{ dir string }

// Build makes the program. It needs Go, and the source of wasmfuzz around the working directory.
func Build(ctx context.Context) (*Program, error) {
	dir, err := os.MkdirTemp("", "wasmfuzz-gofuzz-")
	if err != nil {
		return nil, err
	}
	p := &Program{dir}
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-fuzz=FuzzPlanted", "-o", p.path(), "github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate/gofuzz")
	if out, err := cmd.CombinedOutput(); err != nil {
		p.Remove()
		return nil, fmt.Errorf("gofuzz needs Go, and a working directory in a clone of wasmfuzz: %v\n%s", err, out)
	}
	return p, nil
}

// Remove deletes the program.
func (p *Program) Remove() { os.RemoveAll(p.dir) }

func (p *Program) path() string { return filepath.Join(p.dir, "planted.test") }

// A Result is what a run came to.
type Result struct {
	Found   bool
	Tests   int // until the first failure, and that one; or all
	Seconds float64
}

// Run searches for a fault with at most so many tests, or until a time is over if it is not 0.
func (p *Program) Run(ctx context.Context, property string, fault uint32, tests int, limit time.Duration) (Result, error) {
	dir, err := os.MkdirTemp(p.dir, "run-")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(dir)
	end := strconv.Itoa(tests) + "x"
	if tests == 0 {
		end = limit.String()
	}
	cmd := exec.CommandContext(ctx, p.path(), "-test.run=^$", "-test.fuzz=^FuzzPlanted$", "-test.fuzztime="+end, "-test.parallel=1",
		"-test.fuzzminimizetime=0x", "-test.fuzzcachedir="+filepath.Join(dir, "cache"))
	cmd.Dir = dir // where failing inputs are written
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", propertyVar+"="+property, fmt.Sprintf("%s=%d", faultVar, fault))
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Result{}, err
	}
	r, err := parse(string(out), err == nil)
	r.Seconds = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return r, err
}

var (
	failure = regexp.MustCompile(`planted bug found in test (\d+)`)
	execs   = regexp.MustCompile(`(?m)^fuzz: elapsed: .*, execs: (\d+) `)
)

// parse reads what the program has written.
func parse(out string, passed bool) (Result, error) {
	if m := failure.FindStringSubmatch(out); m != nil && !passed {
		n, err := strconv.Atoi(m[1])
		return Result{Found: true, Tests: n}, err
	}
	m := execs.FindAllStringSubmatch(out, -1)
	if !passed || m == nil {
		return Result{}, fmt.Errorf("gofuzz failed:\n%s", strings.TrimSpace(out))
	}
	n, err := strconv.Atoi(m[len(m)-1][1])
	return Result{Tests: n}, err
}
