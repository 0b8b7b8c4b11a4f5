package wasmast

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGeneratedFileIsFresh(t *testing.T) {
	out := filepath.Join(t.TempDir(), "ops_gen.go")
	cmd := exec.Command("go", "run", "gen.go", "-o", out)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go run gen.go: %v\n%s", err, msg)
	}
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("ops_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("ops_gen.go is not what gen.go makes of ops.txt; run go generate ./wasmast")
	}
}

func TestLookupFindsEveryRow(t *testing.T) {
	for op := range Op(NumOps) {
		i := op.Info()
		got, ok := Lookup(i.Prefix, i.Code)
		if !ok || got != op {
			t.Errorf("Lookup(%#x, %#x) = %v, %v; want %v", i.Prefix, i.Code, got, ok, op)
		}
	}
}

func TestLookupRejectsOthers(t *testing.T) {
	known := map[[2]uint32]bool{}
	for op := range Op(NumOps) {
		known[[2]uint32{uint32(op.Info().Prefix), op.Info().Code}] = true
	}
	for _, prefix := range []byte{0, 0xFC, 0xFD, 0xFE} {
		for code := range uint32(600) {
			if _, ok := Lookup(prefix, code); ok != known[[2]uint32{uint32(prefix), code}] {
				t.Errorf("Lookup(%#x, %#x) reports %v", prefix, code, ok)
			}
		}
	}
}

func TestGroupsAreTypes(t *testing.T) {
	if OpI32Add.Group() != OpI32LtU.Group() {
		t.Error("i32.add and i32.lt_u have the same type but not the same group")
	}
	if OpI32Add.Group() == OpI64Add.Group() {
		t.Error("i32.add and i64.add are in one group")
	}
	if OpDrop.Group() == OpSelect.Group() {
		t.Error("drop and select need rules of their own but are in one group")
	}
}
