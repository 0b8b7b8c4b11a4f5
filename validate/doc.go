// Package validate decides whether a module is valid: chapter "Validation" of the specification, with the
// algorithm of its appendix.
//
// The validator's method module in module.go is a table of contents, a line for each section of a module. instr.go
// types instructions: the instruction table knows the types of most, and the rules for the others follow those of
// the specification, premise by premise. stack.go holds the appendix's operations on the value stack and the control
// stack, context.go the index spaces, const.go the rule of constant expressions, types.go the rules of types, and
// codes.go the reasons for rejection.
//
// Every check is an if statement of its own around a call of fail, so that a program can find the checks, count
// which of them ran, and leave one out. Comments that begin with probe:value name an expression, and the number
// of values that it can have, which decides what a table or a comparison does.
package validate
