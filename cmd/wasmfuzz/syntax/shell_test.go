package syntax

import (
	"os/exec"
	"testing"
)

func TestQuote(t *testing.T) {
	for _, word := range []string{"", "a", "wazero-compiler,wasmtime", "f(1, -0.5)", "it's", `a"b$c\d`, "*", "ü"} {
		out, err := exec.Command("sh", "-c", "printf %s "+quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("the shell reads %s as %q, %v; want %q", quote(word), out, err, word)
		}
	}
	if quote("--engines") != "--engines" {
		t.Errorf("a plain word is quoted: %s", quote("--engines"))
	}
}
