package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTail checks that lines are read as they come, and only whole ones: the beginning of one may be replaced.
func TestTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	tail := NewTail(path)
	defer tail.Close()
	for i, step := range []struct {
		content string
		want    []string
	}{
		{"", nil},
		{"a\nb", []string{"a"}},
		{"a\nbc\n\nd\n", []string{"bc", "", "d"}},
		{"a\nbc\n\nd\ncut off", nil},
		{"a\nbc\n\nd\nwhole\n", []string{"whole"}},
	} {
		if i > 0 { // at first there is no file
			if f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644); err != nil {
				t.Fatal(err)
			} else if _, err := f.WriteString(step.content); err != nil || f.Close() != nil {
				t.Fatal(err)
			}
		}
		for _, want := range step.want {
			if line, err := tail.Next(); string(line) != want || line == nil || err != nil {
				t.Errorf("%d: %q, %v; want %q", i, line, err, want)
			}
		}
		if line, err := tail.Next(); line != nil || err != nil {
			t.Errorf("%d: %q, %v after the last line", i, line, err)
		}
	}
}
