// Package programs runs programs that compilers made, of TinyGo, Rust, Zig and C, on every engine.
//
// The programs come from the packages that publish them, by the ordinary clients. By default they are those that the
// wazero module carries for its examples and tests. With WASMFUZZ_PROGRAMS=all in the environment there are also
// those that have to be downloaded, by go mod download and npm pack; it is a failure then if these cannot be had.
package programs

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/engines"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// program is a program and what to do with it.
type program struct {
	file string   // in the package
	args []string // of the process
	use  func(*session)
}

// wazeros are the programs of the wazero module.
func wazeros() []program {
	const wasi = "imports/wasi_snapshot_preview1/"
	return []program{
		{"examples/allocation/tinygo/testdata/greet.wasm", nil, greet},
		{"examples/basic/testdata/add.wasm", nil, add},
		{"examples/cli/testdata/cli.wasm", []string{"cli", "3", "4"}, start("result: 7\n")},
		{"examples/cli/testdata/cli.wasm", []string{"cli", "-sub", "3", "4"}, start("result: -1\n")},
		{"internal/integration_test/bench/testdata/case.wasm", nil, bench},
		{"internal/testing/dwarftestdata/testdata/tinygo/main.wasm", nil, start("")},
		{wasi + "testdata/tinygo/wasi.wasm", []string{"wasi", "ls", "."}, start("")},
		{wasi + "testdata/cargo-wasi/wasi.wasm", []string{"wasi", "stat"}, start("isatty: false\n")},
		{wasi + "testdata/cargo-wasi/wasi.wasm", []string{"wasi", "ls", "."}, start("")},
		{wasi + "testdata/cargo-wasi/wasi.wasm", nil, start("the len is 0 but the index is 1")},
		{wasi + "testdata/zig-cc/wasi.wasm", []string{"wasi", "stat"}, start("")},
		{wasi + "testdata/zig-cc/wasi.wasm", []string{"wasi", "ls", "."}, start("")},
		{wasi + "example/testdata/cargo-wasi/cat.wasm", []string{"cat", "a", "b"}, start("")},
		{wasi + "example/testdata/zig-cc/cat.wasm", []string{"cat", "a", "b"}, start("")},
	}
}

// start runs a process, which must write something, and leave the given part of it in its memory.
func start(output string) func(*session) {
	return func(s *session) {
		s.call("_start")
		s.run()
		if !slices.ContainsFunc(s.last.Calls[0].Trace, func(c diff.HostCall) bool { return c.Name == "fd_write" }) {
			s.Fatalf("no output: %v", s.last)
		}
		s.wantOutput(output)
	}
}

func greet(s *session) {
	s.call("_initialize")
	name := s.text("malloc", "wasmfuzz")
	r := s.result("greeting", name, 8)
	s.wantText("Hello, wasmfuzz!", uint32(r>>32))
	s.call("greet", name, 8)
	s.call("free", name)
	s.call("calloc", 100, 16)
	s.call("realloc", uint32(s.result("malloc", 5000)), 100_000)
	s.call("greet", 0, 0)
	s.run()
}

func add(s *session) {
	s.call("_initialize")
	s.want(42, "add", 40, 2)
	for _, n := range []uint32{0, 1, 16, 1000, 65536} {
		s.call("free", uint32(s.result("malloc", n)))
	}
	s.want(0, "asyncify_get_state")
}

func bench(s *session) {
	s.call("_start")
	s.want(17711, "fibonacci", 22)
	s.call("string_manipulation", 100)
	s.call("reverse_array", 20_000)
	s.call("random_mat_mul", 40)
	s.call("base64", 3)
	s.want(55, "fibonacci", 10)
}

// bounds are wide enough for what the programs do, and no engine comes to its own limits.
var bounds = diff.Bounds{Fuel: 2_000_000, Depth: 400, Pages: 256, Elems: 1 << 16}

// prepared bounds and shows what m does, as in a campaign.
func prepared(m *wasmast.Module, b diff.Bounds) *wasmast.Module {
	return diff.Expose(diff.Total(diff.Canon(m), b), wasmast.V2)
}

