package testsuite

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// ReadWast reads a script in its own format, .wast, as far as version 2.0 of the specification goes, but for modules that
// are abbreviated to their fields. Assemble translates a module from the text format.
func ReadWast(path string, assemble func(string) ([]byte, error)) (*Script, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	nodes, err := parse(string(source))
	if err != nil {
		return nil, fmt.Errorf("%s:%v", path, err)
	}
	r := wastReader{source: string(source), assemble: assemble, script: &Script{Source: path, modules: map[string][]byte{}}}
	for _, n := range nodes {
		c, err := r.command(n)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %v", path, lineOf(r.source, n.from), err)
		}
		c.Line = lineOf(r.source, n.from)
		r.script.Commands = append(r.script.Commands, c)
	}
	return r.script, nil
}

// wastReader makes commands of expressions.
type wastReader struct {
	source   string
	assemble func(string) ([]byte, error)
	script   *Script
}

// command returns the command of an expression.
func (r *wastReader) command(n node) (c Command, err error) {
	c.Type = n.head()
	args := n.list
	if len(args) > 0 {
		args = args[1:]
	}
	switch c.Type {
	case "module":
		err = r.module(&c, n, false)
	case "register":
		if len(args) == 2 {
			c.Name = args[1].atom
		}
		c.As, err = stringAt(args, 0)
	case "invoke", "get":
		c.Type = "action"
		err = r.action(&c, n)
	case "assert_return":
		err = r.returns(&c, args)
	case "assert_trap", "assert_exhaustion", "assert_invalid", "assert_malformed", "assert_unlinkable":
		err = r.fails(&c, args)
	default:
		err = fmt.Errorf("unknown command %q", c.Type)
	}
	return c, err
}

// module adds the module of an expression to the script. One that is expected to be malformed stays as text.
func (r *wastReader) module(c *Command, n node, malformed bool) error {
	args := n.list[1:]
	if len(args) > 0 && strings.HasPrefix(args[0].atom, "$") {
		c.Name, args = args[0].atom, args[1:]
	}
	c.ModuleType = "binary"
	source := r.source[n.from:n.to]
	if len(args) > 0 && args[0].atom == "definition" {
		c.Type = "module_definition"
		source = "(module" + r.source[args[0].to:n.to]
		args = args[1:]
	}
	var bin []byte
	var err error
	switch {
	case len(args) > 0 && args[0].atom == "binary":
		bin, err = concat(args[1:])
	case len(args) > 0 && args[0].atom == "quote" && malformed:
		c.ModuleType = "text"
	case len(args) > 0 && args[0].atom == "quote":
		if bin, err = concat(args[1:]); err == nil {
			bin, err = r.assemble("(module " + string(bin) + ")")
		}
	default:
		bin, err = r.assemble(source)
	}
	c.Filename = strconv.Itoa(len(r.script.modules)) + ".wasm"
	r.script.modules[c.Filename] = bin
	return err
}

// action takes a call or the reading of a global.
func (r *wastReader) action(c *Command, n node) (err error) {
	args := n.list[1:]
	c.Action.Type = n.head()
	if len(args) > 0 && strings.HasPrefix(args[0].atom, "$") {
		c.Action.Module, args = args[0].atom, args[1:]
	}
	if c.Action.Field, err = stringAt(args, 0); err != nil {
		return err
	}
	c.Action.Args, err = values(args[1:])
	return err
}

func (r *wastReader) returns(c *Command, args []node) (err error) {
	if len(args) == 0 {
		return fmt.Errorf("no action")
	}
	if err := r.action(c, args[0]); err != nil {
		return err
	}
	c.Expected, err = values(args[1:])
	return err
}

// fails takes an assertion that an action or a module fails.
func (r *wastReader) fails(c *Command, args []node) (err error) {
	if len(args) == 0 || args[0].list == nil {
		return fmt.Errorf("neither an action nor a module")
	}
	if args[0].head() == "module" {
		if c.Type == "assert_trap" {
			c.Type = "assert_uninstantiable" // as wast2json has it
		}
		err = r.module(c, args[0], c.Type == "assert_malformed")
	} else {
		err = r.action(c, args[0])
	}
	if err != nil {
		return err
	}
	c.Text, err = stringAt(args, 1)
	return err
}

