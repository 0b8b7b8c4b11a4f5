// Package peers lets campaigns exchange modules and findings through a directory that all of them can reach, such as one on
// a network file system. Nothing else has to run.
//
// Each campaign has a directory of its own in it, in the format of package record, which it alone writes: corpus/ has the
// modules that it found, and findings/ its findings. Files appear in one step, and modules have the SHA-256 of their
// content as their names, so that nothing is taken in by halves or twice. What others have written is never trusted: what
// is not as it should be is left alone, with a warning.
package peers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// Dir is a directory of peers as one campaign sees it. It is used by one goroutine.
type Dir struct {
	path     string
	name     string // of the campaign
	campaign record.Campaign
	own      *record.Dir
	warn     func(text string)
	warned   map[string]bool
	has      map[string]bool // modules that were taken in or published
	findings map[string]bool // directories of peers' findings that were taken in
}

// goodName matches what can be the name of a campaign.
var goodName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// Join opens a directory for a campaign with a name, and makes what is missing. It is an error if that name is taken by a
// campaign that is running, or one of another kind. Warn is called with what is wrong with what others have written, once.
func Join(path, name string, c record.Campaign, warn func(text string)) (*Dir, error) {
	if !goodName.MatchString(name) {
		return nil, fmt.Errorf("%q cannot be the name of a directory for all systems", name)
	}
	d := &Dir{path: path, name: name, campaign: c, warn: warn, warned: map[string]bool{}, has: map[string]bool{}, findings: map[string]bool{}}
	var err error
	if d.own, err = record.Open(filepath.Join(path, name), c); err != nil {
		return nil, err
	}
	for _, w := range d.own.Warnings() {
		warn(w)
	}
	for _, e := range d.own.Entries() {
		d.has[e.Name] = true
	}
	return d, nil
}

// Close lets others use the name.
func (d *Dir) Close() error { return d.own.Close() }

// Publish gives a module to the others, unless it is from them.
func (d *Dir) Publish(wasm []byte, e record.Entry) error {
	name := record.NameOf(wasm)
	if d.has[name] {
		return nil
	}
	if _, err := d.own.Add(wasm, e); err != nil {
		return err
	}
	d.has[name] = true
	return nil
}

// PublishFinding gives a finding to the others, or what has come to it since. If it is from them, they get it once more.
func (d *Dir) PublishFinding(dir string) error {
	to := filepath.Join(d.own.Path(), record.FindingsDir, filepath.Base(dir))
	if same, err := finding.Same(to, dir); same || err != nil {
		return err
	}
	return finding.Copy(to, dir)
}

// maxModule bounds the modules that are taken in, in bytes.
const maxModule = 1 << 24

// Modules returns the modules of the others that are new, in the order of campaigns and names.
func (d *Dir) Modules() [][]byte {
	var modules [][]byte
	for _, peer := range d.peers() {
		dir := filepath.Join(peer, record.CorpusDir)
		for _, f := range d.list(dir) {
			name, isModule := strings.CutSuffix(f.Name(), ".wasm")
			if record.Unfinished(name) || d.has[name] {
				continue
			}
			path := filepath.Join(dir, f.Name())
			wasm, err := readModule(path, f)
			switch {
			case errors.Is(err, fs.ErrNotExist): // it has been removed
			case err != nil:
				d.complain(path, err.Error())
			case !isModule || record.NameOf(wasm) != name:
				d.complain(path, "the content does not match the name")
			default:
				d.has[name] = true
				modules = append(modules, wasm)
			}
		}
	}
	return modules
}

func readModule(path string, f os.DirEntry) ([]byte, error) {
	info, err := f.Info()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > maxModule:
		return nil, fmt.Errorf("%d bytes are too many for a module", info.Size())
	}
	return os.ReadFile(path)
}

// PeerOf is the name of the campaign that has a finding.
func PeerOf(dir string) string { return filepath.Base(filepath.Dir(filepath.Dir(dir))) }

// Findings returns the directories of the others' findings that are new.
func (d *Dir) Findings() []string {
	var dirs []string
	for _, peer := range d.peers() {
		findings := filepath.Join(peer, record.FindingsDir)
		for _, f := range d.list(findings) {
			dir := filepath.Join(findings, f.Name())
			if d.findings[dir] {
				continue
			}
			switch _, err := finding.Open(dir); {
			case errors.Is(err, fs.ErrNotExist): // not whole yet
			case err != nil:
				d.complain(dir, err.Error())
			default:
				d.findings[dir] = true
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// peers returns the directories of the other campaigns of the same kind.
func (d *Dir) peers() []string {
	var dirs []string
	for _, e := range d.list(d.path) {
		dir := filepath.Join(d.path, e.Name())
		if e.Name() == d.name || !e.IsDir() {
			continue
		}
		switch c, err := record.Read(dir); {
		case errors.Is(err, fs.ErrNotExist):
			d.complain(dir, "not the directory of a campaign")
		case err != nil:
			d.complain(dir, err.Error())
		case c.Command == d.campaign.Command && c.Signature == d.campaign.Signature:
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// list lists a directory, which need not exist, in the order of names.
func (d *Dir) list(dir string) []os.DirEntry {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.complain(dir, err.Error())
	}
	return entries
}

// complain warns of a file, once.
func (d *Dir) complain(path, why string) {
	if !d.warned[path] {
		d.warned[path] = true
		d.warn(fmt.Sprintf("%s: left alone: %s", path, why))
	}
}
