package diff_test

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func own() diff.Engine { return diff.Own(validate.Module, interp.Instantiate, wasmast.V2) }

func TestOwn(t *testing.T) { enginetest.Test(t, own) }
