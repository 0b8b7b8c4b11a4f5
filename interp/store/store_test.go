package store_test

import (
	"slices"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func limits(low uint32, high ...uint32) wasmast.Limits {
	l := wasmast.Limits{Min: low}
	if len(high) > 0 {
		l.Max = &high[0]
	}
	return l
}

func newMemory(t *testing.T, l wasmast.Limits, most uint32) *store.Memory {
	t.Helper()
	m, err := store.NewMemory(wasmast.MemType{Limits: l}, most)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMemoryGrow(t *testing.T) {
	for _, c := range []struct {
		limits  wasmast.Limits
		most    uint32
		by      uint32
		ok      bool
		limited bool
	}{
		{limits(1, 3), 9, 2, true, false},
		{limits(1, 3), 9, 3, false, false},
		{limits(1, 9), 3, 3, false, true},
		{limits(1), 3, 2, true, false},
		{limits(1), 3, 3, false, true},
		{limits(1), 1 << 16, 1 << 16, false, false},
		{limits(1), 1 << 16, 1<<32 - 1, false, false},
		{limits(1), 3, 0, true, false},
	} {
		m := newMemory(t, c.limits, c.most)
		old, ok := m.Grow(c.by)
		if ok != c.ok || m.Limited != c.limited || ok && old != 1 {
			t.Errorf("%+v: Grow = %d, %v and Limited is %v", c, old, ok, m.Limited)
		}
		if want := 1 + c.by; ok && m.Pages() != want || !ok && m.Pages() != 1 {
			t.Errorf("%+v: there are %d pages", c, m.Pages())
		}
	}
}

func TestMemoryCommit(t *testing.T) {
	m := newMemory(t, limits(1), 100)
	if len(m.Data) != 0 {
		t.Errorf("%d bytes are committed at first", len(m.Data))
	}
	if !m.Commit(1) || len(m.Data) == 0 || len(m.Data) >= store.PageSize {
		t.Errorf("%d bytes are committed for one", len(m.Data))
	}
	m.Data[0] = 1
	if !m.Commit(store.PageSize) || m.Commit(store.PageSize+1) {
		t.Error("the memory does not end at its size")
	}
	m.Data[store.PageSize-1] = 2
	m.Grow(9)
	if !m.Commit(2*store.PageSize) || m.Data[0] != 1 || m.Data[store.PageSize-1] != 2 {
		t.Error("bytes are lost when the memory grows")
	}
	if b := m.Bytes(); len(b) != 10*store.PageSize || slices.Max(b[store.PageSize:]) != 0 {
		t.Errorf("there are %d bytes, or not all are zero", len(b))
	}
}

func TestMemoryIsRecycledClean(t *testing.T) {
	for range 10 {
		m := newMemory(t, limits(1), 1)
		for _, end := range []uint64{10, 5000, 30_000, store.PageSize} {
			before := len(m.Data)
			m.Commit(end)
			if slices.Max(m.Data[before:]) != 0 {
				t.Fatal("a new memory is not zero")
			}
			for i := range m.Data {
				m.Data[i] = 0xff
			}
		}
		m.Free()
	}
}

func TestTableGrow(t *testing.T) {
	for _, c := range []struct {
		limits  wasmast.Limits
		by      uint32
		ok      bool
		limited bool
	}{
		{limits(2, 4), 2, true, false},
		{limits(2, 4), 3, false, false},
		{limits(2), 7, false, true},
		{limits(2), 6, true, false},
		{limits(2), 1<<32 - 1, false, false},
	} {
		table, err := store.NewTable(wasmast.TableType{Elem: wasmast.RefTypeExtern, Limits: c.limits}, 8)
		if err != nil {
			t.Fatal(err)
		}
		old, ok := table.Grow(c.by, 77)
		if ok != c.ok || table.Limited != c.limited || ok && old != 2 {
			t.Errorf("%+v: Grow = %d, %v and Limited is %v", c, old, ok, table.Limited)
		}
		if ok && (table.Size() != 2+c.by || table.Elems[1] != 0 || table.Elems[2] != 77 || table.Elems[1+c.by] != 77) {
			t.Errorf("%+v: the elements are %v", c, table.Elems)
		}
	}
}

func TestStore(t *testing.T) {
	s := new(store.Store)
	f, g := &store.Func{}, &store.Func{}
	if a, b := s.Add(f), s.Add(g); a == 0 || b == 0 || s.Func(a) != f || s.Func(b) != g {
		t.Error("references do not name the functions that were added")
	}
	n := 0
	for ; s.Enter() == nil; n++ {
		if n > 1_000_000 {
			t.Fatal("there is no end to nested calls")
		}
	}
	s.Leave()
	if s.Enter() != nil {
		t.Error("a call that has returned counts")
	}
}

func TestValueString(t *testing.T) {
	for _, c := range []struct {
		v    store.Value
		want string
	}{
		{store.I32(-1), "i32 -1"},
		{store.I64(-2), "i64 -2"},
		{store.F32(0x3fc00000), "f32 1.5"},
		{store.F32(0x7fc00001), "f32 nan 0x7fc00001"},
		{store.F64(1 << 63), "f64 -0"},
		{store.F64(0xfff8 << 48), "f64 nan 0xfff8000000000000"},
		{store.V128(wasmast.Vec128{Lo: 1, Hi: 2}), "v128 i64x2 0x0000000000000001 0x0000000000000002"},
		{store.Null(wasmast.RefTypeFunc), "funcref null"},
		{store.ExternRef(3), "externref 3"},
		{store.Zero(wasmast.I32), "i32 0"},
	} {
		if got := c.v.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
