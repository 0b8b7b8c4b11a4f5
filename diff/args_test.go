package diff

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

func TestInterestingValuesHaveEveryKind(t *testing.T) {
	kinds := map[string]func(store.Value) bool{}
	is := func(name string, ty wasmast.ValType, bits uint64) {
		kinds[name] = func(v store.Value) bool { return v.Type == ty && v.Lo == bits }
	}
	is("i32 -1", wasmast.I32, 1<<32-1)
	is("i32 min", wasmast.I32, 1<<31)
	is("i32 max", wasmast.I32, 1<<31-1)
	is("i32 last byte", wasmast.I32, 65535)
	is("i32 last word", wasmast.I32, 65532)
	is("i32 end of page", wasmast.I32, 65536)
	is("i64 min", wasmast.I64, 1<<63)
	is("i64 2**32+1", wasmast.I64, 1<<32+1)
	is("f32 0", wasmast.F32, 0)
	is("f32 -0", wasmast.F32, 1<<31)
	is("f32 inf", wasmast.F32, 0x7F800000)
	is("f32 -nan", wasmast.F32, 0xFFC00000)
	is("f64 -inf", wasmast.F64, 0xFFF<<52)
	is("f64 max", wasmast.F64, math.Float64bits(math.MaxFloat64))
	is("f64 2**63", wasmast.F64, math.Float64bits(1<<63))
	is("f64 nan", wasmast.F64, uint64(nan64))
	kinds["f32 signalling"] = func(v store.Value) bool {
		return v.Type == wasmast.F32 && v.Lo&0x7FC00000 == 0x7F800000 && v.Lo&0x3FFFFF != 0
	}
	kinds["f64 payload"] = func(v store.Value) bool {
		return v.Type == wasmast.F64 && v.Lo&uint64(nan64) == uint64(nan64) && v.Lo&0xFFFF != 0
	}
	kinds["f32 subnormal"] = func(v store.Value) bool { return v.Type == wasmast.F32 && v.Lo != 0 && v.Lo < 0x00800000 }
	kinds["v128 with a NaN lane"] = func(v store.Value) bool {
		return v.Type == wasmast.V128 && uint32(v.Lo)&0x7FFFFFFF > 0x7F800000
	}
	kinds["v128 of equal halves"] = func(v store.Value) bool { return v.Type == wasmast.V128 && v.Lo == v.Hi && v.Lo > 1 }
	kinds["null"] = func(v store.Value) bool { return v.Type == wasmast.FuncRef && v.Lo == 0 }

	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		for _, ty := range []wasmast.ValType{wasmast.I32, wasmast.I64, wasmast.F32, wasmast.F64, wasmast.V128, wasmast.FuncRef} {
			v := Interesting(ty, r)
			if v.Type != ty || ty != wasmast.V128 && v.Hi != 0 || (ty == wasmast.I32 || ty == wasmast.F32) && v.Lo>>32 != 0 {
				t.Fatalf("%v is no %v", v, ty)
			}
			for name, has := range kinds {
				if has(v) {
					delete(kinds, name)
				}
			}
		}
	}
	for name := range kinds {
		t.Errorf("no %s among the values", name)
	}
}

func TestArgs(t *testing.T) {
	ft := wasmast.FuncType{Params: []wasmast.ValType{wasmast.I32, wasmast.F64}}
	lists := Args(ft, 5, rand.New(rand.NewPCG(2, 2)))
	if len(lists) != 5 || lists[0][0] != store.I32(0) || lists[0][1] != store.F64(0) {
		t.Errorf("lists begin with %v", lists[0])
	}
	again := Args(ft, 5, rand.New(rand.NewPCG(2, 2)))
	for i, l := range lists {
		if len(l) != 2 || l[0].Type != wasmast.I32 || l[1].Type != wasmast.F64 || l[0] != again[i][0] || l[1] != again[i][1] {
			t.Errorf("list %d is %v and then %v", i, l, again[i])
		}
	}
	if n := len(Args(wasmast.FuncType{}, 3, nil)); n != 3 {
		t.Errorf("%d lists without parameters", n)
	}
}
