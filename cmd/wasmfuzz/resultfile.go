package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/spf13/pflag"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// resultFlags are the flags that have the result written for programs.
type resultFlags struct {
	json, junit string
}

func (f *resultFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.json, "json", "", "write the result as JSON to this `file` when the campaign ends; - is standard output, and the rest goes to standard error")
	flags.StringVar(&f.junit, "junit", "", "write the result to this `file` as JUnit XML, each finding a test that fails")
}

// check reports a file that could not be written.
func (f *resultFlags) check() error {
	for _, flag := range []struct{ name, file string }{{"json", f.json}, {"junit", f.junit}} {
		if flag.file == "" || flag.file == "-" && flag.name == "json" {
			continue
		}
		if info, err := os.Stat(filepath.Dir(flag.file)); err != nil {
			return fmt.Errorf("--%s: %v", flag.name, err)
		} else if !info.IsDir() {
			return fmt.Errorf("--%s: %s is not a directory", flag.name, filepath.Dir(flag.file))
		}
		if info, err := os.Stat(flag.file); err == nil && info.IsDir() {
			return fmt.Errorf("--%s: %s is a directory", flag.name, flag.file)
		}
	}
	return nil
}

// text is where everything goes that people read.
func (f *resultFlags) text(stdout, stderr io.Writer) io.Writer {
	if f.json == "-" {
		return stderr
	}
	return stdout
}

// write writes a result to the files that were asked for.
func (f *resultFlags) write(stdout io.Writer, r *Result) error {
	var errs []error
	if f.json != "" {
		errs = append(errs, f.writeJSON(stdout, r))
	}
	if f.junit != "" {
		var content bytes.Buffer
		suites := r.junit()
		if err := suites.WriteXML(&content); err != nil {
			panic("wasmfuzz: internal error: " + err.Error())
		}
		errs = append(errs, record.WriteFile(f.junit, content.Bytes()))
	}
	return errors.Join(errs...)
}

func (f *resultFlags) writeJSON(stdout io.Writer, r *Result) error {
	var content bytes.Buffer
	e := json.NewEncoder(&content)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	if f.json == "-" {
		_, err := stdout.Write(content.Bytes())
		return err
	}
	return record.WriteFile(f.json, content.Bytes())
}

// junit returns the result as a suite of tests: one for each finding, which fails, one for each known bug that was met,
// which is skipped, and one for the campaign itself, which is in error if that ended with one.
func (r *Result) junit() junit.Testsuites {
	suite := junit.Testsuite{Name: r.Command, Timestamp: r.Start.Format("2006-01-02T15:04:05")}
	for _, p := range [][2]string{{"seed", fmt.Sprint(r.Seed)}, {"tests", fmt.Sprint(r.Tests)}, {"edges", fmt.Sprint(r.Edges)}, {"own", r.Wasmfuzz}} {
		suite.AddProperty(p[0], p[1])
	}
	for _, e := range r.Engines {
		suite.AddProperty(e.Name, e.Version)
	}
	campaign := junit.Testcase{Name: "campaign", Classname: "wasmfuzz", Time: fmt.Sprintf("%.3f", r.Seconds)}
	if r.Error != "" {
		campaign.Error = &junit.Result{Message: r.Error}
	}
	suite.AddTestcase(campaign)
	for _, t := range r.Findings {
		data := fmt.Sprintf("%s\nmet %d times\n%s\n%s\n", t.Diff, t.Count, t.Dir, t.Command)
		suite.AddTestcase(junit.Testcase{Name: t.Name, Classname: "wasmfuzz", Failure: &junit.Result{Message: t.Title, Data: data}})
	}
	for _, t := range r.Known {
		suite.AddTestcase(junit.Testcase{Name: t.Name, Classname: "wasmfuzz", Skipped: &junit.Result{Message: fmt.Sprintf("known, met %d times", t.Count)}})
	}
	suite.Time = campaign.Time
	var all junit.Testsuites
	all.AddSuite(suite)
	all.Name, all.Time = "wasmfuzz", campaign.Time
	return all
}
