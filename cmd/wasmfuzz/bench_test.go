package main

import (
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/evaluate"
)

// TestCrashedRun tells a run that the planted bug has ended from one that could not be done.
func TestCrashedRun(t *testing.T) {
	planted := evaluate.Cell{Property: evaluate.Validator, Bug: "b", Strategy: "mutagen", Run: 1}
	bare := planted
	bare.Bug = ""
	for _, tt := range []struct {
		cell   evaluate.Cell
		stderr string
		err    string // empty for a record
	}{
		{planted, "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n", ""},
		{planted, "wasmfuzz: --fault: no fault\n", "run validate b mutagen 1: --fault: no fault"},
		{bare, "SIGSEGV: segmentation violation\n", "segmentation violation"},
	} {
		r, err := crashed(tt.cell, evaluate.Setup{Limit: 5}, tt.stderr)
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: error %v, want %q", tt.stderr, err, tt.err)
		case tt.err == "" && (err != nil || r.Result != evaluate.Crashed || r.Cell != tt.cell || r.Limit != 5):
			t.Errorf("%q: %+v, %v", tt.stderr, r, err)
		}
	}
}
