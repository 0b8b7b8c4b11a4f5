package record

import (
	"bytes"
	"fmt"
	"strconv"
)

// goFuzzHeader begins the files of a corpus of go test -fuzz.
const goFuzzHeader = "go test fuzz v1\n"

// ToGoFuzz returns a module as a file of the corpus of a native fuzz target whose only argument are the module's bytes.
func ToGoFuzz(wasm []byte) []byte {
	return fmt.Appendf(nil, "%s[]byte(%q)\n", goFuzzHeader, wasm)
}

// FromGoFuzz returns the module of such a file. It reports false if the content is something else, such as a module.
// It is an error if the file has other arguments.
func FromGoFuzz(content []byte) (wasm []byte, ok bool, err error) {
	rest, ok := bytes.CutPrefix(content, []byte(goFuzzHeader))
	if !ok {
		return nil, false, nil
	}
	quoted, isBytes := bytes.CutPrefix(bytes.TrimSpace(rest), []byte("[]byte("))
	quoted, closed := bytes.CutSuffix(quoted, []byte(")"))
	text, err := strconv.Unquote(string(quoted))
	if !isBytes || !closed || err != nil {
		return nil, true, fmt.Errorf("a fuzz corpus file whose arguments are not one []byte")
	}
	return []byte(text), true, nil
}
