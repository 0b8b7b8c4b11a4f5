// Package child has what is needed to look after a child process: its last words, and how much memory it uses.
package child

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Tail keeps the end of what is written to it.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the number of bytes that a tail keeps at least.
const maxTail = 1 << 16

// Write never fails.
func (t *Tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > 2*maxTail {
		t.text = append(t.text[:0], t.text[len(t.text)-maxTail:]...)
	}
	return len(b), nil
}

// String returns what the tail keeps.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// report matches the line with which reports of crashes begin: those of Go, of Rust, of V8, and of sanitizers.
var report = regexp.MustCompile(`(?m)^(panic: |fatal error: |unexpected fault address |SIG[A-Z]+: |thread '.*' panicked|# Fatal |==\d+==ERROR)`)

// trace matches the line of a report behind which only the stack follows.
var trace = regexp.MustCompile(`^(goroutine |runtime stack:|Received signal |stack backtrace:)`)

// reportLines is the number of lines that Words has of a report, or of the end if there is no report.
const reportLines = 3

// Words returns in one line the beginning of the last report of a crash, or the end if there is none.
func (t *Tail) Words() string {
	text := t.String()
	lines := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	}
	if at := report.FindAllStringIndex(text, -1); at != nil {
		first := lines(text[at[len(at)-1][0]:])
		if i := slices.IndexFunc(first, trace.MatchString); i > 0 {
			first = first[:i]
		}
		return Clean(strings.Join(first[:min(reportLines, len(first))], " "))
	}
	all := lines(text)
	end := strings.Join(all[max(0, len(all)-reportLines):], " ")
	if len(end) > maxText {
		end = "..." + end[len(end)-maxText+3:]
	}
	return Clean(end)
}

// maxText is the length above which Clean cuts a text off.
const maxText = 500

// Clean returns the words of an engine as one line of valid UTF-8 of a sensible length.
func Clean(text string) string {
	if len(text) > maxText {
		text = text[:maxText] + "..."
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, text)
}

// Resident returns the bytes of a process that are in memory, or 0 if they are not known: it has ended, or the system
// is not Linux.
func Resident(pid int) int64 {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(statm))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
