package validate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// exceptions are the modules of which the suite expects one verdict of the text and the binary file deserves
// another, by suite and file. All are rejected.
var exceptions = map[string]string{
	// The table index of call_indirect is a reserved byte in 1.0. The decoder reads the format of 2.0.
	"v1/binary.32.wasm": "unknown table 1",
	// The text names a data segment where there is none, so that the binary has no data count section either.
	"v2/memory_init.4.wasm": "data count section required",
	"v2/memory_init.9.wasm": "data count section required",
	// The text has (select (result)), the binary file the instruction without types.
	"v2/select.2.wasm": "type mismatch",
}

// TestConformance gives every module of the test suites the verdict that the suite expects, for the reason that it
// expects.
func TestConformance(t *testing.T) {
	for _, suite := range []struct {
		name     string
		features wasmast.Features
	}{
		{testsuite.V1, wasmast.V1},
		{testsuite.V2, wasmast.V2},
		{testsuite.ExtendedConst, wasmast.V2 | wasmast.ExtendedConst},
	} {
		t.Run(suite.name, func(t *testing.T) { testSuite(t, suite.name, suite.features) })
	}
}

func testSuite(t *testing.T, suite string, f wasmast.Features) {
	scripts, err := testsuite.Load(suite)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]int{}
	for _, s := range scripts {
		for _, c := range s.Commands {
			bin, ok, err := s.Binary(c)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				continue
			}
			verdicts[c.Type]++
			if want := exceptions[suite+"/"+c.Filename]; want != "" {
				checkReason(t, s, c, verdict(bin, f), want)
			} else {
				checkVerdict(t, s, c, verdict(bin, f))
			}
		}
	}
	if verdicts["module"] == 0 || verdicts["assert_invalid"] == 0 {
		t.Error("the suite has not both valid and invalid modules")
	}
	t.Logf("verdicts: %v", verdicts)
}

func verdict(bin []byte, f wasmast.Features) error {
	m, err := binary.Decode(bin)
	if err != nil {
		return err
	}
	return validate.Module(m, f)
}

func checkVerdict(t *testing.T, s *testsuite.Script, c testsuite.Command, got error) {
	t.Helper()
	switch c.Type {
	case "module", "assert_unlinkable", "assert_uninstantiable":
		if got != nil {
			t.Errorf("%s:%d (%s): %v; want it valid", s.Source, c.Line, c.Filename, got)
		}
	case "assert_invalid":
		if stage(got) != wasmast.Invalid {
			t.Errorf("%s:%d (%s): %v; want it invalid", s.Source, c.Line, c.Filename, got)
		}
		checkReason(t, s, c, got, c.Text)
	case "assert_malformed":
		if stage(got) != wasmast.Malformed {
			t.Errorf("%s:%d (%s): %v; want it malformed: %s", s.Source, c.Line, c.Filename, got, c.Text)
		}
	default:
		t.Errorf("%s:%d (%s): no verdict on a module of %s", s.Source, c.Line, c.Filename, c.Type)
	}
}

// stage returns the stage of a rejection, and for anything else one that no rejection has.
func stage(err error) wasmast.Stage {
	var e *wasmast.Error
	if errors.As(err, &e) {
		return e.Stage
	}
	return 255
}

// checkReason compares as the suite does: the reason expected is a prefix of the one given.
func checkReason(t *testing.T, s *testsuite.Script, c testsuite.Command, got error, want string) {
	t.Helper()
	var e *wasmast.Error
	if !errors.As(got, &e) || !strings.HasPrefix(string(e.Code)+" "+e.Msg, want) {
		t.Errorf("%s:%d (%s): %v; want it rejected: %s", s.Source, c.Line, c.Filename, got, want)
	}
}
