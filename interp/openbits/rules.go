package openbits

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// application is the application of an operator.
type application struct {
	at       interp.Site
	operands []Value
	result   store.Value
	err      error // Undecided if open bits decide about a trap
}

// A rule returns the open bits of a result, some operand having open bits or the operator being one that makes NaNs.
type rule func(a *application) Bits

// rules are those of the operators, by opcode.
var rules = func() (rs [wasmast.NumOps]rule) {
	for op := range wasmast.Op(wasmast.NumOps) {
		switch info := op.Info(); info.Shape {
		case wasmast.ShapePlain:
			if len(info.Params) > 0 {
				rs[op] = ruleOf(info)
			}
		case wasmast.ShapeLane, wasmast.ShapeShuffle:
			rs[op] = moves
		}
	}
	return rs
}()

// ruleOf returns the rule for a row of the instruction table. The first word of the mnemonic's second part decides,
// but for a few that mean different things.
func ruleOf(info *wasmast.Info) rule {
	shape, name, _ := strings.Cut(info.Name, ".")
	word, rest, _ := strings.Cut(name, "_")
	float, saturating := shape[0] == 'f', strings.Contains(rest, "sat_")
	f := formOf(info, shape, rest)
	switch {
	case info.NaN:
		return f.each(arithmetic)
	case float && word == "abs", strings.HasPrefix(name, "extend"):
		return moves
	case float && word == "neg":
		return same
	case word == "trunc" && !saturating:
		return truncates
	case word == "div", word == "rem":
		return f.divides(name == "div_s")
	case word != "trunc" && saturating:
		return f.each(computes)
	case float && slices.Contains([]string{"eq", "ne", "lt", "gt", "le", "ge"}, word):
		return f.compares(floatDecided)
	case decisions[name] != nil:
		return f.compares(decisions[name])
	case ofBits[word] != nil:
		return ofBits[word]
	case ofForms[word] != nil:
		return func(a *application) Bits { return ofForms[word](f, a) }
	case ofLanes[word] != nil:
		return f.each(ofLanes[word])
	}
	panic("wasmfuzz: internal error: no rule for the open bits of " + info.Name)
}

// The rules by words: for what takes values as sets of bits, lane by lane, and in other ways as lanes.
var (
	ofBits = map[string]rule{
		"copysign": moves, "splat": moves, "reinterpret": moves, "wrap": moves, "bitmask": moves,
		"not": same, "and": and, "andnot": andnot, "or": or, "xor": xor, "bitselect": bitselect,
		"swizzle": swizzle, "any": anyTrue,
	}
	ofLanes = map[string]laneRule{
		"add": carries, "sub": carries, "mul": carries, "neg": carries,
		"min": oneOf, "max": oneOf, "pmin": pseudo, "pmax": pseudo,
		"eqz": isZero, "clz": counts, "ctz": counts, "popcnt": counts, "trunc": saturates,
		"abs": computes, "avgr": computes, "convert": computes, "extadd": computes, "extmul": computes, "dot": computes,
	}
	ofForms = map[string]func(form, *application) Bits{
		"shl": form.shifts, "shr": form.shifts, "rotl": form.shifts, "rotr": form.shifts,
		"all": form.allTrue, "narrow": form.narrows,
	}
)

// form says how the lanes of the result correspond to those of the operands. A scalar is one lane.
type form struct {
	result, operand int // widths of lanes
	n               int // number of lanes; those of the result beyond are zero
	first           int // operand lane to which result lane 0 corresponds
	scalar          bool
}

var laneShape = regexp.MustCompile(`[if](\d+)x\d+`)

// formOf returns the form of an operator whose mnemonic consists of a shape, a word and the rest.
func formOf(info *wasmast.Info, shape, rest string) form {
	if !strings.Contains(shape, "x") {
		return form{result: width(info.Results[0]), operand: width(info.Params[0]), n: 1, scalar: true}
	}
	widthOf := func(s string) int {
		n, _ := strconv.Atoi(laneShape.FindStringSubmatch(s)[1])
		return n
	}
	f := form{result: widthOf(shape)}
	f.operand = f.result
	if laneShape.MatchString(rest) && !strings.HasPrefix(rest, "pairwise") && !strings.Contains(info.Name, "dot") {
		f.operand = widthOf(rest)
	}
	f.n = 128 / max(f.result, f.operand)
	if strings.HasPrefix(rest, "high") {
		f.first = f.n
	}
	return f
}

