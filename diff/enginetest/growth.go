package enginetest

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// memoryUse runs and validates 10,000 different modules, some of which trap, are invalid or import something, and
// checks that the process does not grow: what an engine keeps of a module, 10 KB or so, would show.
func (s *suite) memoryUse(t *testing.T) {
	const warmup, modules, allowed = 2000, 10_000, 48 << 20
	for n := range warmup {
		s.use(t, n)
		if e, ok := s.e.(interface{ Pid() int }); ok && e.Pid() == 0 {
			return // each test has a process of its own
		}
	}
	before := s.resident(t)
	for n := range modules {
		s.use(t, warmup+n)
	}
	if grown := s.resident(t) - before; grown > allowed {
		t.Errorf("%d modules added %d KiB to the process", modules, grown>>10)
	}
}

// use runs module number n.
func (s *suite) use(t *testing.T, n int) {
	m := &wasmast.Module{Mems: []wasmast.MemType{memType(limits(1, 1))}}
	if n%7 == 0 {
		m.Imports = []wasmast.Import{{Module: "env", Name: strconv.Itoa(n % 700), Desc: wasmast.ImportFunc{
			Type: typ(m, sig(types{i32}, nil))}}}
	}
	exportMemory(m, "memory")
	body := expr{get(0), i32c(int32(n)), op(wasmast.OpI32Add)}
	switch {
	case n%7 == 0:
		body = append(body, get(0), invoke(0))
	case n%5 == 0:
		body = append(body, op(wasmast.OpUnreachable))
	case n%11 == 0:
		body = append(body, get(0))
	}
	function(m, "f", sig(types{i32}, types{i32}), body...)
	bin := binary.Encode(m)
	script, err := diff.NewScript(m, []diff.Call{call("f", store.I32(1)), call("f", store.I32(2))})
	if err != nil {
		t.Fatal(err)
	}
	v, o := s.e.Validate(bin), s.e.Run(bin, script)
	if invalid := n%11 == 0 && n%7 != 0 && n%5 != 0; (v.Kind == diff.Reject) != invalid || (o.Stage == diff.Ran) == invalid {
		t.Fatalf("module %d: %v, %v", n, v, o)
	}
}

// resident returns the bytes in memory of the process that the engine runs in, once the garbage is collected.
func (s *suite) resident(t *testing.T) int {
	process := "self"
	if e, ok := s.e.(interface{ Pid() int }); ok { // it has a process of its own
		process = strconv.Itoa(e.Pid())
	}
	runtime.GC() // runs the finalizers of what was dropped
	runtime.GC()
	debug.FreeOSMemory()
	statm, err := os.ReadFile("/proc/" + process + "/statm")
	if err != nil {
		if runtime.GOOS != "linux" {
			t.Skip("the size of a process is known on Linux only")
		}
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
