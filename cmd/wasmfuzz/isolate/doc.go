// Package isolate lets a command survive the engines that it runs in its own process. A supervisor runs the command in
// a worker process; when an engine ends the worker, hangs, or uses up the memory, the supervisor notes the question
// that the engine was asked last, and starts a new worker. That one answers for the engine when it comes to the same
// question again.
//
// The worker tells what it does in a [Journal], which is memory that both processes share: a system call or a copy to
// another process for each test would cost more than a test. A campaign is a function of its flags, so the new worker
// needs little more to get to the same place: it goes over the tests before without asking the engines.
//
// All this needs Linux. Elsewhere engines run in the process of the command.
package isolate

import (
	"crypto/sha256"
	"os"
	"time"
)

// Failure is a question over which a worker ended.
type Failure struct {
	Engine   string
	Question [sha256.Size]byte
	Hung     bool // whether it was killed because there was no answer
	Text     string
}

// entry is a line of the log: the failure of an engine, or else a test that showed a divergence.
type entry struct {
	Failure  *Failure `json:",omitempty"`
	Diverged int      `json:",omitempty"`
	Flaky    bool     `json:",omitempty"`
}

// Past is what the workers before have done of a campaign.
type Past struct {
	Workers int
	Started time.Time // the first of them
	// Begun says whether any worker has come to the first test, and Tests is the number of those that are over.
	Begun bool
	Tests int
	// Diverged are the numbers of the tests that showed a divergence, and Flaky of those with one that did not repeat.
	// Of those that are not over, which will be done again, there may be some.
	Diverged, Flaky map[int]bool
	// Inconclusive is the number of answers that decided nothing, by engine and reason.
	Inconclusive map[string]int
}

// Command is what a supervisor has to know of the command that it runs, which is that of this process.
type Command struct {
	// Stdout is that of the worker, nil for none. A new worker writes the same as the one before as far as that came, which
	// is left out.
	Stdout, Stderr *os.File
	// Environment is added to that of this process.
	Environment []string
	// Timeout is the time after which an engine that has not answered is given up.
	Timeout time.Duration
	// Memory is the resident memory above which a worker is ended, in bytes; 0 is no limit.
	Memory int64
}
