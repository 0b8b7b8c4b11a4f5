package probe

import "math"

var (
	steps     uint64                  // steps of this run
	budget    uint64 = math.MaxUint64 // steps that a run may make
	exhausted error  = Exhausted{}    // an interface value beforehand, so that Step allocates nothing
)

// Exhausted is the value of the panic that ends a run which made more steps
// than its budget. It judges the run, not the code that panicked: the testing
// loop recovers it.
type Exhausted struct{}

// Error implements error.
func (Exhausted) Error() string { return "the run exceeded its budget of steps" }

// Limit sets the budget of each later run: a run that makes more than n steps
// panics with [Exhausted]. A step is a call of a function or an iteration of a
// loop of an instrumented package, so a fault that makes the program loop or
// recurse for ever is caught too. Limit(0) removes the limit; there is none at
// first.
func Limit(n uint64) {
	budget = n
	if n == 0 {
		budget = math.MaxUint64
	}
}

// Renew gives the run the whole budget for what follows.
func Renew() { steps = 0 }

// Steps returns the number of steps that this run has made.
func Steps() uint64 { return steps }
