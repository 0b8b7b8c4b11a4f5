package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast/testsuite"
)

// spectestOutput runs the command and returns the last line and all lines of its output.
func spectestOutput(t *testing.T, args ...string) (last, all string, err error) {
	cmd := newSpectestCmd()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var out strings.Builder
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err = cmd.Execute()
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return lines[len(lines)-1], out.String(), err
}

func TestSpectest(t *testing.T) {
	scripts, err := testsuite.Load(testsuite.ExtendedConst)
	if err != nil {
		t.Fatal(err)
	}
	dir := scripts[0].Dir
	last, all, err := spectestOutput(t, "--spec", "extended-const", dir)
	if want := "total: own 114 passed, 0 failed, 3 skipped"; err != nil || last != want {
		t.Errorf("%v, %q, want %q", err, last, want)
	}
	for _, want := range []string{"own data.wast: ", "\tskipped 3: module in the text format\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %q", want, all)
		}
	}
	// Version 2.0 does not have what these scripts test.
	last, all, err = spectestOutput(t, "--engine", "own,wazero-interpreter", dir)
	if !errors.Is(err, errDiffers) || !strings.Contains(last, "; wazero-interpreter ") || !strings.Contains(all, "\tfailed ") {
		t.Errorf("%v, %q", err, all)
	}
}

func TestSpectestTrouble(t *testing.T) {
	for _, args := range [][]string{
		{}, {"none.json"}, {t.TempDir()}, {"--engine", "none", "a.json"}, {"--spec", "3.0", "a.json"},
	} {
		if _, _, err := spectestOutput(t, args...); err == nil || errors.Is(err, errDiffers) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
