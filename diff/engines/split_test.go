package engines

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		command string
		words   []string
	}{
		{"", nil},
		{"  node  v8.js\t-x ", []string{"node", "v8.js", "-x"}},
		{`"a b" 'c d' e\ f ''`, []string{"a b", "c d", "e f", ""}},
		{`'\' "\"'" x'y'"z"`, []string{`\`, `"'`, "xyz"}},
	} {
		words, err := split(c.command)
		if err != nil || !slices.Equal(words, c.words) {
			t.Errorf("%s: %q, %v", c.command, words, err)
		}
	}
	for _, command := range []string{`'a`, `"a`, `a\`} {
		if words, err := split(command); err == nil {
			t.Errorf("%s: %q", command, words)
		}
	}
}
