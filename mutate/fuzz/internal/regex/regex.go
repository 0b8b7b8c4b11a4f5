// Package regex is a small system under test: regular expressions, a matcher, and
// an optimiser with faults that can be switched on. The probes in it are written
// by hand.
package regex

import "github.com/wasmfuzz/wasmfuzz/mutate/probe"

// An Expr is a regular expression over letters. Its variants are comparable.
type Expr interface{ expr() }

// A Letter is any number.
type Letter byte

type (
	Nil  struct{}              // matches nothing
	Eps  struct{}              // matches the empty text
	Lit  struct{ Char Letter } // matches one letter
	Seq  struct{ X, Y Expr }   // X, then Y
	Alt  struct{ X, Y Expr }   // X or Y
	Star struct{ X Expr }      // X any number of times
)

func (Nil) expr()  {}
func (Eps) expr()  {}
func (Lit) expr()  {}
func (Seq) expr()  {}
func (Alt) expr()  {}
func (Star) expr() {}

// MaxText is the length of the longest text that Match takes.
const MaxText = 63

// Match reports whether e matches the whole of text.
func Match(e Expr, text []Letter) bool {
	probe.Hit(1)
	return ends(e, text, 1)&(1<<len(text)) != 0
}

// ends returns the places in text where a match of e can end that begins at one
// of the given places, both as sets of bits.
func ends(e Expr, text []Letter, from uint64) uint64 {
	switch e := e.(type) {
	case Eps:
		probe.Hit(2)
		return from
	case Lit:
		probe.Hit(3)
		var to uint64
		for i, c := range text {
			if c == e.Char && from&(1<<i) != 0 {
				probe.Hit(4)
				to |= 1 << (i + 1)
			}
		}
		return to
	case Seq:
		probe.Hit(5)
		return ends(e.Y, text, ends(e.X, text, from))
	case Alt:
		probe.Hit(6)
		return ends(e.X, text, from) | ends(e.Y, text, from)
	case Star:
		probe.Hit(7)
		for to := ends(e.X, text, from); to&^from != 0; to = ends(e.X, text, from) {
			probe.Hit(8)
			from |= to
		}
		return from
	}
	probe.Hit(9)
	return 0
}

// The faults of Optimise, each a rule that loses matches.
const (
	LoseRest      uint32 = 1 + iota // x x* becomes x
	LoseChoice                      // x z | y z becomes x z
	LoseFactor                      // x y | x z becomes x y z
	LoseIteration                   // (() | x)* becomes () | x
	LoseFreedom                     // (x* y*)* becomes (x y)*
	Faults                          // the number of the last fault, plus one
)

// Optimise returns a simpler expression that matches the same texts.
func Optimise(e Expr) Expr {
	switch e := e.(type) {
	case Seq:
		probe.Hit(10)
		return seq(Optimise(e.X), Optimise(e.Y))
	case Alt:
		probe.Hit(11)
		return alt(Optimise(e.X), Optimise(e.Y))
	case Star:
		probe.Hit(12)
		return star(Optimise(e.X))
	}
	probe.Hit(13)
	return e
}

func seq(x, y Expr) Expr {
	switch {
	case x == Nil{} || y == Nil{}:
		probe.Hit(14)
		return Nil{}
	case x == Eps{}:
		probe.Hit(15)
		return y
	case y == Eps{}:
		probe.Hit(16)
		return x
	}
	if y, ok := y.(Star); ok {
		probe.Hit(17)
		if x == y {
			probe.Hit(18)
			return x
		}
		if probe.On(LoseRest) && x == y.X {
			return x
		}
	}
	return Seq{x, y}
}

func alt(x, y Expr) Expr {
	switch {
	case x == y || y == Nil{}:
		probe.Hit(19)
		return x
	case x == Nil{}:
		probe.Hit(20)
		return y
	}
	if x, ok := x.(Seq); ok {
		probe.Hit(21)
		if y, ok := y.(Seq); ok {
			probe.Hit(22)
			if x.Y == y.Y {
				probe.Hit(23)
				if probe.On(LoseChoice) {
					return x
				}
				return Seq{alt(x.X, y.X), x.Y}
			}
			if x.X == y.X {
				probe.Hit(24)
				if probe.On(LoseFactor) {
					return Seq{x, y.Y}
				}
				return Seq{x.X, alt(x.Y, y.Y)}
			}
		}
	}
	return Alt{x, y}
}

func star(x Expr) Expr {
	switch x := x.(type) {
	case Nil, Eps:
		probe.Hit(25)
		return Eps{}
	case Star:
		probe.Hit(26)
		return x
	case Alt:
		probe.Hit(27)
		if x.X == (Eps{}) {
			probe.Hit(28)
			if probe.On(LoseIteration) {
				return x
			}
			return star(x.Y)
		}
	case Seq:
		probe.Hit(29)
		if a, ok := x.X.(Star); ok {
			probe.Hit(30)
			if b, ok := x.Y.(Star); ok {
				probe.Hit(31)
				if probe.On(LoseFreedom) {
					return Star{Seq{a.X, b.X}}
				}
				return star(alt(a.X, b.X))
			}
		}
	}
	return Star{x}
}
