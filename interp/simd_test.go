package interp

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// simdRows yields the rows of the instruction table that this package implements as functions on vectors.
func simdRows(yield func(*wasmast.Info) bool) {
	for op := range wasmast.Op(wasmast.NumOps) {
		i := op.Info()
		memory := i.Shape == wasmast.ShapeAccess || i.Shape == wasmast.ShapeAccessLane
		if i.Feature.Has(wasmast.SIMD) && !memory && i.Shape != wasmast.ShapeV128Const && !yield(i) {
			return
		}
	}
}

// camel turns a mnemonic into the name of its function.
func camel(mnemonic string) string {
	parts := strings.FieldsFunc(mnemonic, func(c rune) bool { return c == '.' || c == '_' })
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

// signature is the type that the rule of simd.go gives to the function of a row.
func signature(i *wasmast.Info) string {
	names := map[wasmast.ValType]string{
		wasmast.I32: "uint32", wasmast.F32: "uint32", wasmast.I64: "uint64", wasmast.F64: "uint64", wasmast.V128: "v128",
	}
	var params []string
	for _, t := range i.Params {
		params = append(params, names[t])
	}
	switch i.Shape {
	case wasmast.ShapeShuffle:
		params = append(params, "[16]uint8")
	case wasmast.ShapeLane:
		params = append(params, "uint8")
	}
	return "(" + strings.Join(params, ", ") + ") " + names[i.Results[0]]
}

// declared returns the types of the functions of this package, by name.
func declared(t *testing.T) map[string]string {
	found := map[string]string{}
	for _, file := range []string{"simd.go", "simd_int.go", "simd_float.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil {
				found[d.Name.Name] = typeOf(d.Type)
			}
		}
	}
	return found
}

// typeOf prints a function type without the names of its parameters.
func typeOf(f *ast.FuncType) string {
	var params []string
	for _, p := range f.Params.List {
		for range p.Names {
			params = append(params, types.ExprString(p.Type))
		}
	}
	s := "(" + strings.Join(params, ", ") + ")"
	for _, r := range f.Results.List {
		s += " " + types.ExprString(r.Type)
	}
	return s
}

func TestEveryRowHasItsFunction(t *testing.T) {
	found := declared(t)
	for i := range simdRows {
		if got, want := found[camel(i.Name)], signature(i); got != want {
			t.Errorf("%s: func %s%s; want type %s", i.Name, camel(i.Name), got, want)
		}
	}
}

// TestSIMD compares every function with its counterpart in simdTable on pairs of interesting lanes, for bytes on
// all pairs, and on random vectors.
func TestSIMD(t *testing.T) {
	rows := 0
	for i := range simdRows {
		rows++
		t.Run(i.Name, func(t *testing.T) {
			row, ok := simdTable[i.Name]
			if !ok {
				t.Fatal("the test has no row for this operator")
			}
			r := rand.New(rand.NewPCG(1, uint64(len(i.Name))))
			for in := range operands(i.Name, r) {
				if got, want := call(row.fn, in), call(row.ref, in); got != want {
					t.Fatalf("of %+v: got %x, want %x", in, got, want)
				}
			}
		})
	}
	if rows != len(simdTable) {
		t.Errorf("the test has %d rows, the instruction table %d", len(simdTable), rows)
	}
}

// operand are the operands and immediates of a call: each function takes those it needs.
type operand struct {
	a, b, c v128
	x       uint64
	lanes   [16]uint8
}

// call calls a function of any signature there is among the vector instructions. A scalar result is returned in
// the low half.
func call(fn any, in operand) v128 {
	lane := in.lanes[0]
	switch f := fn.(type) {
	case func(v128) v128:
		return f(in.a)
	case func(v128, v128) v128:
		return f(in.a, in.b)
	case func(v128, v128, v128) v128:
		return f(in.a, in.b, in.c)
	case func(v128, v128, [16]uint8) v128:
		return f(in.a, in.b, in.lanes)
	case func(v128, uint32) v128:
		return f(in.a, uint32(in.x))
	case func(v128) uint32:
		return v128{lo: uint64(f(in.a))}
	case func(uint32) v128:
		return f(uint32(in.x))
	case func(uint64) v128:
		return f(in.x)
	case func(v128, uint8) uint32:
		return v128{lo: uint64(f(in.a, lane))}
	case func(v128, uint8) uint64:
		return v128{lo: f(in.a, lane)}
	case func(v128, uint32, uint8) v128:
		return f(in.a, uint32(in.x), lane)
	case func(v128, uint64, uint8) v128:
		return f(in.a, in.x, lane)
	}
	panic(fmt.Sprintf("no call of a %T", fn))
}

