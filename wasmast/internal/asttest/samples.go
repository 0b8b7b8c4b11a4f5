package asttest

import (
	"fmt"
	"math"
	"slices"

	ast "github.com/wasmfuzz/wasmfuzz/wasmast"
)

// Samples returns instructions with the operator op and various immediates. All can be encoded and decoded.
func Samples(op ast.Op) []ast.Instr {
	switch op.Info().Shape {
	case ast.ShapePlain:
		return []ast.Instr{ast.Plain{Code: ast.PlainOp(op)}}
	case ast.ShapeBlock:
		return blocks(func(t ast.BlockType, body ast.Expr) ast.Instr {
			return ast.Block{Code: ast.BlockOp(op), Type: t, Body: body}
		})
	case ast.ShapeIf:
		return slices.Concat(
			blocks(func(t ast.BlockType, body ast.Expr) ast.Instr { return ast.If{Type: t, Then: body} }),
			blocks(func(t ast.BlockType, body ast.Expr) ast.Instr { return ast.If{Type: t, Then: body, Else: body} }),
			blocks(func(t ast.BlockType, body ast.Expr) ast.Instr { return ast.If{Type: t, Else: body} }))
	case ast.ShapeBranchTable:
		return []ast.Instr{ast.BranchTable{Default: 7}, ast.BranchTable{Labels: []ast.LabelIdx{0, 1000, math.MaxUint32}}}
	case ast.ShapeI32Const:
		return each(ints, func(v int64) ast.Instr { return ast.I32Const{Value: int32(v)} })
	case ast.ShapeI64Const:
		return each(ints, func(v int64) ast.Instr { return ast.I64Const{Value: v} })
	case ast.ShapeF32Const:
		return each(Floats32, func(v ast.Float32) ast.Instr { return ast.F32Const{Value: v} })
	case ast.ShapeF64Const:
		return each(Floats64, func(v ast.Float64) ast.Instr { return ast.F64Const{Value: v} })
	case ast.ShapeV128Const:
		return each(vecs, func(v ast.Vec128) ast.Instr { return ast.V128Const{Value: v} })
	case ast.ShapeShuffle:
		return each(shuffles, func(l [16]ast.LaneIdx) ast.Instr { return ast.Shuffle{Lanes: l} })
	case ast.ShapeLane:
		return each(lanes, func(l ast.LaneIdx) ast.Instr { return ast.Lane{Code: ast.LaneOp(op), Lane: l} })
	case ast.ShapeRefNull:
		return []ast.Instr{ast.RefNull{Type: ast.RefTypeFunc}, ast.RefNull{Type: ast.RefTypeExtern}}
	case ast.ShapeSelectT:
		return each(ValTypes, func(t ast.ValType) ast.Instr { return ast.SelectT{Types: []ast.ValType{t}} })
	case ast.ShapeAccess:
		return each(memArgs, func(a ast.MemArg) ast.Instr { return ast.Access{Code: ast.AccessOp(op), Arg: a} })
	case ast.ShapeAccessLane:
		return each(memArgs, func(a ast.MemArg) ast.Instr {
			return ast.AccessLane{Code: ast.AccessLaneOp(op), Arg: a, Lane: ast.LaneIdx(a.Align)}
		})
	case ast.ShapeMemory:
		return []ast.Instr{ast.Memory{Code: ast.MemoryOp(op)}}
	case ast.ShapeMemoryCopy:
		return []ast.Instr{ast.MemoryCopy{}}
	}
	return each(indices, func(x uint32) ast.Instr { return indexed(op, x) })
}

