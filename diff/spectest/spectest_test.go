package spectest

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

func TestX(t *testing.T) {
	for _, name := range Names() {
		for _, suite := range []struct {
			name     string
			features wasmast.Features
		}{
			{testsuite.V1, wasmast.V1},
			{testsuite.V2, wasmast.V2},
			{testsuite.ExtendedConst, wasmast.V2 | wasmast.ExtendedConst},
		} {
			t.Run(name+"/"+suite.name, func(t *testing.T) {
				scripts, err := testsuite.Load(suite.name)
				if err != nil {
					t.Fatal(err)
				}
				e, err := Open(name, suite.features)
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				passed := 0
				skipped := map[string]int{}
				failed := 0
				for _, s := range scripts {
					r := Run(e, s)
					passed += r.Passed
					failed += len(r.Failed)
					for _, n := range r.Failed {
						t.Log(s.Source, n)
					}
					for _, n := range r.Skipped {
						skipped[n.Reason]++
					}
				}
				t.Log(passed, failed, skipped)
			})
		}
	}
}
