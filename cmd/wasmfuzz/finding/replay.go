package finding

import (
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/syntax"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// Replay asks engines again about the minimal module of a finding. It returns the kind of the divergence, as Report has
// it, with a line for people, or "" if there is none. It is an error if that changes from one time to another, or if the
// calls of the finding cannot be made.
func (r *Report) Replay(judge campaign.Judge, wasm []byte) (kind, text string, err error) {
	m, err := binary.Decode(wasm)
	if err != nil {
		d := judge.Malformed(wasm)
		if d == nil {
			return "", "", nil
		}
		return d.Kind, d.Between + ": " + d.Diff, nil
	}
	s := Subject{Module: m}
	for _, c := range r.Calls {
		call, err := syntax.ParseCall(c, m)
		if err != nil {
			return "", "", fmt.Errorf("the calls of finding %s: %v", r.Bucket, err)
		}
		s.Calls = append(s.Calls, call)
	}
	y, err := Observe(judge, s)
	if y == nil {
		return "", "", err
	}
	return y.Kind, y.Text, nil
}
