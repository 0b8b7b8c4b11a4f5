package finding

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// Collector makes findings of the divergences of a campaign: each bug once, with a count.
//
// To make a divergence small costs as much as thousands of tests, and the bucket is only known then. So a divergence
// that may be of a bucket that there is already is not made small without need. Buckets that came from divergences of
// the same raw kind are asked in turn. If the module lacks an instruction of the bucket's culprits, it is none of it. If
// each culprit has another operator of its type that is known to be innocent, the divergence is of the bucket if it
// vanishes when all culprits are replaced by these, which costs one execution; if it does not, it has another cause, and
// what is made small is the module after the replacement. If there is no such operator, the divergence is taken for one
// of the bucket, but of those the first, second, fourth, eighth and so on are made small all the same: two bugs that look
// alike may then be told apart later, at a price that grows with the logarithm of their number.
type Collector struct {
	Dir    string
	Shown  string    // Dir in what users read, if that is where it will be in the end
	Log    io.Writer // where findings are announced
	Judge  campaign.Judge
	Origin Origin // of all findings, but for the number of the test
	Budget int    // executions for making a divergence small, 0 for no limit
	Known  []Issue

	buckets []*bucket // in the order in which they were found
	kinds   map[string][]*bucket
	flaky   map[string]int // by kind
	made    bool           // whether Dir was made for what is pending
}

// bucket is what a collector knows of a bucket.
type bucket struct {
	key      Key
	culprits []Culprit
	report   *Report // nil if it is known
	known    *Issue
	before   int // how often it was met in earlier campaigns
	count    int // and in this one
	presumed int // of these, not made small although they may have another cause
}

// Add takes a divergence. The error is campaign.ErrKnown if it is one of an issue that is known.
func (c *Collector) Add(ctx context.Context, d campaign.Divergence) error {
	if c.kinds == nil {
		c.kinds, c.flaky = map[string][]*bucket{}, map[string]int{}
	}
	if d.Flaky != "" {
		return c.addFlaky(d)
	}
	b, err := c.bucketOf(ctx, d)
	if errors.Is(err, errAgree) {
		d.Flaky = "the engines agree when the module is made small"
		return c.addFlaky(d)
	} else if err != nil {
		return err
	}
	b.count++
	if !slices.Contains(c.kinds[d.Kind], b) {
		c.kinds[d.Kind] = append(c.kinds[d.Kind], b)
	}
	if b.known != nil {
		return campaign.ErrKnown
	}
	return nil
}

// bucketOf returns the bucket of a divergence.
func (c *Collector) bucketOf(ctx context.Context, d campaign.Divergence) (*bucket, error) {
	m, err := binary.Decode(d.Wasm)
	if err != nil {
		f, err := NewMalformed(&c.Judge, d.Wasm)
		if err != nil {
			return nil, err
		}
		return c.file(f, d)
	}
	s := Subject{m, d.Calls}
	y := symptomOf(c.Judge, s, d.Calls != nil, d.Engines[0])
	if y.Kind == "" {
		return nil, errAgree
	}
	for _, b := range c.kinds[d.Kind] {
		if len(b.culprits) > 0 && !contains(s.Module, b.culprits) {
			continue
		}
		masked, ok := mask(s.Module, b.culprits)
		if !ok {
			if b.presumed++; bits.OnesCount(uint(b.presumed)) != 1 {
				return b, nil
			}
			break
		}
		other := Subject{masked, s.Calls}
		if !y.Shows(other) {
			return b, nil
		}
		s = other
	}
	return c.reduce(ctx, d, y, s)
}

// mask returns m with all culprits replaced by innocent operators. It reports false if there is none for one of them.
func mask(m *wasmast.Module, culprits []Culprit) (*wasmast.Module, bool) {
	innocent := map[wasmast.Op]wasmast.PlainOp{}
	for _, c := range culprits {
		if !c.HasInnocent || len(c.Alternatives) > 0 || c.Op.Info().Shape != wasmast.ShapePlain {
			return nil, false
		}
		innocent[c.Op] = wasmast.PlainOp(c.Innocent)
	}
	return m.Map(func(i wasmast.Instr) wasmast.Instr {
		if other, ok := innocent[i.Op()]; ok {
			return wasmast.Plain{Code: other}
		}
		return i
	}), len(culprits) > 0
}

