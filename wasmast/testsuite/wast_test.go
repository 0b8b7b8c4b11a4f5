package testsuite

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadWast reads the suite in its own format and wants what wast2json has made of it. Modules in the text format
// are not assembled.
func TestReadWast(t *testing.T) {
	scripts, err := Load(V2)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range scripts {
		if path.Base(want.Source) == "inline-module.wast" { // which has nothing but an abbreviated module
			continue
		}
		file := filepath.Join(want.Dir, path.Base(want.Source))
		got, err := ReadWast(file, func(string) ([]byte, error) { return nil, nil })
		if err != nil {
			t.Error(err)
			continue
		}
		if len(got.Commands) != len(want.Commands) {
			t.Errorf("%s: %d commands, want %d", file, len(got.Commands), len(want.Commands))
			continue
		}
		for i, c := range got.Commands {
			bin, ok, err := want.Binary(want.Commands[i])
			if own, _, _ := got.Binary(c); ok && err == nil && own != nil && string(own) != string(bin) {
				t.Errorf("%s:%d: the module is %x, want %x", file, c.Line, own, bin)
			}
			if g, w := comparable(c), comparable(want.Commands[i]); g != w && g != rounded.Replace(w) {
				t.Errorf("%s:%d: %s, want %s", file, c.Line, g, w)
			}
		}
	}
}

// rounded corrects a number that wast2json has rounded to the wrong side in simd_lane.wast, with either sign:
// 2.2250738585072012e-308.
var rounded = strings.NewReplacer("9227875636482146303", "9227875636482146304", "4503599627370495", "4503599627370496")

// comparable is a command without what wast2json has its own mind about, the names of files and the line of a command
// that extends over several, and without the types of results, which it knows from the module.
func comparable(c Command) string {
	c.Line = 0
	c.Filename = ""
	if c.Type != "assert_return" {
		c.Expected = nil
	}
	if c.Type == "module" {
		c.ModuleType = ""
	}
	return fmt.Sprintf("%+v", c)
}

func TestReadWastFails(t *testing.T) {
	for source, want := range map[string]string{
		"(module":                             "1: the parenthesis has no end",
		"\n)":                                 "2: unexpected )",
		"(; (; ;)":                            "1: the comment has no end",
		`(register "a`:                        "1: the string has no end",
		"(frobnicate)":                        `1: unknown command "frobnicate"`,
		"()":                                  `1: unknown command ""`,
		"atom":                                `1: unknown command ""`,
		"\n\n(register)":                      "3: a string is missing",
		`(assert_return)`:                     "no action",
		`(assert_trap "a")`:                   "neither an action nor a module",
		`(assert_return (invoke "f") (x))`:    `unknown value "x"`,
		`(invoke "f" (i32.const 4294967296))`: `"4294967296" is no i32`,
		`(invoke "\zz")`:                      "bad string",
		`(invoke "\")`:                        "no end",
		`(module binary "\0")`:                "bad string",
	} {
		file := filepath.Join(t.TempDir(), "a.wast")
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadWast(file, func(string) ([]byte, error) { return nil, nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", source, err, want)
		}
	}
}
