// Package report shows a campaign as one HTML file that needs nothing else: what it has come to over time, what of our
// validator and interpreter its corpus covers, as annotated source, and which instructions occur in it.
package report

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Data is what a report shows.
type Data struct {
	Campaign record.Campaign
	Moments  []record.Moment // in the order of time
	Findings []Finding
	Files    []File // of our packages
	Ops      []Op   // all instructions
	Modules  int    // of the corpus
	Valid    int    // of these
	Live     bool   // whether the page loads itself again and again
}

// Finding is a finding with its smallest module in the text format.
type Finding struct {
	*finding.Report
	Text string `json:"text"`
}

// Op is an instruction and how many modules of the corpus have it: all of them, those that are valid, and of these those
// in which a call executes it, and those in which it traps.
type Op struct {
	Name     string `json:"name"`
	Modules  int    `json:"modules"`
	Valid    int    `json:"valid"`
	Executed int    `json:"executed"`
	Trapped  int    `json:"trapped"`
}

// Last is the latest moment.
func (d Data) Last() record.Moment {
	if len(d.Moments) == 0 {
		return record.Moment{}
	}
	return d.Moments[len(d.Moments)-1]
}

// Elapsed is the time for which the campaign has run.
func (d Data) Elapsed() time.Duration {
	return time.Duration(d.Last().Seconds * float64(time.Second)).Round(time.Second)
}

// Absent counts the instructions that no valid module has.
func (d Data) Absent() int {
	n := 0
	for _, op := range d.Ops {
		if op.Valid == 0 {
			n++
		}
	}
	return n
}

// A Measure tells what a test does with a module: the edges that it takes, whether the module is valid, and what becomes
// of the instructions in it.
type Measure func(m *wasmast.Module) (edges []uint32, valid bool, visits map[wasmast.Op]diff.Visits)

// Gather makes a report's data of what a campaign has recorded. Modules are those of its corpus.
func Gather(c record.Campaign, moments []record.Moment, findings []Finding, modules []*wasmast.Module, measure Measure) (Data, error) {
	d := Data{Campaign: c, Moments: moments, Findings: findings, Modules: len(modules), Ops: make([]Op, wasmast.NumOps)}
	for i := range d.Ops {
		d.Ops[i].Name = wasmast.Op(i).Info().Name
	}
	edges := map[uint32]bool{}
	for _, m := range modules {
		taken, valid, visits := measure(m)
		for _, e := range taken {
			edges[e] = true
		}
		d.Valid += one(valid)
		for op := range ops(m) {
			d.Ops[op].Modules++
			d.Ops[op].Valid += one(valid)
		}
		for op, v := range visits {
			d.Ops[op].Executed += one(v.Executed)
			d.Ops[op].Trapped += one(v.Trapped)
		}
	}
	var err error
	d.Files, err = Sources(edges)
	return d, err
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// ops returns the instructions in the functions of m.
func ops(m *wasmast.Module) map[wasmast.Op]bool {
	found := map[wasmast.Op]bool{}
	var walk func(e wasmast.Expr)
	walk = func(e wasmast.Expr) {
		for _, i := range e {
			found[i.Op()] = true
			switch i := i.(type) {
			case wasmast.Block:
				walk(i.Body)
			case wasmast.If:
				walk(i.Then)
				walk(i.Else)
			}
		}
	}
	for _, f := range m.Funcs {
		walk(f.Body)
	}
	return found
}

//go:embed report.html
var page string

// Write writes the report as HTML.
func Write(w io.Writer, d Data) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	charts, err := d.charts()
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		Data
		Charts    []template.HTML
		Kinds     []count
		Undecided []count
	}{d, charts, counts(d.Last().Kinds), counts(d.Last().Undecided)})
}

// charts draws what changes in the course of the campaign.
func (d Data) charts() ([]template.HTML, error) {
	var charts []template.HTML
	for _, c := range []struct {
		title string
		value func(before, m record.Moment) float64
	}{
		{"tests", func(_, m record.Moment) float64 { return float64(m.Tests) }},
		{"tests per second", func(before, m record.Moment) float64 {
			return float64(m.Tests-before.Tests) / max(m.Seconds-before.Seconds, 1e-3)
		}},
		{"valid tests, percent", func(_, m record.Moment) float64 { return 100 * float64(m.Valid) / max(float64(m.Tests), 1) }},
		{"edges", func(_, m record.Moment) float64 { return float64(m.Edges) }},
		{"modules in the corpus", func(_, m record.Moment) float64 { return float64(m.Modules) }},
		{"divergences", func(_, m record.Moment) float64 { return float64(m.Divergences) }},
	} {
		svg, err := chart(c.title, d.Moments, c.value)
		if err != nil {
			return nil, err
		}
		charts = append(charts, svg)
	}
	return charts, nil
}

// count is something that has been counted.
type count struct {
	Name string
	N    int
}

// counts lists a map in the order of its keys.
func counts(m map[string]int) []count {
	var list []count
	for _, name := range slices.Sorted(maps.Keys(m)) {
		list = append(list, count{name, m[name]})
	}
	return list
}