func TestWazeroPrograms(t *testing.T) {
	large := map[string]bool{}
	for _, p := range wazeros() {
		b := p.read(t)
		if m, err := binary.Decode(b); err == nil && size(m) >= 50_000 {
			large[p.file] = true
		}
		t.Run(p.file, func(t *testing.T) { p.test(t, b) })
	}
	if len(large) < 3 {
		t.Errorf("only %d programs of 50 KB or more, custom sections not counted", len(large))
	}
}

// read reads a program of the wazero module.
func (p program) read(t testing.TB) []byte {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	b, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), p.file))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// test requires that every engine accepts the program, and that all do the same with it: as it is; bounded and shown
// as in a campaign; and when each export is called with arguments of all kinds.
func (p program) test(t *testing.T, b []byte) {
	m, err := binary.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	linked := link(m, p.args)
	s := newSession(t, linked)
	p.use(s)
	t.Logf("%d bytes, %d without custom sections, %d functions; %d calls; %d function calls and iterations",
		len(b), size(m), len(m.Funcs), len(s.calls), *s.fuel)

	edges, err := diff.Calls(linked, 4, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	short := bounds
	short.Fuel = 10_000
	plain := newRun(t, s.ours, linked, s.calls)
	bounded := newRun(t, s.ours, prepared(linked, bounds), s.calls)
	wild := newRun(t, s.ours, prepared(linked, short), slices.Concat(s.calls, edges))
	// What is looked at between the calls depends on what is exported.
	calls := func(o diff.Outcome) diff.Outcome {
		events := slices.Clone(o.Calls)
		for i := range events {
			events[i].After = diff.State{}
		}
		return diff.Outcome{Stage: diff.Ran, Calls: events}
	}
	if d := diff.Compare(calls(plain.ours), calls(bounded.ours)); d != "" {
		t.Errorf("changed by the passes: %s", d)
	}
	for _, name := range engines.Names() {
		e, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Validate(b); v.Kind != diff.Accept {
			t.Errorf("%s: %v", name, v)
		}
		plain.compare(t, e)
		bounded.compare(t, e)
		wild.compare(t, e)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// size is the size of a module without custom sections.
func size(m *wasmast.Module) int {
	bare := *m
	bare.Customs = nil
	return len(binary.Encode(&bare))
}

// run is a module, a script, and what our engine did.
type run struct {
	wasm   []byte
	script *diff.Script
	ours   diff.Outcome
}

// newRun makes calls on m.
func newRun(t *testing.T, ours diff.Engine, m *wasmast.Module, calls []diff.Call) run {
	script, err := diff.NewScript(m, calls)
	if err != nil {
		t.Fatal(err)
	}
	r := run{wasm: binary.Encode(m), script: script}
	r.ours = ours.Run(r.wasm, script)
	conclusive(t, ours, r.ours)
	return r
}

// compare requires that another engine does the same.
func (r run) compare(t *testing.T, e diff.Engine) {
	theirs := e.Run(r.wasm, r.script)
	conclusive(t, e, theirs)
	if d := diff.Compare(r.ours, theirs); d != "" {
		t.Errorf("own and %s: %s", e.Name(), d)
	}
}

func conclusive(t *testing.T, e diff.Engine, o diff.Outcome) {
	if o.Inconclusive != "" || o.Stage != diff.Ran {
		t.Errorf("%s: %v: %v", e.Name(), o.Stage, o)
	}
}

// BenchmarkStart is what it takes to decode, validate and instantiate the largest programs.
func BenchmarkStart(b *testing.B) {
	for _, p := range []program{wazeros()[0], wazeros()[2], wazeros()[10]} {
		bin := p.read(b)
		b.Run(filepath.Base(p.file), func(b *testing.B) { benchmarkStart(b, bin) })
	}
}

func benchmarkStart(b *testing.B, bin []byte) {
	m, err := binary.Decode(bin)
	if err != nil {
		b.Fatal(err)
	}
	m = link(m, nil)
	bin = binary.Encode(m)
	script, err := diff.NewScript(m, nil)
	if err != nil {
		b.Fatal(err)
	}
	ours := newSession(b, m).ours
	b.Run("run", func(b *testing.B) {
		b.SetBytes(int64(len(bin)))
		for b.Loop() {
			ours.Run(bin, script)
		}
	})
	b.Run("instantiate", func(b *testing.B) {
		for b.Loop() {
			ours.RunModule(m, script)
		}
	})
}
