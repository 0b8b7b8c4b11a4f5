// Package toy has every kind of statement that the instrumenter must get right.
package toy

import "fmt" // a comment after an import

//go:generate go run gen.go

// Flag is a boolean type of its own.
type Flag bool

const debug = false

// Classify has an if-else chain with init statements.
func Classify(n int) string {
	if n < 0 { // if n > 0 {
		return "negative"
	} else if m := n % 2; m == 0 && n > 0 {
		return "even"
	} else if n == 0 {
		return "zero"
	}
	return "odd"
}

// And evaluates its operands from left to right.
func And(a, b, c func() bool) bool {
	return a() && b() && c()
}

// Mixed mixes the operators.
func Mixed(a, b, c bool) bool {
	x := !(a && b) || c
	return x
}

// Named has operands of a boolean type of its own, and of none.
func Named(a Flag, n int) Flag {
	var f Flag = n > 1 && n < 5
	if a && f {
		return !f
	}
	if debug && n > 100 || Flag(debug) {
		panic("unreachable")
	}
	return f || a
}

type point struct{ x, y int }

// Literal has a composite literal in a condition.
func Literal(p point) bool {
	if p == (point{1, 2}) || (p == point{3, 4}) {
		return true
	}
	for _, q := range []point{{5, 6}} {
		if q == p {
			return true
		}
	}
	return false
}

// Loops has all forms of for.
func Loops(n int) (sum int) {
	for i := 0; i < n; i++ {
		if i%3 == 0 {
			continue
		}
		sum += i
	}
	for range n {
		sum++
	}
	for k, v := range map[int]int{1: 2} {
		sum += k * v
	}
	for v := range count(n) {
		if v > 4 {
			break
		}
		sum += v
	}
	for sum > 100 {
		sum -= 7
	}
	for {
		sum++
		if sum%2 == 0 {
			break
		}
	}
	return sum
}

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Labels uses labels and goto.
func Labels(n int) (s string) {
outer:
	for i := 0; ; i++ {
		for j := range n {
			switch {
			case i == 3:
				break outer
			case j > i:
				continue outer
			}
			s += fmt.Sprint(i, j, ";")
		}
		if i > n {
			break
		}
	}
	k := 0
again:
	k++
	if k < 3 {
		goto again
	}
	return s + fmt.Sprint(k)
}

// Switch falls through, and has no default.
func Switch(n int) (s string) {
	switch m := n * 2; m {
	case 2:
		s += "two "
		fallthrough
	case 4, 6:
		s += "four or six "
	case 8:
	}
	switch {
	case n > 5 && n < 9, n == 20:
		s += "between"
	default:
		s += "other"
	}
	return s
}

// Types switches on types.
func Types(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, string:
		return fmt.Sprint(v)
	case fmt.Stringer:
		return v.String()
	}
	switch v.(type) {
	}
	return "?"
}

// Select selects.
func Select(c chan int) int {
	select {
	case v := <-c:
		return v
	default:
		return -1
	}
}

// Max is generic, and so is Pair.
func Max[T int | float64](a, b T) T {
	if a > b {
		return a
	}
	return b
}

// Pair is a pair.
type Pair[A, B any] struct {
	a A
	b B
}

// NewPair returns the pair of a and b.
func NewPair[A, B any](a A, b B) *Pair[A, B] { return &Pair[A, B]{a, b} }

// Swap swaps.
func (p *Pair[A, B]) Swap(really bool) Pair[B, A] {
	if really {
		return Pair[B, A]{p.b, p.a}
	}
	return Pair[B, A]{}
}

// Closures has function literals, deferred and in variables.
var Closures = func(n int) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r = -1
		}
	}()
	return 100 / n
}

// Op is the operation of an instruction.
type Op uint8

// Ops is the number of operations.
const Ops = 4

// Instr is an instruction.
type Instr struct {
	Op  Op
	Arg int
}

// Run executes instructions. Its coverage includes which ones.
func Run(code []Instr) (acc int) {
	for _, in := range code {
		//probe:value in.Op Ops
		acc = table[in.Op](acc, in.Arg)
	}
	switch acc { //probe:value len(code) 64
	case 0:
		return -1
	}
	return acc
}

var table = [Ops]func(a, b int) int{
	func(a, b int) int { return a + b },
	func(a, b int) int { return a - b },
	func(a, b int) int { return mul(a, b) },
	func(a, b int) int { return b },
}

func mul(a, b int) int {
	p := a * b
	check(p)
	return p
}

func check(n int) {
	if n > 1000 {
		panic(fmt.Sprintf("too large: %d", n))
	}
}

// Sum is a recursive function with a loop, whose faults never end.
func Sum(n int) int {
	if n == 0 {
		return 0
	}
	s := 0
	for i := 0; i < 2; i++ {
		s += n
	}
	return s + Sum(n-1)
}

//probe:skip
func quiet(n int) bool {
	return n > 3 && n < 5
}

// Points are some arguments for Literal.
var Points = []point{{0, 0}, {1, 2}, {3, 4}, {5, 6}}
