package isolate

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
)

// TestWorkersLearnFromEachOther: what a worker tells its journal is known to the next one.
func TestWorkersLearnFromEachOther(t *testing.T) {
	shared := make([]byte, sharedSize)
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	worker := func() *Journal {
		j, err := newJournal(shared, log)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	first := worker()
	if past := first.Past(); past.Begun || past.Tests != 0 || past.Workers != 0 {
		t.Errorf("the first worker finds %+v", past)
	}
	first.Over(0, nil)
	first.Over(6, map[string]int{"a: limit": 1})
	first.Over(7, map[string]int{"a: limit": 2, "b: limit": 5, strings.Repeat("x", 200): 1})
	for _, err := range []error{first.Diverged(3, false), first.Diverged(5, true), first.Diverged(9, false)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := Past{Begun: true, Tests: 7, Diverged: map[int]bool{3: true, 9: true}, Flaky: map[int]bool{5: true},
		Inconclusive: map[string]int{"a: limit": 2, "b: limit": 5}, Started: first.Past().Started}
	if got := worker().Past(); !reflect.DeepEqual(got, want) {
		t.Errorf("the second worker finds\n%+v, want\n%+v", got, want)
	}
}

// TestQuestions: a question over which a worker has failed is answered by the failure, and no other is.
func TestQuestions(t *testing.T) {
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	script := func(arg int64) *diff.Script {
		return &diff.Script{Calls: []diff.Call{{Func: "f", Args: []store.Value{store.I64(arg)}}}}
	}
	large := bytes.Repeat([]byte("large"), maxQuestion/4)
	type question struct {
		engine  string
		wasm    string
		scripts []*diff.Script
	}
	questions := []question{
		{"a", "module", nil}, {"b", "module", nil}, {"a", "other", nil}, {"a", "module", []*diff.Script{script(1)}},
		{"a", "module", []*diff.Script{script(2)}}, {"a", "module", []*diff.Script{script(1), script(1)}},
		{"a", string(large), nil}, {"b", string(large), nil}, {"a", string(large) + "!", nil},
	}
	for i, q := range questions {
		shared := make([]byte, sharedSize)
		j, err := newJournal(shared, log)
		if err != nil {
			t.Fatal(err)
		}
		if stop := j.Begin(q.engine, []byte(q.wasm), q.scripts...); stop != nil || j.turn.Load()%2 == 0 {
			t.Fatalf("question %d: %v in turn %d", i, stop, j.turn.Load())
		}
		f := Failure{Engine: q.engine, Question: sha256.Sum256(j.question[:j.size.Load()]), Hung: i%2 == 1, Text: fmt.Sprint(i)}
		if err := j.write(entry{Failure: &f}); err != nil {
			t.Fatal(err)
		}
	}
	j, err := newJournal(make([]byte, sharedSize), log)
	if err != nil {
		t.Fatal(err)
	}
	if !j.Failed("a") || !j.Failed("b") || j.Failed("c") {
		t.Errorf("engines that failed: %v", j.failed)
	}
	for _, w := range []diff.Witness{j, j.Elsewhere()} {
		for i, q := range questions {
			stop := w.Begin(q.engine, []byte(q.wasm), q.scripts...)
			if stop == nil || stop.Text != fmt.Sprint(i) || (stop.Stage == diff.Hung) != (i%2 == 1) {
				t.Errorf("question %d: %v", i, stop)
			}
		}
		if stop := w.Begin("c", []byte("module")); stop != nil {
			t.Errorf("a new question: %v", stop)
		}
		w.End()
	}
}