var shapeInName = regexp.MustCompile(`([if])(\d+)x(\d+)`)

// operands yields operands for an operator: the lanes are those of the shape last named by the mnemonic.
func operands(name string, r *rand.Rand) func(yield func(operand) bool) {
	kind, width := "i", 8
	if all := shapeInName.FindAllStringSubmatch(name, -1); all != nil {
		last := all[len(all)-1]
		kind = last[1]
		fmt.Sscan(last[2], &width)
	}
	values := interesting(kind, width)
	count := 128 / width
	return func(yield func(operand) bool) {
		for n := 0; n < len(values)*len(values); n += count {
			a, b := make([]uint64, count), make([]uint64, count)
			for i := range count {
				a[i], b[i] = values[(n+i)%len(values)], values[(n+i)/len(values)%len(values)]
			}
			if !yield(randomRest(operand{a: join(width, a), b: join(width, b)}, count, r)) {
				return
			}
		}
		for range 2000 {
			in := operand{a: v128{r.Uint64(), r.Uint64()}, b: v128{r.Uint64(), r.Uint64()}}
			if !yield(randomRest(in, count, r)) {
				return
			}
		}
	}
}

// randomRest adds the operands that are not lanes: numbers, shuffles, an index below count.
func randomRest(in operand, count int, r *rand.Rand) operand {
	in.c = v128{r.Uint64(), r.Uint64()}
	in.x = r.Uint64() >> r.IntN(64)
	for i := range in.lanes {
		in.lanes[i] = uint8(r.IntN(32))
	}
	in.lanes[0] = uint8(r.IntN(count))
	return in
}

// interesting returns the bits of lane values at which operators change their behaviour: all bytes, else the
// neighbourhood of powers of two, or floats.
func interesting(kind string, width int) []uint64 {
	var values []uint64
	switch {
	case width == 8:
		for x := range uint64(256) {
			values = append(values, x)
		}
	case kind == "f" && width == 32:
		for _, x := range append(interestingFloats, math.MaxFloat32, 0x1p-149, 0x1p-126, 0x1p-126-0x1p-149, 0x1p23+0.5) {
			values = append(values, uint64(math.Float32bits(float32(x))), uint64(math.Float32bits(float32(-x))))
		}
		values = append(values, 0x7fc00000, 0xffc00000, 0x7fa00001, 0xff800001, 0x7fffffff, 0xffffffff)
	case kind == "f":
		for _, x := range append(interestingFloats, 0x1p52+0.5, 0x1p-1022, 0x1p-1022-0x1p-1074, 0x1p-1074, math.MaxFloat32,
			0x1.fffffefp127, 0x1.ffffffp127, 0x1p-149, 0x1p-150, 0x1.8p-150, 0x1p31-0.5, 0x1p32-0.5, 0x1p31+0.5) {
			values = append(values, math.Float64bits(x), math.Float64bits(-x))
		}
		values = append(values, 0x7ff8<<48, 0xfff8<<48, 0x7ff4<<48|1, 0xfff0<<48|1, 1<<63-1, 1<<64-1)
	default:
		for n := 0; n < width; n += width / 8 {
			for d := range uint64(3) {
				values = append(values, 1<<n+d-1, -(1<<n)+d-1)
			}
		}
		last := uint64(1) << (width - 1)
		values = append(values, last-2, last-1, last, last+1)
	}
	return values
}

var interestingFloats = []float64{
	0, 1, 0.5, 1.5, 2.5, 3.5, 0.1, 0.9999999, 1 - 0x1p-53, 4.75, 1e10, 1e30, 0x1p31, 0x1p31 - 128, 0x1p31 + 256, 0x1p32,
	0x1p32 - 256, 0x1p24 - 1, 0x1p24 + 1, 0x1p52, 0x1p63, 0x1p64, 0x1p127, 0x1p-126, math.MaxFloat64,
	math.Inf(1),
}

// split returns the lanes of a vector, join undoes it.
func split(width int, v v128) []uint64 {
	b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, v.lo), v.hi)
	var lanes []uint64
	for i := 0; i < 16; i += width / 8 {
		var word [8]byte
		copy(word[:], b[i:i+width/8])
		lanes = append(lanes, binary.LittleEndian.Uint64(word[:]))
	}
	return lanes
}

