// Package record keeps a campaign on disk, so that it can be stopped at any moment, resumed, and looked at by others.
//
// A directory holds
//
//	campaign.json     what kind of campaign it is, and the version of this format
//	corpus/           modules, each a plain .wasm file with the SHA-256 of its content as its name
//	corpus.jsonl      a line for each module, in the order in which they were found
//	findings/         findings, each a directory, which package finding writes
//	statistics.jsonl  a line for each moment at which the campaign was measured
//	damaged/          files whose content does not match their name
//	lock              held by the process that writes
//
// A module is written before its line, each in one step, so that a process that is killed leaves nothing half done but
// a last line, which is cut off, or a module without a line, which gets one.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// Format is the version of the directory's format. Older ones are read, later ones refused.
const Format = 1

// The directories that others read or write too.
const (
	CorpusDir   = "corpus"
	FindingsDir = "findings"
)

// The files of a directory.
const (
	campaignFile   = "campaign.json"
	corpusFile     = "corpus.jsonl"
	statisticsFile = "statistics.jsonl"
	damagedDir     = "damaged"
	lockFile       = "lock"
)

// Campaign is what a directory belongs to. It stays the same for as long as there is the directory.
type Campaign struct {
	Format    int    `json:"format"`
	Command   string `json:"command"`             // validate or interp
	Signature string `json:"signature,omitempty"` // of the functions that interp tests
}

// String shows a campaign as the command that runs it.
func (c Campaign) String() string {
	if c.Signature == "" {
		return c.Command
	}
	return fmt.Sprintf("%s --sig %q", c.Command, c.Signature)
}

// Dir is an open directory. It is used by one goroutine at a time.
type Dir struct {
	path       string
	lock       *flock.Flock
	entries    []Entry
	moments    []Moment
	known      map[string]bool // by name
	corpus     *os.File        // the lines
	statistics *os.File
	warnings   []string
}

// Open opens the directory of a campaign, which is made if it does not exist or is empty. The format of c is ignored.
// It is an error if the directory is something else, is of another campaign, of a later format, or open already.
func Open(path string, c Campaign) (*Dir, error) {
	c.Format = Format
	if err := prepare(path, c); err != nil {
		return nil, err
	}
	d := &Dir{path: path, lock: flock.New(filepath.Join(path, lockFile)), known: map[string]bool{}}
	locked, err := d.lock.TryLock()
	if err == nil && !locked {
		err = fmt.Errorf("%s: another process is at work on this campaign", path)
	}
	if err != nil {
		return nil, err
	}
	if err := d.read(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// prepare makes the directory, or checks that it is one of c.
func prepare(path string, c Campaign) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	old, err := Read(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		names, err := os.ReadDir(path)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			return fmt.Errorf("%s: not the directory of a campaign: it has no %s, and is not empty", path, campaignFile)
		}
		js, err := json.MarshalIndent(c, "", "  ")
		if err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
		return WriteFile(filepath.Join(path, campaignFile), append(js, '\n'))
	case err != nil:
		return err
	case old.Command != c.Command || old.Signature != c.Signature:
		return fmt.Errorf("%s: the directory of another campaign: %v, not %v", path, old, c)
	}
	return nil
}

// Read returns the campaign of a directory. The error is os.ErrNotExist if it is not the directory of one.
func Read(path string) (Campaign, error) {
	var c Campaign
	js, err := os.ReadFile(filepath.Join(path, campaignFile))
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(js, &c); err != nil {
		return c, fmt.Errorf("%s: %w", filepath.Join(path, campaignFile), err)
	}
	if c.Format < 1 || c.Format > Format {
		return c, fmt.Errorf("%s: format %d is unknown; this program knows formats up to %d", path, c.Format, Format)
	}
	return c, nil
}

// Warnings tells what was wrong with the directory and has been put right.
func (d *Dir) Warnings() []string { return d.warnings }

// Path returns the directory's path.
func (d *Dir) Path() string { return d.path }

// Close writes what is not yet on the disk and lets others open the directory.
func (d *Dir) Close() error {
	var errs []error
	for _, f := range []*os.File{d.corpus, d.statistics} {
		if f != nil {
			errs = append(errs, f.Sync(), f.Close())
		}
	}
	return errors.Join(append(errs, d.lock.Unlock())...)
}

// unfinished begins the names of files that are being written.
const unfinished = ".tmp-"

// Unfinished reports whether a file of this name is still being written, or was when its writer was killed.
func Unfinished(name string) bool { return strings.HasPrefix(name, unfinished) }

// WriteFile writes a file in one step: others see the old one or the whole new one.
func WriteFile(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
