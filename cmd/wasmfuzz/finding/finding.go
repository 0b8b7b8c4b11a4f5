package finding

import (
	"context"
	"runtime"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/minimize"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Finding is a divergence with all that is known of it.
type Finding struct {
	Key
	Case        *Case
	Explanation *Explanation
	Original    []byte          // the module in which it was found
	Minimal     *wasmast.Module // nil if it is malformed
	Report      Report
}

// Report is what the files of a finding say, beside the modules and tests.
type Report struct {
	Bucket string `json:"bucket"`
	Title  string `json:"title"`
	Key    Key    `json:"key"`
	// Count is how often a campaign has met the bug.
	Count int `json:"count"`
	// Others is the number of other modules with the bug that are kept.
	Others int `json:"others,omitempty"`
	// Also are culprits of those that are not among the key's.
	Also []string `json:"also,omitempty"`
	// Kind, Between and Diff are those of the ballot on the minimal module.
	Kind    string   `json:"kind"`
	Between string   `json:"between"`
	Diff    string   `json:"diff"`
	Answers []Answer `json:"answers"`
	// Rules are sections of the specification.
	Rules []string `json:"rules,omitempty"`
	// Form is that in which the module is run in the tests: plain, exposed or prepared.
	Form string `json:"form,omitempty"`
	// Untestable says why there are no regression tests.
	Untestable    string   `json:"untestable,omitempty"`
	Calls         []string `json:"calls,omitempty"`
	OriginalCalls []string `json:"originalCalls,omitempty"`
	Before        Size     `json:"before"`
	After         Size     `json:"after"`
	Executions    int      `json:"executions"`
	// Reproduce is the command line that shows the divergence, in the directory of the finding.
	Reproduce string `json:"reproduce"`
	// Explained are the lines of the minimal module with what its mutants tell of them.
	Explained string `json:"explained,omitempty"`
	Origin    `json:"origin"`
}

// Answer is what one engine said of the minimal module.
type Answer struct {
	Engine  string `json:"engine"`
	Version string `json:"version"`
	Answer  string `json:"answer"`
	// Side is right, wrong or, if the answer decides nothing, undecided.
	Side string `json:"side"`
}

// The sides of an answer.
const (
	right     = "right"
	wrong     = "wrong"
	undecided = "undecided"
)

// Size is that of a module.
type Size struct {
	Instructions int `json:"instructions"`
	Bytes        int `json:"bytes"`
}

// Origin says where a finding comes from.
type Origin struct {
	Command  string   `json:"command"` // that found it
	Flags    []string `json:"flags"`   // with which other commands see the same
	Seed     uint64   `json:"seed"`
	Test     int      `json:"test"` // its number in the campaign
	Wasmfuzz string   `json:"wasmfuzz"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
}

// NewOrigin returns the origin of what a command finds on this machine.
func NewOrigin(ours *diff.OwnEngine, command string, flags []string) Origin {
	return Origin{Command: command, Flags: flags, Wasmfuzz: ours.Version(), Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH}
}

// DiffCommand is the command line that shows again what engines do with a module.
func DiffCommand(file string, o Origin, calls []diff.Call) string {
	return o.diff(file, syntax.FormatCalls(calls))
}

func (o *Origin) diff(file string, calls []string) string {
	words := append([]string{"wasmfuzz", "diff", file}, o.Flags...)
	for _, c := range calls {
		words = append(words, "--call", c)
	}
	return syntax.Command(words...)
}

// CallsOf returns the calls that belong to a file of the finding, and whether it is one of its modules.
func (r *Report) CallsOf(file string) ([]string, bool) {
	switch file {
	case originalFile:
		return r.OriginalCalls, true
	case MinimalFile, TextFile:
		return r.Calls, true
	}
	return nil, false
}

// maxMutants bounds the mutants that are tried for a finding. A module that could not be made small has more, and no
// explanation.
const maxMutants = 20000

// New makes a finding of a subject that was made small and has a symptom. When ctx ends, it has no explanation, and a
// bucket of its own.
func New(ctx context.Context, y *Symptom, s Subject) (*Finding, error) {
	c, err := NewCase(y, s)
	if err != nil {
		return nil, err
	}
	executions := y.Executions
	x := Explain(ctx, y, s, maxMutants, func() {})
	y.Executions = executions
	f := &Finding{Key: KeyOf(c, x), Case: c, Explanation: x, Minimal: s.Module}
	if ctx.Err() != nil {
		f.Culprits = []string{"unfinished " + hash(binary.Encode(s.Module))}
	}
	f.describe()
	f.Report.Calls = syntax.FormatCalls(s.Calls)
	if !y.Runs {
		f.Report.Calls = nil
	}
	f.Report.Executions = y.Executions
	return f, nil
}

// NewMalformed makes a finding of bytes that our decoder rejects.
func NewMalformed(judge *campaign.Judge, wasm []byte) (*Finding, error) {
	c, err := MalformedCase(judge, wasm)
	if err != nil {
		return nil, err
	}
	f := &Finding{Case: c, Explanation: &Explanation{}, Original: wasm}
	f.Key = KeyOf(c, f.Explanation)
	f.describe()
	f.Report.After = Size{Bytes: len(wasm)}
	return f, nil
}

// From says in what the finding was found.
func (f *Finding) From(wasm []byte, calls []diff.Call, o Origin) {
	f.Original, f.Report.OriginalCalls, f.Report.Origin = wasm, syntax.FormatCalls(calls), o
	f.Report.Reproduce = o.diff(MinimalFile, f.Report.Calls)
	f.Report.Before = Size{Bytes: len(wasm)}
	if m, err := binary.Decode(wasm); err == nil {
		f.Report.Before = sizeOf(m)
	}
}

func sizeOf(m *wasmast.Module) Size {
	s := minimize.SizeOf(m)
	return Size{s.Instrs, s.Bytes}
}

// describe fills in the report what follows from the rest of the finding.
func (f *Finding) describe() {
	c := f.Case
	f.Report = Report{
		Bucket: f.Name(), Title: f.title(), Key: f.Key, Count: 1, Kind: c.Kind, Between: c.Between, Diff: c.Diff,
		Rules: c.Rules(f.Minimal, f.Explanation.Culprits),
	}
	if f.Minimal != nil {
		f.Report.After = sizeOf(f.Minimal)
	}
	if f.Minimal != nil && !f.Explanation.Incomplete {
		f.Report.Explained = f.Explanation.String()
	}
	if c.Trial != nil {
		f.Report.Form = c.Trial.Form.String()
	}
	if c.Untestable != nil {
		f.Report.Untestable = c.Untestable.Error()
	}
	for _, a := range c.Answers {
		side := wrong
		switch a.Camp {
		case diff.Undecided:
			side = undecided
		case c.Answers[c.Right].Camp:
			side = right
		}
		f.Report.Answers = append(f.Report.Answers, Answer{a.Engine, a.Version, a.Text, side})
	}
}

// title says in a line what is wrong with whom.
func (f *Finding) title() string {
	title := f.Who + ": "
	if len(f.Culprits) > 0 {
		title += strings.Join(f.Culprits, ", ") + ": "
	}
	if right, wrong, ok := strings.Cut(f.Contrast, " vs "); ok {
		return title + wrong + " instead of " + right
	}
	return title + "other " + f.Contrast
}
