//go:build cgo

package wasmtime

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
)

func TestSpeed(t *testing.T) { enginetest.Test(t, Speed) }
func TestNone(t *testing.T)  { enginetest.Test(t, None) }
