package diff

import "github.com/wasmfuzz/wasmfuzz/wasmast"

// written is the state that the instructions of a module can change.
type written struct {
	globals map[wasmast.GlobalIdx]bool
	memory  bool
	tables  map[wasmast.TableIdx]bool
	datas   map[wasmast.DataIdx]bool
	elems   map[wasmast.ElemIdx]bool
}

// writes returns what the instructions of m can change.
func writes(m *wasmast.Module) written {
	w := written{globals: map[wasmast.GlobalIdx]bool{}, tables: map[wasmast.TableIdx]bool{},
		datas: map[wasmast.DataIdx]bool{}, elems: map[wasmast.ElemIdx]bool{}}
	for _, f := range m.Funcs {
		w.expr(f.Body)
	}
	return w
}

func (w *written) expr(e wasmast.Expr) {
	for _, i := range e {
		switch i := i.(type) {
		case wasmast.Block:
			w.expr(i.Body)
		case wasmast.If:
			w.expr(i.Then)
			w.expr(i.Else)
		case wasmast.Plain, wasmast.Local:
		default:
			w.instr(i)
		}
	}
}

func (w *written) instr(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Global:
		if i.Code == wasmast.OpGlobalSet {
			w.globals[i.X] = true
		}
	case wasmast.Access, wasmast.AccessLane:
		w.memory = w.memory || len(i.Op().Info().Results) == 0 // a store
	case wasmast.Memory:
		w.memory = w.memory || i.Code != wasmast.OpMemorySize
	case wasmast.MemoryCopy, wasmast.MemoryInit:
		w.memory = true
	case wasmast.Table:
		if i.Code != wasmast.OpTableGet && i.Code != wasmast.OpTableSize {
			w.tables[i.X] = true
		}
	case wasmast.TableCopy:
		w.tables[i.Dst] = true
	case wasmast.TableInit:
		w.tables[i.Table] = true
	case wasmast.DataDrop:
		w.datas[i.Data] = true
	case wasmast.ElemDrop:
		w.elems[i.Elem] = true
	}
}
