// Package regress writes regression tests: what a module has to do on an engine that follows the specification, as a
// script of the specification's test suite (.wast) and as Go tests of the engines that are libraries for Go.
//
// Read test.go first: a Test is a list of steps, made from a module, a script of calls, and the outcome that is right.
// What a module imports and what it leaves behind become modules as well: host.go makes one that answers the calls of
// host functions as they were answered, state.go one that looks at globals, memories and tables. So all that a test
// needs is to instantiate modules and to call functions, which every engine can do. The steps are then printed: wast.go
// and gotest.go.
package regress
