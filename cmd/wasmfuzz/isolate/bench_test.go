package isolate

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkQuestion measures what it costs to tell the journal about a question.
func BenchmarkQuestion(b *testing.B) {
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	j, err := newJournal(make([]byte, sharedSize), log)
	if err != nil {
		b.Fatal(err)
	}
	wasm := make([]byte, 300)
	for b.Loop() {
		j.Begin("wazero-interpreter", wasm)
		j.End()
	}
}
