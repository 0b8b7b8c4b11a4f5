package spectest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// departures are the commands at which engines of others knowingly or unknowingly depart from the suite, by engine,
// suite and script.
var departures = map[string]map[string][]int{
	"wazero-interpreter/" + testsuite.V2:            wazeroV2,
	"wazero-interpreter/" + testsuite.ExtendedConst: wazeroExtendedConst,
	"wazero-compiler/" + testsuite.V2:               wazeroV2,
	"wazero-compiler/" + testsuite.ExtendedConst:    wazeroExtendedConst,
	"wasmtime/" + testsuite.V1: {
		"binary-leb128.wast":     {217, 225}, // limits are read as numbers of 64 bits
		"unreached-invalid.wast": {539},      // valid in 2.0
	},
	"wasmtime/" + testsuite.V2: {
		"binary-leb128.wast": {218, 226}, // limits are read as numbers of 64 bits
	},
}

var (
	wazeroV2 = map[string][]int{
		// Active element segments that are out of bounds are left out.
		"elem.wast":    {239, 248, 257, 266, 273, 281, 290, 298, 307, 315, 324, 332, 458, 484},
		"linking.wast": {244, 267, 410},
		// A constant expression may read an imported mutable global; also the last two of elem.wast.
		"data.wast":   {470, 496},
		"global.wast": {371},
	}
	wazeroExtendedConst = map[string][]int{"global.wast": {350}}
)

// skips are the reasons for which commands are skipped, by suite, and how many of them. Our own engine has no others.
var skips = map[string]map[string]int{
	testsuite.V1:            {"module in the text format": 430},
	testsuite.V2:            {"module in the text format": 1091},
	testsuite.ExtendedConst: {"module in the text format": 3},
}

const unnamed = "import[0] has an empty module name" // in wazero's words

func TestSuite(t *testing.T) {
	for _, suite := range []struct {
		name     string
		features wasmast.Features
	}{
		{testsuite.V1, wasmast.V1},
		{testsuite.V2, wasmast.V2},
		{testsuite.ExtendedConst, wasmast.V2 | wasmast.ExtendedConst},
	} {
		scripts, err := testsuite.Load(suite.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Names() {
			t.Run(suite.name+"/"+name, func(t *testing.T) {
				e, err := Open(name, suite.features)
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				if e.Name() != name {
					t.Errorf("%s opens %s", name, e.Name())
				}
				testSuite(t, e, scripts, suite.name)
			})
		}
	}
}

// testSuite runs a suite and compares what fails and what is skipped with the tables.
func testSuite(t *testing.T, e Engine, scripts []*testsuite.Script, suite string) {
	departs := departures[e.Name()+"/"+suite]
	skipped, commands, counted := map[string]int{}, 0, 0
	for _, s := range scripts {
		r := Run(e, s)
		commands += len(s.Commands)
		counted += r.Passed + len(r.Failed) + len(r.Skipped)
		var lines []int
		for _, n := range r.Failed {
			if lines = append(lines, n.Line); !slices.Contains(departs[r.Source], n.Line) {
				t.Errorf("%s:%v", r.Source, n)
			}
		}
		if !slices.Equal(lines, departs[r.Source]) {
			t.Errorf("%s: lines %v fail, want %v", r.Source, lines, departs[r.Source])
		}
		for _, n := range r.Skipped {
			skipped[n.Reason]++
		}
	}
	if commands != counted {
		t.Errorf("%d of %d commands are in the reports", counted, commands)
	}
	if e.Name() != "own" {
		delete(skipped, unnamed)
	}
	if !maps.Equal(skipped, skips[suite]) {
		t.Errorf("skipped: %v, want %v", skipped, skips[suite])
	}
}

func TestOpenUnknown(t *testing.T) {
	if _, err := Open("none", wasmast.V2); err == nil {
		t.Error("an unknown engine was opened")
	}
}

func TestReadScripts(t *testing.T) {
	scripts, err := testsuite.Load(testsuite.ExtendedConst)
	if err != nil {
		t.Fatal(err)
	}
	dir := scripts[0].Dir
	all, err := ReadScripts(dir, nil)
	if err != nil || len(all) != len(scripts) {
		t.Errorf("ReadScripts(%s): %d scripts, %v; want %d", dir, len(all), err, len(scripts))
	}
	one, err := ReadScripts(filepath.Join(dir, "global.json"), nil)
	if err != nil || len(one) != 1 || len(one[0].Commands) == 0 {
		t.Errorf("ReadScripts of one file: %v, %v", one, err)
	}
	empty := filepath.Join(t.TempDir(), "empty.json")
	if err := os.WriteFile(empty, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{empty, t.TempDir(), filepath.Join(dir, "none.json"), filepath.Join(dir, "none.wast")} {
		if _, err := ReadScripts(name, nil); err == nil {
			t.Errorf("ReadScripts(%s) succeeds", name)
		}
	}
}
