//go:build cgo

package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	builtin "github.com/wasmfuzz/wasmfuzz/diff/engines"
)

// TestReadmeHasTheTableOfEngines: it is what wasmfuzz engines --markdown prints of those that are built in.
func TestReadmeHasTheTableOfEngines(t *testing.T) {
	opened, err := openEngines(builtin.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	defer closeEngines(opened)
	var table bytes.Buffer
	printMarkdown(&table, append([]diff.Engine{ours()}, opened...))
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(readme, table.Bytes()) {
		t.Errorf("README.md does not have the output of wasmfuzz engines --markdown:\n%s", &table)
	}
}
