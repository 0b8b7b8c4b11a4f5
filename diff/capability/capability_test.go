package capability

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// TestOwn: our engine has all of 2.0, nothing later, shows everything, and has the limits that the decoder documents.
func TestOwn(t *testing.T) {
	e := diff.Own(validate.Module, interp.Instantiate, wasmast.V2)
	limits := map[string]string{"parameters": "512", "locals": "32768", "nested blocks": "1024", "functions": "65536+", "memory pages": "65536+"}
	for i, g := range Table() {
		for _, r := range g.Rows {
			want := []string{"yes", "no", "yes", limits[r.Name]}[i]
			if got := r.Ask(e); got != want {
				t.Errorf("%s: %s: %q, want %q", g.Title, r.Name, got, want)
			}
		}
	}
}

// TestQuestionsTellFeaturesApart: without a feature, the answers to some questions change from yes to no.
func TestQuestionsTellFeaturesApart(t *testing.T) {
	features := map[string]wasmast.Features{
		"sign extension": wasmast.SignExtension, "saturating conversion": wasmast.Saturating,
		"multiple results": wasmast.MultiValue, "bulk memory": wasmast.BulkMemory,
		"reference types": wasmast.ReferenceTypes, "SIMD": wasmast.SIMD,
	}
	for _, r := range standard() {
		f, ok := features[r.Name]
		if !ok {
			continue
		}
		delete(features, r.Name)
		if got := r.Ask(diff.Own(validate.Module, interp.Instantiate, wasmast.V2&^f)); got != "no" {
			t.Errorf("%s: %q without the feature", r.Name, got)
		}
	}
	if len(features) > 0 {
		t.Errorf("no questions about %v", features)
	}
	extended := later()[0]
	if got := extended.Ask(diff.Own(validate.Module, interp.Instantiate, wasmast.V2|wasmast.ExtendedConst)); got != "yes" {
		t.Errorf("%s: %q with the feature", extended.Name, got)
	}
}
