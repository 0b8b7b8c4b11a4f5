package main

import (
	"context"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// TestPanicUnderFaultIsCrash forgets the check of an index, so that our validator panics, and wants that to be a
// divergence and not the end of the campaign.
func TestPanicUnderFaultIsCrash(t *testing.T) {
	t.Cleanup(func() {
		probe.Activate(0)
		probe.Limit(0)
	})
	modules, _, err := seedModules(nil, true)
	if err != nil {
		t.Fatal(err)
	}
	engines, err := openEngines([]string{"wazero-interpreter"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeEngines(engines)
	crashes := 0
	for _, f := range faults() {
		if f.File != "context.go" || f.Kind != "false" {
			continue
		}
		if err := plant(f.Name); err != nil {
			t.Fatal(err)
		}
		_, err := campaign.Validate(context.Background(), modules, nil, campaign.Config{
			Strategy: fuzz.Sweep(), Tests: 2000, Seed: 1, Ours: instrumented(), Engines: engines, StopOnFirst: true,
			Found: func(d campaign.Divergence) error {
				if strings.Contains(d.Kind, "crashed (panic") {
					crashes++
				}
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if crashes == 0 {
		t.Error("no fault in the lookup of indices made the validator panic")
	}
}
