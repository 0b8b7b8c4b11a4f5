package record

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var validate = Campaign{Command: "validate"}

// opened opens a directory that is closed at the end of the test.
func opened(t *testing.T, path string) *Dir {
	t.Helper()
	d, err := Open(path, validate)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// write writes a file of a directory.
func write(t *testing.T, content string, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// filled returns a directory with the modules "a", "b" and "c", closed.
func filled(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "campaign")
	d := opened(t, path)
	for i, module := range []string{"a", "b", "c"} {
		if isNew, err := d.Add([]byte(module), Entry{Test: i + 1, Edges: 10 - i, Valid: i == 1}); !isNew || err != nil {
			t.Fatal(isNew, err)
		}
	}
	if err := d.Measure(Moment{Tests: 3, Kinds: map[string]int{"kind": 1}}); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestResume(t *testing.T) {
	path := filled(t)
	d := opened(t, path)
	var got []string
	for _, e := range d.Entries() {
		wasm, err := d.Module(e)
		got = append(got, fmt.Sprintf("%s %d %d %t %v", wasm, e.Test, e.Edges, e.Valid, err))
	}
	if want := []string{"a 1 10 false <nil>", "b 2 9 true <nil>", "c 3 8 false <nil>"}; !slices.Equal(got, want) || len(d.Warnings()) != 0 {
		t.Errorf("resumed with %q, %q; want %q", got, d.Warnings(), want)
	}
	if m := d.Moments(); len(m) != 1 || m[0].Tests != 3 || m[0].Kinds["kind"] != 1 {
		t.Errorf("statistics: %v", m)
	}
	if isNew, err := d.Add([]byte("b"), Entry{}); isNew || err != nil || len(d.Entries()) != 3 {
		t.Errorf("a known module: %t, %v", isNew, err)
	}
	if isNew, err := d.Add([]byte("d"), Entry{}); !isNew || err != nil || len(d.Entries()) != 4 {
		t.Errorf("another module: %t, %v", isNew, err)
	}
}

func TestWhatCannotBeOpened(t *testing.T) {
	for name, test := range map[string]struct {
		make func(t *testing.T) string
		want string
	}{
		"a foreign directory": {func(t *testing.T) string {
			path := t.TempDir()
			write(t, "hello", path, "letter.txt")
			return path
		}, "not the directory of a campaign"},
		"a file": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			write(t, "", path)
			return path
		}, "not a directory"},
		"another campaign": {func(t *testing.T) string {
			path := filled(t)
			write(t, `{"format": 1, "command": "interp", "signature": "i32 -> i32"}`, path, campaignFile)
			return path
		}, `the directory of another campaign: interp --sig "i32 -> i32", not validate`},
		"a later format": {func(t *testing.T) string {
			path := filled(t)
			write(t, `{"format": 1000, "command": "validate"}`, path, campaignFile)
			return path
		}, "format 1000 is unknown"},
		"a damaged description": {func(t *testing.T) string {
			path := filled(t)
			write(t, `{"format"`, path, campaignFile)
			return path
		}, "campaign.json: unexpected end of JSON input"},
		"a damaged line": {func(t *testing.T) string {
			path := filled(t)
			write(t, "{}\n{\n{}\n", path, corpusFile)
			return path
		}, "corpus.jsonl: line 2: "},
		"one that is open": {func(t *testing.T) string {
			path := filled(t)
			opened(t, path)
			return path
		}, "another process is at work on this campaign"},
		"one that cannot be made": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			write(t, "", path)
			return filepath.Join(path, "campaign")
		}, "not a directory"},
	} {
		path := test.make(t)
		if d, err := Open(path, validate); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, test.want)
			if err == nil {
				d.Close()
			}
		}
	}
}

// TestDamage: what is left of a killed process or a bad disk is put right, with a warning where something is lost.
func TestDamage(t *testing.T) {
	path := filled(t)
	module := func(content string) string { return filepath.Join(path, CorpusDir, NameOf([]byte(content))+".wasm") }
	write(t, "bits turned", module("a"))
	if err := os.Remove(module("b")); err != nil {
		t.Fatal(err)
	}
	write(t, "half a modu", path, CorpusDir, ".tmp-123")
	write(t, "e", module("e")) // the process was killed before it wrote the line
	lines, err := os.OpenFile(filepath.Join(path, corpusFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(lines, `{"name":"0123`)
	lines.Close()

	d := opened(t, path)
	var got []string
	for _, e := range d.Entries() {
		wasm, err := d.Module(e)
		if err != nil {
			t.Error(err)
		}
		got = append(got, string(wasm))
	}
	if !slices.Equal(got, []string{"c", "e"}) {
		t.Errorf("what is left: %q", got)
	}
	if w := d.Warnings(); len(w) != 3 || !strings.Contains(w[0], "does not match the name; moved to") ||
		!strings.Contains(w[1], "missing") || !strings.Contains(w[2], "missing") {
		t.Errorf("warnings: %q", w)
	}
	if kept, err := os.ReadFile(filepath.Join(path, damagedDir, filepath.Base(module("a")))); string(kept) != "bits turned" {
		t.Errorf("the damaged file: %q, %v", kept, err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if again := opened(t, path); len(again.Entries()) != 2 || len(again.Warnings()) != 2 {
		t.Errorf("opened again: %v, %q", again.Entries(), again.Warnings())
	}
}

// TestFullDisk: what does not fit leaves no trace.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("needs /dev/full: ", err)
	}
	path := filled(t)
	d := opened(t, path)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := d.corpus
	d.corpus = full
	if _, err := d.Add([]byte("d"), Entry{}); err == nil || len(d.Entries()) != 3 {
		t.Errorf("added to a full disk: %v", err)
	}
	d.corpus = lines
	d.Close()
	if d := opened(t, path); len(d.Entries()) != 4 || len(d.Warnings()) != 0 {
		t.Errorf("after that: %v, %q", d.Entries(), d.Warnings())
	}
}

// childVar makes the test binary add modules to the directory that it names, until it is killed.
const childVar = "WASMFUZZ_RECORD_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVar); path != "" {
		addForever(path)
	}
	os.Exit(m.Run())
}

// addForever adds modules and prints the number of those that are safe.
func addForever(path string) {
	d, err := Open(path, validate)
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	for n := len(d.Entries()); ; n++ {
		if _, err := d.Add(fmt.Appendf(nil, "module %d", n), Entry{Test: n}); err != nil {
			fmt.Println(err)
			os.Exit(2)
		}
		fmt.Println(n + 1)
	}
}

// TestKill kills a process that writes, many times: nothing that it had said was safe is lost.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "campaign")
	for round := range 20 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childVar+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		safe := 0
		for s := bufio.NewScanner(out); s.Scan(); {
			if _, err := fmt.Sscan(s.Text(), &safe); err != nil {
				t.Fatal(s.Text())
			}
			if safe%10 == round%10 { // never the same moment
				time.Sleep(time.Duration(round*37%100) * time.Microsecond)
				break
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		child.Wait()
		d := opened(t, path)
		if n := len(d.Entries()); n < safe || len(d.Warnings()) != 0 {
			t.Fatalf("round %d: %d modules of %d; %q", round, n, safe, d.Warnings())
		}
		for i, e := range d.Entries() {
			if wasm, err := d.Module(e); string(wasm) != fmt.Sprintf("module %d", i) {
				t.Fatalf("round %d: module %d is %q, %v", round, i, wasm, err)
			}
		}
		d.Close()
	}
}
