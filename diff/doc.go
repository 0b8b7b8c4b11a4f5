// Package diff runs one module on several WebAssembly engines and says where they disagree.
//
// Read outcome.go first: what an engine did with a module is plain data. Then compare.go, the pure function that
// judges two outcomes, and script.go, the list of calls that every engine carries out alike. The passes make a
// valid module behave alike on all engines that follow the specification, so that little has to be tolerated in
// the comparison: Total removes the unbounded loops and recursion, Canon the choice of NaN bits; Expose shows the
// state that the module does not export. Without Canon, which erases what engines make of NaNs, Track finds out which
// bits of an outcome that choice leaves Open (nan.go). Host answers the module's imports, and a Probe reads what an engine's
// interface does not show. Own runs the project's own validator and interpreter; the adaptors for other engines are
// the packages below, and every adaptor passes enginetest.
//
// What an implementation may choose (stack or memory exhausted, limits on size) is inconclusive, and an
// inconclusive outcome equals every other.
package diff
