package interp_test

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp"
	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// slicer is a domain whose shadows say where a value comes from: the number of a node, which has the instruction that
// made it and the nodes of what went into it. It is dynamic slicing by data dependence, as in Kargén and Shahmehri,
// Turning Programs against Each Other (2015).
type slicer struct{ nodes []node }

type node struct {
	site  interp.Site
	preds []int
}

// origin is the shadow of a slicer; 0 is nowhere.
type origin = interp.Shadowed[int]

func (s *slicer) node(at interp.Site, preds ...int) int {
	s.nodes = append(s.nodes, node{at, preds})
	return len(s.nodes)
}

func (s *slicer) Value(at interp.Site, operands []origin, _ store.Value, _ store.Trap) (int, error) {
	var preds []int
	for _, o := range operands {
		preds = append(preds, o.Shadow)
	}
	return s.node(at, preds...), nil
}

func (s *slicer) Load(at interp.Site, bytes []int, vector origin, _ store.Value) int {
	return s.node(at, append(bytes, vector.Shadow)...)
}

func (s *slicer) Store(_ interp.Site, v origin, bytes []int) {
	for i := range bytes {
		bytes[i] = v.Shadow
	}
}

func (s *slicer) Select(at interp.Site, x, y, c origin) (int, error) {
	if c.Lo != 0 {
		return s.node(at, x.Shadow), nil
	}
	return s.node(at, y.Shadow), nil
}

func (s *slicer) Decide(interp.Site, origin, uint64) error { return nil }

func (s *slicer) Host(at interp.Site, _ *store.Func, _ []origin, results []store.Value) []int {
	nodes := make([]int, len(results))
	for i := range nodes {
		nodes[i] = s.node(at)
	}
	return nodes
}

// slice adds the sites on which a node depends.
func (s *slicer) slice(n int, sites map[interp.Site]bool) {
	if n == 0 {
		return
	}
	sites[s.nodes[n-1].site] = true
	for _, p := range s.nodes[n-1].preds {
		s.slice(p, sites)
	}
}

// TestSlices: shadow execution serves for slicing. The slice of the first bytes of memory has the instructions that
// their values depend on, and not those that only decide about addresses or branches.
func TestSlices(t *testing.T) {
	n, length, store8, gget, gset := get(0), get(1), access(wasmast.OpI32Store8, 0), wasmast.Global{Code: wasmast.OpGlobalGet},
		wasmast.Global{Code: wasmast.OpGlobalSet}
	for _, c := range []struct {
		name  string
		body  expr
		bytes int
		want  []wasmast.Instr // in the order of the body
	}{
		{"worked example", body(
			n, num(3), wasmast.OpI32Mul, set(1),
			length, num(10), wasmast.OpI32GtU, ifElse(void, body(num(10), set(1)), nil),
			num(0), length, store8,
			num(0), num(1), wasmast.OpI32Add, num(100), access(wasmast.OpI32Load8U, 0), num(0x5A), wasmast.OpI32Xor, store8), 2,
			body(n, num(3), wasmast.OpI32Mul, length, access(wasmast.OpI32Load8U, 0), num(0x5A), wasmast.OpI32Xor)},
		{"overwritten byte", body(num(0), num(1), access(wasmast.OpI32Store, 0), num(1), num(2), store8), 4, body(num(1), num(2))},
		{"overwritten", body(num(0), num(1), access(wasmast.OpI32Store, 0), num(0), num(2), access(wasmast.OpI32Store, 0)), 4, body(num(2))},
		{"address", body(num(3), num(3), wasmast.OpI32Sub, num(7), store8), 1, body(num(7))},
		{"chosen operand", body(num(0), num(1), num(2), num(3), wasmast.OpSelect, store8), 1, body(num(1), wasmast.OpSelect)},
		{"global", body(num(5), gset, num(0), gget, store8), 1, body(num(5), gget)},
		{"call", body(num(0), num(6), call(0), store8), 1, body(num(6), num(1), wasmast.OpI32Add, get(0))},
		{"copy", body(num(64), num(6), store8, num(0), num(64), num(1), wasmast.MemoryCopy{}), 1, body(num(6))},
		{"fill", body(num(0), num(6), num(1), wasmast.Memory{Code: wasmast.OpMemoryFill}), 1, body(num(6))},
	} {
		b := new(builder).memory()
		b.Globals = []wasmast.GlobalDef{{Type: wasmast.GlobalType{Type: i32, Mutable: true}, Init: body(num(0))}}
		b.Datas = []wasmast.Data{{Init: []byte{7}, Mode: wasmast.DataActive{Offset: body(num(100))}}}
		m := b.function(types(i32), types(i32), nil, get(0), num(1), wasmast.OpI32Add).function(types(i32), nil, types(i32), c.body).module()
		s := &slicer{}
		shadower := interp.NewShadower(s)
		inst, err := shadower.Instantiate(m, nil, store.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inst.Call("f", ints(2)); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		sites := map[interp.Site]bool{}
		for at, origin := range shadower.Memory(inst.Memories()[0]) {
			if at < uint64(c.bytes) {
				s.slice(origin, sites)
			}
		}
		var got []wasmast.Instr
		for site := range sites {
			got = append(got, site.Instr)
		}
		order := func(a, b wasmast.Instr) int { return slices.Index(c.want, a) - slices.Index(c.want, b) }
		slices.SortFunc(got, order)
		want := slices.Clone([]wasmast.Instr(c.want))
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}
