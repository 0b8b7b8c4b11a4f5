package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/diff/external"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"wasmfuzz": func() {
			openNamed = openBrittle
			main()
		},
	})
}

// TestScripts runs the command lines of testdata. Scripts can ask for an engine as a condition, as in [wasmtime].
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Condition: func(name string) (bool, error) {
			for _, e := range engines.Names() {
				if e == name {
					return true, nil
				}
			}
			return false, nil
		},
		Setup: func(env *testscript.Env) error {
			dir, err := os.Getwd()
			root := filepath.Join(dir, "../..")
			env.Setenv("ROOT", root)
			env.Setenv("SEEDS", root+"/corpus/seeds")
			env.Setenv("FINDINGS", root+"/corpus/findings")
			if err != nil {
				return err
			}
			// For the go command, which must not need the network.
			for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
				value, err := exec.Command("go", "env", name).Output()
				if err != nil {
					return err
				}
				env.Setenv(name, strings.TrimSpace(string(value)))
			}
			env.Setenv(external.ReferenceVariable, os.Getenv(external.ReferenceVariable))
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "-mod=mod")
			return nil
		},
	})
}
