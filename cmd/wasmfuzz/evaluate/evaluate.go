// Package evaluate measures how well strategies find planted faults, in the manner of the evaluation of MUTAGEN
// (Mista and Russo, §VI): it runs a grid of faults and strategies several times over, keeps a record of every run,
// and makes tables and plots of the records.
//
// The grid is made of cells. A [Cell] is one run: one fault, one strategy, one seed. [Run] carries out those that a
// [Log] does not have yet, so an interrupted experiment goes on where it was. [Write] makes the report. What a run
// does is none of this package's business.
package evaluate

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
)

// The properties, which are the campaigns of wasmfuzz.
const (
	Validator   = "validate"
	Interpreter = "interp"
)

// A Cell is one run of an experiment. Two runs of the same cell under the same setup do the same tests.
type Cell struct {
	Property string // Validator or Interpreter
	Bug      string // the name of the planted fault; empty for none, when only speed is measured
	Strategy string // a name of package fuzz
	Run      int    // from 1
}

// Seed is the seed of all random choices of the run: the first eight bytes, the most significant one first, of the
// SHA-256 digest of property, bug, strategy and run, separated by single spaces.
func (c Cell) Seed() uint64 {
	sum := sha256.Sum256([]byte(c.String()))
	return binary.BigEndian.Uint64(sum[:])
}

// String returns property, bug, strategy and run, separated by spaces.
func (c Cell) String() string {
	return fmt.Sprintf("%s %s %s %d", c.Property, c.Bug, c.Strategy, c.Run)
}

// The oracles, against which our instrumented packages are judged.
const (
	// Engines are other people's engines, as in the paper.
	Engines = "engines"
	// Pristine is our own packages without the fault.
	Pristine = "pristine"
)

// Setup is what all runs of an experiment have in common.
type Setup struct {
	Oracle string        // Engines or Pristine
	Seeds  bool          // whether runs begin with the built-in seeds; otherwise with generated values only
	Limit  int           // most tests of a run, 0 for any number
	Time   time.Duration // most time of a run by the clock, 0 for any
}

// The ways a run can end.
const (
	Found   = "found"   // a test failed because of the fault
	Missed  = "missed"  // a limit was reached
	Crashed = "crashed" // the fault ended the process, which tells nothing of the tests until then
)

// Record is what one run showed.
type Record struct {
	Cell
	Setup
	Result    string  // Found, Missed or Crashed
	Tests     int     // done until the first one that failed, and that one
	Passed    int     // of all that were done: those that wait to be judged together are a few more
	Discarded int     // of the same
	Seconds   float64 // of processor time, of the testing loop: on an idle machine, those of the clock
	Version   string  // of wasmfuzz, and of what it was built with
	Engines   string  // that judged, with versions
}

// Grid returns the cells of all bugs, strategies and runs. All first runs come before all second ones, so that an
// experiment that is cut short has something to say of everything.
func Grid(bugs []Cell, strategies []string, runs int) []Cell {
	var cells []Cell
	for run := range runs {
		for _, b := range bugs {
			for _, s := range strategies {
				cells = append(cells, Cell{b.Property, b.Bug, s, run + 1})
			}
		}
	}
	return cells
}
