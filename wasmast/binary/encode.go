package binary

import (
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The codes of chapter 5 that are neither types nor opcodes.
const (
	funcTypeForm = 0x60
	blockEmpty   = 0x40

	kindFunc, kindTable, kindMem, kindGlobal = 0, 1, 2, 3 // of imports and exports

	elemNotActive = 1 // the flags of element segments
	elemExplicit  = 2 // an explicit table index, or declarative
	elemExprs     = 4 // expressions instead of function indices

	dataActive, dataPassive, dataExplicit = 0, 1, 2 // the forms of data segments
)

// Encode encodes a module, valid or not.
func Encode(m *wasmast.Module) []byte { return Append(nil, m) }

// Append appends the encoding of m to b. The encoding is the shortest of chapter 5, with two exceptions that it
// shares with assemblers of the text format: runs of equal locals are grouped even where that saves nothing, and
// the data count section is present exactly if an instruction of a function has a data index.
func Append(b []byte, m *wasmast.Module) []byte {
	e := encoder{b: append(b, preamble...)}
	var count int // where the data count section belongs
	var need bool // and whether there is one
	for s := wasmast.SectionStart; s <= wasmast.SectionData; s++ {
		e.usesData = false
		e.section(m, s)
		switch s {
		case wasmast.SectionDataCount:
			count = len(e.b)
		case wasmast.SectionCode:
			need = e.usesData
		}
		e.customs(m, s)
	}
	if need {
		var c encoder
		at := c.open(sectionIDs[wasmast.SectionDataCount])
		c.u32(uint32(len(m.Datas)))
		c.close(at)
		e.b = slices.Insert(e.b, count, c.b...)
	}
	return e.b
}

// encoder is the state of Append.
type encoder struct {
	b        []byte
	usesData bool // an instruction of the section has a data index
}

func (e *encoder) byte(b byte)    { e.b = append(e.b, b) }
func (e *encoder) u32(x uint32)   { e.b = appendU(e.b, x) }
func (e *encoder) length(n int)   { e.u32(uint32(n)) }
func (e *encoder) name(s string)  { e.length(len(s)); e.b = append(e.b, s...) }
func (e *encoder) bytes(b []byte) { e.length(len(b)); e.b = append(e.b, b...) }

// open begins a section: its id and one byte for its size. It returns the place of the content.
func (e *encoder) open(id byte) int {
	e.b = append(e.b, id, 0)
	return len(e.b)
}

// close writes the size of the content that begins at a place, into the byte before it, or more if it needs them.
func (e *encoder) close(at int) {
	n := len(e.b) - at
	if n < 0x80 {
		e.b[at-1] = byte(n)
		return
	}
	var size [5]byte
	e.b = slices.Replace(e.b, at-1, at, appendU(size[:0], uint32(n))...)
}

// section encodes section s if it has any content.
func (e *encoder) section(m *wasmast.Module, s wasmast.Section) {
	n := entries(m, s)
	if n == 0 {
		return
	}
	at := e.open(sectionIDs[s])
	if s != wasmast.SectionStartFunc {
		e.length(n)
	}
	e.content(m, s)
	e.close(at)
}

// entries returns the number of entries of a section.
func entries(m *wasmast.Module, s wasmast.Section) int {
	switch s {
	case wasmast.SectionType:
		return len(m.Types)
	case wasmast.SectionImport:
		return len(m.Imports)
	case wasmast.SectionFunction, wasmast.SectionCode:
		return len(m.Funcs)
	case wasmast.SectionTable:
		return len(m.Tables)
	case wasmast.SectionMemory:
		return len(m.Mems)
	case wasmast.SectionGlobal:
		return len(m.Globals)
	case wasmast.SectionExport:
		return len(m.Exports)
	case wasmast.SectionStartFunc:
		if m.Start != nil {
			return 1
		}
	case wasmast.SectionElement:
		return len(m.Elems)
	case wasmast.SectionData:
		return len(m.Datas)
	}
	return 0
}

// content encodes the entries of section s.
func (e *encoder) content(m *wasmast.Module, s wasmast.Section) {
	switch s {
	case wasmast.SectionType:
		each(m.Types, e.funcType)
	case wasmast.SectionImport:
		each(m.Imports, e.imported)
	case wasmast.SectionFunction:
		for i := range m.Funcs {
			e.u32(uint32(m.Funcs[i].Type))
		}
	case wasmast.SectionTable:
		each(m.Tables, e.tableType)
	case wasmast.SectionMemory:
		each(m.Mems, e.memType)
	case wasmast.SectionGlobal:
		each(m.Globals, e.global)
	case wasmast.SectionExport:
		each(m.Exports, e.export)
	case wasmast.SectionStartFunc:
		e.u32(uint32(*m.Start))
	case wasmast.SectionElement:
		each(m.Elems, e.elem)
	case wasmast.SectionCode:
		each(m.Funcs, e.code)
	case wasmast.SectionData:
		each(m.Datas, e.data)
	}
}

func each[T any](ts []T, encode func(*T)) {
	for i := range ts {
		encode(&ts[i])
	}
}

// customs encodes the custom sections at the place s.
func (e *encoder) customs(m *wasmast.Module, s wasmast.Section) {
	for i := range m.Customs {
		if c := &m.Customs[i]; c.After == s {
			at := e.open(0)
			e.name(c.Name)
			e.b = append(e.b, c.Data...)
			e.close(at)
		}
	}
}

func (e *encoder) funcType(t *wasmast.FuncType) {
	e.byte(funcTypeForm)
	e.valTypes(t.Params)
	e.valTypes(t.Results)
}

func (e *encoder) valTypes(ts []wasmast.ValType) {
	e.length(len(ts))
	for _, t := range ts {
		e.byte(byte(t))
	}
}

func (e *encoder) limits(l *wasmast.Limits) {
	if l.Max == nil {
		e.byte(0)
		e.u32(l.Min)
		return
	}
	e.byte(1)
	e.u32(l.Min)
	e.u32(*l.Max)
}

func (e *encoder) tableType(t *wasmast.TableType) {
	e.byte(byte(t.Elem))
	e.limits(&t.Limits)
}

func (e *encoder) memType(t *wasmast.MemType) { e.limits(&t.Limits) }

func (e *encoder) globalType(t *wasmast.GlobalType) {
	e.byte(byte(t.Type))
	if t.Mutable {
		e.byte(1)
	} else {
		e.byte(0)
	}
}

func (e *encoder) imported(i *wasmast.Import) {
	e.name(i.Module)
	e.name(i.Name)
	switch d := i.Desc.(type) {
	case wasmast.ImportFunc:
		e.byte(kindFunc)
		e.u32(uint32(d.Type))
	case wasmast.ImportTable:
		e.byte(kindTable)
		e.tableType(&d.Type)
	case wasmast.ImportMem:
		e.byte(kindMem)
		e.memType(&d.Type)
	case wasmast.ImportGlobal:
		e.byte(kindGlobal)
		e.globalType(&d.Type)
	default:
		unknown(d)
	}
}

func (e *encoder) export(x *wasmast.Export) {
	e.name(x.Name)
	switch d := x.Desc.(type) {
	case wasmast.ExportFunc:
		e.byte(kindFunc)
		e.u32(uint32(d.Func))
	case wasmast.ExportTable:
		e.byte(kindTable)
		e.u32(uint32(d.Table))
	case wasmast.ExportMem:
		e.byte(kindMem)
		e.u32(uint32(d.Mem))
	case wasmast.ExportGlobal:
		e.byte(kindGlobal)
		e.u32(uint32(d.Global))
	default:
		unknown(d)
	}
}

func (e *encoder) global(g *wasmast.GlobalDef) {
	e.globalType(&g.Type)
	e.expr(g.Init)
}

// elem encodes an element segment in the form with function indices if it can.
func (e *encoder) elem(s *wasmast.Elem) {
	form := byte(0)
	if !s.IsFuncs() {
		form = elemExprs
	}
	switch mode := s.Mode.(type) {
	case wasmast.ElemPassive:
		e.byte(form | elemNotActive)
	case wasmast.ElemDeclarative:
		e.byte(form | elemNotActive | elemExplicit)
	case wasmast.ElemActive:
		if mode.Table == 0 && s.Type == wasmast.RefTypeFunc {
			e.byte(form)
			e.expr(mode.Offset)
			e.elemInit(form, s.Init)
			return
		}
		e.byte(form | elemExplicit)
		e.u32(uint32(mode.Table))
		e.expr(mode.Offset)
	default:
		unknown(mode)
	}
	if form == elemExprs {
		e.byte(byte(s.Type))
	} else {
		e.byte(0)
	}
	e.elemInit(form, s.Init)
}

func (e *encoder) elemInit(form byte, init []wasmast.Expr) {
	e.length(len(init))
	for _, x := range init {
		if form == elemExprs {
			e.expr(x)
		} else {
			e.u32(uint32(x[0].(wasmast.RefFunc).Func))
		}
	}
}

// code encodes an entry of the code section.
func (e *encoder) code(f *wasmast.Func) {
	e.byte(0)
	at := len(e.b)
	runs := 0
	for i := range f.Locals {
		if i == 0 || f.Locals[i] != f.Locals[i-1] {
			runs++
		}
	}
	e.length(runs)
	for rest := f.Locals; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0] {
			n++
		}
		e.length(n)
		e.byte(byte(rest[0]))
		rest = rest[n:]
	}
	e.expr(f.Body)
	e.close(at)
}

func (e *encoder) data(s *wasmast.Data) {
	switch mode := s.Mode.(type) {
	case wasmast.DataPassive:
		e.byte(dataPassive)
	case wasmast.DataActive:
		if mode.Mem == 0 {
			e.byte(dataActive)
		} else {
			e.byte(dataExplicit)
			e.u32(uint32(mode.Mem))
		}
		e.expr(mode.Offset)
	default:
		unknown(mode)
	}
	e.bytes(s.Init)
}

// unknown reports a variant that the encoder does not know.
func unknown(v any) { panic(fmt.Sprintf("wasmfuzz: internal error: cannot encode %T", v)) }
