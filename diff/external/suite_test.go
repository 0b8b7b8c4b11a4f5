package external

import (
	"os"
	"os/exec"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// TestVerdictsOfV8 asks V8 about the modules of the specification's test suite.
func TestVerdictsOfV8(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	e := open(t, V8("v8"))
	scripts, err := testsuite.Load(testsuite.V2)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, s := range scripts {
		for _, c := range s.Commands {
			want := map[string]diff.VerdictKind{"module": diff.Accept, "assert_invalid": diff.Reject, "assert_malformed": diff.Reject}
			kind, asks := want[c.Type]
			bin, ok, err := s.Binary(c)
			if err != nil {
				t.Fatal(err)
			}
			if !asks || !ok {
				continue
			}
			v := e.Validate(bin)
			count[c.Type+" "+v.Kind.String()+" "+string(v.Reason)]++
			if v.Kind != kind {
				t.Logf("%s:%d: %s: %v", s.Source, c.Line, c.Type, v)
			}
		}
	}
	t.Log(count)
}
