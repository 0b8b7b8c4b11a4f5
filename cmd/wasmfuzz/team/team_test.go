package team

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// module returns a module that can be told from others.
func module(n int) []byte {
	return binary.Encode(&wasmast.Module{Types: make([]wasmast.FuncType, n)})
}

// numbers returns those of modules.
func numbers(modules []wasmast.Module) (list []int) {
	for _, m := range modules {
		list = append(list, len(m.Types))
	}
	return list
}

// started returns a team that writes down what the coordinator is told, and its workers.
func started(t *testing.T, p Plan) (*Coordinator, []*Worker, *[]string) {
	t.Helper()
	c, err := Start(filepath.Join(t.TempDir(), "team"), p)
	if err != nil {
		t.Fatal(err)
	}
	var workers []*Worker
	for i := range p.Workers {
		workers = append(workers, joined(t, c.dir, i))
	}
	return c, workers, written(c)
}

func joined(t *testing.T, dir string, worker int) *Worker {
	t.Helper()
	w, err := Join(dir, worker)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// written has a coordinator write down what it is told.
func written(c *Coordinator) *[]string {
	var told []string
	c.Keep = func(k campaign.Kept) error {
		m, err := binary.Decode(k.Wasm)
		told = append(told, fmt.Sprintf("module %d in test %d", len(m.Types), k.Test))
		return err
	}
	c.News = func(worker int, n News) error {
		told = append(told, fmt.Sprintf("worker %d: %s", worker, n.Text))
		return nil
	}
	return &told
}

// keep has a worker keep a module.
func keep(t *testing.T, w *Worker, n, test int) {
	t.Helper()
	if err := w.Keep(campaign.Kept{Wasm: module(n), Test: test}); err != nil {
		t.Fatal(err)
	}
}

// imported has a worker come to the end of an epoch, and returns what it takes in.
func imported(t *testing.T, w *Worker, epochs int) (seeds, known []int) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stop() // it is not to wait
	s, k, err := w.Import(ctx, epochs*Epoch)
	if err != nil {
		t.Fatal(err)
	}
	return numbers(s), numbers(k)
}

func poll(t *testing.T, c *Coordinator) {
	t.Helper()
	if err := c.Poll(); err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, what string, got any, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestExchange checks that what one keeps in an epoch the others take in so many epochs later, each module once, in the
// order of the workers; and that it is passed on in that order, however fast each is.
func TestExchange(t *testing.T) {
	c, workers, told := started(t, Plan{Workers: 2})
	c.Offer(module(9))
	keep(t, workers[1], 1, 1)
	keep(t, workers[1], 2, 5)
	if err := workers[1].Tell(News{Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	for e := 1; e < Lag; e++ {
		imported(t, workers[1], e)
	}
	poll(t, c)
	expect(t, "told before worker 0 is as far", *told, []string{})
	keep(t, workers[0], 2, 7)
	keep(t, workers[0], 3, Epoch)
	for e := 1; e < Lag; e++ {
		seeds, known := imported(t, workers[0], e)
		expect(t, "taken in early", append(seeds, known...), []int{})
	}
	poll(t, c)
	expect(t, "told", strings.Join(*told, ", "), fmt.Sprintf("module 2 in test 13, module 3 in test %d, module 1 in test 2, worker 1: hello", 2*Epoch-1))
	seeds, known := imported(t, workers[0], Lag)
	expect(t, "worker 0 takes in", []any{seeds, known}, []any{[]int{9}, []int{1}})
	seeds, known = imported(t, workers[1], Lag)
	expect(t, "worker 1 takes in", []any{seeds, known}, []any{[]int{9}, []int{3}})
}

// TestReplacement checks that a worker that takes the place of another one takes in the same, and tells nothing twice,
// also if that one was killed while it wrote.
func TestReplacement(t *testing.T) {
	c, workers, told := started(t, Plan{Workers: 2})
	for i, w := range workers {
		keep(t, w, i+1, 3)
		for e := 1; e < Lag; e++ {
			imported(t, w, e)
		}
	}
	poll(t, c)
	log := filepath.Join(workerDir(c.dir, 0), logFile)
	f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"kept": {"Wasm": `); err != nil {
		t.Fatal(err)
	}
	poll(t, c)
	w := joined(t, c.dir, 0)
	keep(t, w, 1, 3)
	for e := 1; e < Lag; e++ {
		imported(t, w, e)
	}
	keep(t, w, 5, Lag*Epoch)
	seeds, known := imported(t, w, Lag)
	expect(t, "takes in", []any{seeds, known}, []any{[]int{}, []int{2}})
	imported(t, workers[1], Lag)
	poll(t, c)
	expect(t, "told", strings.Join(*told, ", "), fmt.Sprintf("module 1 in test 5, module 2 in test 6, module 5 in test %d", 2*Lag*Epoch-1))
}

// TestTakeOver checks that nothing is lost that the workers of a killed team have told, and that an end ends an epoch.
func TestTakeOver(t *testing.T) {
	c, workers, _ := started(t, Plan{Workers: 2, Before: 100})
	keep(t, workers[0], 1, 3)
	keep(t, workers[1], 2, 3*Epoch)
	imported(t, workers[1], 3)
	keep(t, workers[1], 3, 3*Epoch+1)
	next, err := TakeOver(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	told := written(next)
	poll(t, next)
	expect(t, "told", *told, []string{"module 1 in test 5", fmt.Sprintf("module 2 in test %d", 6*Epoch), fmt.Sprintf("module 3 in test %d", 6*Epoch+2)})
	expect(t, "tests before", next.Before, 100)
}

// TestFullDisk checks that a worker tells when it cannot tell what it has found.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("needs /dev/full: ", err)
	} else if err != nil {
		t.Fatal(err)
	}
	_, workers, _ := started(t, Plan{Workers: 1})
	w := workers[0]
	w.log.Close()
	w.log = full
	_, _, imports := w.Import(t.Context(), Epoch)
	for what, err := range map[string]error{"keep": w.Keep(campaign.Kept{Wasm: module(1), Test: 1}), "tell": w.Tell(News{}), "import": imports} {
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestPlan checks that the workers divide the tests, and that each test has a number of its own.
func TestPlan(t *testing.T) {
	p := Plan{Workers: 3, Tests: 11}
	var all []int
	for w := range p.Workers {
		for test := 1; test <= p.TestsOf(w); test++ {
			all = append(all, p.Number(w, test))
		}
	}
	slices.Sort(all)
	expect(t, "numbers", all, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	expect(t, "no test", p.Number(2, 0), 0)
	if p.SeedOf(0) != p.Seed || p.SeedOf(1) == p.SeedOf(2) {
		t.Error("the seeds are not different, or that of the first worker is another")
	}
}

// TestStatus checks that what workers have come to is added up.
func TestStatus(t *testing.T) {
	a, b := Status{Novel: 1}, Status{Novel: 2}
	a.Verdicts, b.Verdicts = [3]int{1, 2, 3}, [3]int{10, 20, 30}
	a.Known, b.Known, a.R, b.R = 5, 4, 1, 2
	a.Kinds, b.Kinds = map[string]int{"x": 1}, map[string]int{"x": 2, "y": 3}
	a.Add(&b)
	expect(t, "sum", []any{a.Tests(), a.Known, a.R, a.Novel, a.Kinds}, []any{66, 5, 2, 3, "map[x:3 y:3]"})
}
