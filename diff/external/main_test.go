package external

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/diff/wazero"
	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// TestMain makes the test's program an adaptor too: for our own interpreter.
func TestMain(m *testing.M) {
	if os.Getenv(adaptorVariable) != "" {
		adapt()
		return
	}
	os.Setenv(adaptorVariable, "1") // of the processes that tests start
	os.Exit(m.Run())
}

const adaptorVariable = "WASMFUZZ_TEST_ADAPTOR"

// adapt is an adaptor, or does what an argument says that is none.
func adapt() {
	switch strings.Join(os.Args[1:], " ") {
	case "serve own":
		must(Serve(own(), os.Stdin, os.Stdout))
		return
	case "serve wazero-interpreter":
		must(Serve(wazero.Interpreter(), os.Stdin, os.Stdout))
		return
	case "exit", "hang":
		misbehaviours[os.Args[1]]()
	case "greet":
		fmt.Println("hello")
	case "deaf":
		fmt.Println("wasmfuzz 1 deaf\nwhat?")
	}
	fmt.Println("wasmfuzz 1 0.1 (test)")
	in := bufio.NewReader(os.Stdin)
	var s server
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Println(s.answer(strings.Fields(line)))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// own is our interpreter, and breaks as custom sections say.
func own() diff.Engine {
	return diff.Own(func(m *wasmast.Module, f wasmast.Features) error {
		misbehave(m)
		return validate.Module(m, f)
	}, interp.Instantiate, wasmast.V2)
}

// server holds the instances of a test.
type server struct {
	store     *store.Store
	instances map[string]store.Instance
}

func (s *server) answer(words []string) string {
	switch words[0] {
	case "check", "validate":
		_, err := decode(words[1])
		return failure(err)
	case "reset":
		for _, in := range s.instances {
			in.Close()
		}
		s.store, s.instances = new(store.Store), map[string]store.Instance{}
		return "ok"
	case "instance":
		return failure(s.instantiate(words[1], words[2], words[3:]))
	}
	in := s.instances[words[1]]
	if in == nil {
		return "crash no such instance"
	}
	switch words[0] {
	case "call":
		return call(in, words[2], words[3:])
	case "memory":
		x, _ := in.Export(words[2])
		return fmt.Sprintf("ok %d %x", x.Memory.Pages(), x.Memory.Data)
	}
	panic("unknown request " + words[0])
}

func (s *server) instantiate(id, digits string, links []string) error {
	m, err := decode(digits)
	if err != nil {
		return err
	}
	from := map[string]string{}
	for _, link := range links {
		name, id, _ := strings.Cut(link, "=")
		from[string(unhex(name))] = id
	}
	imports := func(module, name string) (store.Extern, bool) {
		if in := s.instances[from[module]]; in != nil {
			return in.Export(name)
		}
		return store.Extern{}, false
	}
	in, err := interp.Instantiate(m, imports, store.Config{Store: s.store})
	if err == nil {
		s.instances[id] = in
	}
	return err
}

func call(in store.Instance, name string, words []string) string {
	args, err := parseValues(strings.Join(words, " "))
	if err != nil {
		panic(err)
	}
	in.SetFuel(store.DefaultFuel)
	results, err := in.Call(name, args)
	if err != nil {
		return failure(err)
	}
	answer := "ok"
	for _, v := range results {
		answer += fmt.Sprintf(" %v:%d", v.Type, int64(v.Lo))
	}
	return answer
}

func unhex(digits string) []byte {
	b, err := hex.DecodeString(strings.TrimPrefix(digits, "-"))
	if err != nil {
		panic(err)
	}
	return b
}

// decode decodes and validates a module, and does what the names of its custom sections say.
func decode(digits string) (*wasmast.Module, error) {
	m, err := binary.Decode(unhex(digits))
	if err != nil {
		return nil, err
	}
	misbehave(m)
	return m, validate.Module(m, wasmast.V2)
}

func misbehave(m *wasmast.Module) {
	for _, c := range m.Customs {
		if misbehave := misbehaviours[c.Name]; misbehave != nil {
			misbehave()
		}
	}
}

// misbehaviours are what engines should not do.
var misbehaviours = map[string]func(){
	"exit": func() { fmt.Fprintln(os.Stderr, "first line\nlast words"); os.Exit(3) },
	"signal": func() {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	},
	"panic":   func() { panic("a bug") },
	"hang":    func() { time.Sleep(time.Hour) },
	"close":   func() { os.Stdout.Close(); time.Sleep(time.Hour) },
	"garbage": func() { fmt.Println("whatever") },
	"endless": func() {
		for {
			fmt.Print(strings.Repeat("x", 1<<20))
		}
	},
	"memory": func() {
		for ; ; time.Sleep(time.Millisecond) {
			hoard = append(hoard, bytes.Repeat([]byte{1}, 16<<20))
		}
	},
	"bye": func() { fmt.Println("bye stack-exhausted too deep"); os.Exit(0) },
}

var hoard [][]byte

func failure(err error) string {
	var rejected *wasmast.Error
	var trap store.Trap
	var exhausted store.Exhausted
	var link *store.LinkError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &rejected) && rejected.Stage == wasmast.Limit:
		return "inconclusive engine-limit " + err.Error()
	case errors.As(err, &rejected):
		return "reject " + err.Error()
	case errors.As(err, &trap):
		return "trap " + strings.ReplaceAll(string(trap), " ", "-") + " " + err.Error()
	case errors.As(err, &exhausted):
		return "inconclusive stack-exhausted " + err.Error()
	case errors.As(err, &link):
		return "unlinkable " + err.Error()
	}
	return "crash " + err.Error()
}
