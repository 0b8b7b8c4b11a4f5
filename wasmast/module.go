package wasmast

import "fmt"

// Module is a WebAssembly module (section 2.5). The fields are in the order of the specification's binary
// sections, but for Funcs, which join the function and code sections.
type Module struct {
	Types   []FuncType
	Imports []Import
	Funcs   []Func
	Tables  []TableType
	Mems    []MemType
	Globals []GlobalDef
	Exports []Export
	Start   *FuncIdx
	Elems   []Elem
	Datas   []Data
	Customs []Custom
}

// Func is a function defined by a module: the index of its type, its locals beyond the parameters, its body.
type Func struct {
	Type   TypeIdx
	Locals []ValType
	Body   Expr
}

// GlobalDef is a global defined by a module.
type GlobalDef struct {
	Type GlobalType
	Init Expr
}

// Import is an import of a module.
type Import struct {
	Module, Name string
	Desc         ImportDesc
}

// ImportDesc says what is imported: ImportFunc, ImportTable, ImportMem or ImportGlobal.
type ImportDesc interface{ importDesc() }

type (
	// ImportFunc imports a function of the type with the given index.
	ImportFunc struct{ Type TypeIdx }
	// ImportTable imports a table.
	ImportTable struct{ Type TableType }
	// ImportMem imports a memory.
	ImportMem struct{ Type MemType }
	// ImportGlobal imports a global.
	ImportGlobal struct{ Type GlobalType }
)

func (ImportFunc) importDesc()   {}
func (ImportTable) importDesc()  {}
func (ImportMem) importDesc()    {}
func (ImportGlobal) importDesc() {}

// Export is an export of a module.
type Export struct {
	Name string
	Desc ExportDesc
}

// ExportDesc says what is exported: ExportFunc, ExportTable, ExportMem or ExportGlobal.
type ExportDesc interface{ exportDesc() }

type (
	// ExportFunc exports a function.
	ExportFunc struct{ Func FuncIdx }
	// ExportTable exports a table.
	ExportTable struct{ Table TableIdx }
	// ExportMem exports a memory.
	ExportMem struct{ Mem MemIdx }
	// ExportGlobal exports a global.
	ExportGlobal struct{ Global GlobalIdx }
)

func (ExportFunc) exportDesc()   {}
func (ExportTable) exportDesc()  {}
func (ExportMem) exportDesc()    {}
func (ExportGlobal) exportDesc() {}

// Elem is an element segment: each of its constant expressions gives one reference.
type Elem struct {
	Type RefType
	Init []Expr
	Mode ElemMode
}

// ElemMode is ElemPassive, ElemActive or ElemDeclarative.
type ElemMode interface{ elemMode() }

type (
	// ElemPassive is the mode of a segment that table.init copies.
	ElemPassive struct{}
	// ElemActive is the mode of a segment that is copied at instantiation.
	ElemActive struct {
		Table  TableIdx
		Offset Expr
	}
	// ElemDeclarative is the mode of a segment that only declares functions for ref.func.
	ElemDeclarative struct{}
)

func (ElemPassive) elemMode()     {}
func (ElemActive) elemMode()      {}
func (ElemDeclarative) elemMode() {}

// Data is a data segment.
type Data struct {
	Init []byte
	Mode DataMode
}

// DataMode is DataPassive or DataActive.
type DataMode interface{ dataMode() }

type (
	// DataPassive is the mode of a segment that memory.init copies.
	DataPassive struct{}
	// DataActive is the mode of a segment that is copied at instantiation.
	DataActive struct {
		Mem    MemIdx
		Offset Expr
	}
)

func (DataPassive) dataMode() {}
func (DataActive) dataMode()  {}

// Custom is a custom section. It stands after the section After, or after the last section before that one if
// the module has none of that kind.
type Custom struct {
	After Section
	Name  string
	Data  []byte
}

// Section names a place in the binary format, in its order; the value is not the section's binary id (the data
// count section, 12, stands between element and code).
type Section byte

// The places at which custom sections stand.
const (
	SectionStart Section = iota // before all others
	SectionType
	SectionImport
	SectionFunction
	SectionTable
	SectionMemory
	SectionGlobal
	SectionExport
	SectionStartFunc
	SectionElement
	SectionDataCount
	SectionCode
	SectionData
)

// String returns the section's name in the specification.
func (s Section) String() string {
	return [...]string{"preamble", "type", "import", "function", "table", "memory", "global", "export", "start",
		"element", "data count", "code", "data"}[s]
}

// FuncType returns the type of a function, imported or defined. It fails if x, or the type index that it leads
// to, is out of range.
func (m *Module) FuncType(x FuncIdx) (FuncType, error) {
	t, ok := m.funcTypeIdx(x)
	if !ok {
		return FuncType{}, fmt.Errorf("unknown function %d", x)
	}
	if int64(t) >= int64(len(m.Types)) {
		return FuncType{}, fmt.Errorf("unknown type %d", t)
	}
	return m.Types[t], nil
}

func (m *Module) funcTypeIdx(x FuncIdx) (TypeIdx, bool) {
	n := int64(x)
	for _, i := range m.Imports {
		if f, ok := i.Desc.(ImportFunc); ok {
			if n == 0 {
				return f.Type, true
			}
			n--
		}
	}
	if n < int64(len(m.Funcs)) {
		return m.Funcs[n].Type, true
	}
	return 0, false
}

// Exported returns the number, among the functions that m defines, of the one that it exports under a name, or -1 if
// there is none or it is imported.
func (m *Module) Exported(name string) int {
	imported := 0
	for _, i := range m.Imports {
		if _, ok := i.Desc.(ImportFunc); ok {
			imported++
		}
	}
	for _, e := range m.Exports {
		if f, ok := e.Desc.(ExportFunc); ok && e.Name == name {
			return max(int(f.Func)-imported, -1)
		}
	}
	return -1
}

// GlobalTypes returns the types of all globals, imported ones first.
func (m *Module) GlobalTypes() []GlobalType {
	var types []GlobalType
	for _, i := range m.Imports {
		if g, ok := i.Desc.(ImportGlobal); ok {
			types = append(types, g.Type)
		}
	}
	for _, g := range m.Globals {
		types = append(types, g.Type)
	}
	return types
}
