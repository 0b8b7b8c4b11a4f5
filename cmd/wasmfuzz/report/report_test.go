package report

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
	"github.com/wasmfuzz/wasmfuzz/diff"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// TestSourcesHaveEverySite: the sites of both packages are in the files, and lines are those of the originals.
func TestSourcesHaveEverySite(t *testing.T) {
	all := map[uint32]bool{}
	for _, r := range [][2]uint32{{validatetraced.FirstSite, validatetraced.EndSite}, {interptraced.FirstSite, interptraced.EndSite}} {
		for s := r[0]; s < r[1]; s++ {
			all[s] = true
		}
	}
	none, err := Sources(nil)
	if err != nil {
		t.Fatal(err)
	}
	full, err := Sources(all)
	if err != nil {
		t.Fatal(err)
	}
	sites := 0
	for i, f := range full {
		sites += f.Sites
		if f.Hit != f.Sites || f.Percent() != 100 || none[i].Hit != 0 || none[i].Percent() != 0 {
			t.Errorf("%s: %d and %d of %d", f.Name, f.Hit, none[i].Hit, f.Sites)
		}
		text, err := os.ReadFile("../../../" + f.Name)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			if f.Lines[n] != (Line{n + 1, line, f.Lines[n].Sites, f.Lines[n].Hit}) {
				t.Fatalf("%s: line %d is %q", f.Name, n+1, f.Lines[n].Text)
			}
		}
	}
	// The rest are the values of the sites that stand for several.
	if sites < 1200 || sites > len(all) {
		t.Errorf("%d sites of %d", sites, len(all))
	}
}

func TestReport(t *testing.T) {
	module := func(body ...wasmast.Instr) *wasmast.Module {
		return &wasmast.Module{Funcs: []wasmast.Func{{Body: body}}}
	}
	nop, drop := wasmast.Plain{Code: wasmast.OpNop}, wasmast.Plain{Code: wasmast.OpDrop}
	block := wasmast.Block{Code: wasmast.OpBlock, Type: wasmast.BlockEmpty{}, Body: wasmast.Expr{drop, drop}}
	modules := []*wasmast.Module{module(nop, nop), module(nop, block), module()}
	d, err := Gather(record.Campaign{Command: "interp", Signature: "i32 -> <i32>"},
		[]record.Moment{{Session: 1, Seconds: 3, Tests: 50}, {Session: 2, Seconds: 61, Tests: 1234, Valid: 77, Divergences: 3,
			Kinds: map[string]int{"<wazero>: result": 3}, Undecided: map[string]int{"own: out of fuel": 9}}},
		[]Finding{{Report: &finding.Report{Title: "<wazero>: drop", Count: 7, Explained: "guilty <line>",
			Answers: []finding.Answer{{Engine: "own", Version: "v1", Answer: "i32 1", Side: "right"}, {Engine: "wazero", Version: "v2", Answer: "i32 <2>", Side: "wrong"}}},
			Text: "(module <text>)"}},
		modules, func(m *wasmast.Module) ([]uint32, bool, map[wasmast.Op]diff.Visits) {
			return []uint32{1 + validatetraced.FirstSite*probe.Sites}, len(m.Funcs[0].Body) < 2,
				map[wasmast.Op]diff.Visits{wasmast.OpNop.Op(): {Executed: true, Trapped: len(m.Funcs[0].Body) == 0}}
		})
	if err != nil {
		t.Fatal(err)
	}
	for op, want := range map[wasmast.Op]Op{wasmast.OpNop.Op(): {"nop", 2, 0, 3, 1}, wasmast.OpDrop.Op(): {"drop", 1, 0, 0, 0}, wasmast.OpBlock.Op(): {"block", 1, 0, 0, 0}} {
		if d.Ops[op] != want {
			t.Errorf("%v, want %v", d.Ops[op], want)
		}
	}
	if d.Modules != 3 || d.Valid != 1 || d.Absent() != wasmast.NumOps {
		t.Errorf("%d modules, %d valid, %d absent", d.Modules, d.Valid, d.Absent())
	}
	var html bytes.Buffer
	if err := Write(&html, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>wasmfuzz interp --sig &#34;i32 -&gt; &lt;i32&gt;&#34;</title>", "1m1s, session 2", "1234, of which 77 valid",
		"&lt;wazero&gt;: result", "own: out of fuel",
		`<td>nop</td><td class="n">2</td><td class="n">0</td><td class="n">3</td><td class="n">1</td>`,
		"&lt;wazero&gt;: drop, 7 times", "(module &lt;text&gt;)", "guilty &lt;line&gt;",
		`<tr class="wrong"><td>wazero v2</td><td>i32 &lt;2&gt;</td><td>wrong</td></tr>`, "validate/stack.go", `class="all"`, `class="none"`,
	} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("the report has no %q", want)
		}
	}
	if n := strings.Count(html.String(), "<svg"); n != 6 {
		t.Errorf("%d charts", n)
	}
	for _, outside := range []string{"src=", "href=", "@import", "url("} {
		if strings.Contains(strings.ReplaceAll(html.String(), "xlink:href=\"#", ""), outside) {
			t.Errorf("the report refers to something outside: %s", outside)
		}
	}
	if err := Write(&html, Data{}); err != nil {
		t.Errorf("an empty report: %v", err)
	}
}
