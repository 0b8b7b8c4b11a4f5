package binary

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// rules are the sections of the specification, version 2.0, whose rules give rise to codes.
var rules = map[wasmast.Code]string{
	noMagic: "5.5.16 Modules", unknownVersion: "5.5.16 Modules", funcsAndCode: "5.5.16 Modules", dataCountAndData: "5.5.16 Modules",
	dataCountRequired: "5.5.16 Modules", contentAfterLast: "5.5.16 Modules",
	tooLong: "5.2.2 Integers", tooLarge: "5.2.2 Integers", badUTF8: "5.2.4 Names",
	badSectionID: "5.5.2 Sections", sizeMismatch: "5.5.2 Sections", unexpectedEnd: "5.5.2 Sections", unexpectedSecEnd: "5.5.2 Sections",
	outOfBounds: "5.1.3 Vectors",
	badFuncType: "5.3.6 Function Types", badValType: "5.3.4 Value Types", badRefType: "5.3.3 Reference Types", badMutability: "5.3.10 Global Types",
	badBlockType: "5.4.1 Control Instructions", badMemArg: "5.4.6 Memory Instructions", illegalOpcode: "5.4 Instructions",
	endExpected: "5.4.9 Expressions", zeroExpected: "5.4.6 Memory Instructions",
	badImportKind: "5.5.5 Import Section", badExportKind: "5.5.10 Export Section", badElemKind: "5.5.12 Element Section",
	badElemForm: "5.5.12 Element Section", badDataForm: "5.5.14 Data Section", tooManyLocals: "5.5.13 Code Section",
}

// Rule returns the section of the specification whose rule a malformed module breaks if it is rejected with a code.
func Rule(c wasmast.Code) string {
	if rule := rules[c]; rule != "" {
		return rule
	}
	return "5 Binary Format"
}
