//go:build ignore

// Gen turns the instruction table ops.txt into ops_gen.go: constants, the table as data, and the lookup by
// opcode. It generates no decoder and no rule.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"log"
	"os"
	"slices"
	"strings"
)

// row is one line of ops.txt.
type row struct {
	prefix, code    string
	name, konst     string
	shape, size     string
	rule            bool
	params, results []string
	feature         string
	nan             bool
}

var valTypes = map[string]string{
	"i32": "I32", "i64": "I64", "f32": "F32", "f64": "F64", "v128": "V128", "funcref": "FuncRef", "externref": "ExternRef",
}

var features = map[string]string{
	"-": "0", "sign-extension": "SignExtension", "saturating": "Saturating", "bulk-memory": "BulkMemory",
	"reference-types": "ReferenceTypes", "simd": "SIMD",
}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "ops_gen.go", "the `file` to write")
	flag.Parse()
	text, err := os.ReadFile("ops.txt")
	if err != nil {
		log.Fatal(err)
	}
	rows, err := parse(string(text))
	if err != nil {
		log.Fatal("ops.txt:", err)
	}
	src, err := format.Source(generate(rows))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, src, 0o644); err != nil {
		log.Fatal(err)
	}
}

// parse reads the table. An error begins with the number of its line.
func parse(text string) ([]row, error) {
	var rows []row
	seen := map[string]bool{}
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := parseRow(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("%d: %v", n+1, err)
		}
		if seen[r.konst] { // select with and without its type
			r.konst = "Op" + r.shape
		}
		seen[r.konst] = true
		rows = append(rows, r)
	}
	return rows, nil
}

func parseRow(f []string) (r row, err error) {
	r.prefix = "0"
	if f[0] == "FC" || f[0] == "FD" {
		r.prefix, f = "0x"+f[0], f[1:]
	}
	if len(f) < 4 {
		return r, fmt.Errorf("too few columns")
	}
	r.code, r.name = "0x"+f[0], f[1]
	r.konst = "Op" + camel(r.name)
	r.shape, r.size, _ = strings.Cut(f[2], "/")
	f = f[3:]
	if f[len(f)-1] == "nan" {
		r.nan, f = true, f[:len(f)-1]
	}
	r.feature = features[f[len(f)-1]]
	if r.feature == "" {
		return r, fmt.Errorf("unknown feature %q", f[len(f)-1])
	}
	return r, r.parseType(f[:len(f)-1])
}

func (r *row) parseType(f []string) error {
	if slices.Equal(f, []string{"*"}) {
		r.rule = true
		return nil
	}
	side := &r.params
	for _, t := range f {
		if t == "->" {
			side = &r.results
			continue
		}
		if valTypes[t] == "" {
			return fmt.Errorf("unknown type %q", t)
		}
		*side = append(*side, valTypes[t])
	}
	if side != &r.results {
		return fmt.Errorf("no -> in the type")
	}
	return nil
}

