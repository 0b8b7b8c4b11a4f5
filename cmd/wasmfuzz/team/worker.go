package team

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Worker is a team as one of its workers sees it. A process that takes the place of another one, and goes over the same
// tests, tells nothing twice.
type Worker struct {
	Plan
	Index    int
	dir      string // of the team
	log      *os.File
	exchange *record.Tail
	epochs   int             // that the log has
	last     int             // test of the latest module in the log
	has      map[string]bool // modules that need not be taken in
}

// Join returns the team in a directory as one of its workers sees it.
func Join(dir string, worker int) (*Worker, error) {
	plan, err := readPlan(dir)
	if err != nil {
		return nil, err
	}
	w := &Worker{Plan: plan, Index: worker, dir: dir, has: map[string]bool{}}
	for _, name := range plan.Modules {
		w.has[name] = true
	}
	w.exchange = record.NewTail(filepath.Join(dir, exchangeFile))
	w.log, err = record.OpenLines(filepath.Join(w.own(), logFile), func(line []byte) error {
		var e entry
		err := json.Unmarshal(line, &e)
		w.epochs = max(w.epochs, e.Epochs)
		if e.Kept != nil {
			w.last = e.Kept.Test
		}
		return err
	})
	return w, err
}

func (w *Worker) own() string { return workerDir(w.dir, w.Index) }

// Findings is the directory for the findings of the worker.
func (w *Worker) Findings() string { return filepath.Join(w.own(), findingsDir) }

// Begin returns the modules with which all workers begin. A module that cannot be decoded, as the binary format has no
// place for all that a mutant says, cannot be mutated and is left out here and by Import.
func (w *Worker) Begin() ([]wasmast.Module, error) {
	var modules []wasmast.Module
	for _, name := range w.Modules {
		path := record.ModulePath(w.Corpus, name)
		wasm, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if m, err := binary.Decode(wasm); err == nil {
			modules = append(modules, *m)
		}
	}
	return modules, nil
}

// Keep tells the team of a module. It serves as campaign.Config.Keep.
func (w *Worker) Keep(k campaign.Kept) error {
	w.has[record.NameOf(k.Wasm)] = true
	if k.Test <= w.last {
		return nil
	}
	return record.AppendLine(w.log, entry{Kept: &k})
}

// Tell tells the user something.
func (w *Worker) Tell(n News) error { return record.AppendLine(w.log, entry{News: &n}) }

// Report says what the worker has come to.
func (w *Worker) Report(s Status) error { return writeJSON(filepath.Join(w.own(), statusFile), s) }

// Import returns what the worker is to take in after a number of tests, and waits for it until ctx is done. It serves as
// campaign.Config.Import.
func (w *Worker) Import(ctx context.Context, tests int) (seeds, known []wasmast.Module, err error) {
	epochs := tests / Epoch
	if tests%Epoch > 0 || epochs == 0 {
		return nil, nil, nil
	}
	if epochs > w.epochs {
		w.epochs = epochs
		if err := record.AppendLine(w.log, entry{Epochs: epochs}); err != nil {
			return nil, nil, err
		}
	}
	if epochs < Lag {
		return nil, nil, nil
	}
	line, err := w.wait(ctx)
	if line == nil || err != nil {
		return nil, nil, err
	}
	var items []item
	if err := json.Unmarshal(line, &items); err != nil {
		return nil, nil, fmt.Errorf("%s: after epoch %d: %w", filepath.Join(w.dir, exchangeFile), epochs, err)
	}
	seeds, known = w.take(items)
	return seeds, known, nil
}

// wait returns the next line of the exchange, or nil if ctx is done and there is none.
func (w *Worker) wait(ctx context.Context) ([]byte, error) {
	for {
		line, err := w.exchange.Next()
		if line != nil || err != nil || ctx.Err() != nil {
			return line, err
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// take takes in those of an epoch's modules that the worker does not have: as seeds if none of the
// workers has found them, and else as known.
func (w *Worker) take(items []item) (seeds, known []wasmast.Module) {
	for _, i := range items {
		name := record.NameOf(i.Wasm)
		if w.has[name] {
			continue
		}
		w.has[name] = true
		m, err := binary.Decode(i.Wasm)
		switch {
		case err != nil:
		case i.Seed:
			seeds = append(seeds, *m)
		default:
			known = append(known, *m)
		}
	}
	return seeds, known
}

// Close lets go of the files.
func (w *Worker) Close() error {
	err := w.log.Close()
	if e := w.exchange.Close(); err == nil {
		err = e
	}
	return err
}
