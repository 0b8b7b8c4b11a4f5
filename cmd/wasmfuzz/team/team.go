// Package team lets several processes work on one campaign. A coordinator starts workers, each of which searches as if it
// were alone, and tells each of them what the others have kept; the user sees one campaign.
//
// They share a directory, of which each writes its own part:
//
//	plan.json       what all workers have to know; written by the coordinator, once
//	exchange.jsonl  a line for each epoch: the modules that were kept in it; by the coordinator
//	0, 1, ...       by a worker each:
//	  log.jsonl     what it has kept and found, and how many epochs it has done
//	  status.json   what it has come to
//	  findings/     those of the worker
//
// An epoch is a fixed number of tests. What a worker keeps in one, all others take in when they have done a fixed number
// of epochs more, and if need be they wait for it. So a campaign is a function of its seed and of the number of workers,
// however fast each is, and a process that takes the place of another one can go over its tests again.
//
// The workers divide the mutants of the seeds among them, and of what comes from elsewhere. All other values are mutated
// by the worker that has found them.
package team

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// Epoch is the number of tests in an epoch. What was kept in one is taken in when Lag epochs are over that begin with it:
// a worker may be that far ahead of the others, for instance while one of them makes a module small.
const (
	Epoch = 1024
	Lag   = 16
)

// The files of a team.
const (
	planFile     = "plan.json"
	exchangeFile = "exchange.jsonl"
	logFile      = "log.jsonl"
	statusFile   = "status.json"
	findingsDir  = "findings"
)

// Plan is what all workers have to know.
type Plan struct {
	Workers int    `json:"workers"`
	Tests   int    `json:"tests"` // of all workers together, 0 for no limit
	Seed    uint64 `json:"seed"`
	Before  int    `json:"before"` // tests of the campaign before those of the team
	// Corpus is the directory of the campaign, see record.Dir, and Modules are the names of those in it that all workers
	// begin with. They are empty if the campaign is not kept.
	Corpus  string   `json:"corpus,omitempty"`
	Modules []string `json:"modules,omitempty"`
}

// TestsOf is the number of tests of a worker, 0 for no limit.
func (p *Plan) TestsOf(worker int) int {
	n := p.Tests / p.Workers
	if worker < p.Tests%p.Workers {
		n++
	}
	return n
}

// SeedOf is the seed of a worker.
func (p *Plan) SeedOf(worker int) uint64 { return p.Seed + uint64(worker)*0xD1342543DE82EF95 }

// Number is the number in the team of a test that has a number among those of a worker: the tests of the workers
// alternate. Number 0, which is none, remains 0.
func (p *Plan) Number(worker, test int) int {
	if test == 0 {
		return 0
	}
	return (test-1)*p.Workers + worker + 1
}

// entry is a line of the log of a worker; one field is set.
type entry struct {
	Kept   *campaign.Kept `json:"kept,omitempty"`
	News   *News          `json:"news,omitempty"`
	Epochs int            `json:"epochs,omitempty"` // that are over
}

// News is what a worker has to tell the user.
type News struct {
	Finding string `json:"finding,omitempty"` // the name of the finding that it is about, if it is
	Text    string `json:"text"`
}

// item is a module of an epoch.
type item struct {
	Wasm []byte `json:"wasm"`
	// Seed says that no worker has kept it, so that they divide its mutants. Else they are tested by the one that has.
	Seed bool `json:"seed,omitempty"`
}

// memberVariable tells a process which worker of which team it is.
const memberVariable = "WASMFUZZ_TEAM"

// Environment returns what makes a process a worker, for its environment.
func Environment(dir string, worker int) string {
	return fmt.Sprintf("%s=%d:%s", memberVariable, worker, dir)
}

// Member returns the team of this process, and which worker it is; dir is empty if it is none. Processes that it starts
// are none.
func Member() (dir string, worker int, err error) {
	value := os.Getenv(memberVariable)
	os.Unsetenv(memberVariable)
	if value == "" {
		return "", 0, nil
	}
	number, dir, _ := strings.Cut(value, ":")
	if worker, err = strconv.Atoi(number); err != nil || dir == "" {
		return "", 0, fmt.Errorf("%s is set to %q, which is no worker", memberVariable, value)
	}
	return dir, worker, nil
}

func readPlan(dir string) (Plan, error) {
	var p Plan
	return p, readJSON(filepath.Join(dir, planFile), &p)
}

// readJSON reads a file that holds one value.
func readJSON(path string, value any) error {
	js, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(js, value); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// writeJSON writes a file that holds one value, in one step.
func writeJSON(path string, value any) error {
	js, err := json.Marshal(value)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return record.WriteFile(path, append(js, '\n'))
}

// workerDir returns the part of a worker.
func workerDir(dir string, worker int) string { return filepath.Join(dir, strconv.Itoa(worker)) }
