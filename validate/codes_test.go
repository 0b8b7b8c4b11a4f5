package validate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// TestEveryCodeIsExpected finds each code of codes.go among the expectations of the tests.
func TestEveryCodeIsExpected(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	expected := map[string]bool{}
	for _, name := range files {
		ast.Inspect(parse(t, name), func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				expected[id.Name] = true
			}
			return true
		})
	}
	codes := 0
	for _, d := range parse(t, "codes.go").Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			continue
		}
		for _, s := range d.Specs {
			for _, id := range s.(*ast.ValueSpec).Names {
				codes++
				if !expected[id.Name] {
					t.Errorf("no test expects %s", id.Name)
				}
			}
		}
	}
	if codes < 25 {
		t.Errorf("%d codes", codes)
	}
}

func parse(t *testing.T, name string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestProbeSizes compares the number of values of the probe on instructions with the table.
func TestProbeSizes(t *testing.T) {
	src, err := os.ReadFile("instr.go")
	if err != nil {
		t.Fatal(err)
	}
	if want := "//probe:value i.Op() " + strconv.Itoa(wasmast.NumOps) + "\n"; !strings.Contains(string(src), want) {
		t.Errorf("instr.go does not contain %q", want)
	}
}
