package wazero

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff/enginetest"
)

func TestInterpreter(t *testing.T) {
	enginetest.Test(t, Interpreter, later...)
}

func TestCompiler(t *testing.T) {
	enginetest.Test(t, Compiler, append(later, enginetest.Anonymous)...)
}

// later are the modules of later proposals that wazero accepts.
var later = []enginetest.Deviation{"two imported memories", "block of a typed reference",
	"table initializer", "recursive types", "exnref", "typed reference"}
