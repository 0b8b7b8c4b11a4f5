package finding

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wrote writes a finding of a collector and returns its directory.
func wrote(t *testing.T, dir string, count int, culprits ...string) string {
	t.Helper()
	k := Key{Subject: Execution, Who: "buggy", Contrast: "other values", Culprits: culprits}
	path := filepath.Join(dir, k.Name())
	if err := writeFile(filepath.Join(path, MinimalFile), []byte(strings.Join(culprits, " "))); err != nil {
		t.Fatal(err)
	}
	if err := (&Report{Bucket: k.Name(), Key: k, Count: count}).Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// bugs returns what is in a directory: the culprits of each finding, and how often it was met.
func bugs(t *testing.T, dir string) string {
	t.Helper()
	paths, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, path := range paths {
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		wasm, err := os.ReadFile(filepath.Join(path, MinimalFile))
		if err != nil || string(wasm) != strings.Join(r.Key.Culprits, " ") {
			t.Errorf("%s: %q, %v", path, wasm, err)
		}
		list = append(list, fmt.Sprint(string(wasm), ": ", r.Count))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// TestMerger checks that the findings of several collectors become one collection: each bug once, with the sum of its
// counts, also if it was there before, or if only a later finding shows that two are one.
func TestMerger(t *testing.T) {
	out, first, second := t.TempDir(), t.TempDir(), t.TempDir()
	wrote(t, out, 100, "i64.mul")
	merger := func() *Merger {
		t.Helper()
		m, err := NewMerger(out)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := merger()
	met := make([][]Met, 2)
	add := func(collector int, isNew bool, count int, culprits ...string) {
		t.Helper()
		dir := wrote(t, []string{first, second}[collector], 0, culprits...)
		got, err := m.Add(collector, dir)
		if err != nil || got != isNew {
			t.Errorf("%v of collector %d: %t, %v; want %t", culprits, collector, got, err, isNew)
		}
		met[collector] = append(met[collector], Met{Name: filepath.Base(dir), Count: count})
	}
	add(0, true, 2, "i32.sub")
	add(0, false, 1, "i64.mul")
	add(1, false, 3, "i32.sub")
	add(1, true, 4, "i32.eqz", "select")
	add(0, true, 5, "i32.eqz", "br_if")
	add(1, true, 6, "i32.eqz") // which the two before are
	met[0], met[1] = append(met[0], Met{"old", true, 1}), append(met[1], Met{"old", true, 2})
	m.Count(met)
	var tallies []string
	for _, y := range m.Tallies() {
		name, _, _ := strings.Cut(strings.TrimPrefix(y.Name, "buggy-"), "-")
		tallies = append(tallies, fmt.Sprint(name, " ", y.Count, " ", y.Report == nil))
	}
	if got, want := strings.Join(tallies, ", "), "i64.mul 1 false, i32.sub 5 false, i32.eqz 15 false, old 3 true"; got != want {
		t.Errorf("tallies: %s, want %s", got, want)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	const want = "i32.eqz: 15, i32.sub: 5, i64.mul: 101"
	if got := bugs(t, out); got != want {
		t.Errorf("written: %s, want %s", got, want)
	}
	if err := merger().Close(); err != nil || bugs(t, out) != want {
		t.Errorf("once more: %s, %v; want %s", bugs(t, out), err, want)
	}
}

// TestMergerRest checks what is copied that is no finding, and that a finding that is gone is none.
func TestMergerRest(t *testing.T) {
	out, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"flaky/a.wasm", "pending-1/original.wasm", "other/b"} {
		if err := writeFile(filepath.Join(dir, name), []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	m, err := NewMerger(filepath.Join(out, "findings"))
	if err != nil {
		t.Fatal(err)
	}
	if isNew, err := m.Add(0, filepath.Join(dir, "gone")); isNew || err != nil {
		t.Errorf("gone: %t, %v", isNew, err)
	}
	if err := m.Rest(dir); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range []string{"flaky/a.wasm", "pending-1/original.wasm", "other/b"} {
		if content, err := os.ReadFile(filepath.Join(out, "findings", name)); err == nil {
			got = append(got, string(content))
		}
	}
	if want := []string{"flaky/a.wasm", "pending-1/original.wasm"}; !slices.Equal(got, want) {
		t.Errorf("copied %v, want %v", got, want)
	}
	if err := m.Rest(filepath.Join(dir, "none")); err != nil {
		t.Error(err)
	}
}
