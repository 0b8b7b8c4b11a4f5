package diff_test

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

func TestLaterModulesAreNoneOfOurs(t *testing.T) {
	for _, later := range diff.Later() {
		m, err := binary.Decode(later.Wasm)
		if err == nil {
			err = validate.Module(m, wasmast.V2|wasmast.ExtendedConst)
		}
		if err == nil {
			t.Errorf("%s is valid", later.Name)
		}
		t.Logf("%s: %v", later.Name, err)
	}
}

func TestFeatureModulesNeedTheirFeature(t *testing.T) {
	const all = wasmast.V2 | wasmast.ExtendedConst
	for f := wasmast.Features(1); f <= all; f <<= 1 {
		m := diff.FeatureModule(f)
		if err := validate.Module(m, all); err != nil {
			t.Errorf("feature %b: %v", f, err)
		}
		if validate.Module(m, all&^f) == nil {
			t.Errorf("the module of feature %b is valid without it", f)
		}
	}
}
