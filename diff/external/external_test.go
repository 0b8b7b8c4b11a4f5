package external

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// open opens an engine that must be there.
func open(t *testing.T, cfg Config) diff.Engine {
	t.Helper()
	e, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// adaptor is the one that the test's program is.
func adaptor(timeout time.Duration, args ...string) Config {
	return Config{Name: "test", Command: append([]string{os.Args[0]}, args...), Timeout: timeout}
}

func TestAdaptorOfOurs(t *testing.T) {
	enginetest.Test(t, func() diff.Engine { return open(t, adaptor(DefaultTimeout)) }, enginetest.Anonymous)
}

// TestV8 needs Node.js, which continuous integration must have.
func TestV8(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	for _, cfg := range []Config{V8("v8"), V8("v8-turbofan", "--no-liftoff")} {
		t.Run(cfg.Name, func(t *testing.T) {
			enginetest.Test(t, func() diff.Engine { return open(t, cfg) }, enginetest.LaterProposals, enginetest.Anonymous)
		})
	}
}

// TestMisbehaviour: what goes wrong in an adaptor costs the test in which it does, and no other.
func TestMisbehaviour(t *testing.T) {
	patient, impatient := open(t, adaptor(DefaultTimeout)), open(t, adaptor(time.Second))
	good := diff.FeatureModule(wasmast.SIMD)
	script, err := diff.NewScript(good, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		kind diff.VerdictKind
		text string
	}{
		"exit":    {diff.Crash, "exit status 3: first line last words"},
		"signal":  {diff.Crash, "signal: killed"},
		"panic":   {diff.Crash, "panic: a bug"},
		"hang":    {diff.Hang, "no answer within 1s"},
		"close":   {diff.Crash, "closed its standard output"},
		"garbage": {diff.Crash, `"whatever"`},
		"endless": {diff.Crash, "a line of more than"},
		"bye":     {diff.Inconclusive, "too deep"},
	} {
		e := patient
		if want.kind == diff.Hang {
			e = impatient
		}
		bad := *good
		bad.Customs = []wasmast.Custom{{Name: name}}
		if v := e.Validate(binary.Encode(&bad)); v.Kind != want.kind || !strings.Contains(v.Text, want.text) {
			t.Errorf("%s: %v, want %v (%s)", name, v, want.kind, want.text)
		}
		if v := e.Validate(binary.Encode(good)); v.Kind != diff.Accept {
			t.Errorf("after %s: %v", name, v)
		}
		stage := map[diff.VerdictKind]diff.Stage{diff.Crash: diff.Crashed, diff.Hang: diff.Hung}[want.kind]
		if o := e.Run(binary.Encode(&bad), script); o.Stage != stage || !strings.Contains(o.Text, want.text) {
			t.Errorf("%s: running it: %v, want %v (%s)", name, o, stage, want.text)
		}
		if o := e.Run(binary.Encode(good), script); o.Stage != diff.Ran || o.Inconclusive != "" {
			t.Errorf("running a module after %s: %v", name, o)
		}
	}
}

// TestProtocolErrors: whatever is no answer is an error that tells what was said.
func TestProtocolErrors(t *testing.T) {
	for _, c := range []struct {
		verb        verb
		line, error string
	}{
		{verbCheck, "", "no such answer"},
		{verbCheck, "OK", `no such answer to "check": "OK"`},
		{verbCall, "ok i32:4294967296", "bad number"},
		{verbCall, "ok i64:-9223372036854775809", "bad number"},
		{verbCall, "ok i32:", "bad number"},
		{verbCall, "ok f32:1", "no i32 or i64"},
		{verbCall, "ok 7", "no i32 or i64"},
		{verbCall, "trap overflow", `unknown trap "overflow"`},
		{verbCall, "trap unreachable|", `unknown trap ""`},
		{verbCall, "inconclusive", `unknown reason ""`},
		{verbCall, "bye now", `unknown reason "now"`},
		{verbMemory, "ok", "bad number of pages"},
		{verbMemory, "ok 65537 -", "bad number of pages"},
		{verbMemory, "ok 0 00", "1 bytes in 0 pages"},
		{verbMemory, "ok 1 0", "odd length"},
	} {
		if a, err := parse(c.verb, c.line); err == nil || !strings.Contains(err.Error(), c.error) {
			t.Errorf("%q: %v, %v; want %s", c.line, a, err, c.error)
		}
	}
}

func TestValuesAreReadSignedOrUnsigned(t *testing.T) {
	a, err := parse(verbCall, "ok i32:-1 i32:4294967295 i64:-1 i64:18446744073709551615 i32:7")
	want := []store.Value{store.I32(-1), store.I32(-1), store.I64(-1), store.I64(-1), store.I32(7)}
	if err != nil || !slices.Equal(a.values, want) {
		t.Errorf("%v, %v", a.values, err)
	}
}

// TestOpenErrors: a command that is no adaptor is found out.
func TestOpenErrors(t *testing.T) {
	for _, c := range []struct {
		cfg   Config
		error string
	}{
		{Config{Command: []string{"/no/such/program"}}, "no such file"},
		{adaptor(DefaultTimeout, "exit"), "no greeting: exit status 3: first line last words"},
		{adaptor(DefaultTimeout, "greet"), `the first line is "hello", which does not begin with "wasmfuzz 1 "`},
		{adaptor(100*time.Millisecond, "hang"), "no greeting: no answer within 100ms"},
		{adaptor(DefaultTimeout, "deaf"), "asked for its features: no such answer"},
	} {
		if _, err := Open(c.cfg); err == nil || !strings.Contains(err.Error(), c.error) {
			t.Errorf("%v: %v, want %s", c.cfg.Command, err, c.error)
		}
	}
}

// TestExample holds the conversation of the package's documentation with our adaptor.
func TestExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var s server
	var got string
	for _, line := range strings.Split(string(doc), "\n") {
		if request, ok := strings.CutPrefix(line, "//\t> "); ok {
			got = s.answer(strings.Fields(request))
		} else if want, ok := strings.CutPrefix(line, "//\t< "); ok && got != "" {
			if verb, _, _ := strings.Cut(want, " "); verb == "reject" {
				want = verb // the text is the engine's
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("answer %q, the documentation has %q", got, want)
			}
			got = ""
		}
	}
	if s.instances["test"] == nil {
		t.Error("there is no conversation")
	}
}

// TestWabt needs spectest-interp of wabt, which continuous integration must have.
func TestWabt(t *testing.T) {
	cfg := SpectestInterp("wabt")
	if _, err := exec.LookPath(cfg.Command[0]); err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	enginetest.Test(t, func() diff.Engine { return open(t, cfg) }, enginetest.Anonymous)
}

// TestReference needs the reference interpreter of version 2.0 of the specification, whose program the environment names.
func TestReference(t *testing.T) {
	program := os.Getenv(ReferenceVariable)
	if program == "" {
		t.Skip(ReferenceVariable + " names no program of the reference interpreter")
	}
	enginetest.Test(t, func() diff.Engine { return open(t, ReferenceInterpreter(program)) }, enginetest.Anonymous)
}
