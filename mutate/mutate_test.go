package mutate_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
)

// Tree is the example type of the MUTAGEN paper: data Tree a = Leaf a | Branch (Tree a) a (Tree a).
type Tree interface{ tree() }

type Leaf struct{ X int }

type Branch struct {
	L Tree
	X int
	R Tree
}

func (Leaf) tree()   {}
func (Branch) tree() {}

func newTree() mutate.Mutator[Tree] {
	var tree mutate.Mutator[Tree]
	num := mutate.Int[int]()
	tree = mutate.Sum(
		mutate.Case[Tree](
			mutate.Field(func(t *Leaf) *int { return &t.X }, num),
		),
		mutate.Case[Tree](
			mutate.Field(func(t *Branch) *Tree { return &t.L }, mutate.Ref(&tree)),
			mutate.Field(func(t *Branch) *int { return &t.X }, num),
			mutate.Field(func(t *Branch) *Tree { return &t.R }, mutate.Ref(&tree)),
		),
	)
	return tree
}

var example = Branch{Leaf{1}, 2, Leaf{3}}

// describe prints mutants, with * for a random one.
func describe[T any](mutants iter.Seq[mutate.Mutant[T]]) string {
	var all []string
	for m := range mutants {
		if m.Rand != nil {
			all = append(all, "*")
		} else {
			all = append(all, fmt.Sprint(m.Pure))
		}
	}
	return strings.Join(all, " ")
}

