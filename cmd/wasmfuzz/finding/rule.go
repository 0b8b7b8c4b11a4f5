package finding

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/validate"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
	"github.com/wasmfuzz/wasmfuzz/wasmast/binary"
)

// chapter says where the rules for a kind of instructions stand in version 2.0 of the specification: in the same place
// of the sections on validation and on execution.
type chapter struct{ number, title string }

var (
	numeric    = chapter{"1", "Numeric Instructions"}
	reference  = chapter{"2", "Reference Instructions"}
	vector     = chapter{"3", "Vector Instructions"}
	parametric = chapter{"4", "Parametric Instructions"}
	variable   = chapter{"5", "Variable Instructions"}
	table      = chapter{"6", "Table Instructions"}
	memory     = chapter{"7", "Memory Instructions"}
	control    = chapter{"8", "Control Instructions"}
)

// validation and execution are the sections.
func (c chapter) validation() string { return "3.3." + c.number + " " + c.title }
func (c chapter) execution() string  { return "4.4." + c.number + " " + c.title }

// chapters are those of the shapes of instructions that have but one.
var chapters = map[wasmast.Shape]chapter{
	wasmast.ShapeBlock: control, wasmast.ShapeIf: control, wasmast.ShapeBranch: control, wasmast.ShapeBranchTable: control,
	wasmast.ShapeCall: control, wasmast.ShapeCallIndirect: control,
	wasmast.ShapeSelectT: parametric,
	wasmast.ShapeLocal:   variable, wasmast.ShapeGlobal: variable,
	wasmast.ShapeTable: table, wasmast.ShapeTableCopy: table, wasmast.ShapeTableInit: table, wasmast.ShapeElemDrop: table,
	wasmast.ShapeAccess: memory, wasmast.ShapeAccessLane: memory, wasmast.ShapeMemory: memory, wasmast.ShapeMemoryCopy: memory,
	wasmast.ShapeMemoryInit: memory, wasmast.ShapeDataDrop: memory,
	wasmast.ShapeI32Const: numeric, wasmast.ShapeI64Const: numeric, wasmast.ShapeF32Const: numeric, wasmast.ShapeF64Const: numeric,
	wasmast.ShapeV128Const: vector, wasmast.ShapeShuffle: vector, wasmast.ShapeLane: vector,
	wasmast.ShapeRefNull: reference, wasmast.ShapeRefFunc: reference,
}

// chapterOf returns where the rules for an instruction stand.
func chapterOf(op wasmast.Op) chapter {
	if c, ok := chapters[op.Info().Shape]; ok {
		return c
	}
	switch wasmast.PlainOp(op) {
	case wasmast.OpNop, wasmast.OpUnreachable, wasmast.OpReturn:
		return control
	case wasmast.OpDrop, wasmast.OpSelect:
		return parametric
	case wasmast.OpRefIsNull:
		return reference
	}
	if info := op.Info(); slices.Contains(info.Params, wasmast.V128) || slices.Contains(info.Results, wasmast.V128) {
		return vector
	}
	return numeric
}

// modulewide are the rules of codes that do not come from an instruction.
var modulewide = map[wasmast.Code]string{
	validate.ConstantRequired: "3.3.10 Expressions, Constant Expressions",
	validate.Undeclared:       "3.4.10 Modules",
	validate.MinAboveMax:      "3.2.1 Limits",
	validate.MemoryTooLarge:   "3.2.5 Memory Types",
	validate.MultipleMemories: "3.4.10 Modules",
	validate.MultipleTables:   "3.4.10 Modules",
	validate.DuplicateExport:  "3.4.10 Modules",
	validate.InvalidStart:     "3.4.7 Start Function",
}

// sections are the rules for what stands in sections.
var sections = map[wasmast.Section]string{
	wasmast.SectionType: "3.2.3 Function Types", wasmast.SectionImport: "3.4.9 Imports", wasmast.SectionFunction: "3.4.1 Functions",
	wasmast.SectionTable: "3.4.2 Tables", wasmast.SectionMemory: "3.4.3 Memories", wasmast.SectionGlobal: "3.4.4 Globals",
	wasmast.SectionExport: "3.4.8 Exports", wasmast.SectionStartFunc: "3.4.7 Start Function", wasmast.SectionElement: "3.4.5 Element Segments",
	wasmast.SectionCode: "3.4.1 Functions", wasmast.SectionData: "3.4.6 Data Segments",
}

// Rules returns the sections of the specification, version 2.0, that say what is right: of what is wrong with the
// module, if it has to be rejected, and of the instructions to which the divergence belongs.
func (c *Case) Rules(m *wasmast.Module, culprits []Culprit) []string {
	var rules []string
	add := func(rule string) {
		if rule != "" && !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	if c.Fault != nil {
		add(ruleOf(m, c.Fault))
	}
	for _, culprit := range culprits {
		if ch := chapterOf(culprit.Op); c.Trial != nil {
			add(ch.execution() + ", " + culprit.Op.String())
		} else {
			add(ch.validation() + ", " + culprit.Op.String())
		}
	}
	if c.Trial != nil && c.Trial.Outcomes[c.Right].Start.Trap != 0 {
		add("4.5.4 Instantiation")
	}
	return rules
}

// ruleOf returns the section of the rule that a module breaks.
func ruleOf(m *wasmast.Module, fault *wasmast.Error) string {
	switch {
	case fault.Stage == wasmast.Malformed:
		return binary.Rule(fault.Code)
	case modulewide[fault.Code] != "":
		return modulewide[fault.Code]
	}
	if op, ok := instrAt(m, fault); ok {
		return chapterOf(op).validation() + ", " + op.String()
	}
	return sections[fault.Section]
}

// instrAt returns the instruction of a body at which a module is invalid, if it is one.
func instrAt(m *wasmast.Module, fault *wasmast.Error) (wasmast.Op, bool) {
	if fault.Section != wasmast.SectionCode || fault.Index < 0 || fault.Index >= len(m.Funcs) {
		return 0, false
	}
	e := m.Funcs[fault.Index].Body
	for path := fault.Path; len(path) > 0; path = path[2:] {
		if path[0] >= len(e) {
			return 0, false
		}
		i := e[path[0]]
		if len(path) == 1 {
			return i.Op(), true
		}
		switch b := i.(type) {
		case wasmast.Block:
			e = b.Body
		case wasmast.If:
			if e = b.Then; path[1] == 1 {
				e = b.Else
			}
		}
	}
	return 0, false
}
