package finding

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// Merger makes one collection of the findings of several collectors, each bug once, with a count. What belongs together it
// decides as a collector does.
type Merger struct {
	dir   string
	all   []*merged // in the order in which they came
	known []Tally
}

// merged is a finding in the directory.
type merged struct {
	name   string // of its directory
	report *Report
	before int            // how often it was met before
	from   string         // the directory of the first collector's finding; "" if it was there before
	counts map[source]int // how often it was met, by where it comes from
}

// source is a finding of a collector.
type source struct {
	collector int
	name      string
}

// NewMerger returns a merger of findings into a directory, in which there may be some already.
func NewMerger(dir string) (*Merger, error) {
	m := &Merger{dir: dir}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	} else if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		r, err := Open(filepath.Join(dir, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		m.all = append(m.all, &merged{name: e.Name(), report: r, before: r.Count, counts: map[source]int{}})
	}
	return m, nil
}

// Add takes the finding in a directory, which a collector with a number has written, and reports whether it is a new one. It
// is none if the collector has made it one with another since.
func (m *Merger) Add(collector int, dir string) (bool, error) {
	r, err := Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	s := source{collector, filepath.Base(dir)}
	if m.of(s) != nil {
		return false, nil
	}
	if i := slices.IndexFunc(m.all, func(f *merged) bool { return f.report.Key.covers(r.Key) }); i >= 0 {
		m.all[i].counts[s] = r.Count
		return false, nil
	}
	f := &merged{name: filepath.Base(dir), report: r, from: dir, counts: map[source]int{s: r.Count}}
	if err := Copy(m.path(f), dir); err != nil {
		return false, err
	}
	m.all = append(m.all, f)
	return true, m.absorb(f)
}

// AddForeign takes a finding of another campaign, unless there is one of the same bug, and reports whether it did. It counts as
// often as the other campaign has met it, and not as met in this one.
func (m *Merger) AddForeign(dir string) (bool, error) {
	r, err := Open(dir)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(m.all, func(f *merged) bool { return f.report.Key.covers(r.Key) || f.name == filepath.Base(dir) }) {
		return false, nil
	}
	f := &merged{name: filepath.Base(dir), report: r, before: max(r.Count, 1), counts: map[source]int{}}
	if err := Copy(m.path(f), dir); err != nil {
		return false, err
	}
	m.all = append(m.all, f)
	return true, nil
}

// Dirs returns the directories of all findings.
func (m *Merger) Dirs() []string {
	var dirs []string
	for _, f := range m.all {
		dirs = append(dirs, m.path(f))
	}
	return dirs
}

// absorb makes those one with f that Add would not have told apart from it if it had been there before.
func (m *Merger) absorb(f *merged) error {
	var err error
	m.all = slices.DeleteFunc(m.all, func(old *merged) bool {
		if old == f || old.before > 0 || !f.report.Key.covers(old.report.Key) {
			return false
		}
		for s, n := range old.counts {
			f.counts[s] += n
		}
		err = errors.Join(err, os.RemoveAll(m.path(old)))
		return true
	})
	return err
}

func (m *Merger) path(f *merged) string { return filepath.Join(m.dir, f.name) }

// of returns what has become of a collector's finding, or nil.
func (m *Merger) of(s source) *merged {
	for _, f := range m.all {
		if _, ok := f.counts[s]; ok {
			return f
		}
	}
	return nil
}

// Met is how often a collector has met a bug.
type Met struct {
	Name  string // that of Tally
	Known bool
	Count int
}

// Count says how often each collector has met what it has found. What is not there any more has been made one with another
// of its findings.
func (m *Merger) Count(met [][]Met) {
	m.known = nil
	for _, f := range m.all {
		for s := range f.counts {
			f.counts[s] = 0
		}
	}
	for collector, list := range met {
		for _, t := range list {
			if t.Known {
				m.addKnown(t)
			} else if s := (source{collector, t.Name}); m.of(s) != nil {
				m.of(s).counts[s] = t.Count
			}
		}
	}
}

func (m *Merger) addKnown(t Met) {
	i := slices.IndexFunc(m.known, func(k Tally) bool { return k.Name == t.Name })
	if i < 0 {
		i = len(m.known)
		m.known = append(m.known, Tally{Name: t.Name})
	}
	m.known[i].Count += t.Count
}

func (f *merged) count() int {
	n := 0
	for _, k := range f.counts {
		n += k
	}
	return n
}

// Tallies returns the bugs in the order in which they were found, those that are known last.
func (m *Merger) Tallies() []Tally {
	var tallies []Tally
	for _, f := range m.all {
		if n := f.count(); n > 0 {
			tallies = append(tallies, Tally{f.name, n, f.report, m.path(f)})
		}
	}
	return append(tallies, m.known...)
}

// Save writes how often each bug was met.
func (m *Merger) Save() error {
	for _, f := range m.all {
		if n := f.before + f.count(); n != f.report.Count {
			f.report.Count = n
			if err := f.report.Write(m.path(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close copies what has come to the findings since they were added, such as other modules with the same bug, and saves.
// The collectors are closed before.
func (m *Merger) Close() error {
	for _, f := range m.all {
		if f.from == "" {
			continue
		}
		r, err := Open(f.from)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		if err := Copy(m.path(f), f.from); err != nil {
			return err
		}
		r.Count = -1 // that of one collector is to be replaced
		f.report = r
	}
	return m.Save()
}

// Forget forgets the collectors. What they have met was met before those to come.
func (m *Merger) Forget() {
	for _, f := range m.all {
		f.before, f.from, f.counts = f.report.Count, "", map[source]int{}
	}
	m.known = nil
}

// Rest copies what a collector has in its directory beside its findings: what did not repeat, and, if it was interrupted,
// what it was about to make small.
func (m *Merger) Rest(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if e.Name() == flakyDir || strings.HasPrefix(e.Name(), pendingPrefix) {
			err = errors.Join(err, Copy(filepath.Join(m.dir, e.Name()), filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Same reports whether two directories have the same report of a finding. The first need not exist.
func Same(a, b string) (bool, error) {
	old, err := os.ReadFile(filepath.Join(a, jsonFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	content, err := os.ReadFile(filepath.Join(b, jsonFile))
	return bytes.Equal(old, content), err
}

// Copy copies the directory of a finding, over what is there. Files are written whole or not at all, the one that makes a
// directory that of a finding after all others: in the order of their names it would not be.
func Copy(to, from string) error {
	var last []string
	write := func(path string) error {
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return errors.Join(record.WriteFile(target, content), os.Chmod(target, info.Mode().Perm()))
	}
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || record.Unfinished(d.Name()):
			return err
		case d.Name() == jsonFile:
			last = append(last, path)
			return nil
		}
		return write(path)
	})
	for _, path := range last {
		err = errors.Join(err, write(path))
	}
	return err
}
