package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// perKind is the number of divergences of one kind that are written; the others are only counted.
const perKind = 5

// findings writes divergences to a directory: a .wasm, a .wat and a .json each.
type findings struct {
	dir   string
	log   io.Writer // where they are announced
	flags []string  // that a command needs to reproduce them
	seed  uint64
	count map[string]int // by kind
}

// finding is the content of the .json.
type finding struct {
	Kind     string            `json:"kind"`
	Engines  []string          `json:"engines"`            // those that disagree with ours
	Minority []string          `json:"minority,omitempty"` // those that all other engines outvote
	Diff     string            `json:"diff"`
	Flaky    string            `json:"flaky,omitempty"` // what varied when the engines were asked again
	Calls    []string          `json:"calls,omitempty"`
	Answers  []campaign.Answer `json:"answers"`
	Seed     uint64            `json:"seed"`
	Test     int               `json:"test"`
	Command  string            `json:"command"`
}

// checkWritable reports whether findings could be written to dir. A directory that does not exist is left so.
func checkWritable(dir string) error {
	_, err := os.Stat(dir)
	made := os.IsNotExist(err)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "")
	if err != nil {
		return err
	}
	errs := []error{f.Close(), os.Remove(f.Name())}
	if made {
		errs = append(errs, os.Remove(dir))
	}
	return errors.Join(errs...)
}

// flakyDir is the directory of what did not repeat, in that of the findings.
const flakyDir = "flaky"

// add writes a divergence, unless there are enough of its kind.
func (f *findings) add(d campaign.Divergence) error {
	dir, kind := f.dir, d.Kind
	if d.Flaky != "" {
		dir, kind = filepath.Join(dir, flakyDir), "flaky: "+kind
	}
	f.count[kind]++
	if f.count[kind] > perKind {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	sum := sha256.Sum256(d.Wasm)
	base := filepath.Join(dir, hex.EncodeToString(sum[:6]))
	calls := callTexts(d.Calls)
	record := finding{
		Kind: d.Kind, Engines: d.Engines, Minority: d.Minority, Diff: d.Diff, Flaky: d.Flaky, Calls: calls,
		Answers: d.Answers, Seed: f.seed, Test: d.Test, Command: f.command(base+".wasm", calls),
	}
	if err := writeFinding(base, d.Wasm, record); err != nil {
		return err
	}
	if d.Flaky != "" {
		fmt.Fprintf(f.log, "flaky, not counted, in test %d: %s\n  %s\n", d.Test, d.Flaky, record.Command)
		return nil
	}
	fmt.Fprintf(f.log, "divergence in test %d: %s: %s\n  %s\n", d.Test, d.Between, d.Diff, record.Command)
	return nil
}

// writeFinding writes the files. The module is written first: it is what must not be lost.
func writeFinding(base string, wasm []byte, record finding) error {
	if err := os.WriteFile(base+".wasm", wasm, 0o644); err != nil {
		return err
	}
	// A malformed module has no text.
	if m, err := binary.Decode(wasm); err == nil {
		if err := os.WriteFile(base+".wat", []byte(text.String(m)), 0o644); err != nil {
			return err
		}
	}
	js, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return os.WriteFile(base+".json", append(js, '\n'), 0o644)
}

// command returns the command line that shows the divergence again.
func (f *findings) command(path string, calls []string) string {
	words := append([]string{"wasmfuzz", "diff", path}, f.flags...)
	for _, c := range calls {
		words = append(words, "--call", c)
	}
	for i, word := range words {
		words[i] = quote(word)
	}
	return strings.Join(words, " ")
}

// quote returns a word as a POSIX shell has to be given it.
func quote(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./,:=+@%", c)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// callTexts returns calls in the form that --call reads.
func callTexts(calls []diff.Call) []string {
	var texts []string
	for _, c := range calls {
		args := make([]string, len(c.Args))
		for i, v := range c.Args {
			args[i] = formatValue(v)
		}
		texts = append(texts, fmt.Sprintf("%s(%s)", c.Func, strings.Join(args, ", ")))
	}
	return texts
}
