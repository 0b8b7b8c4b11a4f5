package interp

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestOpcodes checks what other code takes for granted about the numbers of opcodes.
func TestOpcodes(t *testing.T) {
	for op, br := range branchForm {
		if br%2 != 0 {
			t.Errorf("the branch on opcode %d has the odd number %d: the bit that negates it is set", op, br)
		}
	}
	text, err := os.ReadFile("exec.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	probes := regexp.MustCompile(`//probe:value in\.op (\d+)`).FindAllSubmatch(text, -1)
	if len(probes) != 2 {
		t.Fatalf("there are %d probes of opcodes, want one in each loop", len(probes))
	}
	for _, p := range probes {
		if n, _ := strconv.Atoi(string(p[1])); n < int(numOpcodes) {
			t.Errorf("a probe has room for %d opcodes, there are %d", n, numOpcodes)
		}
	}
}
