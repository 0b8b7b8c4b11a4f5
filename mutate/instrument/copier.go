package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// A copier makes the copy of one file. Its methods named after nodes insert the
// probes of one kind of node; a new kind of site or fault is one more of them.
type copier struct {
	*instrumenter
	fset  *token.FileSet
	file  *ast.File
	name  string // the file's base name
	probe string // the name of package probe in the copy
	used  bool   // whether the copy uses it
	edit  edit
	err   error

	decl     string               // the declaration being visited, as faults name it
	patches  map[ast.Node][]patch // named faults, by the (first) node that they replace
	values   map[ast.Stmt]value   // //probe:value directives, by the statement they precede
	operands map[ast.Expr]bool    // && and || expressions that an enclosing expression or statement handles
	links    map[ast.Expr]bool    // && and || expressions that continue in a longer chain of the same kind
	onLine   map[int]int          // the number of conditions so far, by line
}

// A value is a //probe:value directive.
type value struct {
	expr string
	size uint32
}

// instrument inserts everything that the copy of the file has more than the
// original.
func (c *copier) instrument() {
	c.patches = map[ast.Node][]patch{}
	c.values = map[ast.Stmt]value{}
	c.operands = map[ast.Expr]bool{}
	c.links = map[ast.Expr]bool{}
	c.onLine = map[int]int{}
	skipFile := directed(c.file, "//probe:skip")
	if !skipFile {
		c.findValues()
	}
	for _, d := range c.file.Decls {
		c.declaration(d, skipFile)
	}
	for _, g := range c.file.Comments {
		for _, comment := range g.List {
			if strings.HasPrefix(comment.Text, "//go:generate ") {
				c.edit.replace(c.offset(comment.Pos()), c.offset(comment.End()), "")
			}
		}
	}
}

// finish adds the header, the package clause and the import, and returns the copy.
func (c *copier) finish() ([]byte, error) {
	clause := c.instrumenter.name
	switch {
	case c.used && c.probe == path.Base(probePath):
		clause += fmt.Sprintf("; import %q", probePath)
	case c.used:
		clause += fmt.Sprintf("; import %s %q", c.probe, probePath)
	}
	end := c.offset(c.file.Name.End())
	c.edit.replace(c.offset(c.file.Name.Pos()), end, clause)
	// The header is one line more, so one newline after the package clause goes.
	rest, next, _ := strings.Cut(string(c.edit.src[end:]), "\n")
	switch {
	case next == "":
	case strings.HasPrefix(next, "\n"):
		c.edit.replace(end+len(rest), end+len(rest)+1, "")
	case strings.TrimSpace(rest) == "":
		c.edit.replace(end+len(rest), end+len(rest)+1, "; ")
	default:
		c.fail(c.file.Package, errors.New("a comment after a package clause must be followed by an empty line"))
	}
	header := fmt.Sprintf("%s from %s; DO NOT EDIT.\n", generated, c.name)
	return append([]byte(header), c.edit.bytes()...), c.err
}

// directed reports whether a directive precedes the package clause of f.
func directed(f *ast.File, directive string) bool {
	for _, g := range f.Comments {
		if g.Pos() < f.Package && contains(g, directive) {
			return true
		}
	}
	return false
}

// skips reports whether //probe:skip is in a doc comment.
func skips(doc *ast.CommentGroup) bool { return contains(doc, "//probe:skip") }

func contains(g *ast.CommentGroup, directive string) bool {
	if g == nil {
		return false
	}
	for _, comment := range g.List {
		if comment.Text == directive {
			return true
		}
	}
	return false
}

// declaration finds the named faults of a top-level declaration, and visits it
// unless it is to be skipped.
func (c *copier) declaration(d ast.Decl, skip bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		c.decl = funcName(d)
		c.findPatches(d)
		c.visit(d, skip || skips(d.Doc))
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ValueSpec); ok {
				c.decl = s.Names[0].Name
				c.findPatches(s)
				c.visit(s, skip || skips(d.Doc) || skips(s.Doc))
			}
		}
	}
}

// funcName returns the name of a function as faults give it: f, T.f or (*T).f.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := ast.Unparen(d.Recv.List[0].Type)
	star, isPtr := t.(*ast.StarExpr)
	if isPtr {
		t = star.X
	}
	switch x := t.(type) { // a generic type's parameters are left out
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	if isPtr {
		return "(*" + types.ExprString(t) + ")." + d.Name.Name
	}
	return types.ExprString(t) + "." + d.Name.Name
}