func stringAt(args []node, i int) (string, error) {
	if i >= len(args) || !strings.HasPrefix(args[i].atom, `"`) {
		return "", fmt.Errorf("a string is missing")
	}
	return unquote(args[i].atom)
}

// concat returns the bytes of strings.
func concat(args []node) ([]byte, error) {
	var b []byte
	for i := range args {
		s, err := stringAt(args, i)
		if err != nil {
			return nil, err
		}
		b = append(b, s...)
	}
	return b, nil
}

// escapes are the escape sequences of one letter.
var escapes = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', '"': '"', '\'': '\'', '\\': '\\'}

// unquote returns the bytes that a string of the text format stands for (section 6.3.3).
func unquote(s string) (string, error) {
	var b []byte
	for s = s[1 : len(s)-1]; s != ""; s = s[1:] {
		if s[0] != '\\' {
			b = append(b, s[0])
			continue
		}
		c, simple := escapes[s[1]]
		code, rest, unicode := strings.Cut(strings.TrimPrefix(s[1:], "u{"), "}")
		switch {
		case simple:
			b = append(b, c)
			s = s[1:]
		case strings.HasPrefix(s[1:], "u{") && unicode:
			n, err := strconv.ParseUint(strings.ReplaceAll(code, "_", ""), 16, 32)
			if err != nil {
				return "", fmt.Errorf("bad string: %v", err)
			}
			b = utf8.AppendRune(b, rune(n))
			s = "}" + rest
		case len(s) >= 3:
			n, err := strconv.ParseUint(s[1:3], 16, 8)
			if err != nil {
				return "", fmt.Errorf("bad string: %v", err)
			}
			b = append(b, byte(n))
			s = s[2:]
		default:
			return "", fmt.Errorf("bad string")
		}
	}
	return string(b), nil
}

func values(args []node) ([]Value, error) {
	var vs []Value
	for _, n := range args {
		v, err := value(n)
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// value returns an argument, or an expected result.
func value(n node) (Value, error) {
	head := n.head()
	var args []string
	for _, a := range n.list[min(1, len(n.list)):] {
		args = append(args, a.atom)
	}
	t, isConst := strings.CutSuffix(head, ".const")
	switch {
	case t == "v128" && isConst && len(args) > 0:
		lane, _, _ := strings.Cut(args[0], "x")
		texts, err := lanes(lane, args[1:])
		return Value{Type: t, LaneType: lane, Text: texts}, err
	case isConst && len(args) == 1:
		texts, err := lanes(t, args)
		return Value{Type: t, Text: texts}, err
	case head == "ref.null" && len(args) == 1:
		return Value{Type: args[0] + "ref", Text: []string{"null"}}, nil
	case head == "ref.func" || head == "ref.extern":
		return Value{Type: strings.TrimPrefix(head, "ref.") + "ref", Text: args}, nil
	}
	return Value{}, fmt.Errorf("unknown value %q", head)
}

// lanes returns numbers as their bits in decimal, as wast2json does.
func lanes(t string, numbers []string) ([]string, error) {
	var out []string
	for _, s := range numbers {
		bits, err := strconv.Atoi(strings.TrimLeft(t, "if"))
		if err != nil {
			return nil, fmt.Errorf("unknown type %q", t)
		}
		if s == "nan:canonical" || s == "nan:arithmetic" {
			out = append(out, s)
			continue
		}
		read := text.ParseInt
		if strings.HasPrefix(t, "f") {
			read = text.ParseFloat
		}
		n, err := read(s, bits)
		if err != nil {
			return nil, fmt.Errorf("%q is no %s", s, t)
		}
		out = append(out, strconv.FormatUint(n, 10))
	}
	return out, nil
}
