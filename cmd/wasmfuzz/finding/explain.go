package finding

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/wasmmut"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// Explanation says what the mutants of a module, each of which differs from it in one place, tell of a divergence: it
// belongs to what no mutant can lose without losing the divergence too.
//
// This is the idea of WarpL (2026), which looks for one mutant without the symptom; here all mutants are tried.
type Explanation struct {
	Lines []Line // of the module's text
	// Mutants are those that were put to the engines, and Keep those among them that show the divergence.
	Mutants, Keep int
	// Culprits are known only if all mutants were tried.
	Culprits   []Culprit
	Incomplete bool
}

// Line is a line of a module's text.
type Line struct {
	Text string // indented
	// Kill counts the mutants that have lost this line alone, and no longer show the divergence; Keep those that have
	// lost it, and do. Mutants that are invalid for all engines say nothing and do not count.
	Kill, Keep int
	Kept       []string // the first of the latter, as the lines that they have instead
}

// Guilty reports whether the divergence does not show without the line.
func (l *Line) Guilty() bool { return l.Kill > 0 && l.Keep == 0 }

// Culprit is an instruction that a divergence belongs to.
type Culprit struct {
	Op wasmast.Op
	// Alternatives are other operators that show the divergence in its place, if most do. If few do, they are to blame
	// themselves.
	Alternatives []wasmast.Op
	// Innocent is an operator of the same type that does not, if there is one.
	Innocent    wasmast.Op
	HasInnocent bool
}

// String names the instruction, and those that can stand in its place.
func (c Culprit) String() string {
	if len(c.Alternatives) == 0 {
		return c.Op.String()
	}
	names := make([]string, len(c.Alternatives))
	for i, op := range c.Alternatives {
		names[i] = op.String()
	}
	return fmt.Sprintf("%v, or in its place %s", c.Op, strings.Join(names, ", "))
}

// draws is how often a random mutant is drawn: with so many constants or indices in the place of one.
const draws = 4

// Explain tries all mutants of a subject that has a symptom. When ctx ends, or limit of them are tried, if it is not 0,
// it knows of those so far. Tick is called for each.
func Explain(ctx context.Context, y *Symptom, s Subject, limit int, tick func()) *Explanation {
	x := &explainer{symptom: y, original: listing(s.Module), ops: map[wasmast.Op]*verdicts{}}
	for _, l := range x.original.texts {
		x.out.Lines = append(x.out.Lines, Line{Text: l})
	}
	random := rand.New(rand.NewPCG(1, 2))
	batch := mutate.NewBatch(wasmmut.Module(), *s.Module, draws)
	seen := map[string]bool{text.String(s.Module): true}
	for m, ok := batch.Next(random); ok; m, ok = batch.Next(random) {
		if ctx.Err() != nil || limit > 0 && len(seen) > limit {
			x.out.Incomplete = true
			return &x.out
		}
		if printed := text.String(&m); !seen[printed] {
			seen[printed] = true
			tick()
			x.mutant(Subject{&m, s.Calls})
		}
	}
	x.out.Culprits = x.culprits()
	return &x.out
}

// explainer is an explanation in the making.
type explainer struct {
	symptom  *Symptom
	original lines
	out      Explanation
	ops      map[wasmast.Op]*verdicts
}

// verdicts are what mutants without an instruction, or with fewer of them, tell of it.
type verdicts struct {
	kill, keep int
	stand      map[wasmast.Op]bool // whether operators in its place show the divergence
}

// mutant tries one mutant.
func (x *explainer) mutant(s Subject) {
	shows := x.symptom.Shows(s)
	if !shows && !x.symptom.accepts(s.Module) {
		return
	}
	x.out.Mutants++
	if shows {
		x.out.Keep++
	}
	mutant := listing(s.Module)
	lost, gained := x.original.minus(mutant), mutant.minus(x.original)
	for _, i := range lost {
		l := &x.out.Lines[i]
		switch {
		case shows:
			l.Keep++
			if instead := instead(mutant, gained); len(l.Kept) < maxKept && !slices.Contains(l.Kept, instead) {
				l.Kept = append(l.Kept, instead)
			}
		case len(lost) == 1:
			l.Kill++
		}
	}
	x.operators(s.Module, shows)
}

// maxKept bounds the examples for each line.
const maxKept = 3

func instead(mutant lines, gained []int) string {
	var texts []string
	for _, i := range gained {
		texts = append(texts, strings.TrimSpace(mutant.texts[i]))
	}
	return strings.Join(texts, "; ")
}

// operators notes what a mutant tells of the instructions that it has lost.
func (x *explainer) operators(m *wasmast.Module, shows bool) {
	ops := operatorsOf(m)
	lost := x.original.ops.minus(ops)
	replacement, replaced := ops.minus(x.original.ops).single()
	for op, n := range lost {
		v := x.ops[op]
		if v == nil {
			v = &verdicts{stand: map[wasmast.Op]bool{}}
			x.ops[op] = v
		}
		switch alone := len(lost) == 1; {
		case n == 1 && alone && replaced && sameShape(op, replacement):
			v.stand[replacement] = v.stand[replacement] || shows
		case shows:
			v.keep++
		case alone:
			v.kill++
		}
	}
}

