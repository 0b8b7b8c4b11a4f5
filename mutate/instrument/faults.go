package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// A namedFault is a fault of faults.txt.
type namedFault struct {
	id      uint32
	name    string
	doc     string
	place   string // where faults.txt declares it, for errors
	patches []*hunk
}

// A hunk is one change of a named fault: in a declaration of a file, old becomes new.
type hunk struct {
	place      string
	file, decl string
	old        string // normalized
	new        string // on one line
	found      int    // how often old occurred
}

// A patch is a hunk whose place in the syntax is known.
type patch struct {
	id         uint32
	start, end token.Pos
	new        string
	typ        string // the type of the expression replaced, or "" for statements
}

// readFaults reads faults.txt, if there is one, and gives its faults their numbers.
func (x *instrumenter) readFaults(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if x.named, err = parseFaults(path, string(text)); err != nil {
		return err
	}
	for _, f := range x.named {
		f.id = x.nextID
		x.nextID++
		// add completes the description when it has found the place.
		x.faults = append(x.faults, probe.FaultInfo{ID: f.id, Name: f.name, Kind: "named", Doc: f.doc})
	}
	return nil
}

var faultName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// parseFaults parses the text of faults.txt; the format is described at the top of
// main.go.
func parseFaults(path, text string) ([]*namedFault, error) {
	var (
		faults []*namedFault
		fault  *namedFault
		h      *hunk
		seen   = map[string]bool{}
	)
	for i, line := range strings.Split(text, "\n") {
		place := fmt.Sprintf("%s:%d", path, i+1)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case word == "fault":
			if !faultName.MatchString(rest) || seen[rest] {
				return nil, fmt.Errorf("%s: %q is no name for a fault, or is one twice", place, rest)
			}
			seen[rest] = true
			fault, h = &namedFault{name: rest, place: place}, nil
			faults = append(faults, fault)
		case line[0] == '\t' && fault != nil && h == nil:
			fault.doc = strings.TrimSpace(fault.doc + " " + strings.TrimSpace(line))
		case word == "in" && fault != nil && len(strings.Fields(rest)) == 2:
			at := strings.Fields(rest)
			h = &hunk{place: place, file: at[0], decl: at[1]}
			fault.patches = append(fault.patches, h)
		case line[0] == '-' && h != nil && h.new == "":
			h.old += line[1:] + "\n"
		case line[0] == '+' && h != nil && h.old != "":
			h.new += line[1:] + "\n"
		default:
			return nil, fmt.Errorf("%s: unexpected %q", place, line)
		}
	}
	for _, f := range faults {
		if err := f.complete(); err != nil {
			return nil, err
		}
	}
	return faults, nil
}

// complete checks that nothing is missing, and normalizes the texts.
func (f *namedFault) complete() error {
	if f.doc == "" || len(f.patches) == 0 {
		return fmt.Errorf("%s: fault %s lacks a description or a patch", f.place, f.name)
	}
	for _, h := range f.patches {
		h.old, h.new = normalize([]byte(h.old)), oneLine(h.new)
		if h.old == "" {
			return fmt.Errorf("%s: nothing to replace", h.place)
		}
		if !isStmts(h.new) || strings.Contains(h.new, "\n") { // in a raw string
			return fmt.Errorf("%s: the replacement is neither statements nor an expression that fit a line", h.place)
		}
	}
	return nil
}

// check reports whether every hunk was found exactly once.
func (f *namedFault) check() error {
	for _, h := range f.patches {
		if h.found != 1 {
			return fmt.Errorf("%s: fault %s: %q occurs %d times in %s of %s, not once", h.place, f.name, h.old, h.found, h.decl, h.file)
		}
	}
	return nil
}

// isStmts reports whether text parses as statements. So does every expression.
func isStmts(text string) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() { "+text+" }", parser.SkipObjectResolution)
	return err == nil
}

// findPatches finds the hunks of the declaration n, whose name is c.decl.
func (c *copier) findPatches(n ast.Node) {
	for _, f := range c.named {
		for _, h := range f.patches {
			if h.file == c.name && h.decl == c.decl {
				c.findHunk(n, f, h)
			}
		}
	}
}

