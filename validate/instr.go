package validate

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// body checks the instructions of a block that pushCtrl has entered, and leaves the block.
func (v *validator) body(e wasmast.Expr) {
	v.path = append(v.path, 0)
	for n, i := range e {
		v.path[len(v.path)-1] = n
		v.instr(i)
	}
	v.leave(e)
}

// leave checks the end of the innermost block, whose body is e.
func (v *validator) leave(e wasmast.Expr) {
	v.path[len(v.path)-1] = len(e)
	v.popCtrl()
	v.path = v.path[:len(v.path)-1]
}

// instr checks an instruction: from its row in the instruction table, if that knows the type, else by its rule.
func (v *validator) instr(i wasmast.Instr) {
	//probe:value i.Op() 435
	row := i.Op().Info()
	if !v.features.Has(row.Feature) {
		v.fail(IllegalOpcode, row.Name)
	}
	if row.Rule {
		v.rule(i)
		return
	}
	v.premises(i, row)
	v.popVals(row.Params)
	v.pushVals(row.Results)
}

// premises checks what the rule of an instruction demands beside the type in its row, of immediates and context.
func (v *validator) premises(i wasmast.Instr, row *wasmast.Info) {
	switch i := i.(type) {
	case wasmast.RefFunc:
		v.function(i.Func)
		v.ref(i.Func)
	case wasmast.Shuffle:
		for _, l := range i.Lanes {
			v.lane(l, 32)
		}
	case wasmast.Lane:
		v.lane(i.Lane, row.Size)
	case wasmast.Table:
		v.table(i.X)
	case wasmast.TableCopy:
		t1 := v.table(i.Dst).Elem
		t2 := v.table(i.Src).Elem
		v.sameElem(t1, t2)
	case wasmast.TableInit:
		t1 := v.table(i.Table).Elem
		t2 := v.elem(i.Elem)
		v.sameElem(t1, t2)
	case wasmast.ElemDrop:
		v.elem(i.Elem)
	case wasmast.Access:
		v.memory(0)
		v.align(i.Arg, row.Size)
	case wasmast.AccessLane:
		v.lane(i.Lane, 16/row.Size)
		v.memory(0)
		v.align(i.Arg, row.Size)
	case wasmast.Memory:
		v.memory(i.Mem)
	case wasmast.MemoryCopy:
		v.memory(i.Dst)
		v.memory(i.Src)
	case wasmast.MemoryInit:
		v.memory(i.Mem)
		v.data(i.Data)
	case wasmast.DataDrop:
		v.data(i.Data)
	}
}

// rule checks an instruction whose type depends on its immediates or on the stack.
func (v *validator) rule(i wasmast.Instr) {
	switch i := i.(type) {
	case wasmast.Plain:
		v.plain(i.Code)
	case wasmast.RefNull:
		v.refType(i.Type)
		v.pushVal(i.Type.Val())
	case wasmast.SelectT:
		v.selectT(i.Types)
	case wasmast.Local:
		v.localInstr(i.Code, v.local(i.X))
	case wasmast.Global:
		v.globalInstr(i.Code, v.global(i.X))
	case wasmast.Table:
		v.tableInstr(i.Code, v.table(i.X).Elem.Val())
	case wasmast.Block:
		v.block(i)
	case wasmast.If:
		v.ifElse(i)
	case wasmast.Branch:
		v.branch(i.Code, v.label(i.Label))
	case wasmast.BranchTable:
		v.branchTable(i)
	case wasmast.Call:
		ft := v.function(i.Func)
		v.popVals(ft.Params)
		v.pushVals(ft.Results)
	case wasmast.CallIndirect:
		v.callIndirect(i)
	default:
		panic(fmt.Sprintf("wasmfuzz: internal error: no rule for %T", i))
	}
}

// plain is the rules of unreachable, return, drop, select and ref.is_null.
func (v *validator) plain(code wasmast.PlainOp) {
	switch code {
	case wasmast.OpUnreachable:
		v.unreachable()
	case wasmast.OpReturn:
		v.popVals(v.ctrls[0].end)
		v.unreachable()
	case wasmast.OpDrop:
		v.popVal()
	case wasmast.OpSelect:
		v.popExpect(wasmast.I32)
		t1 := v.popVal()
		t2 := v.popVal()
		v.notRef(t1)
		v.notRef(t2)
		if !match(t1, t2) {
			v.fail(TypeMismatch, "select between "+t2.String()+" and "+t1.String())
		}
		if t1 == unknown {
			t1 = t2
		}
		v.pushVal(t1)
	case wasmast.OpRefIsNull:
		t := v.popVal()
		if t != unknown {
			v.isRef(t)
		}
		v.pushVal(wasmast.I32)
	default:
		panic(fmt.Sprintf("wasmfuzz: internal error: no rule for %v", code))
	}
}

func (v *validator) notRef(t wasmast.ValType) {
	if t.IsRef() {
		v.fail(TypeMismatch, "expected a number or vector, found "+t.String())
	}
}

func (v *validator) isRef(t wasmast.ValType) {
	if !t.IsRef() {
		v.fail(TypeMismatch, "expected a reference, found "+t.String())
	}
}

