package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// parseSignature reads a function type of the form "i32 f32 -> i32"; either side may be empty.
func parseSignature(s string) (wasmast.FuncType, error) {
	left, right, ok := strings.Cut(s, "->")
	if !ok {
		return wasmast.FuncType{}, fmt.Errorf("signature %q has no ->", s)
	}
	params, err := parseTypes(left)
	if err != nil {
		return wasmast.FuncType{}, fmt.Errorf("signature %q: %v", s, err)
	}
	results, err := parseTypes(right)
	if err != nil {
		return wasmast.FuncType{}, fmt.Errorf("signature %q: %v", s, err)
	}
	return wasmast.FuncType{Params: params, Results: results}, nil
}

// valTypes are the types that a signature may have.
var valTypes = []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef, wasmast.ExternRef}

func parseTypes(s string) ([]wasmast.ValType, error) {
	var types []wasmast.ValType
	for _, word := range strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' }) {
		i := slices.IndexFunc(valTypes, func(t wasmast.ValType) bool { return word == t.String() })
		if i < 0 {
			return nil, fmt.Errorf("%q is no type; there are %v", word, valTypes)
		}
		types = append(types, valTypes[i])
	}
	return types, nil
}

// parseCall reads a call of the form name(1, -0.5) of a function exported by m.
func parseCall(s string, m *wasmast.Module) (diff.Call, error) {
	open := strings.LastIndexByte(s, '(')
	if open < 0 || !strings.HasSuffix(s, ")") {
		return diff.Call{}, fmt.Errorf("call %q does not have the form name(arguments)", s)
	}
	name := s[:open]
	ft, err := exportedType(m, name)
	if err != nil {
		return diff.Call{}, fmt.Errorf("call %q: %v", s, err)
	}
	var words []string
	if list := strings.TrimSpace(s[open+1 : len(s)-1]); list != "" {
		words = strings.Split(list, ",")
	}
	if len(words) != len(ft.Params) {
		return diff.Call{}, fmt.Errorf("call %q: %d arguments given, %d wanted", s, len(words), len(ft.Params))
	}
	args := make([]store.Value, len(words))
	for i, word := range words {
		if args[i], err = parseValue(ft.Params[i], strings.TrimSpace(word)); err != nil {
			return diff.Call{}, fmt.Errorf("call %q: argument %d: %v", s, i+1, err)
		}
	}
	return diff.Call{Func: name, Args: args}, nil
}

// exportedType returns the type of the function that m exports under a name.
func exportedType(m *wasmast.Module, name string) (wasmast.FuncType, error) {
	for _, e := range m.Exports {
		if f, ok := e.Desc.(wasmast.ExportFunc); ok && e.Name == name {
			return m.FuncType(f.Func)
		}
	}
	return wasmast.FuncType{}, fmt.Errorf("the module exports no function %q", name)
}

// parseValue reads a value of type t: integers in any base and with a sign, floats as in the text format, vectors
// as 0x and 32 digits with the highest byte first, references as null: the host has nothing else to refer to.
func parseValue(t wasmast.ValType, s string) (store.Value, error) {
	v := store.Value{Type: t}
	var err error
	switch t {
	case wasmast.I32:
		v.Lo, err = parseInt(s, 32)
	case wasmast.I64:
		v.Lo, err = parseInt(s, 64)
	case wasmast.F32:
		v.Lo, err = parseFloat(s, 32)
	case wasmast.F64:
		v.Lo, err = parseFloat(s, 64)
	case wasmast.V128:
		v.Hi, v.Lo, err = parseVector(s)
	case wasmast.FuncRef, wasmast.ExternRef:
		if s != "null" {
			err = errors.New("only null")
		}
	}
	if err != nil {
		return v, fmt.Errorf("%q is no %v", s, t)
	}
	return v, nil
}

// parseInt reads a number in the range of either the signed or the unsigned integers.
func parseInt(s string, bits int) (uint64, error) {
	if n, err := strconv.ParseInt(s, 0, bits); err == nil {
		return uint64(n) & (math.MaxUint64 >> (64 - bits)), nil
	}
	return strconv.ParseUint(s, 0, bits)
}

// parseFloat reads a float and returns its bits. A NaN is nan or nan:0x followed by its payload.
func parseFloat(s string, bits int) (uint64, error) {
	mantissa := 23
	if bits == 64 {
		mantissa = 52
	}
	magnitude, negative := strings.CutPrefix(strings.TrimPrefix(s, "+"), "-")
	var n uint64
	switch payload, isNaN := strings.CutPrefix(magnitude, "nan:"); {
	case magnitude == "nan":
		n = infinity(bits) | 1<<(mantissa-1)
	case isNaN:
		p, err := strconv.ParseUint(payload, 0, mantissa)
		if err != nil || p == 0 {
			return 0, errors.New("bad payload")
		}
		n = infinity(bits) | p
	default:
		f, err := strconv.ParseFloat(magnitude, bits)
		if err != nil {
			return 0, err
		}
		n = floatBits(f, bits)
	}
	if negative {
		n |= 1 << (bits - 1)
	}
	return n, nil
}

// infinity returns the bits of positive infinity.
func infinity(bits int) uint64 { return floatBits(math.Inf(1), bits) }

func floatBits(f float64, bits int) uint64 {
	if bits == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

func parseVector(s string) (hi, lo uint64, err error) {
	digits, ok := strings.CutPrefix(s, "0x")
	if !ok || len(digits) != 32 {
		return 0, 0, errors.New("want 0x and 32 digits")
	}
	if hi, err = strconv.ParseUint(digits[:16], 16, 64); err != nil {
		return 0, 0, err
	}
	lo, err = strconv.ParseUint(digits[16:], 16, 64)
	return hi, lo, err
}

// formatValue is the inverse of parseValue.
func formatValue(v store.Value) string {
	switch v.Type {
	case wasmast.I32:
		return strconv.Itoa(int(int32(v.Lo)))
	case wasmast.I64:
		return strconv.FormatInt(int64(v.Lo), 10)
	case wasmast.F32:
		return formatFloat(float64(math.Float32frombits(uint32(v.Lo))), v.Lo, 32)
	case wasmast.F64:
		return formatFloat(math.Float64frombits(v.Lo), v.Lo, 64)
	case wasmast.V128:
		return fmt.Sprintf("0x%016x%016x", v.Hi, v.Lo)
	}
	return "null"
}

func formatFloat(f float64, n uint64, bits int) string {
	if f == f {
		return strconv.FormatFloat(f, 'g', -1, bits)
	}
	mantissa := 23
	if bits == 64 {
		mantissa = 52
	}
	sign := ""
	if n>>(bits-1) != 0 {
		sign = "-"
	}
	return fmt.Sprintf("%snan:0x%x", sign, n&(1<<mantissa-1))
}
