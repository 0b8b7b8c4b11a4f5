// Package syntax is how users write what is not a module: signatures, calls with their arguments, and command lines.
package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/diff"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/text"
)

// ParseSignature reads a function type of the form "i32 f32 -> i32"; either side may be empty.
func ParseSignature(s string) (wasmast.FuncType, error) {
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

// FormatSignature is the inverse of ParseSignature.
func FormatSignature(ft wasmast.FuncType) string {
	words := make([]string, 0, len(ft.Params)+1+len(ft.Results))
	for _, t := range ft.Params {
		words = append(words, t.String())
	}
	words = append(words, "->")
	for _, t := range ft.Results {
		words = append(words, t.String())
	}
	return strings.Join(words, " ")
}

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

// ParseCall reads a call of the form name(1, -0.5) of a function exported by m.
func ParseCall(s string, m *wasmast.Module) (diff.Call, error) {
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

// parseValue reads a value of type t: integers and floats as in the text format, vectors
// as 0x and 32 digits with the highest byte first, references as null: the host has nothing else to refer to.
func parseValue(t wasmast.ValType, s string) (store.Value, error) {
	v := store.Value{Type: t}
	var err error
	switch t {
	case wasmast.I32:
		v.Lo, err = text.ParseInt(s, 32)
	case wasmast.I64:
		v.Lo, err = text.ParseInt(s, 64)
	case wasmast.F32:
		v.Lo, err = text.ParseFloat(s, 32)
	case wasmast.F64:
		v.Lo, err = text.ParseFloat(s, 64)
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
		return text.Float32(wasmast.Float32(v.Lo))
	case wasmast.F64:
		return text.Float64(wasmast.Float64(v.Lo))
	case wasmast.V128:
		return fmt.Sprintf("0x%016x%016x", v.Hi, v.Lo)
	}
	return "null"
}

// FormatCalls returns calls in the form that ParseCall reads.
func FormatCalls(calls []diff.Call) []string {
	var texts []string
	for _, c := range calls {
		args := make([]string, len(c.Args))
		for i, v := range c.Args {
			args[i] = formatValue(v)
		}
		texts = append(texts, fmt.Sprintf("%s(%s)", c.Func, strings.Join(args, ", ")))
	}
	return texts
}