// pendingPrefix begins the name of the directory of what is being made small.
const pendingPrefix = "pending-"

// reduce makes a subject small, keeping the best so far on disk, and returns its bucket.
func (c *Collector) reduce(ctx context.Context, d campaign.Divergence, y *Symptom, s Subject) (*bucket, error) {
	if _, err := os.Stat(c.Dir); errors.Is(err, fs.ErrNotExist) {
		c.made = true
	}
	pending := filepath.Join(c.Dir, pendingPrefix+hash(d.Wasm))
	defer os.RemoveAll(pending)
	if err := writeFile(filepath.Join(pending, originalFile), d.Wasm); err != nil {
		return nil, err
	}
	r := &Reduction{Symptom: y, Budget: c.Budget, Better: func(s Subject) error { return WriteBest(pending, s.Module) }}
	s, err := r.Run(ctx, s)
	if err != nil {
		return nil, err
	}
	f, err := New(ctx, y, s)
	if err != nil {
		return nil, err
	}
	return c.file(f, d)
}

// WriteBest writes a module that was made small into a directory, in both formats.
func WriteBest(dir string, m *wasmast.Module) error {
	if err := writeFile(filepath.Join(dir, MinimalFile), binary.Encode(m)); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, TextFile), []byte(text.String(m)))
}

func hash(wasm []byte) string {
	sum := sha256.Sum256(wasm)
	return hex.EncodeToString(sum[:6])
}

// maxOthers bounds the modules of a bucket that are kept besides the first.
const maxOthers = 5

// file returns the bucket of a finding, which is made if there is none.
func (c *Collector) file(f *Finding, d campaign.Divergence) (*bucket, error) {
	if b := c.find(f.Key); b != nil {
		return b, c.keep(b, d.Wasm, f.Culprits)
	}
	b := &bucket{key: f.Key, culprits: f.Explanation.Culprits, known: knownAs(c.Known, f, &c.Judge)}
	c.buckets = append(c.buckets, b)
	if b.known != nil {
		return b, nil
	}
	o := c.Origin
	o.Test = d.Test
	f.From(d.Wasm, d.Calls, o)
	b.report = &f.Report
	dir := c.dir(b)
	fmt.Fprintf(c.Log, "divergence in test %d: %s: %s\n  %s, %s, %d executions\n  %s\n", d.Test, f.Report.Between, f.Report.Diff,
		f.Report.Title, f.Report.sizes(), f.Report.Executions, o.diff(c.shown(filepath.Join(dir, MinimalFile)), f.Report.Calls))
	old, err := Open(dir)
	switch {
	case err == nil:
		b.report, b.before = old, old.Count
	case errors.Is(err, fs.ErrNotExist):
		err = f.Write(dir)
	}
	if err != nil {
		return nil, err
	}
	return b, c.absorb(b)
}

// find returns the bucket of a key, or nil.
func (c *Collector) find(k Key) *bucket {
	for _, b := range c.buckets {
		if b.key.covers(k) {
			return b
		}
	}
	return nil
}

// absorb makes those buckets one with b that find would not have made if b had been there before.
func (c *Collector) absorb(b *bucket) error {
	var errs []error
	c.buckets = slices.DeleteFunc(c.buckets, func(old *bucket) bool {
		if old == b || old.known != nil || old.before > 0 || !b.key.covers(old.key) {
			return false
		}
		b.count += old.count
		for _, list := range c.kinds {
			for i := range list {
				if list[i] == old {
					list[i] = b
				}
			}
		}
		wasm, err := os.ReadFile(filepath.Join(c.dir(old), originalFile))
		errs = append(errs, err, c.keep(b, wasm, old.key.Culprits), os.RemoveAll(c.dir(old)))
		return true
	})
	return errors.Join(errs...)
}

func (c *Collector) dir(b *bucket) string { return filepath.Join(c.Dir, b.key.Name()) }

