package finding

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"

	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// The texts of report.md and reproduce.sh.
var (
	//go:embed report.md.tmpl
	reportTemplate string
	//go:embed reproduce.sh.tmpl
	reproduceTemplate string
)

// page is what the templates show.
type page struct {
	*Finding
	Report
	Tests []string // the directories of Go tests
	First string   // the command that shows the divergence of the original
	Wat   string
}

// markdown returns report.md, given the directories of the Go tests.
func (f *Finding) markdown(tests []string) []byte { return f.fill(reportTemplate, tests) }

// script returns reproduce.sh.
func (f *Finding) script(tests []string) []byte { return f.fill(reproduceTemplate, tests) }

func (f *Finding) fill(tmpl string, tests []string) []byte {
	p := page{
		Finding: f, Report: f.Report, Tests: tests,
		First: f.Report.Origin.diff(originalFile, f.Report.OriginalCalls),
	}
	if f.Minimal != nil {
		p.Wat = text.String(f.Minimal)
	}
	var b bytes.Buffer
	funcs := template.FuncMap{"cell": cell}
	if err := template.Must(template.New("").Funcs(funcs).Parse(tmpl)).Execute(&b, p); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return b.Bytes()
}

// cell returns text as it stands in a table of a report.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "`", "'").Replace(text)
}
