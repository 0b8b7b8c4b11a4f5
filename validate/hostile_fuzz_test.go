package validate_test

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime/metrics"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// allocationBound is the memory that decoding and validating n bytes may allocate: the locals of a module, which a
// few bytes can declare up to binary.MaxAllLocals, and so much for each byte.
func allocationBound(n int) uint64 { return 4*binary.MaxAllLocals + 512*uint64(n) }

// allocated returns the number of bytes that the program has allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// FuzzValidate decodes and validates arbitrary bytes. Each gives a module or an error, without a panic, in time
// (the fuzzing engine stops an input after ten seconds) and in memory that is proportional to the input. What is
// valid stays valid when it is encoded and decoded again, and with more features.
func FuzzValidate(f *testing.F) {
	seeds, err := filepath.Glob("../corpus/seeds/*.wasm")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range seeds {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := allocated()
		m, err := binary.Decode(b)
		if err != nil {
			checkError(t, err)
			checkAllocated(t, before, len(b))
			return
		}
		err1, err2 := validate.Module(m, wasmast.V1), validate.Module(m, wasmast.V2)
		checkAllocated(t, before, len(b))
		if err2 != nil {
			checkError(t, err2)
			if err1 == nil {
				t.Fatalf("valid in version 1, but not in version 2: %v", err2)
			}
			return
		}
		again, err := binary.Decode(binary.Encode(m))
		if err != nil {
			t.Fatalf("encoded: %v", err)
		}
		if !reflect.DeepEqual(m, again) {
			t.Fatalf("encoded and decoded: %v, was %v", again, m)
		}
		if err := validate.Module(again, wasmast.V2); err != nil {
			t.Fatalf("encoded and decoded: %v", err)
		}
	})
}

// checkError fails unless err is an error that an input can cause.
func checkError(t *testing.T, err error) {
	if e, ok := err.(*wasmast.Error); !ok || e.Code == "" || e.Error() == "" {
		t.Fatalf("error of type %T: %v", err, err)
	}
}

func checkAllocated(t *testing.T, before uint64, n int) {
	if got := allocated() - before; got > allocationBound(n) {
		t.Fatalf("%d bytes of input allocated %d", n, got)
	}
}
