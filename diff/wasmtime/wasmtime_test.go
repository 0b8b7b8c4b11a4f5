//go:build cgo

package wasmtime

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
)

func TestSpeed(t *testing.T)      { enginetest.Test(t, Speed) }
func TestNone(t *testing.T)       { enginetest.Test(t, None) }
func TestSinglePass(t *testing.T) { enginetest.Test(t, SinglePass) }
func TestPulley(t *testing.T)     { enginetest.Test(t, Pulley) }
