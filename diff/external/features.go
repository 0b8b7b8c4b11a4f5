package external

import (
	"errors"
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// abilities are the features of an engine, as far as its verdicts on a few modules show them.
type abilities struct {
	// features are those of our validator's that the engine has.
	features wasmast.Features
	// lifted are the rejections of our validator that proposals lift which the engine has and our validator has not.
	lifted map[rejection]bool
}

// rejection is a reason to reject a module, and where it shows if it is not in the binary format.
type rejection struct {
	code    wasmast.Code
	section wasmast.Section
}

// ours returns the error of our decoder or validator.
func ours(bin []byte, f wasmast.Features) *wasmast.Error {
	m, err := binary.Decode(bin)
	if err == nil {
		err = validate.Module(m, f)
	}
	var e *wasmast.Error
	errors.As(err, &e)
	return e
}

func rejectionOf(e *wasmast.Error) rejection { return rejection{e.Code, e.Section} }

// probe finds out what the engine is able to.
func (e *engine) probe() error {
	var features []wasmast.Features
	var requests []request
	for f := wasmast.Features(1); f <= wasmast.ExtendedConst; f <<= 1 {
		features = append(features, f)
		requests = append(requests, request{verb: verbCheck, bin: binary.Encode(diff.FeatureModule(f))})
	}
	for _, m := range diff.Later() {
		requests = append(requests, request{verb: verbCheck, bin: m.Wasm})
	}
	answers, err := e.exchange(requests...)
	if err != nil {
		return fmt.Errorf("when it was asked for its features: %w", err)
	}
	a := abilities{lifted: map[rejection]bool{}}
	for i, answer := range answers {
		switch {
		case answer.stop != nil:
		case i < len(features):
			a.features |= features[i]
		default:
			a.lifted[rejectionOf(ours(requests[i].bin, a.features|wasmast.V2))] = true
		}
	}
	e.abilities = a
	return nil
}

// excuse returns why the engine's verdict on a module, which is nil for accepting it, says nothing about WebAssembly
// 2.0, or nil.
func (a *abilities) excuse(bin []byte, verdict *diff.Stop) *diff.Stop {
	missing := wasmast.V2 &^ a.features
	switch {
	case verdict == nil && len(a.lifted) > 0:
		if e := ours(bin, wasmast.V2|a.features); e != nil && a.lifted[rejectionOf(e)] {
			return diff.StopReason(diff.LaterProposal, "accepted, which our validator does not: "+e.Error())
		}
	case verdict != nil && verdict.Stage == diff.Rejected && missing != 0:
		if ours(bin, wasmast.V2) == nil && ours(bin, a.features) != nil {
			return diff.StopReason(diff.Unsupported, verdict.Text)
		}
	}
	return nil
}
