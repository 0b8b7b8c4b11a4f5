// Package minimize makes a module small while something stays true of it.
//
// It knows nothing of engines: what must stay true is a function of the caller's. Read minimize.go first: a reducer
// keeps the best module so far, and takes another only if that is smaller in a total order and still has the property.
// The passes offer it candidates, coarse ones first: passes.go those with fewer definitions, renumbered by index.go,
// exprs.go those with fewer and simpler instructions, and types.go those with other signatures. The mutants of package
// wasmmut come last: of the result, no mutant that is smaller has the property.
package minimize
