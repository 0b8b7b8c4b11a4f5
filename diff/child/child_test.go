package child

import (
	"io"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "\n\n", ""},
		{"the end", "a\nb\nc\r\nd\n", "b c d"},
		{"a panic", "warning\npanic: a bug\n\ngoroutine 1 [running]:\nmain.main()\n\t/main.go:1\n", "panic: a bug"},
		{"the last report", "panic: old\nfatal error: stack overflow\n", "fatal error: stack overflow"},
		{"a signal under cgo", "SIGSEGV: segmentation violation\nPC=0x1 m=0\nx\ny\n", "SIGSEGV: segmentation violation PC=0x1 m=0 x"},
		{"no text", "\x00\xff\t", " \uFFFD "},
		{"a long report", "panic: " + strings.Repeat("x", 600), "panic: " + strings.Repeat("x", maxText-7) + "..."},
		{"a long end", strings.Repeat("x", 600) + "y", "..." + strings.Repeat("x", maxText-4) + "y"},
	} {
		var tail Tail
		io.WriteString(&tail, c.text)
		if got := tail.Words(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	var tail Tail
	for range 1000 {
		io.WriteString(&tail, strings.Repeat("x", 1000))
	}
	io.WriteString(&tail, "\nend")
	if got := tail.String(); len(got) > 3*maxTail || len(got) < maxTail || tail.Words()[len(tail.Words())-3:] != "end" {
		t.Errorf("%d bytes, which end in %q", len(got), got[len(got)-10:])
	}
}
