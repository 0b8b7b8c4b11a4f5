package external

import (
	"bytes"
	"crypto/sha256"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// failures remembers over what a process has failed lately, by the hash of the requests. It is not asked the same again:
// a crash or a hang counts even if it would not repeat, and costs time.
type failures map[[sha256.Size]byte]*diff.Stop

// maxFailures is the number of failures that are remembered.
const maxFailures = 64

// of returns how the process failed over requests, or nil.
func (f failures) of(requests []byte) *diff.Stop {
	if len(f) == 0 {
		return nil
	}
	return f[failureKey(requests)]
}

// note remembers the error of an exchange, if it is a failure.
func (f failures) note(requests []byte, err error) {
	if stop, ok := err.(*diff.Stop); ok && stop.Inconclusive == "" {
		if len(f) >= maxFailures {
			clear(f)
		}
		f[failureKey(requests)] = stop
	}
}

// failureKey tells requests apart. To check a module is the same as to validate it.
func failureKey(requests []byte) [sha256.Size]byte {
	if rest, ok := bytes.CutPrefix(requests, []byte(verbCheck)); ok {
		return sha256.Sum256(rest)
	}
	return sha256.Sum256(bytes.TrimPrefix(requests, []byte(verbValidate)))
}
