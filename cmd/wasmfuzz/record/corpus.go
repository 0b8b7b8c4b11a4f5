package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Entry is a module of the corpus, and how it came there.
type Entry struct {
	Name  string `json:"name"`           // the SHA-256 of the module, in hexadecimal digits
	Test  int    `json:"test,omitempty"` // number of the test that found it, 0 if it was brought in
	Edges int    `json:"edges"`          // that were new
	Valid bool   `json:"valid"`          // for our validator
}

// NameOf returns the name of a module in a corpus.
func NameOf(wasm []byte) string {
	sum := sha256.Sum256(wasm)
	return hex.EncodeToString(sum[:])
}

// Entries returns the corpus in the order in which it was found.
func (d *Dir) Entries() []Entry { return d.entries }

// Module reads a module of the corpus.
func (d *Dir) Module(e Entry) ([]byte, error) { return os.ReadFile(d.modulePath(e.Name)) }

func (d *Dir) modulePath(name string) string { return filepath.Join(d.path, corpusDir, name+".wasm") }

// Add adds a module to the corpus and reports whether it is new. The name of the entry is filled in.
func (d *Dir) Add(wasm []byte, e Entry) (bool, error) {
	if e.Name = NameOf(wasm); d.known[e.Name] {
		return false, nil
	}
	if err := WriteFile(d.modulePath(e.Name), wasm); err != nil {
		return false, err
	}
	return true, d.append(e)
}

// append adds a line for an entry whose module is there.
func (d *Dir) append(e Entry) error {
	if err := appendLine(d.corpus, e); err != nil {
		return err
	}
	d.entries, d.known[e.Name] = append(d.entries, e), true
	return nil
}

// appendLine writes a line at once. What a full disk has left of it is taken away again.
func appendLine(f *os.File, value any) error {
	js, err := json.Marshal(value)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	n, err := f.Write(append(js, '\n'))
	if err != nil && n > 0 {
		if size, seekErr := f.Seek(0, 2); seekErr == nil {
			err = errors.Join(err, f.Truncate(size-int64(n)))
		}
	}
	return err
}

// read reads the corpus and puts right what a killed process or a damaged disk has left.
func (d *Dir) read() (err error) {
	if err := os.MkdirAll(filepath.Join(d.path, corpusDir), 0o755); err != nil {
		return err
	}
	if d.statistics, err = openLines(filepath.Join(d.path, statisticsFile), takeMoment(&d.moments)); err != nil {
		return err
	}
	files, err := d.modules()
	if err != nil {
		return err
	}
	d.corpus, err = openLines(filepath.Join(d.path, corpusFile), func(line []byte) error {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		if !files[e.Name] {
			d.warnings = append(d.warnings, fmt.Sprintf("%s: the module is missing", d.modulePath(e.Name)))
		} else if !d.known[e.Name] {
			d.entries, d.known[e.Name] = append(d.entries, e), true
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.adopt()
}

// modules returns the names of the modules that are there. What does not have the content that its name says is set
// aside, what a killed process had begun to write is removed.
func (d *Dir) modules() (map[string]bool, error) {
	files, err := os.ReadDir(filepath.Join(d.path, corpusDir))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, f := range files {
		path := filepath.Join(d.path, corpusDir, f.Name())
		if strings.HasPrefix(f.Name(), ".tmp-") {
			if err := os.Remove(path); err != nil {
				return nil, err
			}
			continue
		}
		wasm, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if name := NameOf(wasm); f.Name() == name+".wasm" {
			names[name] = true
		} else if err := d.setAside(path); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// setAside moves a file to those that are damaged.
func (d *Dir) setAside(path string) error {
	to := filepath.Join(d.path, damagedDir, filepath.Base(path))
	d.warnings = append(d.warnings, fmt.Sprintf("%s: the content does not match the name; moved to %s", path, to))
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(path, to))
}

// adopt gives a line to each module that has none, in the order of their names.
func (d *Dir) adopt() error {
	files, err := os.ReadDir(filepath.Join(d.path, corpusDir))
	if err != nil {
		return err
	}
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".wasm"); !d.known[name] {
			if err := d.append(Entry{Name: name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// openLines opens a file of lines for appending, and calls take with each line that is there. A last line without an
// end is cut off.
func openLines(path string, take func(line []byte) error) (*os.File, error) {
	size, err := readLines(path, take)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(size); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// readLines calls take with each line of a file, but not with a last one without an end, and returns the size of what it
// has read. A file that does not exist has no lines.
func readLines(path string, take func(line []byte) error) (size int64, err error) {
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	whole := content[:bytes.LastIndexByte(content, '\n')+1]
	n := 0
	for line := range bytes.Lines(whole) {
		n++
		if err := take(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return 0, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	return int64(len(whole)), nil
}

// Keep reduces the corpus to the given entries, which are some of it. The modules of the others are removed after the
// lines have been written.
func (d *Dir) Keep(entries []Entry) error {
	var lines bytes.Buffer
	kept := map[string]bool{}
	for _, e := range entries {
		js, err := json.Marshal(e)
		if err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
		lines.Write(append(js, '\n'))
		kept[e.Name] = true
	}
	path := filepath.Join(d.path, corpusFile)
	if err := WriteFile(path, lines.Bytes()); err != nil {
		return err
	}
	if err := d.corpus.Close(); err != nil {
		return err
	}
	var err error
	if d.corpus, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return err
	}
	removed := d.entries
	d.entries, d.known = slices.Clone(entries), kept
	for _, e := range removed {
		if !kept[e.Name] {
			err = errors.Join(err, os.Remove(d.modulePath(e.Name)))
		}
	}
	return err
}
