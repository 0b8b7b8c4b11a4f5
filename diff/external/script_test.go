package external

import (
	"fmt"
	"strings"
	"testing"
)

// TestTranscripts: what programs print is understood, whatever stands around it.
func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		understand func(string) (said, answer)
		verb       verb
		lines      string
		want       string // or the error
	}{
		// The reference interpreter of version 2.0, and then of 3.0 where it differs.
		{understandPrompt, verbCheck, "> stdin:2.1-2.60: assertion failure: expected validation error\n> 1 : f32", "ok"},
		{understandPrompt, verbCheck, "> binary:1.17:0x4: decoding error: unknown binary version\n> 1 : f32", "rejected unknown binary version"},
		{understandPrompt, verbValidate, "> Result: \"unknown table 0\"\nExpect: \"wasmfuzz\"\nstdin:1.1-2.3: assertion failure: wrong validation error\n> 1 : f32",
			"rejected unknown table 0"},
		{understandPrompt, verbValidate, "> 1 : f32", "no verdict"},
		{understandPrompt, verbInstance, ">   > module $test.1 :\n  import func \"a\" \"stdin:1.1: runtime trap: no\" : [] -> []\n> 1 : [f32]", "ok"},
		{understandPrompt, verbInstance, "> stdin:1.9-1.32: link failure: unknown import \"a\".\"b\"\n> 1 : f32", `unlinkable unknown import "a"."b"`},
		{understandPrompt, verbInstance, "> binary:1.1: runtime trap: undefined element 7\n> 1 : f32", "undefined element: undefined element 7"},
		{understandPrompt, verbCall, "> 1 : f32", "ok"},
		{understandPrompt, verbCall, "> 4_096 : i32\n> 1 : f32", "ok i32 4096"},
		{understandPrompt, verbCall, "> [1 -1_234] : [i32 i64]\n> 1 : [f32]", "ok i32 1 i64 -1234"},
		{understandPrompt, verbCall, "> stdin:1.1-1.9: resource exhaustion: call stack exhausted\n> 1 : f32", "stack exhausted: call stack exhausted"},
		{understandPrompt, verbCall, "> stdin:1.1-1.9: runtime trap: the moon\n> 1 : f32", "failure of the engine: the moon"},
		{understandPrompt, verbCall, "> stdin:1.1-1.9: runtime crash: undefined label\n> 1 : f32", "crashed runtime crash: undefined label"},
		{understandPrompt, verbCall, "> ./wasm: uncaught exception Stack_overflow", "stack exhausted: Stack_overflow, and ends"},
		{understandPrompt, verbCall, "> ./wasm: uncaught exception Failure(\"nth\")", `crashed uncaught exception Failure("nth"), and ends`},
		{understandPrompt, verbMemory, "> module :\n> 8 : i32\n> 258 : i64\n2 : i32\n> 1 : f32", "ok 2 pages 00000000000000000201000000000000"},
		{understandPrompt, verbMemory, "> 257 : i32\n> 1 : f32", "engine limit: a memory of 257 pages"},
		{understandPrompt, verbMemory, "> 65_536 : i32\n> 1 : i64\n> 1 : i32\n> 1 : f32", "a word at 65536 of a memory of 1 pages"},
		{understandPrompt, verbMemory, "> 8 : i32\n> 1 : i64\n> 1 : f32", "a memory of unknown size"},

		{understandWabt, verbCheck, "script:1: expected module to be invalid: \"0.wasm\"\nend() => f32:1.000000", "ok"},
		{understandWabt, verbValidate, "script:1: assert_invalid passed:\n  1.wasm:0000019: error: type mismatch\n  0000019: error: EndFunctionBody\nend() => f32:1.000000",
			"rejected type mismatch"},
		{understandWabt, verbInstance, "script:1: error reading module: \"1.wasm\"\nend() => f32:1.000000", `rejected error reading module: "1.wasm"`},
		{understandWabt, verbInstance, "script:1: error instantiating module: \"invalid import \"a.b\"\"\nend() => f32:1.000000", `unlinkable invalid import "a.b"`},
		{understandWabt, verbInstance, "script:1: error instantiating module: \"unreachable executed\"\nend() => f32:1.000000", `unreachable: unreachable executed`},
		{understandWabt, verbInstance, "script:1: unknown module in register\nscript:1: invalid register command",
			"unsupported: invalid register command, and ends"},
		{understandWabt, verbCall, "call1(i32:1, i64:2) =>\nend() => f32:1.000000", "ok"},
		{understandWabt, verbCall, "call1() => i32:4294967295, i64:2\nend() => f32:1.000000", "ok i32 -1 i64 2"},
		{understandWabt, verbCall, "call1() => error: undefined table index\nscript:1: unexpected trap: undefined table index\nend() => f32:1.000000",
			"undefined element: undefined table index"},
		{understandWabt, verbCall, "call1() => error: call stack exhausted\nend() => f32:1.000000", "stack exhausted: call stack exhausted"},
		{understandWabt, verbCall, "call1() => f32:1.000000\nend() => f32:1.000000", `crashed no i32 or i64: "f32:1.000000"`},
		{understandWabt, verbMemory, "called host spectest.print_i32(i32:0) =>\ncalled host spectest.print_i64(i64:7) =>\nmemory() => i32:1\nend() => f32:1.000000",
			"ok 1 pages 0700000000000000"},
	} {
		tr := transcript{understand: c.understand, requests: []request{{verb: c.verb}}}
		var last bool
		var err error
		for _, line := range strings.Split(c.lines, "\n") {
			if last || err != nil {
				t.Errorf("%s: %q is not read", c.verb, line)
			}
			last, err = tr.take(line)
		}
		if got := describe(tr.answers, err); !last && err == nil || !strings.HasPrefix(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s: %q means %q, want %q", c.verb, c.lines, got, c.want)
		}
	}
}

// describe shows one answer, or an error.
func describe(answers []answer, err error) string {
	if err != nil {
		return err.Error()
	}
	if len(answers) != 1 {
		return fmt.Sprint(len(answers), " answers")
	}
	a := answers[0]
	s := "ok"
	switch {
	case a.stop != nil && a.stop.Inconclusive != "":
		s = fmt.Sprintf("%v: %s", a.stop.Inconclusive, a.stop.Text)
	case a.stop != nil && a.stop.Trap != 0:
		s = fmt.Sprintf("%v: %s", a.stop.Trap, a.stop.Text)
	case a.stop != nil:
		s = fmt.Sprintf("%v %s", a.stop.Stage, a.stop.Text)
	case a.pages > 0:
		s = fmt.Sprintf("ok %d pages %x", a.pages, a.data)
	}
	for _, v := range a.values {
		s += " " + v.String()
	}
	if a.leave {
		s += ", and ends"
	}
	return s
}
