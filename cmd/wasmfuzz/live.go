package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"golang.org/x/term"
)

// live shows a session on a terminal, below what is told. It reads nothing and leaves the terminal as it is, so that
// signals work as ever, whenever they come.
type live struct {
	w         *os.File
	plain     bool // whether to do without bold and faint text
	continued <-chan os.Signal

	mu     sync.Mutex
	latest *overview
	shown  []string  // the lines that are on the screen
	drawn  time.Time // when they were
}

func newLive(w *os.File) *live {
	return &live{w: w, plain: os.Getenv("NO_COLOR") != "", continued: continued()}
}

func (l *live) update(o *overview) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latest = o
	l.draw("")
}

func (l *live) tell(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw(text)
}

// close takes the view away: the summary has all of it.
func (l *live) close() { l.update(nil) }

// draw replaces the view, and writes a text that stays above it.
func (l *live) draw(text string) {
	width, height, err := term.GetSize(int(l.w.Fd()))
	if err != nil {
		width, height = 80, 24
	}
	if l.stopped() {
		l.shown = nil // what is on the screen is somebody else's
	}
	out := erase(l.shown, width) + text
	if l.shown = nil; l.latest != nil {
		l.shown = l.latest.lines(width, height)
	}
	out += strings.Join(l.shown, "\n")
	if l.plain {
		out = plain(out)
	}
	_, _ = io.WriteString(l.w, out) // without a display the campaign goes on all the same
}

// stopped reports whether the process was stopped since the view was drawn.
func (l *live) stopped() bool {
	if time.Since(l.drawn) > 2*often {
		time.Sleep(often / 10) // the signal may be on its way
	}
	l.drawn = time.Now()
	select {
	case <-l.continued:
		return true
	default:
		return false
	}
}

// erase returns what takes lines away that are the last ones on a terminal of a width, which may have been another when
// they were written.
func erase(lines []string, width int) string {
	rows := 0
	for _, line := range lines {
		rows += max(1, (ansi.StringWidth(line)+width-1)/max(width, 1))
	}
	if rows == 0 {
		return ""
	}
	up := ""
	if rows > 1 {
		up = ansi.CursorUp(rows - 1)
	}
	return "\r" + up + ansi.EraseScreenBelow
}

// The styles of text.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	usual = "\x1b[0m"
)

// plain removes styles.
func plain(text string) string {
	return strings.NewReplacer(bold, "", faint, "", usual, "").Replace(text)
}

// lines shows an overview in a number of columns, and in less lines than the height.
func (o *overview) lines(width, height int) []string {
	row := func(name string, parts ...string) string {
		return faint + fmt.Sprintf("%-13s", name) + usual + strings.Join(parts, "   ")
	}
	tests := o.Tests()
	valid := tests - o.Verdicts[fuzz.Discarded]
	lines := []string{
		bold + o.title + usual + fmt.Sprintf("   %s, %s", o.elapsed.Round(time.Second), count(o.workers, "worker")),
		row("tests", fmt.Sprint(tests), fmt.Sprintf("%.0f/s", rate(tests, o.elapsed)), fmt.Sprintf("valid %s", percent(valid, tests))),
		row("edges", fmt.Sprint(o.Known), sparkline(o.history.edges), fmt.Sprintf("the latest %s ago", (o.elapsed-o.history.at).Round(time.Second))),
		row("corpus", count(o.modules, "module"), fmt.Sprintf("queued %d valid, %d discarded", o.Queued[fuzz.Passed], o.Queued[fuzz.Discarded]),
			fmt.Sprintf("R %d, resets %d", o.R, o.Resets)),
		row("time", append(shares(o.Busy, o.Looks), "search and own "+percent(o.Looks-total(o.Busy), o.Looks))...),
		row("outcomes", shares(o.Outcomes, total(o.Outcomes))...),
	}
	if len(o.Inconclusive) > 0 {
		lines = append(lines, row("inconclusive", counts(o.Inconclusive)...))
	}
	lines = append(lines, row("divergences", fmt.Sprint(o.Divergences)))
	for _, t := range o.tallies {
		what := "  finding"
		if t.Report == nil {
			what = "  known"
		}
		lines = append(lines, row(what, fmt.Sprintf("%6d", t.Count), t.Name))
	}
	for _, w := range o.warnings {
		lines = append(lines, row("warning", w))
	}
	if height > 1 && len(lines) >= height {
		lines = append(lines[:height-2], fmt.Sprintf("... and %d lines more", len(lines)-height+2))
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], width, "")
	}
	return lines
}

// count writes a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// percent writes a share.
func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// total adds up counts.
func total(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// descending lists the names of counts, the largest first.
func descending(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// shares writes counts as shares of a number, the largest first.
func shares(counts map[string]int, of int) (list []string) {
	for _, name := range descending(counts) {
		list = append(list, name+" "+percent(counts[name], of))
	}
	return list
}

// counts writes counts, the largest first.
func counts(of map[string]int) (list []string) {
	for _, name := range descending(of) {
		list = append(list, fmt.Sprintf("%s: %d", name, of[name]))
	}
	return list
}

// sparkWidth is the width of a sparkline.
const sparkWidth = 32

// sparkline draws values, of which it leaves out some if there are too many, between zero and the largest.
func sparkline(values []int) string {
	const bars = "▁▂▃▄▅▆▇█"
	levels := []rune(bars)
	n := min(len(values), sparkWidth)
	var b strings.Builder
	for i := range n {
		v := values[(i+1)*len(values)/n-1]
		b.WriteRune(levels[v*(len(levels)-1)/max(slices.Max(values), 1)])
	}
	return b.String()
}