func (v *validator) selectT(ts []wasmast.ValType) {
	if len(ts) != 1 {
		v.fail(InvalidResultArity, "of select")
	}
	v.valType(ts[0])
	v.popExpect(wasmast.I32)
	v.popExpect(ts[0])
	v.popExpect(ts[0])
	v.pushVal(ts[0])
}

// localInstr checks an instruction on a local of type t.
func (v *validator) localInstr(code wasmast.LocalOp, t wasmast.ValType) {
	switch code {
	case wasmast.OpLocalGet:
		v.pushVal(t)
	case wasmast.OpLocalSet:
		v.popExpect(t)
	case wasmast.OpLocalTee:
		v.popExpect(t)
		v.pushVal(t)
	}
}

// globalInstr checks an instruction on a global of type gt.
func (v *validator) globalInstr(code wasmast.GlobalOp, gt *wasmast.GlobalType) {
	switch code {
	case wasmast.OpGlobalGet:
		v.pushVal(gt.Type)
	case wasmast.OpGlobalSet:
		if !gt.Mutable {
			v.fail(Immutable, "")
		}
		v.popExpect(gt.Type)
	}
}

// tableInstr checks an instruction on a table with elements of type t.
func (v *validator) tableInstr(code wasmast.TableOp, t wasmast.ValType) {
	switch code {
	case wasmast.OpTableGet:
		v.popExpect(wasmast.I32)
		v.pushVal(t)
	case wasmast.OpTableSet:
		v.popExpect(t)
		v.popExpect(wasmast.I32)
	case wasmast.OpTableGrow:
		v.popExpect(wasmast.I32)
		v.popExpect(t)
		v.pushVal(wasmast.I32)
	case wasmast.OpTableFill:
		v.popExpect(wasmast.I32)
		v.popExpect(t)
		v.popExpect(wasmast.I32)
	}
}

func (v *validator) block(i wasmast.Block) {
	ft := v.blockType(i.Type)
	v.popVals(ft.Params)
	v.path = append(v.path, 0)
	v.pushCtrl(i.Code.Op(), ft.Params, ft.Results)
	v.body(i.Body)
	v.path = v.path[:len(v.path)-1]
	v.pushVals(ft.Results)
}

func (v *validator) ifElse(i wasmast.If) {
	ft := v.blockType(i.Type)
	v.popExpect(wasmast.I32)
	v.popVals(ft.Params)
	v.path = append(v.path, 0)
	v.pushCtrl(wasmast.OpIf, ft.Params, ft.Results)
	v.body(i.Then)
	v.path[len(v.path)-1] = 1
	v.pushCtrl(wasmast.OpIf, ft.Params, ft.Results)
	v.body(i.Else)
	v.path = v.path[:len(v.path)-1]
	v.pushVals(ft.Results)
}

// branch checks br or br_if to a label that takes ts.
func (v *validator) branch(code wasmast.BranchOp, ts []wasmast.ValType) {
	switch code {
	case wasmast.OpBr:
		v.popVals(ts)
		v.unreachable()
	case wasmast.OpBrIf:
		v.popExpect(wasmast.I32)
		v.popVals(ts)
		v.pushVals(ts)
	}
}

func (v *validator) branchTable(i wasmast.BranchTable) {
	ts := v.label(i.Default)
	v.popExpect(wasmast.I32)
	for _, l := range i.Labels {
		ti := v.label(l)
		if len(ti) != len(ts) {
			v.fail(TypeMismatch, "labels "+decimal(l)+" and "+decimal(i.Default)+" take different numbers of values")
		}
		if !v.features.Has(wasmast.ReferenceTypes) {
			v.sameLabel(ti, ts)
		}
		v.peekVals(ti)
	}
	v.popVals(ts)
	v.unreachable()
}

// sameLabel checks that the labels of a br_table take the same types. Reference types did away with this condition,
// which in reachable code follows from the operands and in unreachable code does not.
func (v *validator) sameLabel(t1, t2 []wasmast.ValType) {
	if !slices.Equal(t1, t2) {
		v.fail(TypeMismatch, "labels take different types")
	}
}

func (v *validator) callIndirect(i wasmast.CallIndirect) {
	t := v.table(i.Table).Elem
	if t != wasmast.RefTypeFunc {
		v.fail(TypeMismatch, "call through a table of "+t.String())
	}
	ft := v.funcType(i.Type)
	v.popExpect(wasmast.I32)
	v.popVals(ft.Params)
	v.pushVals(ft.Results)
}

// sameElem checks that elements of type t2 can be copied to a table of t1.
func (v *validator) sameElem(t1, t2 wasmast.RefType) {
	if t1 != t2 {
		v.fail(TypeMismatch, "elements of type "+t2.String()+" in a table of "+t1.String())
	}
}

// lane checks a lane of a vector, or pair of vectors, with n lanes.
func (v *validator) lane(l wasmast.LaneIdx, n uint32) {
	if uint32(l) >= n {
		v.fail(InvalidLane, decimal(uint32(l)))
	}
}

// align checks the alignment of an access to size bytes, a power of two.
func (v *validator) align(arg wasmast.MemArg, size uint32) {
	if arg.Align > uint32(bits.TrailingZeros32(size)) {
		v.fail(InvalidAlignment, "2^"+decimal(arg.Align))
	}
}
