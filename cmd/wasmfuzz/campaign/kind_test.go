package campaign

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

func TestReason(t *testing.T) {
	for _, c := range []struct {
		kind       diff.VerdictKind
		text, want string
	}{
		{diff.Accept, "", "accepted"},
		{diff.Reject, "invalid: type mismatch: expected f32, found i32 (code section, entry 0, instruction 2)", "rejected (invalid: type mismatch)"},
		{diff.Reject, "malformed: unexpected end (offset 0x1c)", "rejected (malformed: unexpected end)"},
		{diff.Crash, "panic: runtime error: index out of range [7] with length 3", "crashed (panic: runtime error: index out of range)"},
		{diff.Crash, "panic: wasmfuzz: internal error: no rule for nop", "crashed (panic: wasmfuzz: internal error)"},
		{diff.Crash, "signal: killed: last words\nmore: of them", "crashed (signal: killed: last words)"},
		{diff.Crash, "exit status 2: SIGSEGV: segmentation violation", "crashed (exit status #: SIGSEGV: segmentation violation)"},
		{diff.Crash, "killed", "crashed (killed)"},
	} {
		if got := Reason(diff.Verdict{Kind: c.kind, Text: c.text}); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}
