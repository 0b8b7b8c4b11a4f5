package main

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// recursive returns the functions and function literals of pkg that are to count
// steps, so that there is no endless recursion without: those that refer to
// themselves, also through other functions, and those that call what only a run can
// tell.
func recursive(pkg *packages.Package) map[ast.Node]bool {
	marked := map[ast.Node]bool{}
	refs := map[types.Object][]types.Object{} // what functions refer to
	methods := map[string]bool{}
	decls := functions(pkg)
	for _, d := range decls {
		if d.Recv != nil {
			methods[d.Name.Name] = true
		}
	}
	for _, d := range decls {
		f := pkg.TypesInfo.Defs[d.Name]
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if g, ok := pkg.TypesInfo.Uses[id].(*types.Func); ok {
					refs[f] = append(refs[f], g.Origin())
				}
			}
			return true
		})
	}
	for _, d := range decls {
		f := pkg.TypesInfo.Defs[d.Name]
		marked[d] = reaches(refs, f, f, map[types.Object]bool{})
	}
	for _, file := range pkg.Syntax {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isDynamic(pkg.TypesInfo, call, methods) {
				marked[innermost(stack)] = true
			}
			return true
		})
	}
	return marked
}

// functions returns the declared functions of pkg.
func functions(pkg *packages.Package) (list []*ast.FuncDecl) {
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				list = append(list, d)
			}
		}
	}
	return list
}

// reaches reports whether a path of one or more references leads from f to g.
func reaches(refs map[types.Object][]types.Object, f, g types.Object, seen map[types.Object]bool) bool {
	for _, h := range refs[f] {
		if h == g {
			return true
		}
		if !seen[h] {
			seen[h] = true
			if reaches(refs, h, g, seen) {
				return true
			}
		}
	}
	return false
}

// isDynamic reports whether the function called is a value, or a method of an
// interface that may be one of the given methods.
func isDynamic(info *types.Info, call *ast.CallExpr, methods map[string]bool) bool {
	fun := ast.Unparen(call.Fun)
	if _, isLit := fun.(*ast.FuncLit); isLit {
		return false
	}
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() || typeutil.StaticCallee(info, call) != nil {
		return false
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if f, ok := info.Uses[sel.Sel].(*types.Func); ok {
			return methods[f.Name()]
		}
	}
	return true
}

// innermost returns the last function or function literal of stack, or nil.
func innermost(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return stack[i]
		}
	}
	return nil
}
