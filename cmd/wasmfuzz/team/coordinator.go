package team

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// Coordinator is a team as its coordinator sees it. It is used by one goroutine.
type Coordinator struct {
	Plan
	// Keep is called with each module that is kept, once, in the order of epochs and of workers in them. The number of the
	// test is that in the team.
	Keep func(campaign.Kept) error
	// News is called with what workers have to tell, in the same order.
	News func(worker int, n News) error

	dir      string
	members  []*member
	exchange *os.File
	epochs   int // that all have done and the exchange has
	has      map[string]bool
	offered  [][]byte // for the next epoch
}

// member is what the coordinator knows of a worker.
type member struct {
	log    *record.Tail
	told   []entry // not passed on yet
	epochs int     // that are over
	status Status
}

// Start makes the directory of a team, which must not exist.
func Start(dir string, p Plan) (*Coordinator, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	for i := range p.Workers {
		if err := os.Mkdir(workerDir(dir, i), 0o755); err != nil {
			return nil, err
		}
	}
	if err := writeJSON(filepath.Join(dir, planFile), p); err != nil {
		return nil, err
	}
	return lead(dir, p)
}

// TakeOver returns the coordinator of a team whose processes were killed. Its workers have come to their ends.
func TakeOver(dir string) (*Coordinator, error) {
	p, err := readPlan(dir)
	if err != nil {
		return nil, err
	}
	c, err := lead(dir, p)
	for i := range p.Workers {
		c.End(i)
	}
	return c, err
}

func lead(dir string, p Plan) (*Coordinator, error) {
	c := &Coordinator{Plan: p, dir: dir, has: map[string]bool{}}
	for _, name := range p.Modules {
		c.has[name] = true
	}
	for i := range p.Workers {
		c.members = append(c.members, &member{log: record.NewTail(filepath.Join(workerDir(dir, i), logFile))})
	}
	var err error
	c.exchange, err = os.OpenFile(filepath.Join(dir, exchangeFile), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	return c, err
}

// Offer gives the workers a module that none of them has kept, to be taken in with those of the next epoch. They
// divide its mutants, as those of a seed.
func (c *Coordinator) Offer(wasm []byte) { c.offered = append(c.offered, wasm) }

// End says that a worker has come to its end.
func (c *Coordinator) End(worker int) { c.members[worker].epochs = math.MaxInt }

// Poll passes on what the workers have told.
func (c *Coordinator) Poll() error {
	for i, m := range c.members {
		if err := m.read(); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(workerDir(c.dir, i), logFile), err)
		}
	}
	for c.over() {
		if err := c.pass(); err != nil {
			return err
		}
	}
	return nil
}

// read reads the log of a worker.
func (m *member) read() error {
	for {
		line, err := m.log.Next()
		if line == nil || err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		m.epochs = max(m.epochs, e.Epochs)
		m.told = append(m.told, e)
	}
}

// over reports whether there is an epoch to pass on: all have done it, and not all have come to their ends with nothing
// left.
func (c *Coordinator) over() bool {
	rest := false
	for _, m := range c.members {
		if m.epochs <= c.epochs {
			return false
		}
		rest = rest || len(m.told) > 0 || m.epochs < math.MaxInt
	}
	return rest
}

// pass passes on what was told in an epoch.
func (c *Coordinator) pass() error {
	items := []item{}
	for _, wasm := range c.offered {
		if c.isNew(wasm) {
			items = append(items, item{Wasm: wasm, Seed: true})
		}
	}
	c.offered, c.epochs = nil, c.epochs+1
	for i, m := range c.members {
		for len(m.told) > 0 {
			e := m.told[0]
			m.told = m.told[1:]
			if e.Epochs >= c.epochs {
				break
			}
			if e.Kept != nil && c.isNew(e.Kept.Wasm) {
				items = append(items, item{Wasm: e.Kept.Wasm})
			} else {
				e.Kept = nil
			}
			if err := c.tell(i, e); err != nil {
				return err
			}
		}
	}
	return record.AppendLine(c.exchange, items)
}

// isNew reports whether a module comes for the first time.
func (c *Coordinator) isNew(wasm []byte) bool {
	name := record.NameOf(wasm)
	if c.has[name] {
		return false
	}
	c.has[name] = true
	return true
}

// tell passes on what a worker has told.
func (c *Coordinator) tell(worker int, e entry) error {
	switch {
	case e.Kept != nil:
		k := *e.Kept
		k.Test = c.Number(worker, k.Test)
		return c.Keep(k)
	case e.News != nil:
		return c.News(worker, *e.News)
	}
	return nil
}

// Status returns what a worker has come to, the zero value if it has not begun.
func (c *Coordinator) Status(worker int) (Status, error) {
	m := c.members[worker]
	var s Status
	err := readJSON(filepath.Join(workerDir(c.dir, worker), statusFile), &s)
	if errors.Is(err, os.ErrNotExist) {
		return m.status, nil
	}
	if err == nil {
		m.status = s
	}
	return s, err
}

// Findings is the directory of a worker's findings.
func (c *Coordinator) Findings(worker int) string {
	return filepath.Join(workerDir(c.dir, worker), findingsDir)
}

// Close lets go of the files.
func (c *Coordinator) Close() error {
	errs := []error{c.exchange.Close()}
	for _, m := range c.members {
		errs = append(errs, m.log.Close())
	}
	return errors.Join(errs...)
}

// Remove removes the directory.
func (c *Coordinator) Remove() error { return os.RemoveAll(c.dir) }