// sameShape reports whether one instruction can stand for the other: they have one shape, or supply a value.
func sameShape(a, b wasmast.Op) bool {
	return a.Info().Shape == b.Info().Shape || supplies(a) && supplies(b)
}

// culprits returns the instructions without which, or an alternative, the divergence does not show, in the order of the
// instruction table. Those that only carry values to others count if there are no others.
func (x *explainer) culprits() []Culprit {
	var all, telling []Culprit
	for op := range wasmast.Op(wasmast.NumOps) {
		v := x.ops[op]
		if v == nil || v.keep > 0 || v.kill+len(v.stand) == 0 {
			continue
		}
		c := Culprit{Op: op}
		for other := range wasmast.Op(wasmast.NumOps) {
			shows, tried := v.stand[other]
			switch {
			case shows:
				c.Alternatives = append(c.Alternatives, other)
			case tried && !c.HasInnocent && sameType(op, other):
				c.Innocent, c.HasInnocent = other, true
			}
		}
		if 2*len(c.Alternatives) <= len(v.stand) {
			c.Alternatives = nil
		}
		all = append(all, c)
		if !carries(op) {
			telling = append(telling, c)
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return all
}

func sameType(a, b wasmast.Op) bool {
	x, y := a.Info(), b.Info()
	return !x.Rule && !y.Rule && slices.Equal(x.Params, y.Params) && slices.Equal(x.Results, y.Results)
}

// supplies reports whether an instruction does no more than to supply a value.
func supplies(op wasmast.Op) bool {
	switch op.Info().Shape {
	case wasmast.ShapeI32Const, wasmast.ShapeI64Const, wasmast.ShapeF32Const, wasmast.ShapeF64Const, wasmast.ShapeV128Const,
		wasmast.ShapeRefNull:
		return true
	}
	return op == wasmast.Op(wasmast.OpLocalGet) || op == wasmast.Op(wasmast.OpGlobalGet)
}

// carries reports whether an instruction does no more than to supply values, to take or move them, or to end a function.
func carries(op wasmast.Op) bool {
	switch info := op.Info(); info.Shape {
	case wasmast.ShapeLocal, wasmast.ShapeGlobal:
		return true
	case wasmast.ShapePlain:
		return op == wasmast.Op(wasmast.OpDrop) || op == wasmast.Op(wasmast.OpNop) || op == wasmast.Op(wasmast.OpUnreachable)
	}
	return supplies(op)
}

// operators is a multiset of instructions.
type operators map[wasmast.Op]int

func operatorsOf(m *wasmast.Module) operators {
	ops := operators{}
	for i := range m.Instrs() {
		ops[i.Op()]++
	}
	return ops
}

// minus returns what is in o and not in other.
func (o operators) minus(other operators) operators {
	rest := operators{}
	for op, n := range o {
		if n > other[op] {
			rest[op] = n - other[op]
		}
	}
	return rest
}

// single returns the one element of o, if there is just one.
func (o operators) single() (wasmast.Op, bool) {
	for op, n := range o {
		return op, len(o) == 1 && n == 1
	}
	return 0, false
}

// lines is the text of a module, with what lines have in common in other modules.
type lines struct {
	texts, keys []string
	ops         operators
}

// numbering matches the numbers of definitions, which change when another one is taken away.
var numbering = regexp.MustCompile(` \(;\d+;\)`)

func listing(m *wasmast.Module) lines {
	var l lines
	for _, line := range strings.Split(strings.TrimSpace(text.String(m)), "\n") {
		l.texts = append(l.texts, line)
		l.keys = append(l.keys, numbering.ReplaceAllString(strings.TrimSpace(line), ""))
	}
	l.ops = operatorsOf(m)
	return l
}

// minus returns the indices of the lines of l that other has not. What both have in common at the beginning and at the
// end is left out first, so that of several equal lines it is the right one.
func (l lines) minus(other lines) []int {
	begin, end, otherEnd := 0, len(l.keys), len(other.keys)
	for begin < min(end, otherEnd) && l.keys[begin] == other.keys[begin] {
		begin++
	}
	for end > begin && otherEnd > begin && l.keys[end-1] == other.keys[otherEnd-1] {
		end, otherEnd = end-1, otherEnd-1
	}
	count := map[string]int{}
	for _, k := range other.keys[begin:otherEnd] {
		count[k]++
	}
	var rest []int
	for i := begin; i < end; i++ {
		k := l.keys[i]
		if count[k]--; count[k] < 0 && !bracket(k) {
			rest = append(rest, i)
		}
	}
	return rest
}

// bracket reports whether a line only ends something.
func bracket(line string) bool {
	return line == ")" || line == "end" || line == "else" || line == "(module"
}

// String shows the text of the module with what mutants tell of each line.
func (x *Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%6s %6s\n", "lost", "kept")
	for _, l := range x.Lines {
		mark := "  "
		if l.Guilty() {
			mark = "> "
		}
		fmt.Fprintf(&b, "%6s %6s  %s%s", number(l.Kill), number(l.Keep), mark, l.Text)
		if len(l.Kept) > 0 {
			fmt.Fprintf(&b, "  ;; as %s", strings.Join(l.Kept, " | "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func number(n int) string {
	if n == 0 {
		return "."
	}
	return fmt.Sprint(n)
}
