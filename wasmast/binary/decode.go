package binary

import (
	"math"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The limits of this implementation, which the specification's appendix "Implementation Limitations" permits.
const (
	// MaxNesting is the number of blocks that can stand within each other.
	MaxNesting = 2000
	// MaxLocals is the number of locals of one function beyond its parameters, the limit of engines too.
	MaxLocals = 50_000
	// MaxAllLocals is the number of locals of all functions of a module.
	MaxAllLocals = 1 << 23
	// MaxArity is the number of parameters, and of results, of a function type. Engines have this limit too; without
	// one the operands of a small function could be many.
	MaxArity = 1000
)

// preamble is the magic number and the version (section 5.5.16).
const (
	magic    = "\x00asm"
	version  = "\x01\x00\x00\x00"
	preamble = magic + version
)

// sectionIDs gives the binary ids of the sections. Custom sections have the id 0.
var sectionIDs = [...]byte{
	wasmast.SectionType:      1,
	wasmast.SectionImport:    2,
	wasmast.SectionFunction:  3,
	wasmast.SectionTable:     4,
	wasmast.SectionMemory:    5,
	wasmast.SectionGlobal:    6,
	wasmast.SectionExport:    7,
	wasmast.SectionStartFunc: 8,
	wasmast.SectionElement:   9,
	wasmast.SectionDataCount: 12,
	wasmast.SectionCode:      10,
	wasmast.SectionData:      11,
}

// Decode decodes a module. Any sequence of bytes gives a module or an error, which is a *wasmast.Error: Malformed
// if the bytes do not follow the format, Limit if the module exceeds one of the limits above.
//
// The module shares no memory with b. Its empty slices are nil, its custom sections are in the order of the
// binary, and each stands after a section that Encode writes. The memory that Decode allocates is proportional to
// len(b) and the number of locals.
func Decode(b []byte) (m *wasmast.Module, err error) {
	d := decoder{reader: reader{b: b}, m: new(wasmast.Module), dataCount: -1}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *wasmast.Error:
			m, err = nil, r
		default:
			panic(r)
		}
	}()
	d.preamble()
	for s := wasmast.SectionStart; s <= wasmast.SectionData; s++ {
		d.section(s)
		d.customs()
	}
	d.finish()
	return d.m, nil
}

// decoder is the state of Decode.
type decoder struct {
	reader
	m *wasmast.Module

	last      wasmast.Section // the last section that Encode writes too
	lastElem  wasmast.Section // the value of last before the data count section
	entries   int             // the number of entries of the code section
	dataCount int64           // the content of the data count section, -1 if there is none
	usesData  bool            // an instruction of the section has a data index
	needCount bool            // an instruction of the code section has a data index
	allLocals int             // the number of locals so far

	depth  int // the number of blocks around the current instruction
	bodies bodies
	types  slab[wasmast.ValType]
}

func (d *decoder) preamble() {
	b := d.b
	switch {
	case len(b) < 4:
		d.fail(len(b), unexpectedEnd)
	case string(b[:4]) != magic:
		d.fail(0, noMagic)
	case len(b) < 8:
		d.fail(len(b), unexpectedEnd)
	case string(b[4:8]) != version:
		d.fail(4, unknownVersion)
	}
	d.pos = len(preamble)
}

// section decodes section s if it is the next one.
func (d *decoder) section(s wasmast.Section) {
	if d.pos == len(d.b) || s == wasmast.SectionStart {
		return
	}
	id := d.b[d.pos]
	if int(id) >= len(sectionIDs) {
		d.fail(d.pos, badSectionID)
	}
	if s == wasmast.SectionDataCount {
		d.lastElem = d.last
	}
	if id != sectionIDs[s] {
		return
	}
	d.pos++
	size := d.length()
	start := d.pos
	d.usesData = false
	if d.content(s) {
		d.last = s
	}
	if d.pos != start+size {
		d.fail(start, sizeMismatch)
	}
	if s == wasmast.SectionCode {
		d.needCount = d.usesData
	}
}

