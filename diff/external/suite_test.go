package external

import (
	"os"
	"os/exec"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// TestVerdictsOfV8 asks V8 about the modules of the specification's test suite. Two it cannot read, for their number of
// locals; of all others it has to say what the suite says.
func TestVerdictsOfV8(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	e := open(t, V8("v8"))
	scripts, err := testsuite.Load(testsuite.V2)
	if err != nil {
		t.Fatal(err)
	}
	asked, undecided := 0, 0
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
			asked++
			switch v := e.Validate(bin); {
			case v.Kind == diff.Inconclusive && v.Reason == diff.EngineLimit:
				undecided++
			case v.Kind != kind:
				t.Errorf("%s:%d: %s: %v", s.Source, c.Line, c.Type, v)
			}
		}
	}
	if asked < 4000 || undecided > 2 {
		t.Errorf("%d modules, of which %d undecided", asked, undecided)
	}
}