// shown returns the path of a file as users are to read it.
func (c *Collector) shown(file string) string {
	if c.Shown == "" {
		return file
	}
	return filepath.Join(c.Shown, strings.TrimPrefix(file, c.Dir))
}

// keep adds a module and its culprits to those of a bucket, unless there are enough.
func (c *Collector) keep(b *bucket, wasm []byte, culprits []string) error {
	if b.report == nil {
		return nil
	}
	for _, name := range culprits {
		if !slices.Contains(b.key.Culprits, name) && !slices.Contains(b.report.Also, name) {
			b.report.Also = append(b.report.Also, name)
		}
	}
	if b.report.Others >= maxOthers {
		return nil
	}
	b.report.Others++
	return writeFile(filepath.Join(c.dir(b), "others", hash(wasm)+".wasm"), wasm)
}

// sizes compares the modules before and after.
func (r *Report) sizes() string {
	return fmt.Sprintf("%d of %d instructions, %d of %d bytes", r.After.Instructions, r.Before.Instructions, r.After.Bytes, r.Before.Bytes)
}

// flakyDir is the directory of what did not repeat, in that of the findings, and maxFlaky the number of those of one
// kind that are written.
const (
	flakyDir = "flaky"
	maxFlaky = 5
)

// addFlaky writes a divergence that did not repeat.
func (c *Collector) addFlaky(d campaign.Divergence) error {
	if c.flaky[d.Kind]++; c.flaky[d.Kind] > maxFlaky {
		return nil
	}
	file := filepath.Join(c.Dir, flakyDir, hash(d.Wasm)+".wasm")
	if err := writeFile(file, d.Wasm); err != nil {
		return err
	}
	command := DiffCommand(c.shown(file), c.Origin, d.Calls)
	note := fmt.Sprintf("%s: %s\n%s\n%s\n", d.Between, d.Diff, d.Flaky, command)
	fmt.Fprintf(c.Log, "flaky, not counted, in test %d: %s\n  %s\n", d.Test, d.Flaky, command)
	return writeFile(strings.TrimSuffix(file, ".wasm")+".txt", []byte(note))
}

// Close writes how often each bug was met.
func (c *Collector) Close() error {
	if c.made {
		_ = os.Remove(c.Dir) // which it does if there is nothing in it
	}
	for _, b := range c.buckets {
		if b.report == nil {
			continue
		}
		b.report.Count = b.before + b.count
		if err := b.report.Write(c.dir(b)); err != nil {
			return err
		}
	}
	return nil
}

// Tally is a bug and how often a campaign met it.
type Tally struct {
	Name   string // of the bucket, or the title of the issue as which it is known
	Count  int
	Report *Report // nil if it is known
	Dir    string  // of the finding
}

// Command is the command line that shows the finding.
func (t Tally) Command() string {
	return t.Report.diff(filepath.Join(t.Dir, MinimalFile), t.Report.Calls)
}

// Met returns how often each bug was met.
func (c *Collector) Met() []Met {
	var met []Met
	for _, t := range c.Tallies() {
		met = append(met, Met{t.Name, t.Report == nil, t.Count})
	}
	return met
}

// Tallies returns the bugs in the order in which they were found, those that are known last.
func (c *Collector) Tallies() []Tally {
	var found, known []Tally
	for _, b := range c.buckets {
		if b.known == nil {
			found = append(found, Tally{b.key.Name(), b.count, b.report, c.dir(b)})
			continue
		}
		i := slices.IndexFunc(known, func(t Tally) bool { return t.Name == b.known.Title })
		if i < 0 {
			i = len(known)
			known = append(known, Tally{Name: b.known.Title})
		}
		known[i].Count += b.count
	}
	return append(found, known...)
}

// CheckDir reports whether findings could be written to a directory. One that does not exist is left so.
func CheckDir(dir string) error {
	_, err := os.Stat(dir)
	made := os.IsNotExist(err)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "")
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Remove(f.Name()); err != nil || !made {
		return err
	}
	return os.Remove(dir)
}
