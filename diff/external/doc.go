// Package external runs any engine as a child process that speaks a small protocol of lines. What translates between
// the protocol and an engine is an adaptor: a program of a hundred lines, in any language in which the engine can be
// embedded. The adaptor for V8, v8.js in this directory, is one to begin with.
//
// Two programs are driven without an adaptor, by scripts of the specification's test suite: the reference interpreter,
// through its prompt, and spectest-interp of wabt, through files. They are asked the same, see Kind.
//
// # The protocol
//
// The adaptor reads requests from its standard input, one a line, and writes one line for each to its standard output,
// in the same order. It ends when its input ends. Requests may arrive before earlier ones are answered; what is
// written must be flushed at the latest when there is no further request to read. Standard error is free for messages:
// the last of them are part of the report if the process crashes.
//
// When it starts, and before it reads anything, the adaptor greets with the version of the protocol, which is 1, and
// the version of the engine, which may be any text:
//
//	wasmfuzz 1 VERSION
//
// Lines are ASCII but for texts, which are UTF-8. Words are separated by one space. The words of requests are:
//
//   - BYTES: hexadecimal digits in lower case, or - for no bytes.
//   - ID: the name of an instance, made of letters and digits.
//   - VALUE: i32:N or i64:N, where N is a decimal integer, unsigned in requests. In answers it may be signed or
//     unsigned. There are no other types: modules that are instantiated beside the module under test turn floats into
//     integers of the same bits, vectors into two i64, and references into whether they are null. So an adaptor never
//     converts a float.
//   - NAME: the name of an export, made of letters and digits. (Names in the module under test are arbitrary, but
//     only modules refer to them.)
//
// # Requests
//
//	check BYTES
//
// asks whether the bytes are a valid module. The answer is ok or reject; a text is not needed.
//
//	validate BYTES
//
// is the same, but the answer should say what is wrong with the module. An adaptor whose engine gives the reason
// without further cost need not tell the two apart.
//
//	reset
//
// begins a new test: all instances are dropped. The answer is ok.
//
//	instance ID BYTES [BYTES=ID ...]
//
// instantiates a module, running its start function if it has one, and names the instance. The words behind the module
// say, for the name of each module from which it imports (in the first BYTES, as UTF-8), from which instance the
// imports come: exports of that instance by the name of the import. There are no host functions. All instances of a
// test share one store. The answers are ok, reject, unlinkable, trap, and inconclusive.
//
//	call ID NAME [VALUE ...]
//
// calls an exported function. The answers are ok with the results, trap, and inconclusive.
//
//	memory ID NAME
//
// reads an exported memory. The answers are ok with the number of pages of 64 KiB and the contents, in which zeros at
// the end may be missing and should be, and inconclusive.
//
// If an instance could not be made, requests that name it follow nevertheless. They must be answered, but the answers
// do not matter.
//
// # Answers
//
//	ok
//	ok VALUE ...               to call
//	ok PAGES [BYTES]           to memory
//	reject TEXT                the module is malformed or invalid
//	unlinkable TEXT            an import is missing or of another type
//	trap KIND TEXT             execution was aborted as the specification demands
//	inconclusive REASON TEXT   the answer says nothing about the specification
//	bye REASON TEXT            the same, and the process ends; it is started anew for the next test
//	crash TEXT                 the engine failed in a way that no module may cause, such as an assertion
//
// TEXT is what the engine said. It is shown to people, not compared, and may be missing.
//
// KIND is one of
//
//	unreachable                    out-of-bounds-table-access
//	integer-divide-by-zero         undefined-element
//	integer-overflow               uninitialized-element
//	invalid-conversion-to-integer  indirect-call-type-mismatch
//	out-of-bounds-memory-access    any
//
// or several of them separated by |, if the engine does not tell. Two engines agree on a trap if they have a kind in
// common.
//
// REASON is one of
//
//	stack-exhausted    the stack is too small
//	out-of-fuel        the engine has a limit on steps
//	allocation-failed  there is no memory for what the module needs
//	growth-refused     a memory or table could not grow although its type allows it
//	engine-limit       the module is larger than the engine allows, but may be valid
//	unsupported        the engine, or the adaptor, cannot do what is asked
//	known-deviation    the engine knowingly departs from the specification here
//	timed-out          the engine is slow and was stopped
//
// # What goes wrong
//
// A process that ends, or that writes what is no answer, has crashed; one that gives no answer in time has hung. Both
// are findings, cost the test in which they happen, and the process is started anew. A process also is replaced now
// and then, since engines may keep a little of every module.
//
// # Features
//
// When an engine is opened, it is asked about a small module for each feature of WebAssembly 2.0 and of later
// proposals. If it lacks a feature, its rejection of a module that needs the feature is inconclusive; if it knows a
// proposal, so is its acceptance of a module that our validator rejects for a reason which the proposal lifts. An
// adaptor therefore need not configure its engine, but the verdicts are worth more if everything beyond 2.0 is
// switched off.
//
// # An example
//
// Requests are marked > and answers <. The module is empty, (module), and then
// (module (func (export "f") (param i32) (result i32) (i32.div_u (i32.const 6) (local.get 0)))).
//
//	< wasmfuzz 1 my engine 0.3
//	> check 0061736d01000000
//	< ok
//	> validate 0061736d02000000
//	< reject unknown binary version
//	> reset
//	< ok
//	> instance test 0061736d0100000001060160017f017f03020100070501016600000a09010700410620006e0b
//	< ok
//	> call test f i32:2
//	< ok i32:3
//	> call test f i32:0
//	< trap integer-divide-by-zero integer divide by zero
package external