// visit inserts the named faults in n and, unless bare, its probes. It visits
// nodes before their children, so that brackets nest: see edit.close.
func (c *copier) visit(n ast.Node, bare bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			return true
		}
		for _, p := range c.patches[n] {
			c.patch(p)
		}
		if !bare {
			c.node(n)
		}
		return true
	})
}

// node inserts the probes of one node.
func (c *copier) node(n ast.Node) {
	if s, ok := n.(ast.Stmt); ok {
		c.value(s)
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.function(n, n.Body)
	case *ast.FuncLit:
		c.function(n, n.Body)
	case *ast.IfStmt:
		c.ifStmt(n)
	case *ast.ForStmt:
		c.forStmt(n)
	case *ast.RangeStmt:
		c.open(n.Body.Lbrace+1, "Step")
	case *ast.SwitchStmt:
		c.switchStmt(n)
	case *ast.TypeSwitchStmt:
		c.clauses(n.Body)
	case *ast.CommClause:
		c.open(n.Colon+1, "Hit")
	case *ast.LabeledStmt:
		c.labeled(n)
	case *ast.BinaryExpr:
		c.logical(n)
	}
}

// function marks the entry of a function. One that may call itself counts a step.
func (c *copier) function(n ast.Node, body *ast.BlockStmt) {
	switch {
	case body == nil:
	case c.countsSteps[n]:
		c.open(body.Lbrace+1, "Step")
	default:
		c.open(body.Lbrace+1, "Hit")
	}
}

// ifStmt marks the branches.
func (c *copier) ifStmt(n *ast.IfStmt) {
	c.condition(n.Cond)
	c.open(n.Body.Lbrace+1, "Hit")
	if e, ok := n.Else.(*ast.BlockStmt); ok {
		c.open(e.Lbrace+1, "Hit")
	}
}

// forStmt marks each iteration.
func (c *copier) forStmt(n *ast.ForStmt) {
	if n.Cond != nil {
		c.condition(n.Cond)
	}
	c.open(n.Body.Lbrace+1, "Step")
}

// switchStmt marks the clauses, unless a //probe:value directive marks the tag's
// value. It makes the cases of a switch without tag switchable, as conditions of which
// each but the first of a clause is marked: case a, b is like case a || b.
func (c *copier) switchStmt(n *ast.SwitchStmt) {
	if n.Tag != nil {
		if v, ok := c.values[n]; !ok || normalize([]byte(v.expr)) != c.text(n.Tag.Pos(), n.Tag.End()) {
			c.clauses(n.Body)
		}
		return
	}
	c.clauses(n.Body)
	for _, s := range n.Body.List {
		for i, e := range s.(*ast.CaseClause).List {
			if i > 0 {
				c.edit.open(c.offset(e.Pos()), c.call("Fail")+" || ")
			}
			c.condition(e)
		}
	}
}

// clauses marks the clauses of a switch.
func (c *copier) clauses(body *ast.BlockStmt) {
	for _, s := range body.List {
		c.open(s.(*ast.CaseClause).Colon+1, "Hit")
	}
}

// labeled counts a step after a label that only goto can use.
func (c *copier) labeled(n *ast.LabeledStmt) {
	switch n.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return // the label must stay next to them
	}
	c.open(n.Colon+1, "Step")
}

// condition makes the condition of a statement switchable. Its outcome is visible
// in the sites that the statement marks.
func (c *copier) condition(e ast.Expr) {
	c.cond(e)
	c.handled(e)
}

// handled notes that the && and || expressions that e consists of need no mark of
// their outcome.
func (c *copier) handled(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.handled(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			c.handled(e.X)
		}
	case *ast.BinaryExpr:
		if isLogical(e) {
			c.operands[e] = true
			c.handled(e.X)
			c.handled(e.Y)
		}
	}
}

