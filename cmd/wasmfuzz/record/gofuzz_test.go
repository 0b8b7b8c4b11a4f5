package record

import (
	"bytes"
	"testing"
)

func TestGoFuzz(t *testing.T) {
	for _, wasm := range [][]byte{{}, []byte("\x00asm\x01\x00\x00\x00"), {0xFF, '"', '\\', '\n', 0, '`', 0xC3, 0xA9}} {
		got, ok, err := FromGoFuzz(ToGoFuzz(wasm))
		if !ok || err != nil || !bytes.Equal(got, wasm) {
			t.Errorf("% x comes back as % x, %t, %v", wasm, got, ok, err)
		}
	}
	if _, ok, err := FromGoFuzz([]byte("\x00asm\x01\x00\x00\x00")); ok || err != nil {
		t.Errorf("a module is taken for a file of go test -fuzz: %v", err)
	}
	for _, bad := range []string{"", "string(\"a\")\n", "[]byte(\"a\")\nint(1)\n", "[]byte(\"a)\n", "[]byte(\"a\""} {
		if _, ok, err := FromGoFuzz([]byte(goFuzzHeader + bad)); !ok || err == nil {
			t.Errorf("%q is read without an error", bad)
		}
	}
}
