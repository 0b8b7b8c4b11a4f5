package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

const internal = "github.com/wasmfuzz/wasmfuzz/mutate/derive/internal/"

// TestGolden compares the description of a family that has types of every shape.
func TestGolden(t *testing.T) {
	got, err := derive(internal+"toy", "Program", "toymut", map[string]string{"Const": "toy.Number{Value: 5}"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("internal/toymut/derived.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("derive prints\n%s\ninternal/toymut/derived.go is different; if that is intended, run go generate ./mutate/derive/...", got)
	}
}

// TestErrors checks that an error names the type and the way to it.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		root string
		want []string
	}{
		{"Float", []string{"Float.X", "no combinator", "float64"}},
		{"Map", []string{"Map.X", "no combinator", "map[string]int"}},
		{"Nested", []string{"Nested.X[][][]: complex64: no combinator"}},
		{"Unnamed", []string{"Unnamed.X: struct{Y int}: no combinator"}},
		{"Anonymous", []string{"Anonymous.X", "no combinator", "interface"}},
		{"Private", []string{"odd.Private", "field x is not exported"}},
		{"Open", []string{"odd.Open", "no unexported method"}},
		{"Empty", []string{"odd.Empty", "no variants"}},
		{"Pointed", []string{"odd.Pointed", "Pointer", "pointer receivers"}},
		{"Scalar", []string{"odd.Scalar", "Number", "struct"}},
		{"Hidden", []string{"odd.Hidden", "hides", "exported"}},
		{"HidesField", []string{"HidesField.Private", "field x is not exported"}},
		{"Generic", []string{"odd.Generic", "type parameters"}},
		{"Instance", []string{"Instance.X", "type parameters"}},
		{"Endless", []string{"odd.Endless", "without a field of that type"}},
		{"Ping", []string{"odd.Ping", "never ends", "odd.Pong"}},
		{"Pong", []string{"odd.Ping", "never ends"}},
		{"Alias", []string{"odd.Alias", "alias"}},
		{"Missing", []string{"internal/odd", "Missing"}},
	} {
		_, err := derive(internal+"odd", test.root, "oddmut", nil)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v does not mention %q", test.root, err, want)
			}
		}
	}
}

func TestUnknownDefault(t *testing.T) {
	_, err := derive(internal+"toy", "Program", "toymut", map[string]string{"Number": "5"})
	if err == nil || !strings.Contains(err.Error(), "Number") {
		t.Errorf("error %v", err)
	}
}

func TestNoPackage(t *testing.T) {
	if _, err := derive(internal+"none", "Program", "toymut", nil); err == nil {
		t.Error("a package that does not exist is described")
	}
}

func TestDefaultsFlag(t *testing.T) {
	f := defaultsFlag{}
	if err := f.Set("T=a==b"); err != nil || f["T"] != "a==b" {
		t.Errorf("set %v, error %v", f, err)
	}
	if err := f.Set("T"); err == nil {
		t.Error("a flag without = is accepted")
	}
}