func isLogical(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// logical makes the operands of && and || switchable, and marks the evaluation of
// each but the first; the operands of a && b && c are a, b and c. It marks the
// outcome of the last one, too, unless that is visible elsewhere.
func (c *copier) logical(n *ast.BinaryExpr) {
	if !isLogical(n) || !c.isBool(n) || c.links[n] {
		return
	}
	mark, op := "Pass", "&&"
	if n.Op == token.LOR {
		mark, op = "Fail", "||"
	}
	if !c.operands[n] {
		c.handled(n)
		c.edit.close(c.offset(n.End()), fmt.Sprintf(" %s %s", op, c.call(mark)))
	}
	for i, e := range c.chain(n) {
		if i > 0 {
			c.edit.open(c.offset(e.Pos()), fmt.Sprintf("%s %s ", c.call(mark), op))
		}
		c.cond(e)
	}
}

// chain returns the operands of n, and notes that the expressions of the same kind
// in it are not to be visited again.
func (c *copier) chain(n *ast.BinaryExpr) []ast.Expr {
	var list []ast.Expr
	if x, ok := n.X.(*ast.BinaryExpr); ok && x.Op == n.Op {
		c.links[x] = true
		list = c.chain(x)
	} else {
		list = []ast.Expr{n.X}
	}
	return append(list, n.Y)
}

// cond wraps e in a call of probe.Cond and lists the three faults of it.
func (c *copier) cond(e ast.Expr) {
	if !c.isBool(e) {
		return
	}
	start, end := c.offset(e.Pos()), c.offset(e.End())
	id := c.nextID
	c.used = true
	c.edit.wrap(start, end, fmt.Sprintf("%s.Cond(%d, ", c.probe, id), ")")
	line := c.line(e.Pos())
	c.onLine[line]++
	for i, kind := range [...]string{probe.Negate: "negate", probe.True: "true", probe.False: "false"} {
		c.faults = append(c.faults, probe.FaultInfo{
			ID:   id + uint32(i),
			Name: fmt.Sprintf("%s/%s:%d:cond%d:%s", c.pkg.Name, c.name, line, c.onLine[line], kind),
			Kind: kind,
			File: c.name,
			Line: line,
			Func: c.decl,
			Doc:  strings.Join(strings.Fields(string(c.edit.src[start:end])), " "),
		})
		c.nextID++
	}
}

// isBool reports whether e is a boolean expression whose value is not constant and
// whose type is not a named one.
func (c *copier) isBool(e ast.Expr) bool {
	tv := c.pkg.TypesInfo.Types[e]
	b, ok := types.Unalias(tv.Type).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && tv.Value == nil
}

// open inserts a call of a probe at pos.
func (c *copier) open(pos token.Pos, probe string) {
	c.edit.open(c.offset(pos), fmt.Sprintf(" %s;", c.call(probe)))
}

// call returns a call of a probe with a new site.
func (c *copier) call(probe string) string {
	c.used = true
	return fmt.Sprintf("%s.%s(%d)", c.probe, probe, c.sites(1))
}

// findValues reads the //probe:value directives of the file.
func (c *copier) findValues() {
	first := map[int]ast.Stmt{} // the first statement that starts on a line
	ast.Inspect(c.file, func(n ast.Node) bool {
		for _, s := range stmtList(n) {
			if line := c.line(s.Pos()); first[line] == nil {
				first[line] = s
			}
		}
		return true
	})
	for _, g := range c.file.Comments {
		for _, comment := range g.List {
			text, ok := strings.CutPrefix(comment.Text, "//probe:value ")
			if !ok {
				continue
			}
			line := c.line(comment.Pos())
			s := first[line]
			if s == nil {
				s = first[line+1]
			}
			if s == nil {
				c.fail(comment.Pos(), errors.New("no statement begins here or on the next line"))
				continue
			}
			c.values[s] = c.parseValue(comment.Pos(), text)
		}
	}
}

func (c *copier) parseValue(pos token.Pos, text string) value {
	text = strings.TrimSpace(text)
	i := strings.LastIndexAny(text, " \t")
	if i < 0 {
		c.fail(pos, errors.New("want //probe:value EXPR SIZE"))
		return value{}
	}
	size, err := c.size(pos, text[i+1:])
	if err != nil {
		c.fail(pos, err)
	}
	return value{strings.TrimSpace(text[:i]), size}
}

// value inserts the probe of a //probe:value directive before s.
func (c *copier) value(s ast.Stmt) {
	if v, ok := c.values[s]; ok {
		c.used = true
		c.edit.open(c.offset(s.Pos()), fmt.Sprintf("%s.Value(%d, %d, uint32(%s)); ", c.probe, c.sites(v.size), v.size, v.expr))
	}
}

// stmtList returns the statements of a node that holds a list of them; the clauses of
// a switch are no statements in this sense.
func stmtList(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if len(n.List) > 0 {
			switch n.List[0].(type) {
			case *ast.CaseClause, *ast.CommClause:
				return nil
			}
		}
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// offset returns the place of pos in the source.
func (c *copier) offset(pos token.Pos) int { return c.fset.PositionFor(pos, false).Offset }

// line returns the line of pos in the source.
func (c *copier) line(pos token.Pos) int { return c.fset.PositionFor(pos, false).Line }

// fail notes the first error.
func (c *copier) fail(pos token.Pos, err error) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %w", c.fset.PositionFor(pos, false), err)
	}
}
