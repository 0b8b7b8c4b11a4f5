//go:build cgo

// The generator assembles texts with wasmtime, which needs cgo.

package corpus

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestSeedsAreFresh(t *testing.T) {
	dir := t.TempDir()
	if msg, err := exec.Command("go", "run", "gen.go", "-o", dir).CombinedOutput(); err != nil {
		t.Fatalf("go run gen.go: %v\n%s", err, msg)
	}
	fresh, err := filepath.Glob(filepath.Join(dir, "*.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	if len(fresh) != len(Seeds()) {
		t.Errorf("gen.go makes %d seeds, there are %d", len(fresh), len(Seeds()))
	}
	for _, name := range fresh {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("seeds", filepath.Base(name)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("seeds/%s is not what gen.go makes; run go generate ./corpus", filepath.Base(name))
		}
	}
}
