package testsuite

import (
	"fmt"
	"strings"
)

// node is an expression in parentheses, or an atom.
type node struct {
	list []node // nil for an atom
	atom string // as in the source
	// from and to are its place in the source.
	from, to int
}

// parser reads expressions from a source.
type parser struct {
	source string
	pos    int
}

// failure is an error at a place, which parse recovers.
type failure struct {
	at  int
	msg string
}

// parse reads all expressions of a source. An error says the line.
func parse(source string) (nodes []node, err error) {
	p := parser{source: source}
	defer func() {
		if f, ok := recover().(failure); ok {
			err = fmt.Errorf("%d: %s", lineOf(source, f.at), f.msg)
		}
	}()
	for p.space(); p.pos < len(source); p.space() {
		nodes = append(nodes, p.node())
	}
	return nodes, nil
}

func lineOf(source string, pos int) int { return 1 + strings.Count(source[:pos], "\n") }

func (p *parser) fail(at int, msg string) { panic(failure{at, msg}) }

func (p *parser) has(prefix string) bool { return strings.HasPrefix(p.source[p.pos:], prefix) }

// space skips white space and comments.
func (p *parser) space() {
	for p.pos < len(p.source) {
		switch {
		case p.has(";;"):
			line, _, _ := strings.Cut(p.source[p.pos:], "\n")
			p.pos += len(line)
		case p.has("(;"):
			p.comment()
		case strings.ContainsRune(" \t\r\n", rune(p.source[p.pos])):
			p.pos++
		default:
			return
		}
	}
}

// comment skips a block comment, with those in it.
func (p *parser) comment() {
	from, depth := p.pos, 0
	for {
		switch {
		case p.has("(;"):
			depth++
			p.pos += 2
		case p.has(";)"):
			depth--
			p.pos += 2
		case p.pos >= len(p.source):
			p.fail(from, "the comment has no end")
		default:
			p.pos++
		}
		if depth == 0 {
			return
		}
	}
}

func (p *parser) node() node {
	from := p.pos
	switch p.source[p.pos] {
	case '(':
		return p.parens()
	case ')':
		p.fail(from, "unexpected )")
	case '"':
		p.string()
	default:
		for p.pos < len(p.source) && !strings.ContainsRune(" \t\r\n()\";", rune(p.source[p.pos])) {
			p.pos++
		}
		if p.pos == from {
			p.fail(from, "unexpected ;")
		}
	}
	return node{atom: p.source[from:p.pos], from: from, to: p.pos}
}

func (p *parser) parens() node {
	from := p.pos
	list := []node{}
	p.pos++
	for p.space(); ; p.space() {
		switch {
		case p.pos >= len(p.source):
			p.fail(from, "the parenthesis has no end")
		case p.source[p.pos] == ')':
			p.pos++
			return node{list: list, from: from, to: p.pos}
		}
		list = append(list, p.node())
	}
}

func (p *parser) string() {
	from := p.pos
	for p.pos++; p.pos < len(p.source) && p.source[p.pos] != '"'; p.pos++ {
		if p.source[p.pos] == '\\' {
			p.pos++
		}
	}
	if p.pos++; p.pos > len(p.source) {
		p.fail(from, "the string has no end")
	}
}

// head is the keyword of an expression in parentheses, or "".
func (n node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].atom
}