// camel turns a mnemonic into a Go name: i64.extend_i32_u becomes I64ExtendI32U.
func camel(s string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(s, func(c rune) bool { return c == '.' || c == '_' }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// generate prints the Go file.
func generate(rows []row) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from ops.txt by gen.go; DO NOT EDIT.\n\npackage wasmast\n\n")
	count := map[string]int{}
	var shapes []string
	for _, r := range rows {
		if count[r.shape]++; count[r.shape] == 1 {
			shapes = append(shapes, r.shape)
		}
	}
	genShapes(&b, shapes)
	for _, s := range shapes {
		genCodes(&b, rows, s, count[s] > 1)
	}
	genInfos(&b, rows)
	genGroups(&b, rows)
	genLookup(&b, rows)
	return b.Bytes()
}

func genShapes(b *bytes.Buffer, shapes []string) {
	b.WriteString("// Shape names the structs of instr.go.\ntype Shape byte\n\n// The shapes.\nconst (\n")
	for i, s := range shapes {
		fmt.Fprintf(b, "Shape%s", s)
		if i == 0 {
			b.WriteString(" Shape = iota")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, ")\n\n// String returns the name of the struct.\nfunc (s Shape) String() string { return shapeNames[s] }\n\n"+
		"var shapeNames = [...]string{\"%s\"}\n\n", strings.Join(shapes, `", "`))
}

// genCodes prints the operators of one shape: an enumeration of its own if there are several.
func genCodes(b *bytes.Buffer, rows []row, shape string, several bool) {
	typ := "Op"
	if several {
		typ = shape + "Op"
		fmt.Fprintf(b, "// %s is the operator of the shape %s.\ntype %s Op\n\n", typ, shape, typ)
		fmt.Fprintf(b, "// Op returns the row of c.\nfunc (c %s) Op() Op { return Op(c) }\n\n", typ)
		fmt.Fprintf(b, "// String returns the mnemonic.\nfunc (c %s) String() string { return Op(c).String() }\n\n", typ)
		fmt.Fprintf(b, "// Group is equal for operators of the same type, which can stand for each other in a valid body.\n"+
			"func (c %s) Group() uint16 { return Op(c).group() }\n\n", typ)
	}
	fmt.Fprintf(b, "// The operators of the shape %s.\nconst (\n", shape)
	var op string
	for i, r := range rows {
		if r.shape == shape {
			op = r.konst
			fmt.Fprintf(b, "%s %s = %d\n", r.konst, typ, i)
		}
	}
	b.WriteString(")\n\n")
	if several {
		op = "Op(i.Code)"
	}
	fmt.Fprintf(b, "// Op returns the instruction's row.\nfunc (i %s) Op() Op { return %s }\nfunc (%s) instr() {}\n\n", shape, op, shape)
}

func genInfos(b *bytes.Buffer, rows []row) {
	b.WriteString("var infos = [...]Info{\n")
	for _, r := range rows {
		fmt.Fprintf(b, "%s: {Name: %q, Shape: Shape%s, Prefix: %s, Code: %s", r.konst, r.name, r.shape, r.prefix, r.code)
		if r.feature != "0" {
			fmt.Fprintf(b, ", Feature: %s", r.feature)
		}
		if r.rule {
			b.WriteString(", Rule: true")
		}
		for _, side := range []struct {
			field string
			types []string
		}{{"Params", r.params}, {"Results", r.results}} {
			if len(side.types) > 0 {
				fmt.Fprintf(b, ", %s: []ValType{%s}", side.field, strings.Join(side.types, ", "))
			}
		}
		if r.size != "" {
			fmt.Fprintf(b, ", Size: %s", r.size)
		}
		if r.nan {
			b.WriteString(", NaN: true")
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n\n")
}

// genGroups numbers the distinct types; a row whose type needs a rule gets a number of its own.
func genGroups(b *bytes.Buffer, rows []row) {
	numbers := map[string]int{}
	b.WriteString("var groups = [...]uint16{\n")
	for _, r := range rows {
		key := strings.Join(r.params, " ") + "->" + strings.Join(r.results, " ")
		if r.rule {
			key = r.konst
		}
		if _, ok := numbers[key]; !ok {
			numbers[key] = len(numbers)
		}
		fmt.Fprintf(b, "%s: %d,\n", r.konst, numbers[key])
	}
	b.WriteString("}\n\n")
}

// genLookup prints, for each prefix, an array from code to operator plus one.
func genLookup(b *bytes.Buffer, rows []row) {
	for _, p := range []struct{ prefix, name string }{{"0", "opcodes"}, {"0xFC", "opcodesFC"}, {"0xFD", "opcodesFD"}} {
		fmt.Fprintf(b, "var %s = [...]Op{\n", p.name)
		for i, r := range rows {
			if r.prefix == p.prefix {
				fmt.Fprintf(b, "%s: %d + 1,\n", r.code, i)
			}
		}
		b.WriteString("}\n\n")
	}
}
