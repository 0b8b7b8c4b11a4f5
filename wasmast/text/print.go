package text

import (
	"io"
	"strconv"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Print writes m in the text format. Its errors are those of w.
func Print(w io.Writer, m *wasmast.Module) error {
	_, err := w.Write(appendModule(nil, m))
	return err
}

// String returns m in the text format.
func String(m *wasmast.Module) string { return string(appendModule(nil, m)) }

// printer is a text in the making.
type printer struct {
	b       []byte
	depth   int  // the indentation of new lines
	oneLine bool // spaces instead of new lines
}

// maxIndent bounds the indentation of lines, which otherwise could exceed all else by far.
const maxIndent = 60

// line begins a new line.
func (p *printer) line() {
	if p.oneLine {
		p.space()
		return
	}
	p.b = append(p.b, '\n')
	for range min(p.depth, maxIndent) {
		p.b = append(p.b, ' ', ' ')
	}
}

func (p *printer) text(s string) { p.b = append(p.b, s...) }
func (p *printer) space()        { p.b = append(p.b, ' ') }

// int prints a space and a number.
func (p *printer) int(x int64) { p.b = strconv.AppendInt(append(p.b, ' '), x, 10) }

// index prints a space and an index.
func (p *printer) index(x uint32) { p.int(int64(x)) }

// open begins a field with a keyword on a new line.
func (p *printer) open(keyword string) {
	p.line()
	p.text("(")
	p.text(keyword)
}

// comment prints an index of the field that has begun.
func (p *printer) comment(x int) {
	p.text(" (;")
	p.b = strconv.AppendInt(p.b, int64(x), 10)
	p.text(";)")
}

// ref prints a keyword and an index in parentheses.
func (p *printer) ref(keyword string, x uint32) {
	p.text(" (")
	p.text(keyword)
	p.index(x)
	p.text(")")
}

func (p *printer) string(s string) {
	p.space()
	p.b = appendString(p.b, []byte(s))
}

// types prints a keyword and a list of types in parentheses, nothing if there are none.
func (p *printer) types(keyword string, ts []wasmast.ValType) {
	if len(ts) == 0 {
		return
	}
	p.text(" (")
	p.text(keyword)
	for _, t := range ts {
		p.space()
		p.text(t.String())
	}
	p.text(")")
}

func (p *printer) typeUse(x wasmast.TypeIdx) { p.ref("type", uint32(x)) }

// expr prints a constant expression on the current line.
func (p *printer) expr(e wasmast.Expr) {
	p.oneLine = true
	p.body(e)
	p.oneLine = false
}

// appendModule appends m.
func appendModule(b []byte, m *wasmast.Module) []byte {
	p := modulePrinter{printer: printer{b: append(b, "(module"...), depth: 1}, m: m}
	for i := range m.Types {
		p.typeDef(i)
	}
	for i := range m.Imports {
		p.imported(&m.Imports[i])
	}
	for i := range m.Tables {
		p.open("table")
		p.comment(p.tables + i)
		p.tableType(&m.Tables[i])
		p.text(")")
	}
	for i := range m.Mems {
		p.open("memory")
		p.comment(p.mems + i)
		p.limits(&m.Mems[i].Limits)
		p.text(")")
	}
	for i := range m.Globals {
		p.open("global")
		p.comment(p.globals + i)
		p.globalType(m.Globals[i].Type)
		p.expr(m.Globals[i].Init)
		p.text(")")
	}
	for i := range m.Exports {
		p.export(&m.Exports[i])
	}
	if m.Start != nil {
		p.line()
		p.text("(start")
		p.index(uint32(*m.Start))
		p.text(")")
	}
	for i := range m.Elems {
		p.elem(i)
	}
	for i := range m.Funcs {
		p.fun(i)
	}
	for i := range m.Datas {
		p.data(i)
	}
	for i := range m.Customs {
		p.custom(&m.Customs[i])
	}
	p.depth = 0
	p.line()
	return append(p.b, ")\n"...)
}

// modulePrinter prints a module, counting its imports.
type modulePrinter struct {
	printer
	m                            *wasmast.Module
	funcs, tables, mems, globals int
}

func (p *modulePrinter) typeDef(i int) {
	p.open("type")
	p.comment(i)
	p.text(" (func")
	p.types("param", p.m.Types[i].Params)
	p.types("result", p.m.Types[i].Results)
	p.text("))")
}

// signature prints the type of a function: its index and, for the reader, what it stands for.
func (p *modulePrinter) signature(x wasmast.TypeIdx) {
	p.typeUse(x)
	if int64(x) < int64(len(p.m.Types)) {
		p.types("param", p.m.Types[x].Params)
		p.types("result", p.m.Types[x].Results)
	}
}

func (p *modulePrinter) imported(i *wasmast.Import) {
	p.open("import")
	p.string(i.Module)
	p.string(i.Name)
	switch d := i.Desc.(type) {
	case wasmast.ImportFunc:
		p.text(" (func")
		p.comment(p.funcs)
		p.signature(d.Type)
		p.funcs++
	case wasmast.ImportTable:
		p.text(" (table")
		p.comment(p.tables)
		p.tableType(&d.Type)
		p.tables++
	case wasmast.ImportMem:
		p.text(" (memory")
		p.comment(p.mems)
		p.limits(&d.Type.Limits)
		p.mems++
	case wasmast.ImportGlobal:
		p.text(" (global")
		p.comment(p.globals)
		p.globalType(d.Type)
		p.globals++
	default:
		unknown(d)
	}
	p.text("))")
}

func (p *printer) limits(l *wasmast.Limits) {
	p.index(l.Min)
	if l.Max != nil {
		p.index(*l.Max)
	}
}

func (p *printer) tableType(t *wasmast.TableType) {
	p.limits(&t.Limits)
	p.space()
	p.text(t.Elem.String())
}

func (p *printer) globalType(t wasmast.GlobalType) {
	if t.Mutable {
		p.types("mut", []wasmast.ValType{t.Type})
		return
	}
	p.space()
	p.text(t.Type.String())
}

func (p *printer) export(x *wasmast.Export) {
	p.open("export")
	p.string(x.Name)
	switch d := x.Desc.(type) {
	case wasmast.ExportFunc:
		p.ref("func", uint32(d.Func))
	case wasmast.ExportTable:
		p.ref("table", uint32(d.Table))
	case wasmast.ExportMem:
		p.ref("memory", uint32(d.Mem))
	case wasmast.ExportGlobal:
		p.ref("global", uint32(d.Global))
	default:
		unknown(d)
	}
	p.text(")")
}

func (p *modulePrinter) elem(i int) {
	s := &p.m.Elems[i]
	p.open("elem")
	p.comment(i)
	switch mode := s.Mode.(type) {
	case wasmast.ElemPassive:
	case wasmast.ElemDeclarative:
		p.text(" declare")
	case wasmast.ElemActive:
		if mode.Table != 0 {
			p.ref("table", uint32(mode.Table))
		}
		p.offset(mode.Offset)
	default:
		unknown(mode)
	}
	if s.IsFuncs() {
		p.text(" func")
		for _, e := range s.Init {
			p.index(uint32(e[0].(wasmast.RefFunc).Func))
		}
	} else {
		p.space()
		p.text(s.Type.String())
		for _, e := range s.Init {
			p.text(" (item")
			p.expr(e)
			p.text(")")
		}
	}
	p.text(")")
}

func (p *printer) offset(e wasmast.Expr) {
	p.text(" (offset")
	p.expr(e)
	p.text(")")
}

func (p *modulePrinter) fun(i int) {
	f := &p.m.Funcs[i]
	p.open("func")
	p.comment(p.funcs + i)
	p.signature(f.Type)
	p.depth++
	if len(f.Locals) > 0 {
		p.line()
		p.text("(local")
		for _, t := range f.Locals {
			p.space()
			p.text(t.String())
		}
		p.text(")")
	}
	p.depth--
	p.body(f.Body)
	p.line()
	p.text(")")
}

func (p *modulePrinter) data(i int) {
	s := &p.m.Datas[i]
	p.open("data")
	p.comment(i)
	switch mode := s.Mode.(type) {
	case wasmast.DataPassive:
	case wasmast.DataActive:
		if mode.Mem != 0 {
			p.ref("memory", uint32(mode.Mem))
		}
		p.offset(mode.Offset)
	default:
		unknown(mode)
	}
	p.space()
	p.b = appendString(p.b, s.Init)
	p.text(")")
}

// places are the keywords for the places of custom sections. There is none for the data count section, but it
// stands directly before the code section.
var places = [...]string{
	wasmast.SectionStart:     "before first",
	wasmast.SectionType:      "after type",
	wasmast.SectionImport:    "after import",
	wasmast.SectionFunction:  "after func",
	wasmast.SectionTable:     "after table",
	wasmast.SectionMemory:    "after memory",
	wasmast.SectionGlobal:    "after global",
	wasmast.SectionExport:    "after export",
	wasmast.SectionStartFunc: "after start",
	wasmast.SectionElement:   "after elem",
	wasmast.SectionDataCount: "before code",
	wasmast.SectionCode:      "after code",
	wasmast.SectionData:      "after data",
}

func (p *printer) custom(c *wasmast.Custom) {
	p.open("@custom")
	p.string(c.Name)
	p.text(" (")
	p.text(places[c.After])
	p.text(") ")
	p.b = appendString(p.b, c.Data)
	p.text(")")
}
