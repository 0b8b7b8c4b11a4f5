package probe

import "fmt"

var (
	steps  int // hits of this run, counted only under a limit
	budget int // the limit, or 0
)

// Exhausted is the value of the panic that ends a run which passed more sites
// than its budget allows. It is an error of the run, not of the program: the
// testing loop recovers it.
type Exhausted struct {
	Budget int    // the limit that was exceeded
	Fault  uint32 // the active fault, which is the likely cause
}

// Error implements error.
func (x Exhausted) Error() string {
	return fmt.Sprintf("run exceeded its budget of %d steps (fault %d)", x.Budget, x.Fault)
}

// Limit sets the budget of each later run: a run that passes more than n sites
// panics with [Exhausted]. Every loop body and every function body holds a
// site, so a fault that makes the program loop or recurse for ever is caught
// too. Limit(0), the default, removes the limit; a run without one counts
// nothing and is faster.
func Limit(n int) {
	budget = n
	if n > 0 {
		window = 0
	} else {
		window = Sites*Sites - 1
	}
}

// Steps returns the number of sites this run has passed, if a limit is set.
func Steps() int { return steps }

func spend() {
	if steps++; steps > budget {
		panic(Exhausted{budget, fault})
	}
}
