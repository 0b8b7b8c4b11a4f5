package finding

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/mod/semver"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/diff"
)

// Issue is a bug that is known and not to be reported. All that it says must be true of a finding; it must say the
// bucket, or the engine and something else.
type Issue struct {
	Title string `toml:"title"`
	// URL is where more can be read.
	URL string `toml:"url"`
	// Bucket is the name of a bucket.
	Bucket string `toml:"bucket"`
	// Engine is the name of an engine or of a family. All engines that are wrong must be of that name.
	Engine string `toml:"engine"`
	// Subject, Culprits and Contrast are those of a Key. All that Culprits lists must be among those of the finding. An
	// asterisk in Contrast stands for any text.
	Subject  string   `toml:"subject"`
	Culprits []string `toml:"culprits"`
	Contrast string   `toml:"contrast"`
	// Since is the first version of the engine that has the bug, and Fixed the first that no longer has it. A version
	// that is none is outside of every range.
	Since string `toml:"since"`
	Fixed string `toml:"fixed"`
}

// ReadKnown reads a file of issues: TOML, with a table [[issue]] for each. It is an error if it has a key that Issue
// has not, or an issue that says too little.
func ReadKnown(path string) ([]Issue, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Issue []Issue `toml:"issue"`
	}
	meta, err := toml.Decode(string(content), &file)
	var parse toml.ParseError
	switch {
	case errors.As(err, &parse):
		return nil, fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)
	case err != nil:
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: unknown key %s", path, unknown[0])
	}
	for i, issue := range file.Issue {
		if err := issue.check(); err != nil {
			return nil, fmt.Errorf("%s: issue %d: %v", path, i+1, err)
		}
	}
	return file.Issue, nil
}

// check says what is missing in an issue.
func (i *Issue) check() error {
	for _, v := range []string{i.Since, i.Fixed} {
		if v != "" && !semver.IsValid(canonical(v)) {
			return fmt.Errorf("%q is no version", v)
		}
	}
	switch {
	case i.Title == "":
		return errors.New("it has no title")
	case i.Bucket == "" && i.Engine == "":
		return errors.New("it names neither a bucket nor an engine")
	case i.Bucket == "" && i.Subject == "" && i.Contrast == "" && len(i.Culprits) == 0:
		return errors.New("it would hide everything of " + i.Engine)
	case i.Engine == "" && i.Since+i.Fixed != "":
		return errors.New("it has versions but no engine")
	case i.Subject != "" && i.Subject != Validity && i.Subject != Execution:
		return fmt.Errorf("subject %q is neither %s nor %s", i.Subject, Validity, Execution)
	}
	return nil
}

// canonical returns a version with the v that it may lack.
func canonical(version string) string {
	if strings.HasPrefix(version, "v") {
		return version
	}
	return "v" + version
}

// knownAs returns the issue that a finding is, or nil.
func knownAs(issues []Issue, f *Finding, judge *campaign.Judge) *Issue {
	for i := range issues {
		if issues[i].covers(f, judge) {
			return &issues[i]
		}
	}
	return nil
}

// covers reports whether a finding is the issue.
func (i *Issue) covers(f *Finding, judge *campaign.Judge) bool {
	said := func(want, got string) bool { return want == "" || want == got }
	if !said(i.Bucket, f.Name()) || !said(i.Subject, f.Subject) || i.Contrast != "" && !wildcard(i.Contrast).MatchString(f.Contrast) {
		return false
	}
	for _, c := range i.Culprits {
		if !slices.Contains(f.Culprits, c) {
			return false
		}
	}
	for n, a := range f.Report.Answers {
		if a.Side == wrong && !i.blames(engine(judge, n)) {
			return false
		}
	}
	return true
}

// blames reports whether the issue is one of an engine in its version.
func (i *Issue) blames(e diff.Engine) bool {
	if i.Engine == "" {
		return true
	}
	version := canonical(e.Version())
	if i.Since+i.Fixed != "" && !semver.IsValid(version) {
		return false
	}
	return (i.Engine == e.Name() || i.Engine == e.Family()) &&
		(i.Since == "" || semver.Compare(version, canonical(i.Since)) >= 0) &&
		(i.Fixed == "" || semver.Compare(version, canonical(i.Fixed)) < 0)
}

// wildcard returns the pattern of a text in which an asterisk stands for anything.
func wildcard(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*") + "$")
}