// findHunk adds to c.patches the places in n that h matches.
func (c *copier) findHunk(n ast.Node, f *namedFault, h *hunk) {
	ast.Inspect(n, func(n ast.Node) bool {
		list := stmtList(n)
		for i := range list {
			for j := i; j < len(list); j++ {
				if c.text(list[i].Pos(), list[j].End()) == h.old {
					h.found++
					c.patchStmts(f, h, list[i:j+1])
				}
			}
		}
		if s, ok := n.(*ast.ExprStmt); ok {
			return c.text(s.Pos(), s.End()) != h.old
		}
		if e, ok := n.(ast.Expr); ok && c.text(e.Pos(), e.End()) == h.old {
			h.found++
			c.patchExpr(f, h, e)
			return false
		}
		return true
	})
}

// text returns the normalized source from start to end.
func (c *copier) text(start, end token.Pos) string {
	return normalize(c.edit.src[c.offset(start):c.offset(end)])
}

func (c *copier) patchStmts(f *namedFault, h *hunk, list []ast.Stmt) {
	for _, s := range list {
		assign, ok := s.(*ast.AssignStmt)
		_, decl := s.(*ast.DeclStmt)
		if decl || ok && assign.Tok == token.DEFINE {
			c.fail(s.Pos(), fmt.Errorf("%s: fault %s replaces a declaration; replace its expression instead", h.place, f.name))
		}
	}
	c.add(f, h, list[0], list[len(list)-1].End(), "")
}

func (c *copier) patchExpr(f *namedFault, h *hunk, e ast.Expr) {
	if _, err := parser.ParseExpr(h.new); err != nil {
		c.fail(e.Pos(), fmt.Errorf("%s: fault %s must replace an expression by an expression", h.place, f.name))
	}
	tv := c.pkg.TypesInfo.Types[e]
	if _, isTuple := tv.Type.(*types.Tuple); isTuple || !tv.IsValue() {
		c.fail(e.Pos(), fmt.Errorf("%s: fault %s replaces an expression that is no single value", h.place, f.name))
		return
	}
	c.add(f, h, e, e.End(), types.TypeString(types.Default(tv.Type), c.qualifier))
}

// qualifier returns the name that the file knows a package by.
func (c *copier) qualifier(p *types.Package) string {
	if p == c.pkg.Types {
		return ""
	}
	for _, spec := range c.file.Imports {
		if name := c.pkg.TypesInfo.PkgNameOf(spec); name != nil && name.Imported() == p {
			return name.Name()
		}
	}
	return p.Name() // which the compiler will not find
}

// patch inserts a named fault around what it replaces.
func (c *copier) patch(p patch) {
	c.used = true
	on := fmt.Sprintf("if %s.On(%d) {", c.probe, p.id)
	start, end := c.offset(p.start), c.offset(p.end)
	if p.typ != "" {
		c.edit.wrap(start, end, fmt.Sprintf("func() %s { %s return %s }; return ", p.typ, on, p.new), " }()")
		return
	}
	if p.new != "" {
		p.new += " "
	}
	c.edit.wrap(start, end, fmt.Sprintf("%s %s} else { ", on, p.new), " }")
}

// add notes that a hunk of f replaces what begins at n. The first hunk is the place
// that the fault's description gives.
func (c *copier) add(f *namedFault, h *hunk, n ast.Node, end token.Pos, typ string) {
	p := patch{f.id, n.Pos(), end, h.new, typ}
	for _, list := range c.patches {
		for _, q := range list {
			if p.start < q.start && q.start < p.end && p.end < q.end || q.start < p.start && p.start < q.end && q.end < p.end {
				c.fail(n.Pos(), fmt.Errorf("%s: fault %s overlaps another", h.place, f.name))
			}
		}
	}
	c.patches[n] = append(c.patches[n], p)
	slices.SortStableFunc(c.patches[n], func(p, q patch) int { return cmp.Compare(q.end, p.end) }) // longest first
	if h == f.patches[0] {
		info := &c.faults[f.id-c.base*probe.FaultsPerSite]
		info.File, info.Line, info.Func = c.name, c.line(n.Pos()), c.decl
	}
}
