package diff

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// A LaterModule belongs to a proposal that is no part of WebAssembly 2.0: there it is malformed or invalid, elsewhere
// valid.
type LaterModule struct {
	Name string
	Wasm []byte
}

// Later returns modules of later proposals: for each, one for every kind of thing that it adds at a place where
// WebAssembly 2.0 has something else to say. Extended constant expressions are not among them, as our validator knows
// them, see wasmast.Features.
func Later() []LaterModule {
	var all []LaterModule
	for _, m := range laterModules {
		all = append(all, LaterModule{m.name, []byte(laterHeader + m.sections)})
	}
	return all
}

const (
	laterHeader = "\x00asm\x01\x00\x00\x00"
	laterType   = "\x01\x04\x01\x60\x00\x00" // the type [] -> []
	laterMemory = "\x05\x03\x01\x00\x01"
	laterGlobal = "\x06\x06\x01\x7F\x00\x41\x00\x0B"
	laterZeros  = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
)

var laterModules = []struct{ name, sections string }{
	{"tag section", laterType + "\x0D\x03\x01\x00\x00"},
	{"tag import", laterType + "\x02\x07\x01\x01a\x00\x04\x00\x00"},
	{"try", laterBody("", "\x06\x40\x0B")},
	{"try_table", laterBody("", "\x1F\x40\x00\x0B")},
	{"exnref", "\x01\x05\x01\x60\x01\x69\x00"},
	{"return_call", laterBody("", "\x12\x00")},
	{"atomic.fence", laterBody("", "\xFE\x03\x00")},
	{"shared memory", "\x05\x04\x01\x03\x00\x01"},
	{"relaxed swizzle", laterBody("", "\xFD\x0C"+laterZeros+"\xFD\x0C"+laterZeros+"\xFD\x80\x02\x1A")},
	{"i64.add128", laterBody("", "\x42\x00\x42\x00\x42\x00\x42\x00\xFC\x13\x1A\x1A")},
	{"memory64", "\x05\x03\x01\x04\x00"},
	{"table64", "\x04\x04\x01\x70\x04\x00"},
	{"custom page size", "\x05\x04\x01\x08\x00\x00"},
	{"two memories", "\x05\x05\x02\x00\x00\x00\x00"},
	{"two imported memories", "\x02\x0D\x02\x01a\x00\x02\x00\x00\x01a\x00\x02\x00\x00"},
	{"memory index", laterBody(laterMemory, "\x41\x00\x28\x40\x00\x00\x1A")},
	{"table initializer", "\x04\x09\x01\x40\x00\x70\x00\x00\xD0\x70\x0B"},
	{"typed reference", "\x01\x09\x02\x60\x00\x00\x60\x01\x63\x00\x00"},
	{"block of a typed reference", laterBody("", "\x02\x63\x00\x00\x0B\x1A")},
	{"anyref", "\x01\x05\x01\x60\x01\x6E\x00"},
	{"null of anyref", laterBody("", "\xD0\x6E\x1A")},
	{"structure type", "\x01\x03\x01\x5F\x00"},
	{"subtype", "\x01\x06\x01\x50\x00\x60\x00\x00"},
	{"recursive types", "\x01\x06\x01\x4E\x01\x60\x00\x00"},
	{"global from a global", "\x06\x0B\x02\x7F\x00\x41\x00\x0B\x7F\x00\x23\x00\x0B"},
	{"data at a global", laterMemory + laterGlobal + "\x0B\x06\x01\x00\x23\x00\x0B\x00"},
	{"elements at a global", "\x04\x04\x01\x70\x00\x00" + laterGlobal + "\x09\x06\x01\x00\x23\x00\x0B\x00"},
}

// laterBody is a function of type [] -> [] with the given instructions, with more sections before it.
func laterBody(before, code string) string {
	return laterType + "\x03\x02\x01\x00" + before +
		"\x0A" + string([]byte{byte(len(code) + 4), 1, byte(len(code) + 2), 0}) + code + "\x0B"
}

// FeatureModule returns a module that is valid in WebAssembly 2.0, with extended constant expressions for that feature,
// and needs f, which must be a single feature.
func FeatureModule(f wasmast.Features) *wasmast.Module {
	m := &wasmast.Module{}
	ft := wasmast.FuncType{Results: []wasmast.ValType{wasmast.I32}}
	var body wasmast.Expr
	switch f {
	case wasmast.SignExtension:
		body = wasmast.Expr{i32(0), op(wasmast.OpI32Extend8S)}
	case wasmast.Saturating:
		body = wasmast.Expr{wasmast.F32Const{}, op(wasmast.OpI32TruncSatF32S)}
	case wasmast.MultiValue:
		ft.Results = []wasmast.ValType{wasmast.I32, wasmast.I32}
		body = wasmast.Expr{i32(0), i32(0)}
	case wasmast.BulkMemory:
		m.Mems = make([]wasmast.MemType, 1)
		body = wasmast.Expr{i32(0), i32(0), i32(0), wasmast.MemoryCopy{}, i32(0)}
	case wasmast.ReferenceTypes:
		body = wasmast.Expr{wasmast.RefNull{Type: wasmast.RefTypeExtern}, op(wasmast.OpRefIsNull)}
	case wasmast.SIMD:
		body = wasmast.Expr{vec(0, 0), op(wasmast.OpV128AnyTrue)}
	case wasmast.ExtendedConst:
		m.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: wasmast.I32},
			Init: wasmast.Expr{i32(0), i32(0), op(wasmast.OpI32Add)}}}
		body = wasmast.Expr{i32(0)}
	}
	withFunc(m, ft, nil, body)
	return m
}