func width(t wasmast.ValType) int {
	if t == wasmast.I32 || t == wasmast.F32 {
		return 32
	}
	return 64
}

// moved returns what the operator makes of sets of bits in place of the operands.
func moved(at interp.Site, x ...Bits) Bits {
	r, _ := interp.Apply(at.Instr, x...)
	return r
}

// moves is the rule for what only moves bits: a bit of the result is open if the bit that it is a copy of is.
func moves(a *application) Bits {
	var x []Bits
	for _, v := range a.operands {
		x = append(x, v.Shadow)
	}
	return moved(a.at, x...)
}

// same is the rule for what negates bits where they are.
func same(a *application) Bits { return a.operands[0].Shadow }

// The rules for bitwise operators have the operand's bits and open bits in turn.

func halves(a *application, f func(x []lane) uint64) Bits {
	half := func(i int) uint64 {
		x := make([]lane, len(a.operands))
		for k, v := range a.operands {
			x[k] = laneAt(v, 64, i)
		}
		return f(x)
	}
	return Bits{Lo: half(0), Hi: half(1)}
}

// and: an open bit matters where the other bit is not surely zero.
func and(a *application) Bits {
	return halves(a, func(x []lane) uint64 { return (x[0].open | x[1].open) & x[0].most() & x[1].most() })
}

func or(a *application) Bits {
	return halves(a, func(x []lane) uint64 { return (x[0].open | x[1].open) &^ x[0].least() &^ x[1].least() })
}

func andnot(a *application) Bits {
	return halves(a, func(x []lane) uint64 { return (x[0].open | x[1].open) & x[0].most() &^ x[1].least() })
}

func xor(a *application) Bits {
	return halves(a, func(x []lane) uint64 { return x[0].open | x[1].open })
}

// bitselect takes bits of the first operand where the third has a one.
func bitselect(a *application) Bits {
	return halves(a, func(x []lane) uint64 {
		return x[0].open&x[2].most() | x[1].open&^x[2].least() | (x[0].bits^x[1].bits)&x[2].open
	})
}

// swizzle moves bytes to places that the second operand says.
func swizzle(a *application) Bits {
	x, index := a.operands[0], a.operands[1]
	r := moved(a.at, x.Shadow, Bits{Lo: index.Lo, Hi: index.Hi})
	for i := range 16 {
		if laneOf(index.Shadow, 8, i) != 0 {
			r = withLane(r, 8, i, ones(8))
		}
	}
	return r
}

// shifts moves bits by a number of places that is taken modulo the width of a lane.
func (f form) shifts(a *application) Bits {
	x, n := a.operands[0], a.operands[1]
	if n.Shadow.Lo&uint64(f.result-1) != 0 {
		return all(a.result.Type)
	}
	return moved(a.at, x.Shadow, Bits{Lo: n.Lo})
}

// anyTrue: a one that is not open decides.
func anyTrue(a *application) Bits {
	x := a.operands[0]
	if x.Lo&^x.Shadow.Lo|x.Hi&^x.Shadow.Hi != 0 {
		return Bits{}
	}
	return Bits{Lo: 1}
}