// content decodes the content of section s and reports whether there is any.
func (d *decoder) content(s wasmast.Section) bool {
	m := d.m
	switch s {
	case wasmast.SectionType:
		m.Types = vec(&d.reader, d.funcType)
		return m.Types != nil
	case wasmast.SectionImport:
		m.Imports = vec(&d.reader, d.imported)
		return m.Imports != nil
	case wasmast.SectionFunction:
		m.Funcs = vec(&d.reader, func() wasmast.Func { return wasmast.Func{Type: wasmast.TypeIdx(d.u32())} })
		return m.Funcs != nil
	case wasmast.SectionTable:
		m.Tables = vec(&d.reader, d.tableType)
		return m.Tables != nil
	case wasmast.SectionMemory:
		m.Mems = vec(&d.reader, d.memType)
		return m.Mems != nil
	case wasmast.SectionGlobal:
		m.Globals = vec(&d.reader, d.global)
		return m.Globals != nil
	case wasmast.SectionExport:
		m.Exports = vec(&d.reader, d.export)
		return m.Exports != nil
	case wasmast.SectionStartFunc:
		x := wasmast.FuncIdx(d.u32())
		m.Start = &x
	case wasmast.SectionElement:
		m.Elems = vec(&d.reader, d.elem)
		return m.Elems != nil
	case wasmast.SectionDataCount:
		d.dataCount = int64(d.u32())
	case wasmast.SectionCode:
		d.code()
		return d.entries > 0
	case wasmast.SectionData:
		m.Datas = vec(&d.reader, d.data)
		return m.Datas != nil
	}
	return true
}

// customs decodes the custom sections that follow.
func (d *decoder) customs() {
	for d.pos < len(d.b) && d.b[d.pos] == 0 {
		d.pos++
		size := d.length()
		end := d.pos + size
		name := d.name()
		data := d.bytes(end - d.pos)
		d.m.Customs = append(d.m.Customs, wasmast.Custom{After: d.last, Name: name, Data: cloned(data)})
	}
}

// finish checks what concerns several sections (section 5.5.16).
func (d *decoder) finish() {
	switch {
	case d.pos != len(d.b):
		d.fail(d.pos, contentAfterLast)
	case d.entries != len(d.m.Funcs):
		d.fail(d.pos, funcsAndCode)
	case d.dataCount >= 0 && d.dataCount != int64(len(d.m.Datas)):
		d.fail(d.pos, dataCountAndData)
	case d.dataCount < 0 && d.needCount:
		d.fail(d.pos, dataCountRequired)
	}
	if d.needCount {
		return
	}
	for i, c := range d.m.Customs { // Encode will not write the data count section
		if c.After == wasmast.SectionDataCount {
			d.m.Customs[i].After = d.lastElem
		}
	}
}

func (d *decoder) funcType() wasmast.FuncType {
	if d.typeByte() != funcTypeForm {
		d.fail(d.pos-1, badFuncType)
	}
	return wasmast.FuncType{Params: d.resultType(), Results: d.resultType()}
}

func (d *decoder) resultType() []wasmast.ValType {
	at := d.pos
	n := d.length()
	if n > MaxArity {
		d.limit(at, arityTooLarge)
	}
	ts := d.types.take(n, d.left()/3)
	for i := range ts {
		ts[i] = d.valType()
	}
	return ts
}

func (d *decoder) valType() wasmast.ValType {
	t := wasmast.ValType(d.typeByte())
	if !t.IsNum() && t != wasmast.V128 && !t.IsRef() {
		d.fail(d.pos-1, badValType)
	}
	return t
}

func (d *decoder) refType() wasmast.RefType {
	t := wasmast.ValType(d.typeByte())
	if !t.IsRef() {
		d.fail(d.pos-1, badRefType)
	}
	return wasmast.RefType(t)
}

func (d *decoder) limits() wasmast.Limits {
	hasMax := d.uN(1) == 1
	l := wasmast.Limits{Min: d.u32()}
	if hasMax {
		n := d.u32()
		l.Max = &n
	}
	return l
}

func (d *decoder) tableType() wasmast.TableType {
	return wasmast.TableType{Elem: d.refType(), Limits: d.limits()}
}

func (d *decoder) memType() wasmast.MemType { return wasmast.MemType{Limits: d.limits()} }

func (d *decoder) globalType() wasmast.GlobalType {
	t := wasmast.GlobalType{Type: d.valType()}
	switch d.byte() {
	case 0:
	case 1:
		t.Mutable = true
	default:
		d.fail(d.pos-1, badMutability)
	}
	return t
}

func (d *decoder) imported() wasmast.Import {
	i := wasmast.Import{Module: d.name(), Name: d.name()}
	switch d.byte() {
	case kindFunc:
		i.Desc = wasmast.ImportFunc{Type: wasmast.TypeIdx(d.u32())}
	case kindTable:
		i.Desc = wasmast.ImportTable{Type: d.tableType()}
	case kindMem:
		i.Desc = wasmast.ImportMem{Type: d.memType()}
	case kindGlobal:
		i.Desc = wasmast.ImportGlobal{Type: d.globalType()}
	default:
		d.fail(d.pos-1, badImportKind)
	}
	return i
}

