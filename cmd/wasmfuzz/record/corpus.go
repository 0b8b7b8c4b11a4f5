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

func (d *Dir) modulePath(name string) string { return ModulePath(d.path, name) }

// ModulePath returns the path of a module in the directory of a campaign.
func ModulePath(dir, name string) string { return filepath.Join(dir, CorpusDir, name+".wasm") }

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
	if err := AppendLine(d.corpus, e); err != nil {
		return err
	}
	d.entries, d.known[e.Name] = append(d.entries, e), true
	return nil
}

// read reads the corpus and puts right what a killed process or a damaged disk has left.
func (d *Dir) read() (err error) {
	if err := os.MkdirAll(filepath.Join(d.path, CorpusDir), 0o755); err != nil {
		return err
	}
	if d.statistics, err = OpenLines(filepath.Join(d.path, statisticsFile), takeMoment(&d.moments)); err != nil {
		return err
	}
	files, err := d.modules()
	if err != nil {
		return err
	}
	d.corpus, err = OpenLines(filepath.Join(d.path, corpusFile), func(line []byte) error {
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
	files, err := os.ReadDir(filepath.Join(d.path, CorpusDir))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, f := range files {
		path := filepath.Join(d.path, CorpusDir, f.Name())
		if Unfinished(f.Name()) {
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
	files, err := os.ReadDir(filepath.Join(d.path, CorpusDir))
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