// allTrue: a lane that is surely zero decides, or that none can be.
func (f form) allTrue(a *application) Bits {
	undecided := false
	for i := range f.n {
		switch x := laneAt(a.operands[0], f.result, i); {
		case x.most() == 0:
			return Bits{}
		case x.least() == 0:
			undecided = true
		}
	}
	return Bits{Lo: b2u(undecided)}
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// narrows opens the lanes of the result that are made of open ones: of the first operand, then of the second.
func (f form) narrows(a *application) (r Bits) {
	for k, v := range a.operands {
		for i := range f.n {
			if laneOf(v.Shadow, f.operand, i) != 0 {
				r = withLane(r, f.result, k*f.n+i, ones(f.result))
			}
		}
	}
	return r
}

// A laneRule returns the open bits of a lane of the result from what is known of the operands' lanes. Result is that
// lane with nothing known to be open.
type laneRule func(x []lane, result lane) uint64

// each is a rule lane by lane.
func (f form) each(rule laneRule) rule {
	return func(a *application) (r Bits) {
		x := make([]lane, len(a.operands))
		for i := range f.n {
			for k, v := range a.operands {
				x[k] = laneAt(v, f.operand, f.first+i)
			}
			r = withLane(r, f.result, i, rule(x, laneAt(Value{Value: a.result}, f.result, i)))
		}
		return r
	}
}

func someOpen(x []lane) bool { return slices.ContainsFunc(x, func(x lane) bool { return x.open != 0 }) }

// computes: whatever depends on an open bit is open.
func computes(x []lane, result lane) uint64 {
	if someOpen(x) {
		return ones(result.width)
	}
	return 0
}

// arithmetic makes numbers and NaNs of an open sign, and an open payload unless all NaNs among the operands are
// canonical.
func arithmetic(x []lane, result lane) uint64 {
	if !slices.ContainsFunc(x, lane.isNaN) {
		if someOpen(x) {
			return ones(result.width)
		}
		if !result.isNaN() {
			return 0
		}
	}
	open := result.sign()
	for _, x := range x {
		if !x.hasCanonicalPayload() {
			open |= result.mantissa() &^ result.canonical()
		}
	}
	return open
}

// carries: an open bit reaches all bits above it, none below.
func carries(x []lane, result lane) uint64 {
	var open uint64
	for _, x := range x {
		open |= x.open
	}
	return carried(open, result.width)
}

func isZero(x []lane, _ lane) uint64 { return b2u(x[0].open != 0 && x[0].least() == 0) }

// counts: there is no more to count than the width.
func counts(x []lane, result lane) uint64 {
	if someOpen(x) {
		return 2*uint64(result.width) - 1
	}
	return 0
}

// saturates converts floats; a NaN becomes zero.
func saturates(x []lane, result lane) uint64 {
	if x[0].isNaN() {
		return 0
	}
	return computes(x, result)
}

// oneOf is for what selects an operand: open are also the bits in which they differ.
func oneOf(x []lane, _ lane) uint64 {
	if someOpen(x) {
		return x[0].open | x[1].open | (x[0].bits ^ x[1].bits)
	}
	return 0
}

// pseudo is the pseudo-minimum and -maximum, which is the first operand if one is a NaN.
func pseudo(x []lane, result lane) uint64 {
	if x[0].isNaN() || x[1].isNaN() {
		return x[0].open
	}
	return oneOf(x, result)
}

// compares is for comparisons, whose result is open unless it is decided.
func (f form) compares(decided func(x, y lane) bool) rule {
	undecided := ones(f.result)
	if f.scalar {
		undecided = 1
	}
	return f.each(func(x []lane, _ lane) uint64 {
		if decided(x[0], x[1]) {
			return 0
		}
		return undecided
	})
}

// floatDecided: a comparison does not look at the bits of a NaN.
func floatDecided(x, y lane) bool { return x.isNaN() || y.isNaN() || x.open|y.open == 0 }

// decisions say for the comparisons of integers when they are decided.
var decisions = map[string]func(x, y lane) bool{
	"eq": equalDecided, "ne": equalDecided,
	"lt_u": less, "ge_u": less, "gt_u": greater, "le_u": greater,
	"lt_s": signed(less), "ge_s": signed(less), "gt_s": signed(greater), "le_s": signed(greater),
}

func equalDecided(x, y lane) bool {
	open := x.open | y.open
	return open == 0 || (x.bits^y.bits)&^open != 0
}

func less(x, y lane) bool    { return x.most() < y.least() || x.least() >= y.most() }
func greater(x, y lane) bool { return less(y, x) }

func signed(decided func(x, y lane) bool) func(x, y lane) bool {
	return func(x, y lane) bool { return decided(x.flipped(), y.flipped()) }
}

// divides is for division and remainder of integers, which trap.
func (f form) divides(overflows bool) rule {
	return func(a *application) Bits {
		x, y := known(a.operands[0], f.operand), known(a.operands[1], f.operand)
		byZero := y.open != 0 && y.mayBe(0)
		if byZero || overflows && y.mayBe(ones(f.operand)) && x.mayBe(x.sign()) && x.open|y.open != 0 {
			a.err = Undecided{}
		}
		return f.each(computes)(a)
	}
}

// truncates converts a float to an integer, and traps for a NaN.
func truncates(a *application) Bits {
	if x := a.operands[0]; !known(x, width(x.Type)).isNaN() {
		a.err = Undecided{}
	}
	return Bits{}
}