func (d *decoder) export() wasmast.Export {
	e := wasmast.Export{Name: d.name()}
	switch d.byte() {
	case kindFunc:
		e.Desc = wasmast.ExportFunc{Func: wasmast.FuncIdx(d.u32())}
	case kindTable:
		e.Desc = wasmast.ExportTable{Table: wasmast.TableIdx(d.u32())}
	case kindMem:
		e.Desc = wasmast.ExportMem{Mem: wasmast.MemIdx(d.u32())}
	case kindGlobal:
		e.Desc = wasmast.ExportGlobal{Global: wasmast.GlobalIdx(d.u32())}
	default:
		d.fail(d.pos-1, badExportKind)
	}
	return e
}

func (d *decoder) global() wasmast.GlobalDef {
	return wasmast.GlobalDef{Type: d.globalType(), Init: d.expr()}
}

// elem decodes an element segment (section 5.5.12), whose first number is a set of flags.
func (d *decoder) elem() wasmast.Elem {
	at := d.pos
	form := d.u32()
	if form > elemNotActive|elemExplicit|elemExprs {
		d.fail(at, badElemForm)
	}
	e := wasmast.Elem{Type: wasmast.RefTypeFunc}
	switch form & (elemNotActive | elemExplicit) {
	case elemNotActive:
		e.Mode = wasmast.ElemPassive{}
	case elemNotActive | elemExplicit:
		e.Mode = wasmast.ElemDeclarative{}
	case elemExplicit:
		e.Mode = wasmast.ElemActive{Table: wasmast.TableIdx(d.u32()), Offset: d.expr()}
	default:
		e.Mode = wasmast.ElemActive{Offset: d.expr()}
	}
	typed := form&(elemNotActive|elemExplicit) != 0
	if form&elemExprs == 0 {
		if typed {
			d.expect(0, badElemKind)
		}
		e.Init = vec(&d.reader, d.funcRef)
		return e
	}
	if typed {
		e.Type = d.refType()
	}
	e.Init = vec(&d.reader, d.expr)
	return e
}

// funcRef decodes an element that is given by a function index.
func (d *decoder) funcRef() wasmast.Expr {
	base := d.bodies.top
	d.bodies.push(wasmast.RefFunc{Func: wasmast.FuncIdx(d.u32())}, d.left())
	return d.bodies.pop(base)
}

// code decodes the code section, whose entries complete those of the function section.
func (d *decoder) code() {
	n := d.length()
	for i := range n {
		size := d.length()
		start := d.pos
		f := wasmast.Func{Locals: d.locals(), Body: d.expr()}
		if d.pos != start+size {
			d.fail(start, sizeMismatch)
		}
		if i < len(d.m.Funcs) {
			f.Type = d.m.Funcs[i].Type
			d.m.Funcs[i] = f
		}
	}
	d.entries = n
}

// locals decodes runs of locals. All runs are counted before memory is allocated for them: too many locals for
// the format are malformed, too many for this implementation exceed a limit.
func (d *decoder) locals() []wasmast.ValType {
	at := d.pos
	runs := d.length()
	first := d.pos
	var sum uint64
	for range runs {
		sum += uint64(d.u32())
		d.valType()
	}
	switch {
	case sum > math.MaxUint32:
		d.fail(at, tooManyLocals)
	case sum > MaxLocals:
		d.limit(at, tooManyLocals)
	case uint64(d.allLocals)+sum > MaxAllLocals:
		d.limit(at, tooManyLocalsInAll)
	}
	d.allLocals += int(sum)
	ts := d.types.take(int(sum), d.left()/3)
	d.pos = first
	for rest := ts; runs > 0; runs-- {
		n, t := d.u32(), d.valType()
		for i := range rest[:n] {
			rest[i] = t
		}
		rest = rest[n:]
	}
	return ts
}

// data decodes a data segment (section 5.5.14).
func (d *decoder) data() wasmast.Data {
	at := d.pos
	var s wasmast.Data
	switch d.u32() {
	case dataActive:
		s.Mode = wasmast.DataActive{Offset: d.expr()}
	case dataPassive:
		s.Mode = wasmast.DataPassive{}
	case dataExplicit:
		s.Mode = wasmast.DataActive{Mem: wasmast.MemIdx(d.u32()), Offset: d.expr()}
	default:
		d.fail(at, badDataForm)
	}
	s.Init = cloned(d.bytes(d.length()))
	return s
}

// cloned copies b; nothing is nil.
func cloned(b []byte) []byte { return append([]byte(nil), b...) }
