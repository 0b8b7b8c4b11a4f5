package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A family is a type and all named types that it is made of.
type family struct {
	fset    *token.FileSet
	root    *types.Named
	members []*types.Named // each after those that it is made of, but for recursion
	shapes  map[*types.Named]shape
}

// A shape says by which combinator a type is described, and with what.
type shape struct {
	kind     kind
	elem     types.Type   // of a slice, array or option
	fields   []*types.Var // of a struct
	variants []variant    // of a sum
	consts   []*types.Const
	grouped  bool // of an enum: whether it has a method Group
}

type kind int

const (
	kindStruct kind = iota
	kindSum
	kindEnum
	kindIndex
	kindInt
	kindBool
	kindString
	kindBytes
	kindSlice
	kindArray
	kindOption
)

type variant struct {
	typ    *types.Named
	fields []*types.Var
}

// load type-checks the package and collects the family of its type root.
func load(path, root string) (*family, error) {
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
		Fset: fset,
	}, path)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, fmt.Errorf("%s: %d packages", path, len(pkgs))
	}
	if pkg := pkgs[0]; len(pkg.Errors) > 0 {
		return nil, pkg.Errors[0]
	}
	obj, ok := pkgs[0].Types.Scope().Lookup(root).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("%s has no type %s", path, root)
	}
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return nil, fmt.Errorf("%s.%s is an alias", path, root)
	}
	f := &family{fset: fset, root: named, shapes: map[*types.Named]shape{}}
	return f, f.add(named, root)
}

// add adds the named types in t, first those it is made of. Where is the selector of
// t, for errors.
func (f *family) add(t types.Type, where string) error {
	named, _ := t.(*types.Named)
	if named != nil {
		if _, ok := f.shapes[named]; ok {
			return nil
		}
	}
	s, err := f.shape(t)
	if err != nil {
		return fmt.Errorf("%s: %v: %w", where, t, err)
	}
	if named != nil {
		f.shapes[named] = s
		where = named.Obj().Name()
	}
	for selector, u := range s.uses() {
		if err := f.add(u, where+selector); err != nil {
			return err
		}
	}
	if named != nil {
		f.members = append(f.members, named)
	}
	return nil
}

// uses returns the types in the declaration of a type of shape s, each with what a
// selector of it looks like.
func (s *shape) uses() iter.Seq2[string, types.Type] {
	return func(yield func(string, types.Type) bool) {
		if s.elem != nil && !yield("[]", s.elem) {
			return
		}
		for _, field := range s.fields {
			if !yield("."+field.Name(), field.Type()) {
				return
			}
		}
		for _, v := range s.variants {
			for _, field := range v.fields {
				if !yield(".("+v.typ.Obj().Name()+")."+field.Name(), field.Type()) {
					return
				}
			}
		}
	}
}

var errNoCombinator = errors.New("no combinator describes such a type")

func (f *family) shape(t types.Type) (shape, error) {
	named, _ := t.(*types.Named)
	if named != nil && (named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0) {
		return shape{}, errors.New("type parameters are not supported")
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if named != nil {
			fields, err := exported(u)
			return shape{kind: kindStruct, fields: fields}, err
		}
	case *types.Interface:
		if named != nil {
			variants, err := f.variants(named, u)
			return shape{kind: kindSum, variants: variants}, err
		}
	case *types.Basic:
		return f.basic(named, u)
	case *types.Slice:
		if types.Identical(u.Elem(), types.Typ[types.Byte]) {
			return shape{kind: kindBytes}, nil
		}
		return shape{kind: kindSlice, elem: u.Elem()}, nil
	case *types.Array:
		return shape{kind: kindArray, elem: u.Elem()}, nil
	case *types.Pointer:
		if named == nil {
			return shape{kind: kindOption, elem: u.Elem()}, nil
		}
	}
	return shape{}, errNoCombinator
}

// basic returns the shape of a basic type, or of the named type behind which it is.
func (f *family) basic(named *types.Named, b *types.Basic) (shape, error) {
	switch {
	case b.Info()&types.IsBoolean != 0:
		return shape{kind: kindBool}, nil
	case b.Info()&types.IsString != 0:
		return shape{kind: kindString}, nil
	case b.Info()&types.IsInteger == 0:
		return shape{}, errNoCombinator
	case named == nil:
		return shape{kind: kindInt}, nil
	}
	if consts := f.consts(named); len(consts) > 0 {
		return shape{kind: kindEnum, consts: consts, grouped: grouped(named)}, nil
	}
	if strings.HasSuffix(named.Obj().Name(), "Idx") {
		return shape{kind: kindIndex}, nil
	}
	return shape{kind: kindInt}, nil
}

