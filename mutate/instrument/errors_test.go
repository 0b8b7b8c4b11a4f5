package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// instrumentFiles instruments a package made of the given files, in a module of its
// own.
func instrumentFiles(t *testing.T, base uint32, files map[string]string) (map[string][]byte, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module p\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return Instrument(dir, filepath.Join(dir, "traced"), base)
}

// TestCrowded instruments code that gofmt would write differently.
func TestCrowded(t *testing.T) {
	tests := []struct{ body, want string }{
		{
			`if(n>0&&n<4){return 1}else{n++};return n`,
			` probe.Hit(1);if probe.Cond(16, (probe.Cond(19, n>0)&&probe.Pass(4) && probe.Cond(22, n<4))){ probe.Hit(2);return 1}else{ probe.Hit(3);n++};return n`,
		},
		{
			`switch n{case 1:n++;case 2:};return n`,
			` probe.Hit(1);switch n{case 1: probe.Hit(2);n++;case 2: probe.Hit(3);};return n`,
		},
		{
			"switch n {//probe:value n 9\ncase 1:n++}\nreturn n",
			" probe.Hit(1);probe.Value(2, 9, uint32(n)); switch n {//probe:value n 9\ncase 1:n++}\nreturn n",
		},
		{
			`for n<3{n++};return n`,
			` probe.Hit(1);for probe.Cond(16, n<3){ probe.Step(2);n++};return n`,
		},
		{
			`return func()int{return n}()`,
			` probe.Hit(1);return func()int{ probe.Hit(2);return n}()`,
		},
		{
			`if n==0{return 0};return f(n-1)`,
			` probe.Step(1);if probe.Cond(16, n==0){ probe.Hit(2);return 0};return f(n-1)`,
		},
		{
			`g:=func(i int)int{return i};return g(n)`,
			` probe.Step(1);g:=func(i int)int{ probe.Hit(2);return i};return g(n)`,
		},
		{
			`x:=n>1||n<0;_=x;return n`,
			` probe.Hit(1);x:=probe.Cond(16, n>1)||probe.Fail(3) || probe.Cond(19, n<0) || probe.Fail(2);_=x;return n`,
		},
	}
	for _, tt := range tests {
		files, err := instrumentFiles(t, 1, map[string]string{"p.go": "package p\nfunc f(n int)int{" + tt.body + "}\n"})
		if err != nil {
			t.Errorf("%s: %v", tt.body, err)
			continue
		}
		want := generated + " from p.go; DO NOT EDIT.\n" +
			"package traced; import \"" + probePath + "\"; func f(n int)int{" + tt.want + "}\n"
		if got := string(files["p.go"]); got != want {
			t.Errorf("%s becomes\n%swant\n%s", tt.body, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	const code = `package p

func f(a, b int) int {
	c := a - b
	c++
	c++
	if c > 5 {
		c--
	}
	return c
}
`
	// fault returns the code with a faults.txt of one fault with one patch.
	fault := func(patch string) map[string]string {
		return map[string]string{"p.go": code, faultsTxt: "fault x\n\tDescription.\n" + patch}
	}
	tests := []struct {
		name  string
		base  uint32
		files map[string]string
		want  string
	}{
		{"no fault", 1, map[string]string{"p.go": code}, ""},
		{"once", 1, fault("in p.go f\n- a - b\n+ a + b\n"), ""},
		{"base 0", 0, map[string]string{"p.go": code}, "base 0: the first site must be from 1"},
		{"too many sites", 4095, map[string]string{"p.go": code}, "needs the sites 4095 to 4096, but the last is 4095"},
		{"no site too many", 4094, map[string]string{"p.go": code}, ""},
		{"too many values", 1, map[string]string{"p.go": "package p\n\nfunc f(i int) {\n\tg(i) //probe:value i 5000\n}\n\nfunc g(int) {}\n"}, "p.go:4:7: 5000 is 5000; it must be from 1 to 4095"},
		{"size not constant", 1, map[string]string{"p.go": "package p\n\nfunc f(i int) {\n\tg(i) //probe:value i g\n}\n\nfunc g(int) {}\n"}, "p.go:4:7: g is not an integer constant"},
		{"no size", 1, map[string]string{"p.go": "package p\n\nfunc f(i int) {\n\tg(i) //probe:value i\n}\n\nfunc g(int) {}\n"}, "want //probe:value EXPR SIZE"},
		{"value of nothing", 1, map[string]string{"p.go": "package p\n\n//probe:value i 5\n\nfunc f(i int) {}\n"}, "p.go:3:1: no statement begins here or on the next line"},
		{"does not compile", 1, map[string]string{"p.go": "package p\n\nvar x int = true\n"}, "p.go:3:13: "},
		{"assembly", 1, map[string]string{"p.go": "package p\n\nfunc f()\n", "p.s": "\n"}, "p.s is assembly"},
		{"a copy", 1, map[string]string{"p.go": generated + " from p.go; DO NOT EDIT.\n" + code}, "p.go is a copy already"},
		{"own name", 1, map[string]string{"p.go": code + "\nvar Faults int\n"}, "declares Faults"},
		{"package clause", 1, map[string]string{"p.go": "package p // p\nvar x int\n"}, "a comment after a package clause"},

		{"never", 1, fault("in p.go f\n- a * b\n+ a + b\n"), `fault x: "a * b" occurs 0 times in f of p.go, not once`},
		{"twice", 1, fault("in p.go f\n- c++\n"), `fault x: "c ++" occurs 2 times`},
		{"other function", 1, fault("in p.go g\n- a - b\n+ a + b\n"), "occurs 0 times in g of p.go"},
		{"other file", 1, fault("in q.go f\n- a - b\n+ a + b\n"), "occurs 0 times in f of q.go"},
		{"declaration", 1, fault("in p.go f\n- c := a - b\n+ c := a + b\n"), "replaces a declaration"},
		{"type", 1, fault("in p.go f\n- int\n+ uint\n"), "replaces an expression that is no single value"},
		{"statement for expression", 1, fault("in p.go f\n- a - b\n+ c = 1\n"), "must replace an expression by an expression"},
		{"nothing for expression", 1, fault("in p.go f\n- a - b\n"), "must replace an expression by an expression"},
		{"syntax", 1, fault("in p.go f\n- a - b\n+ a +\n"), "neither statements nor an expression"},
		{"lines in a string", 1, fault("in p.go f\n- a - b\n+ len(`\n+ `)\n"), "neither statements nor an expression"},
		{"no old text", 1, fault("in p.go f\n"), "nothing to replace"},
		{"new first", 1, fault("in p.go f\n+ a\n- b\n"), `faults.txt:4: unexpected "+ a"`},
		{"no patch", 1, fault(""), "faults.txt:1: fault x lacks a description or a patch"},
		{"no description", 1, map[string]string{"p.go": code, faultsTxt: "fault x\nin p.go f\n- a - b\n+ a\n"}, "faults.txt:1: fault x lacks a description"},
		{"bad name", 1, map[string]string{"p.go": code, faultsTxt: "fault X y\n"}, `faults.txt:1: "X y" is no name`},
		{"same name", 1, fault("in p.go f\n- a - b\n+ a\nfault x\n"), `faults.txt:6: "x" is no name for a fault, or is one twice`},
		{"nonsense", 1, fault("at p.go f\n"), `faults.txt:3: unexpected "at p.go f"`},
		{"overlap", 1, fault("in p.go f\n- c++\n- c++\n+ c += 2\nfault y\n\tD.\nin p.go f\n- c++\n- if c > 5 { c-- }\n"), "fault y overlaps another"},
		{"nested", 1, fault("in p.go f\n- c++\n- if c > 5 { c-- }\nfault y\n\tD.\nin p.go f\n- c > 5\n+ true\n"), ""},
	}
	for _, tt := range tests {
		_, err := instrumentFiles(t, tt.base, tt.files)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
	}
}

// TestNormalize looks at what equal code is.
func TestNormalize(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", ""},
		{"a-b // c", "a - b"},
		{"f(\n\ta,\n\tb,\n)", "f ( a , b , )"},
		{"if x {\n\ty()\n}\n", "if x { y ( ) }"},
		{"if x { y(); };", "if x { y ( ) }"},
		{"a()\nb()", "a ( ) ; b ( )"},
		{"/* c */ `raw\nstring` + \"s\"", "`raw\nstring` + \"s\""},
	}
	for _, tt := range tests {
		if got := normalize([]byte(tt.src)); got != tt.want {
			t.Errorf("normalize(%q) = %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	tests := []struct{ src, want string }{
		{" a+b // c\n", "a+b"},
		{" if x > 1 {\n \ty(a, b)\n \tz++\n }\n v.w()\n", "if x > 1 { y(a, b); z++ }; v.w()"},
		{" s[1:]  =  t{\n \ta,\n }\n", "s[1:] = t{ a, }"},
	}
	for _, tt := range tests {
		if got := oneLine(tt.src); got != tt.want {
			t.Errorf("oneLine(%q) = %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestEdit(t *testing.T) {
	e := edit{src: []byte("f(a,b)\nrest")}
	e.wrap(2, 5, "[", "]")
	e.wrap(2, 3, "<", ">")
	e.wrap(4, 5, "{", "}")
	e.replace(7, 11, "")
	e.open(0, "x")
	e.open(1, "y")
	e.close(11, "!")
	if got, want := string(e.bytes()), "xf y([<a>,{b}])\n!"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRecursive looks which functions count steps.
func TestRecursive(t *testing.T) {
	files, err := instrumentFiles(t, 1, map[string]string{"p.go": `package p

type i interface{ m() }
type s struct{}

func (s) m()               { leaf() }
func leaf()                {}
func self(n int)           { self(n) }
func even(n int)           { odd(n) }
func odd(n int)            { even(n) }
func outside()             { even(1) }
func value(f func())       { f() }
func method(x i)           { x.m() }
func foreign(e error)      { _ = e.Error() }
func literal()             { func() {}() }
func inner(f func())       { g := func() { f() }; _ = g }
func generic[T any](x T)   { generic(x) }
func conversion(x int) int { return int(uint(x)) + len("") }

var _ = func() { leaf() }
`})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"m()": "Hit", "leaf": "Hit", "self": "Step", "even": "Step", "odd": "Step", "outside": "Hit", "value": "Step",
		"method": "Step", "foreign": "Hit", "literal": "Hit", "inner": "Hit", "generic": "Step", "conversion": "Hit",
	}
	lines := strings.Split(string(files["p.go"]), "\n")
	for name, kind := range want {
		i := slices.IndexFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, "func "+name) || strings.HasPrefix(l, "func (s) "+name)
		})
		body := lines[i][strings.Index(lines[i], "{"):]
		if !strings.HasPrefix(body, "{ probe."+kind+"(") {
			t.Errorf("%s begins with %q, want %s", name, body, kind)
		}
	}
	if !strings.Contains(string(files["p.go"]), "g := func() { probe.Step(") {
		t.Error("a literal that calls a value counts no step")
	}
}

// TestInPlace instruments a package in its own folder, but not twice.
func TestInPlace(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "p.go": "package p\n\nfunc f() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := Instrument(dir, dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"p.go", faultsGen} {
		if !strings.Contains(string(files[name]), "\npackage p") {
			t.Errorf("%s is not of package p:\n%s", name, files[name])
		}
	}
	if err := write(dir, files); err != nil {
		t.Fatal(err)
	}
	if _, err := Instrument(dir, dir, 1); err == nil {
		t.Error("instrumented twice")
	}
}
