package finding

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/diff/regress"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// MinimalFile is the file of a finding that is the smallest module with the divergence.
const MinimalFile = "minimal.wasm"

// The other files of a finding. Those of the Go tests are in directories, with a go.mod each so that they belong to no module
// around them.
const (
	originalFile  = "original.wasm"
	TextFile      = "minimal.wat"
	wastFile      = "minimal.wast"
	reportFile    = "report.md"
	jsonFile      = "report.json"
	reproduceFile = "reproduce.sh"
	testFile      = "finding_test.go"
	modFile       = "go.mod"
)

// Write writes a finding into a directory, which is made if need be. Each file is written whole or not at all, and
// report.json, which makes the directory that of a finding, last.
func (f *Finding) Write(dir string) error {
	files := map[string][]byte{originalFile: f.Original, MinimalFile: f.Original}
	if f.Minimal != nil {
		files[MinimalFile] = binary.Encode(f.Minimal)
		files[TextFile] = []byte(text.String(f.Minimal))
	}
	tests := f.tests(files)
	files[reportFile], files[reproduceFile] = f.markdown(tests), f.script(tests)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(filepath.Join(dir, name), files[name]); err != nil {
			return err
		}
	}
	if err := os.Chmod(filepath.Join(dir, reproduceFile), 0o755); err != nil {
		return err
	}
	return f.Report.Write(dir)
}

// Write writes report.json into the directory of a finding.
func (r *Report) Write(dir string) error {
	js, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return writeFile(filepath.Join(dir, jsonFile), append(js, '\n'))
}

// writeFile is record.WriteFile, and makes the directory.
func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return record.WriteFile(path, content)
}

// tests adds the regression tests to the files, and returns the directories of those in Go.
func (f *Finding) tests(files map[string][]byte) []string {
	if f.Case.Untestable != nil {
		return nil
	}
	t := regress.Test{Name: f.identifier(), Doc: f.doc(), Steps: f.Case.Steps}
	files[wastFile] = []byte(t.Wast())
	var dirs []string
	for _, l := range regress.Libraries() {
		var engines []string
		version := ""
		for _, a := range f.Report.Answers {
			if l.Has(a.Engine) && a.Side != undecided && strings.HasPrefix(a.Version, "v") {
				engines, version = append(engines, a.Engine), a.Version
			}
		}
		if engines == nil {
			continue
		}
		files[filepath.Join(l.Name, testFile)] = t.Go(l, version, engines)
		files[filepath.Join(l.Name, modFile)] = fmt.Appendf(nil, "module finding\n\ngo 1.25.0\n\nrequire %s %s\n", l.Path(version), version)
		dirs = append(dirs, l.Name)
	}
	return dirs
}

// doc describes a regression test.
func (f *Finding) doc() string {
	lines := []string{f.Report.Title + "."}
	for _, a := range f.Report.Answers {
		if a.Side == wrong {
			lines = append(lines, fmt.Sprintf("%s %s: %s", a.Engine, a.Version, a.Answer))
		}
	}
	lines = append(lines, fmt.Sprintf("Right: %s", f.Case.Answers[f.Case.Right].Text))
	for _, r := range f.Report.Rules {
		lines = append(lines, "WebAssembly 2.0, section "+r)
	}
	return strings.Join(lines, "\n")
}

// Open reads the report of the finding in a directory. The error is fs.ErrNotExist if it is none.
func Open(dir string) (*Report, error) {
	js, err := os.ReadFile(filepath.Join(dir, jsonFile))
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if err := json.Unmarshal(js, r); err != nil {
		return nil, fmt.Errorf("%s: %v", filepath.Join(dir, jsonFile), err)
	}
	if r.Bucket == "" {
		return nil, fmt.Errorf("%s: it is not the report of a finding: it has no bucket", filepath.Join(dir, jsonFile))
	}
	return r, nil
}

// List returns the directories of the findings in a directory, in the order of their names: itself, if it is one, or
// those directly in it. It is an error if there are none.
func List(dir string) ([]string, error) {
	isFinding := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, jsonFile))
		return err == nil
	}
	if isFinding(dir) {
		return []string{dir}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, e := range entries {
		if d := filepath.Join(dir, e.Name()); isFinding(d) {
			dirs = append(dirs, d)
		}
	}
	if dirs == nil {
		return nil, fmt.Errorf("%s: no findings", dir)
	}
	return dirs, nil
}