// table prints the mutants at every position of v, a line each, in level order.
func table[T any](m mutate.Mutator[T], v T) string {
	var b strings.Builder
	for p := range mutate.Positions(m, v) {
		line := fmt.Sprintf("%v: %s", p, describe(mutate.At(m, v, p)))
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

func wantTable[T any](t *testing.T, m mutate.Mutator[T], v T, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimLeft(want, "\n"), "\t", "")
	if got := table(m, v); got != want {
		t.Errorf("mutants of %v:\n%s\nwant\n%s", v, got, want)
	}
}

func TestTreeMutants(t *testing.T) {
	m := newTree()
	wantTable(t, m, Tree(Leaf{7}), `
		.: {{0} 7 {0}}
		0: *
	`)
	wantTable(t, m, Tree(example), `
		.: {1} {3} {2} {{1} 2 {1}} {{3} 2 {1}} {{3} 2 {3}}
		0: {{{0} 1 {0}} 2 {3}}
		1: *
		2: {{1} 2 {{0} 3 {0}}}
		0.0: *
		2.0: *
	`)
	if got := m.Default(); got != (Leaf{0}) {
		t.Errorf("default %v, want a leaf", got)
	}
}

// TestTreeMutantsAreDistinct has cases in which the formal set has fewer members than there are combinations.
func TestTreeMutantsAreDistinct(t *testing.T) {
	m := newTree()
	wantTable(t, m, Tree(Branch{Leaf{1}, 2, Leaf{1}}), `
		.: {1} {2}
		0: {{{0} 1 {0}} 2 {1}}
		1: *
		2: {{1} 2 {{0} 1 {0}}}
		0.0: *
		2.0: *
	`)
	if got, want := describe(m.Mutate(Branch{Leaf{2}, 2, Leaf{3}})), "{2} {3} {{2} 2 {2}} {{3} 2 {2}} {{3} 2 {3}}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestListMutants(t *testing.T) {
	m := mutate.Slice[[]int](mutate.Int[int]())
	wantTable(t, m, []int{1, 2, 3}, `
		.: [] [2 3] [1 1 2 3]
		0: *
		1: [1] [1 3] [1 2 2 3]
		2: *
		3: [1 2] [1 2 3 3]
		4: *
		5: [1 2 3 0]
	`)
	wantTable(t, m, nil, `
		.: [0]
	`)
}

// TestListLevels checks that the level order of nested lists is that of cons cells.
func TestListLevels(t *testing.T) {
	inner := mutate.Slice[[]int](mutate.Int[int]())
	m := mutate.Slice[[][]int](inner)
	type visit struct {
		cons string
		pos  string
	}
	v := [][]int{{1, 2}, {}, {3, 4, 5}, {6}}
	var want []visit
	level := []visit{{".", "."}}
	children := func(n visit) []visit { // of a cons cell, by its path
		path := strings.TrimPrefix(n.cons, ".")
		list, at, pos := any(v), 0, ""
		for _, step := range path {
			s := reflect.ValueOf(list)
			if s.Kind() != reflect.Slice || at >= s.Len() {
				return nil
			}
			if step == 't' {
				at++
			} else {
				list, pos, at = s.Index(at).Interface(), fmt.Sprintf("%s%d.", pos, 2*at), 0
			}
		}
		s := reflect.ValueOf(list)
		if s.Kind() != reflect.Slice || at >= s.Len() {
			return nil
		}
		return []visit{
			{n.cons + "h", fmt.Sprintf("%s%d", pos, 2*at)},
			{n.cons + "t", fmt.Sprintf("%s%d", pos, 2*at+1)},
		}
	}
	for len(level) > 0 {
		want = append(want, level...)
		var next []visit
		for _, n := range level {
			next = append(next, children(n)...)
		}
		level = next
	}
	i := 0
	for p := range mutate.Positions(m, v) {
		if i == len(want) || p.String() != want[i].pos {
			t.Fatalf("position %d is %v, want one of %v", i, p, want)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d positions, want %d", i, len(want))
	}
}

func TestOptionAndBoolMutants(t *testing.T) {
	b := mutate.Bool[bool]()
	wantTable(t, b, true, `
		.: false
	`)
	wantTable(t, b, false, `
		.: true
	`)
	m := mutate.Option(mutate.Int[int]())
	one := 1
	got := slices.Collect(m.Mutate(nil))
	if len(got) != 1 || got[0].Pure == nil || *got[0].Pure != 0 {
		t.Errorf("mutants of nil: %v", got)
	}
	wantTable(t, m, &one, `
		.: <nil>
		0: *
	`)
}

func TestEnumMutants(t *testing.T) {
	m := mutate.Enum("a", "b", "c")
	if got := describe(m.Mutate("b")); got != "a c" {
		t.Errorf("mutants of b: %s", got)
	}
	g := mutate.Groups(func(s string) int { return len(s) }, "a", "xx", "b", "yyy", "c", "zz")
	for v, want := range map[string]string{"b": "a c xx yyy *", "zz": "xx a yyy *", "yyy": "a xx *", "none": "a xx b yyy c zz"} {
		if got := describe(g.Mutate(v)); got != want {
			t.Errorf("mutants of %s: %s, want %s", v, got, want)
		}
	}
}

func TestStringMutants(t *testing.T) {
	m := mutate.String[string]()
	if got := describe(m.Mutate("")); got != "a *" {
		t.Errorf("mutants of the empty string: %q", got)
	}
	if got := describe(m.Mutate("xy")); got != " *" {
		t.Errorf("mutants of xy: %q", got)
	}
	b := mutate.Bytes[[]byte]()
	if got := describe(b.Mutate(nil)); got != "[0] *" {
		t.Errorf("mutants of no bytes: %q", got)
	}
}

// Op and Code make a language whose operators are an enum in groups.
type (
	Code  interface{ code() }
	Nop   struct{}
	Op    struct{ Name string }
	Push  struct{ Value uint8 }
	Jump  struct{ To uint8 }
	Block struct {
		Loop bool
		Body Body
	}
	If struct {
		Then, Else Body
	}
	Body []Code
)

func (Nop) code()   {}
func (Op) code()    {}
func (Push) code()  {}
func (Jump) code()  {}
func (Block) code() {}
func (If) code()    {}

func newBody() mutate.Mutator[Body] {
	var body mutate.Mutator[Body]
	op := mutate.Groups(func(s string) int { return len(s) }, "add", "mul", "eqz!", "neg", "load")
	body = mutate.Slice[Body](mutate.Sum(
		mutate.Case[Code, Nop](),
		mutate.Case[Code](mutate.Field(func(c *Op) *string { return &c.Name }, op)),
		mutate.Case[Code](mutate.Field(func(c *Push) *uint8 { return &c.Value }, mutate.Int[uint8]())),
		mutate.Case[Code](mutate.Field(func(c *Jump) *uint8 { return &c.To }, mutate.Index[uint8]())),
		mutate.Case[Code](
			mutate.Field(func(c *Block) *bool { return &c.Loop }, mutate.Bool[bool]()),
			mutate.Field(func(c *Block) *Body { return &c.Body }, mutate.Ref(&body)),
		),
		mutate.Case[Code](
			mutate.Field(func(c *If) *Body { return &c.Then }, mutate.Ref(&body)),
			mutate.Field(func(c *If) *Body { return &c.Else }, mutate.Ref(&body)),
		),
	))
	return body
}

func TestBodyMutants(t *testing.T) {
	m := newBody()
	// Fields that nothing at hand fits are seeds: one value per group. Fields of the same type travel. A body in a
	// body is lifted out; elements and tails are put into blocks.
	wantTable(t, m, Body{Push{7}}, `
		.: [] [{7} {7}] [{false [{7}]}] [{[{7}] []}]
		0: [{}] [{add}] [{eqz!}] [{7}] [{false []}] [{[] []}]
		1: [{7} {}]
		0.0: *
	`)
	wantTable(t, m, Body{Block{true, Body{Nop{}, Nop{}}}, Nop{}}, `
		.: [] [{}] [{true [{} {}]} {true [{} {}]} {}] [{} {} {}] [{false [{true [{} {}]}]} {}] [{[{true [{} {}]}] []} {}] [{false [{true [{} {}]} {}]}] [{[{true [{} {}]} {}] []}]
		0: [{} {}] [{add} {}] [{eqz!} {}] [{0} {}] [{0} {}] [{[{} {}] [{} {}]} {}]
		1: [{true [{} {}]}] [{true [{} {}]} {} {}] [{true [{} {}]} {false [{}]}] [{true [{} {}]} {[{}] []}]
		0.0: [{false [{} {}]} {}]
		0.1: [{true []} {}] [{true [{}]} {}] [{true [{} {} {}]} {}] [{true [{false [{}]} {}]} {}] [{true [{[{}] []} {}]} {}] [{true [{false [{} {}]}]} {}] [{true [{[{} {}] []}]} {}]
		2: [{true [{} {}]} {add}] [{true [{} {}]} {eqz!}] [{true [{} {}]} {0}] [{true [{} {}]} {0}] [{true [{} {}]} {false []}] [{true [{} {}]} {[] []}]
		3: [{true [{} {}]} {} {}]
		0.1.0: [{true [{add} {}]} {}] [{true [{eqz!} {}]} {}] [{true [{0} {}]} {}] [{true [{0} {}]} {}] [{true [{false []} {}]} {}] [{true [{[] []} {}]} {}]
		0.1.1: [{true [{}]} {}] [{true [{} {} {}]} {}] [{true [{} {false [{}]}]} {}] [{true [{} {[{}] []}]} {}]
		0.1.2: [{true [{} {add}]} {}] [{true [{} {eqz!}]} {}] [{true [{} {0}]} {}] [{true [{} {0}]} {}] [{true [{} {false []}]} {}] [{true [{} {[] []}]} {}]
		0.1.3: [{true [{} {} {}]} {}]
	`)
	// Equal bodies are lifted out once, empty ones not at all: that would be the list without the element.
	if got, want := describe(m.Mutate(Body{If{Body{Nop{}}, Body{Nop{}}}})), "[] [{[{}] [{}]} {[{}] [{}]}] [{}] [{false [{[{}] [{}]}]}] [{[{[{}] [{}]}] []}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Record is a struct of arrays and scalars, Pair one of options.
type (
	Record struct {
		A [2]bool
		B []byte
		C string
	}
	Pair struct {
		X, Y *Tree
		Z    Record
	}
)

func newRecord() mutate.Mutator[Record] {
	pair := mutate.Array(func(a *[2]bool) []bool { return a[:] }, mutate.Bool[bool]())
	return mutate.Struct(
		mutate.Field(func(p *Record) *[2]bool { return &p.A }, pair),
		mutate.Field(func(p *Record) *[]byte { return &p.B }, mutate.Bytes[[]byte]()),
		mutate.Field(func(p *Record) *string { return &p.C }, mutate.String[string]()),
	)
}

func newPair() mutate.Mutator[Pair] {
	tree := mutate.Option(newTree())
	return mutate.Struct(
		mutate.Field(func(p *Pair) **Tree { return &p.X }, tree),
		mutate.Field(func(p *Pair) **Tree { return &p.Y }, tree),
		mutate.Field(func(p *Pair) *Record { return &p.Z }, newRecord()),
	)
}

func TestStructHasNoMutantsOfItsOwn(t *testing.T) {
	wantTable(t, newRecord(), Record{B: []byte("x")}, `
		.:
		0:
		1: {[false false] [] } *
		2: {[false false] [120] a} *
		0.0: {[true false] [120] }
		0.1: {[false true] [120] }
	`)
}

func TestBatch(t *testing.T) {
	m := newTree()
	for _, randoms := range []int{0, 1, 5} {
		r := rand.New(rand.NewPCG(1, 2))
		b := mutate.NewBatch(m, Tree(example), randoms)
		var got []string
		for v, ok := b.Next(r); ok; v, ok = b.Next(r) {
			if m.Equal(v, example) {
				t.Errorf("%v is the original", v)
			}
			got = append(got, b.Pos().String())
		}
		if n := 8 + 3*randoms; len(got) != n {
			t.Errorf("%d mutants with %d samples, want %d", len(got), randoms, n)
		}
		want := slices.Concat(slices.Repeat([]string{"."}, 6), []string{"0"}, slices.Repeat([]string{"1"}, randoms), []string{"2"},
			slices.Repeat([]string{"0.0"}, randoms), slices.Repeat([]string{"2.0"}, randoms))
		if !slices.Equal(got, want) {
			t.Errorf("positions %v, want %v", got, want)
		}
		if _, ok := b.Next(r); ok {
			t.Error("an exhausted batch goes on")
		}
	}
}

// TestBatchIsAt checks that a batch is the concatenation of At over Positions.
func TestBatchIsAt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	m := newBody()
	for range 50 {
		v := m.Random(r, 6)
		b := mutate.NewBatch(m, v, 0)
		for p := range mutate.Positions(m, v) {
			for want := range mutate.At(m, v, p) {
				if want.Rand != nil {
					continue
				}
				got, ok := b.Next(r)
				if !ok || !reflect.DeepEqual(got, want.Pure) || !slices.Equal(b.Pos(), p) {
					t.Fatalf("%v: batch has %v at %v, want %v at %v", v, got, b.Pos(), want.Pure, p)
				}
			}
		}
		if got, ok := b.Next(r); ok {
			t.Fatalf("%v: batch goes on with %v", v, got)
		}
	}
}

func TestPos(t *testing.T) {
	for _, p := range []mutate.Pos{{}, {0}, {1, 0, 2}, {10, 311}} {
		if got, err := mutate.ParsePos(p.String()); err != nil || !slices.Equal(got, p) {
			t.Errorf("%v is read as %v, %v", p, got, err)
		}
	}
	for _, s := range []string{"", "..", "1.", "-1", "a", "1.x", "99999999999"} {
		if p, err := mutate.ParsePos(s); err == nil {
			t.Errorf("%q is read as %v", s, p)
		}
	}
}

func TestRandomFollowsSize(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := newTree()
	var depth func(Tree) int
	depth = func(t Tree) int {
		if b, ok := t.(Branch); ok {
			return 1 + max(depth(b.L), depth(b.R))
		}
		return 0
	}
	for size := range 5 {
		deepest := 0
		for range 200 {
			deepest = max(deepest, depth(m.Random(r, size)))
		}
		if deepest != size {
			t.Errorf("the deepest of 200 trees of size %d has depth %d", size, deepest)
		}
	}
	body := newBody()
	for range 200 {
		if got := body.Random(r, 0); got != nil {
			t.Fatalf("body of size 0: %v", got)
		}
	}
}

func TestRandomReachesEveryVariant(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	m := newBody()
	seen := map[string]bool{}
	for range 2000 {
		for _, c := range m.Random(r, 3) {
			seen[fmt.Sprintf("%T", c)] = true
			if op, ok := c.(Op); ok {
				seen[op.Name] = true
			}
		}
	}
	if len(seen) != 6+5 {
		t.Errorf("seen only %v", seen)
	}
}

// Even and Odd are lists that alternate; every value of both ends in an Odd that is nil.
type (
	Even interface{ even() }
	Odd  struct{ Next Even }
	Last struct{}
	Cons struct{ Rest Odd }
)

func (Last) even() {}
func (Cons) even() {}

func TestMutualRecursion(t *testing.T) {
	var odd mutate.Mutator[Odd]
	even := mutate.Sum(
		mutate.Case[Even](mutate.Field(func(c *Cons) *Odd { return &c.Rest }, mutate.Ref(&odd))),
		mutate.Case[Even, Last](),
	)
	odd = mutate.Struct(mutate.Field(func(o *Odd) *Even { return &o.Next }, even))
	if got := odd.Default(); got != (Odd{Last{}}) {
		t.Errorf("default %v", got)
	}
	r := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		even.Random(r, 0) // ends, although Cons has no field of type Even
	}
}

func TestDefaultThatNeverEnds(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("construction did not panic")
		}
	}()
	var odd mutate.Mutator[Odd]
	even := mutate.Sum(mutate.Case[Even](mutate.Field(func(c *Cons) *Odd { return &c.Rest }, mutate.Ref(&odd))))
	odd = mutate.Struct(mutate.Field(func(o *Odd) *Even { return &o.Next }, even))
}

func TestWithDefault(t *testing.T) {
	m := mutate.WithDefault(newTree(), Tree(Leaf{9}))
	if got := m.Default(); got != (Leaf{9}) {
		t.Errorf("default %v", got)
	}
	if got := describe(mutate.Slice[[]Tree](m).Mutate(nil)); got != "[{9}]" {
		t.Errorf("grown list %s", got)
	}
}