// indexed returns an instruction whose immediates are indices.
func indexed(op ast.Op, x uint32) ast.Instr {
	switch op.Info().Shape {
	case ast.ShapeBranch:
		return ast.Branch{Code: ast.BranchOp(op), Label: ast.LabelIdx(x)}
	case ast.ShapeCall:
		return ast.Call{Func: ast.FuncIdx(x)}
	case ast.ShapeCallIndirect:
		return ast.CallIndirect{Table: ast.TableIdx(x / 2), Type: ast.TypeIdx(x)}
	case ast.ShapeRefFunc:
		return ast.RefFunc{Func: ast.FuncIdx(x)}
	case ast.ShapeLocal:
		return ast.Local{Code: ast.LocalOp(op), X: ast.LocalIdx(x)}
	case ast.ShapeGlobal:
		return ast.Global{Code: ast.GlobalOp(op), X: ast.GlobalIdx(x)}
	case ast.ShapeTable:
		return ast.Table{Code: ast.TableOp(op), X: ast.TableIdx(x)}
	case ast.ShapeTableCopy:
		return ast.TableCopy{Dst: ast.TableIdx(x / 2), Src: ast.TableIdx(x)}
	case ast.ShapeTableInit:
		return ast.TableInit{Elem: ast.ElemIdx(x), Table: ast.TableIdx(x / 2)}
	case ast.ShapeElemDrop:
		return ast.ElemDrop{Elem: ast.ElemIdx(x)}
	case ast.ShapeDataDrop:
		return ast.DataDrop{Data: ast.DataIdx(x)}
	case ast.ShapeMemoryInit:
		return ast.MemoryInit{Data: ast.DataIdx(x)}
	}
	panic(fmt.Sprintf("wasmfuzz: internal error: no samples for %v", op))
}

func each[S, T any](vs []S, f func(S) T) []T {
	ts := make([]T, len(vs))
	for i, v := range vs {
		ts[i] = f(v)
	}
	return ts
}

// blocks returns the instructions that f makes of all kinds of block types and some bodies.
func blocks(f func(ast.BlockType, ast.Expr) ast.Instr) []ast.Instr {
	is := []ast.Instr{
		f(ast.BlockEmpty{}, nil),
		f(ast.BlockEmpty{}, ast.Expr{nop, f(ast.BlockVal{Type: ast.V128}, nil), ast.Plain{Code: ast.OpDrop}}),
	}
	for _, t := range ValTypes {
		is = append(is, f(ast.BlockVal{Type: t}, ast.Expr{nop}))
	}
	for _, x := range indices {
		is = append(is, f(ast.BlockFunc{Type: ast.TypeIdx(x)}, nil))
	}
	return is
}

var nop = ast.Plain{Code: ast.OpNop}

// ValTypes are all value types.
var ValTypes = []ast.ValType{ast.I32, ast.I64, ast.F32, ast.F64, ast.V128, ast.FuncRef, ast.ExternRef}

var (
	indices = []uint32{0, 1, 31, 32, 127, 128, 16383, 16384, math.MaxUint32}
	ints    = []int64{0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8192, -8193, math.MaxInt32, math.MinInt32,
		math.MaxInt64, math.MinInt64}
	memArgs = []ast.MemArg{{}, {Align: 1}, {Align: 2, Offset: 127}, {Align: 3, Offset: 128}, {Align: 4},
		{Align: 31, Offset: math.MaxUint32}}
	lanes    = []ast.LaneIdx{0, 1, 255}
	shuffles = [][16]ast.LaneIdx{{}, {0, 31, 1, 30, 2, 29, 3, 28, 4, 27, 5, 26, 6, 25, 7, 24}, {15: 255}}
	vecs     = []ast.Vec128{{}, {Lo: 0x0706050403020100, Hi: 0x8F0E0D0C0B0A0908}, {Lo: math.MaxUint64, Hi: 1}}
)

// Floats32 are numbers, infinities and NaNs of every kind.
var Floats32 = []ast.Float32{0, 0x80000000, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 1, 0x807FFFFF, 0x00800000, 0x7F7FFFFF,
	0x4B800000, 0x5F000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7FA00000, 0x7F800001, 0xFFFFFFFF}

// Floats64 are numbers, infinities and NaNs of every kind.
var Floats64 = []ast.Float64{0, 1 << 63, 0x3FF0000000000000, 0xBFF8000000000000, 0x3FB999999999999A, 1,
	0x800FFFFFFFFFFFFF, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF, 0x4340000000000000, 0x444B1AE4D6E2EF50,
	0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000, 0x7FF4000000000000,
	0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF}