// grouped reports whether t has a method Group() G.
func grouped(t *types.Named) bool {
	m, _, _ := types.LookupFieldOrMethod(t, false, t.Obj().Pkg(), "Group")
	group, ok := m.(*types.Func)
	return ok && group.Signature().Params().Len() == 0 && group.Signature().Results().Len() == 1
}

// exported returns the fields of a struct, or an error if some are not exported.
func exported(s *types.Struct) ([]*types.Var, error) {
	fields := slices.Collect(s.Fields())
	for _, field := range fields {
		if !field.Exported() {
			return nil, fmt.Errorf("the field %s is not exported", field.Name())
		}
	}
	return fields, nil
}

// declared returns the objects of t's package in the order of their declaration.
func (f *family) declared(t *types.Named) []types.Object {
	scope := t.Obj().Pkg().Scope()
	var all []types.Object
	for _, name := range scope.Names() {
		all = append(all, scope.Lookup(name))
	}
	slices.SortStableFunc(all, func(a, b types.Object) int {
		p, q := f.fset.Position(a.Pos()), f.fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
	})
	return all
}

// consts returns the exported constants of type t that differ in value.
func (f *family) consts(t *types.Named) []*types.Const {
	var consts []*types.Const
	seen := map[string]bool{}
	for _, obj := range f.declared(t) {
		c, ok := obj.(*types.Const)
		if ok && c.Exported() && types.Identical(c.Type(), t) && !seen[c.Val().ExactString()] {
			seen[c.Val().ExactString()] = true
			consts = append(consts, c)
		}
	}
	return consts
}

// variants returns the struct types that implement the sealed interface t.
func (f *family) variants(t *types.Named, iface *types.Interface) ([]variant, error) {
	sealed := slices.ContainsFunc(slices.Collect(iface.Methods()), func(m *types.Func) bool { return !m.Exported() })
	if !sealed {
		return nil, errors.New("the interface has no unexported method, so its variants are not known")
	}
	var variants []variant
	for _, obj := range f.declared(t) {
		name, ok := obj.(*types.TypeName)
		if !ok || name.IsAlias() || types.IsInterface(name.Type()) {
			continue
		}
		named := name.Type().(*types.Named)
		if !types.Implements(named, iface) {
			if types.Implements(types.NewPointer(named), iface) {
				return nil, fmt.Errorf("the variant %s has pointer receivers, but mutants are values", name.Name())
			}
			continue
		}
		s, ok := named.Underlying().(*types.Struct)
		if !ok || !name.Exported() {
			return nil, fmt.Errorf("the variant %s is not an exported struct type", name.Name())
		}
		fields, err := exported(s)
		if err != nil {
			return nil, fmt.Errorf("the variant %s: %w", name.Name(), err)
		}
		variants = append(variants, variant{named, fields})
	}
	if simplest(t, variants) < 0 {
		return nil, errors.New("the interface has no variants without a field of that type")
	}
	return variants, nil
}

// simplest returns the index of the variant that the default of the sum t is of, by
// the rule of mutate.Sum, or -1.
func simplest(t types.Type, variants []variant) int {
	best := -1
	for i, v := range variants {
		recursive := slices.ContainsFunc(v.fields, func(f *types.Var) bool { return types.Identical(f.Type(), t) })
		if !recursive && (best < 0 || len(v.fields) < len(variants[best].fields)) {
			best = i
		}
	}
	return best
}

// order returns the members of the family such that each comes after those whose
// defaults its own default needs.
func (f *family) order() ([]*types.Named, error) {
	var order, path []*types.Named
	done := map[*types.Named]bool{}
	var visit func(ts []types.Type) error
	visitNamed := func(t *types.Named) error {
		if done[t] {
			return nil
		}
		if i := slices.Index(path, t); i >= 0 {
			return fmt.Errorf("the default of %v never ends: it is made of itself through %v", t, path[i:])
		}
		path = append(path, t)
		if err := visit(needs(t, f.shapes[t])); err != nil {
			return err
		}
		path = path[:len(path)-1]
		done[t] = true
		order = append(order, t)
		return nil
	}
	visit = func(ts []types.Type) error {
		for _, t := range ts {
			var err error
			if named, ok := t.(*types.Named); ok {
				err = visitNamed(named)
			} else {
				s, _ := f.shape(t) // it has been looked at before
				err = visit(needs(t, s))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, t := range f.members {
		if err := visitNamed(t); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// needs returns the types whose defaults make up the default of the type t, whose
// shape is s.
func needs(t types.Type, s shape) (needs []types.Type) {
	fields := s.fields
	switch s.kind {
	case kindArray:
		return []types.Type{s.elem}
	case kindSum:
		fields = s.variants[simplest(t, s.variants)].fields
	}
	for _, field := range fields {
		needs = append(needs, field.Type())
	}
	return needs
}