func join(width int, lanes []uint64) v128 {
	var b []byte
	for _, x := range lanes {
		b = append(b, binary.LittleEndian.AppendUint64(nil, x)[:width/8]...)
	}
	return v128{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// reader reads the bits of a lane as a number, writer undoes it.
type (
	reader[T any] func(bits uint64) T
	writer[T any] func(T) uint64
)

// signed and unsigned are the lanes of a width as numbers.
func signed(width int) reader[int64] {
	return func(x uint64) int64 { return int64(x<<(64-width)) >> (64 - width) }
}
func unsigned(int) reader[int64] { return func(x uint64) int64 { return int64(x) } }

// wrap takes a number modulo the width with which it is written.
func wrap(x int64) uint64 { return uint64(x) }

// satS and satU saturate a number to a width.
func satS(width int) writer[int64] {
	return func(x int64) uint64 { return uint64(max(-1<<(width-1), min(x, 1<<(width-1)-1))) }
}
func satU(width int) writer[int64] {
	return func(x int64) uint64 { return uint64(max(0, min(x, 1<<width-1))) }
}

// single, double and integer read a lane in double precision.
func single(x uint64) float64 { return float64(math.Float32frombits(uint32(x))) }
func double(x uint64) float64 { return math.Float64frombits(x) }
func integer(get func(int) reader[int64]) reader[float64] {
	return func(x uint64) float64 { return float64(get(32)(x)) }
}

// canonicalSingle rounds the result of an operator on singles that was calculated in double precision. For the
// operators of the instruction set, rounding twice in this way is rounding once.
func canonicalSingle(x float64) uint64 {
	if math.IsNaN(x) {
		return 0x7fc00000
	}
	return uint64(math.Float32bits(float32(x)))
}
func canonicalDouble(x float64) uint64 {
	if math.IsNaN(x) {
		return 0x7ff8000000000000
	}
	return math.Float64bits(x)
}

// unary, binaryOp and shift apply an operator lane by lane.
func unary[T, U any](width int, get reader[T], put writer[U], f func(T) U) func(v128) v128 {
	return func(a v128) v128 {
		lanes := split(width, a)
		for i, x := range lanes {
			lanes[i] = put(f(get(x)))
		}
		return join(width, lanes)
	}
}

func binaryOp[T, U any](width int, get reader[T], put writer[U], f func(x, y T) U) func(a, b v128) v128 {
	return func(a, b v128) v128 {
		xs, ys := split(width, a), split(width, b)
		for i := range xs {
			xs[i] = put(f(get(xs[i]), get(ys[i])))
		}
		return join(width, xs)
	}
}

func shift(width int, get reader[int64], f func(x int64, n uint) int64) func(v128, uint32) v128 {
	return func(a v128, n uint32) v128 {
		return unary(width, get, wrap, func(x int64) int64 { return f(x, uint(n%uint32(width))) })(a)
	}
}

// filled writes a condition as all ones or all zeros.
func filled(c bool) uint64 {
	if c {
		return math.MaxUint64
	}
	return 0
}

// widened applies an operator to half of the lanes and writes lanes of double width.
func widened(width int, get reader[int64], high bool, f func(x, y int64) int64) func(a, b v128) v128 {
	return func(a, b v128) v128 {
		xs, ys := split(width, a), split(width, b)
		var out []uint64
		for i := range len(xs) / 2 {
			if high {
				i += len(xs) / 2
			}
			out = append(out, uint64(f(get(xs[i]), get(ys[i]))))
		}
		return join(2*width, out)
	}
}

// neighbours adds up the results of an operator on pairs of lanes in lanes of double width.
func neighbours(width int, get reader[int64], f func(x, y int64) int64) func(a, b v128) v128 {
	return func(a, b v128) v128 {
		xs, ys := split(width, a), split(width, b)
		var out []uint64
		for i := 0; i < len(xs); i += 2 {
			out = append(out, uint64(f(get(xs[i]), get(ys[i]))+f(get(xs[i+1]), get(ys[i+1]))))
		}
		return join(2*width, out)
	}
}

func narrowed(width int, put writer[int64]) func(a, b v128) v128 {
	return func(a, b v128) v128 {
		var out []uint64
		for _, x := range append(split(width, a), split(width, b)...) {
			out = append(out, put(signed(width)(x)))
		}
		return join(width/2, out)
	}
}

// same makes a unary operator of a binary one.
func same(f func(a, b v128) v128) func(v128) v128 { return func(a v128) v128 { return f(a, a) } }

// converted reads lanes of one width and writes lanes of another; missing lanes are zero.
func converted[T any](from, to int, get reader[T], put writer[T]) func(v128) v128 {
	return func(a v128) v128 {
		out := make([]uint64, 128/to)
		for i, x := range split(from, a) {
			if i < len(out) {
				out[i] = put(get(x))
			}
		}
		return join(to, out)
	}
}

func first(x, _ int64) int64      { return x }
func sum(x, y int64) int64        { return x + y }
func difference(x, y int64) int64 { return x - y }
func product(x, y int64) int64    { return x * y }
func lesser(x, y int64) int64     { return min(x, y) }
func greater(x, y int64) int64    { return max(x, y) }
func identity(x float64) float64  { return x }

func repeat(n int, x uint64) (lanes []uint64) {
	for range n {
		lanes = append(lanes, x)
	}
	return lanes
}

func replaced(width int, a v128, x uint64, i uint8) v128 {
	lanes := split(width, a)
	lanes[i] = x
	return join(width, lanes)
}

// bitwise applies an operator to every pair of bits.
func bitwise(f func(x, y int64) int64) func(a, b v128) v128 {
	return binaryOp(8, unsigned(8), wrap, func(x, y int64) int64 {
		var r int64
		for bit := int64(1); bit < 256; bit *= 2 {
			r += bit * f(x/bit%2, y/bit%2)
		}
		return r
	})
}

// tested sets bit i if the condition holds for lane i as a signed number.
func tested(width int, a v128, f func(x int64) bool) uint32 {
	var r uint32
	for i, x := range split(width, a) {
		if f(signed(width)(x)) {
			r |= 1 << i
		}
	}
	return r
}

// selected takes the lanes of b where the condition holds and those of a elsewhere.
func selected(width int, get reader[float64], f func(x, y float64) bool) func(a, b v128) v128 {
	return func(a, b v128) v128 {
		xs, ys := split(width, a), split(width, b)
		for i := range xs {
			if f(get(xs[i]), get(ys[i])) {
				xs[i] = ys[i]
			}
		}
		return join(width, xs)
	}
}

// minimum and maximum of the specification, case by case.
func minimum(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x < y || x == y && math.Signbit(x):
		return x
	}
	return y
}
func maximum(x, y float64) float64 { return -minimum(-x, -y) }

// nearest rounds half to even.
func nearest(x float64) float64 {
	r := math.Floor(math.Abs(x))
	if d := math.Abs(x) - r; d > 0.5 || d == 0.5 && math.Mod(r, 2) == 1 {
		r++
	}
	return math.Copysign(r, x)
}

// truncated converts to an integer of 32 bits that is at least low.
func truncated(low float64) writer[float64] {
	return func(x float64) uint64 {
		if math.IsNaN(x) {
			return 0
		}
		x, _ = math.Modf(x)
		return uint64(int64(math.Max(low, math.Min(x, low+(1<<32-1)))))
	}
}

// TestLoadsExtend compares the loads that extend with the extension of the low half of a vector.
func TestLoadsExtend(t *testing.T) {
	for _, row := range []struct {
		name string
		fn   func(uint64) v128
		ref  func(v128) v128
	}{
		{"v128.load8x8_s", v128Load8x8S, same(widened(8, signed(8), false, first))},
		{"v128.load8x8_u", v128Load8x8U, same(widened(8, unsigned(8), false, first))},
		{"v128.load16x4_s", v128Load16x4S, same(widened(16, signed(16), false, first))},
		{"v128.load16x4_u", v128Load16x4U, same(widened(16, unsigned(16), false, first))},
		{"v128.load32x2_s", v128Load32x2S, same(widened(32, signed(32), false, first))},
		{"v128.load32x2_u", v128Load32x2U, same(widened(32, unsigned(32), false, first))},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			x := r.Uint64()
			if got, want := row.fn(x), row.ref(v128{lo: x, hi: ^x}); got != want {
				t.Fatalf("%s of %x = %x, want %x", row.name, x, got, want)
			}
		}
	}
}

// BenchmarkSIMD measures the functions, each called through a pointer.
func BenchmarkSIMD(b *testing.B) {
	in := operand{
		a:     v128{0x0123456789abcdef, 0xfedcba9876543210},
		b:     v128{0x3f8000003f800001, 0x4000000040400000},
		x:     5,
		lanes: [16]uint8{3, 4, 30, 2, 0, 1, 17, 18, 31, 30, 29, 28, 0, 1, 2, 3},
	}
	for i := range simdRows {
		fn := simdTable[i.Name].fn
		b.Run(i.Name, func(b *testing.B) {
			for b.Loop() {
				call(fn, in)
			}
		})
	}
}
