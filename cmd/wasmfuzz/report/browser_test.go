package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// layout has a page say how it is laid out.
const layout = `<script>
const visible = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height > 0).length
const root = document.documentElement
document.title = [root.scrollWidth <= root.clientWidth ? 'fits' : 'too wide', visible('svg'), visible('.finding pre'),
	visible('tr.wrong'), visible('details:not([open]) > pre'), getComputedStyle(document.querySelector('tr.wrong')).color].join('; ')
</script>`

// TestBrowser lays the report out in Chromium, for a large screen and a telephone: nothing sticks out, charts and findings
// can be seen, and sources only when they are opened.
func TestBrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	d, err := Gather(record.Campaign{Command: "validate"}, []record.Moment{{Seconds: 1, Tests: 5}, {Seconds: 2, Tests: 9}},
		[]Finding{{Report: &finding.Report{Title: "wazero: drop", Count: 7, Bucket: strings.Repeat("long-name-", 20),
			Diff: strings.Repeat("accepted vs rejected, ", 20), Reproduce: "wasmfuzz diff " + strings.Repeat("x", 150),
			Answers: []finding.Answer{{Engine: "own", Side: "right"}, {Engine: "wazero", Answer: strings.Repeat("no ", 80), Side: "wrong"}}},
			Text: "(module\n  " + strings.Repeat("wide ", 60) + ")"}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var html bytes.Buffer
	if err := Write(&html, d); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(page, append(html.Bytes(), layout...), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, size := range []string{"1400,900", "500,900"} {
		out, err := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
			"--window-size="+size, "--dump-dom", "file://"+page).Output()
		if err != nil {
			t.Fatal(err)
		}
		const want = "<title>fits; 6; 1; 1; 0; rgb(187, 0, 0)</title>"
		if !bytes.Contains(out, []byte(want)) {
			_, title, _ := strings.Cut(string(out), "<title>")
			title, _, _ = strings.Cut(title, "</title>")
			t.Errorf("window %s: %s, want %s", size, title, want)
		}
	}
}
