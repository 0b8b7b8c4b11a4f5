package wazero

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
)

func TestInterpreter(t *testing.T) {
	enginetest.Test(t, Interpreter, enginetest.LaterTypes)
}

func TestCompiler(t *testing.T) {
	enginetest.Test(t, Compiler, enginetest.LaterTypes, enginetest.Anonymous)
}
