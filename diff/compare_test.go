package diff

import (
	"testing"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// fake is an engine that does the same with every module: what it is told to.
type fake struct {
	Engine
	outcome Outcome
	verdict Verdict
}

func (f *fake) Run([]byte, *Script) Outcome { return f.outcome }
func (f *fake) Validate([]byte) Verdict     { return f.verdict }
func (f *fake) Check([]byte) VerdictKind    { return f.verdict.Kind }

// sample is an outcome in which everything occurs that is compared.
func sample() Outcome {
	return Outcome{
		Stage: Ran,
		Start: Event{Trace: []HostCall{{"env", "log", []store.Value{store.I32(1)}}}},
		Calls: []Event{
			{Func: "f", Results: []store.Value{store.I32(5), store.F64(0)}, Trace: []HostCall{{"env", "a", nil}, {"env", "b", nil}}},
			{Func: "g", Trap: Unreachable, After: State{Globals: []Global{{"count", store.I64(2)}}}},
			{Func: "h", Results: []store.Value{store.F32(0x7FC00000), store.V128(wasmast.Vec128{Lo: 1, Hi: 2}), store.Null(wasmast.RefTypeFunc)}},
		},
		State: State{
			Globals:  []Global{{"count", store.I64(3)}},
			Memories: []Memory{{"mem", 1, []byte{0: 1, 0x10: 2}}},
			Tables:   []Table{{Name: "tab", Size: 70, Elems: []Elem{{0, 1}, {69, 3}}}},
			Segments: []Segment{{"seg", true}},
		},
	}
}

func TestCompareFindsEachDifference(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(o *Outcome)
		want   string // "" if outcomes are equal
	}{
		{"nothing", func(o *Outcome) {}, ""},
		{"engine's words", func(o *Outcome) { o.Text, o.Start.Text, o.Calls[1].Text = "a", "b", "c" }, ""},
		{"stage", func(o *Outcome) { *o = Outcome{Stage: Rejected, Text: "bad"} }, "ran vs rejected (bad)"},
		{"unlinkable", func(o *Outcome) { *o = Outcome{Stage: Unlinkable} }, "ran vs unlinkable"},
		{"crash", func(o *Outcome) { *o = Outcome{Stage: Crashed, Text: "panic"} }, "ran vs crashed (panic)"},
		{"trap at instantiation", func(o *Outcome) { *o = Outcome{Stage: Uninstantiable, Start: Event{Trap: MemoryBounds}} },
			"ran vs uninstantiable (out of bounds memory access)"},
		{"host call at instantiation", func(o *Outcome) { o.Start.Trace = nil },
			"instantiation: host call 0: env.log(i32 1 (0x1)) vs none"},
		{"host call's argument", func(o *Outcome) { o.Start.Trace[0].Args[0] = store.I32(2) },
			"instantiation: host call 0: env.log(i32 1 (0x1)) vs env.log(i32 2 (0x2))"},
		{"order of host calls", func(o *Outcome) { t := o.Calls[0].Trace; t[0], t[1] = t[1], t[0] },
			"call 0 f: host call 0: env.a() vs env.b()"},
		{"one host call more", func(o *Outcome) { o.Calls[1].Trace = []HostCall{{"env", "a", nil}} },
			"call 1 g: host call 0: none vs env.a()"},
		{"result", func(o *Outcome) { o.Calls[0].Results[0] = store.I32(6) }, "call 0 f: result 0: i32 5 (0x5) vs i32 6 (0x6)"},
		{"sign of zero", func(o *Outcome) { o.Calls[0].Results[1] = store.F64(1 << 63) },
			"call 0 f: result 1: f64 0 (0x0) vs f64 -0 (0x8000000000000000)"},
		{"type of result", func(o *Outcome) { o.Calls[0].Results[0] = store.I64(5) }, "call 0 f: result 0: i32 5 (0x5) vs i64 5 (0x5)"},
		{"number of results", func(o *Outcome) { o.Calls[0].Results = o.Calls[0].Results[:1] }, "call 0 f: 2 results of f vs 1 of f"},
		{"other function", func(o *Outcome) { o.Calls[0].Func = "x" }, "call 0 f: 2 results of f vs 2 of x"},
		{"NaN's bits", func(o *Outcome) { o.Calls[2].Results[0] = store.F32(0x7FC00001) },
			"call 2 h: result 0: f32 nan 0x7fc00000 (0x7fc00000) vs f32 nan 0x7fc00001 (0x7fc00001)"},
		{"high half of a vector", func(o *Outcome) { o.Calls[2].Results[1].Hi = 3 },
			"call 2 h: result 1: v128 i64x2 0x0000000000000001 0x0000000000000002 vs v128 i64x2 0x0000000000000001 0x0000000000000003"},
		{"nullness", func(o *Outcome) { o.Calls[2].Results[2].Lo = 1 }, "call 2 h: result 2: funcref null vs funcref function 0"},
		{"nullness of an unknown function", func(o *Outcome) { o.Calls[2].Results[2].Lo = SomeRef }, "call 2 h: result 2: funcref null vs funcref not null"},
		{"state after a trap", func(o *Outcome) { o.Calls[1].After.Globals[0].Value = store.I64(4) },
			`call 1 g: global "count": i64 2 (0x2) vs i64 4 (0x4)`},
		{"trap instead of result", func(o *Outcome) { o.Calls[0] = Event{Func: "f", Trace: o.Calls[0].Trace, Trap: DivideByZero} },
			"call 0 f: 2 results vs trap: integer divide by zero"},
		{"class of trap", func(o *Outcome) { o.Calls[1].Trap = MemoryBounds }, "call 1 g: trap: unreachable vs trap: out of bounds memory access"},
		{"wider class of trap", func(o *Outcome) { o.Calls[1].Trap = Unreachable | Uninitialized }, ""},
		{"failure instead of trap", func(o *Outcome) { o.Calls[1].Trap = Failure }, "call 1 g: trap: unreachable vs trap: failure of the engine"},
		{"one call less", func(o *Outcome) { o.Calls = o.Calls[:2] }, "3 calls vs 2 calls"},
		{"global", func(o *Outcome) { o.State.Globals[0].Value = store.I64(-1) }, `global "count": i64 3 (0x3) vs i64 -1 (0xffffffffffffffff)`},
		{"global's name", func(o *Outcome) { o.State.Globals[0].Name = "c" }, `global "count": i64 3 (0x3) vs i64 3 (0x3)`},
		{"one global less", func(o *Outcome) { o.State.Globals = nil }, "state of 1 globals, 1 memories, 1 tables and 1 segments vs 0 globals, 1 memories, 1 tables and 1 segments"},
		{"memory byte", func(o *Outcome) { o.State.Memories[0].Data[0x10] = 3 }, `memory "mem" at 0x10: 02 vs 03`},
		{"memory byte behind", func(o *Outcome) { o.State.Memories[0].Data = append(o.State.Memories[0].Data, 0, 4) }, `memory "mem" at 0x12: 00 vs 04`},
		{"zeros behind", func(o *Outcome) { o.State.Memories[0].Data = append(o.State.Memories[0].Data, 0) }, ""},
		{"memory size", func(o *Outcome) { o.State.Memories[0].Pages = 2 }, `memory "mem": 1 pages vs 2 pages`},
		{"memory name", func(o *Outcome) { o.State.Memories[0].Name = "m" }, `memory "mem" vs "m"`},
		{"table size", func(o *Outcome) { o.State.Tables[0].Size = 71 }, `table "tab": size 70 vs 71`},
		{"table element missing", func(o *Outcome) { o.State.Tables[0].Elems = o.State.Tables[0].Elems[:1] }, `table "tab" at 69: function 2 vs null`},
		{"table element added", func(o *Outcome) { o.State.Tables[0].Elems = []Elem{{0, 1}, {5, SomeRef}, {69, 3}} }, `table "tab" at 5: null vs not null`},
		{"table element elsewhere", func(o *Outcome) { o.State.Tables[0].Elems[1].Index = 68 }, `table "tab" at 68: null vs function 2`},
		{"other function in a table", func(o *Outcome) { o.State.Tables[0].Elems[1].Ref = 2 }, `table "tab" at 69: function 2 vs function 1`},
		{"unknown function in a table", func(o *Outcome) { o.State.Tables[0].Elems[1].Ref = SomeRef }, ""},
		{"segment", func(o *Outcome) { o.State.Segments[0].Dropped = false }, `segment "seg": dropped vs not dropped`},
		{"table name", func(o *Outcome) { o.State.Tables[0].Name = "t" }, `table "tab" vs "t"`},
		{"unknown from the start", func(o *Outcome) { *o = Outcome{Inconclusive: NoMemory} }, ""},
		{"unknown after a call", func(o *Outcome) {
			*o = Outcome{Stage: Ran, Start: o.Start, Calls: o.Calls[:1], Inconclusive: StackExhausted}
		}, ""},
		{"different, then unknown", func(o *Outcome) {
			o.Calls[0].Results[0] = store.I32(6)
			*o = Outcome{Stage: Ran, Start: o.Start, Calls: o.Calls[:1], Inconclusive: StackExhausted}
		}, "call 0 f: result 0: i32 5 (0x5) vs i32 6 (0x6)"},
	} {
		a, b := fake{outcome: sample()}, fake{outcome: sample()}
		c.change(&b.outcome)
		x, y := a.Run(nil, nil), b.Run(nil, nil)
		if got := Compare(x, y); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if back := Compare(y, x); (back == "") != (c.want == "") {
			t.Errorf("%s: the other way round: %q", c.name, back)
		}
	}
}

// TestCompareLeavesOpenBitsOut changes bits at each place that can have open ones: those that are and one that is not.
func TestCompareLeavesOpenBitsOut(t *testing.T) {
	bit := func(n uint) Bits { return Bits{Lo: 1 << n} }
	open := Open{
		Start: OpenEvent{Trace: [][]Bits{{bit(0)}}},
		Calls: []OpenEvent{
			{Results: []Bits{{}, bit(63)}, After: OpenState{Globals: []Bits{bit(4)}, Memories: [][]OpenByte{{{0x10, 2}}}}},
			{},
			{Results: []Bits{bit(31), {Hi: 1}}},
		},
		State: OpenState{Globals: []Bits{bit(1)}, Memories: [][]OpenByte{{{0, 4}, {0x11, 0x80}}}},
	}
	for _, c := range []struct {
		name    string
		in, out func(o *Outcome) // a change within the open bits, if there are any, and one outside
	}{
		{"argument of a host function", func(o *Outcome) { o.Start.Trace[0].Args[0].Lo ^= 1 }, func(o *Outcome) { o.Start.Trace[0].Args[0].Lo ^= 2 }},
		{"result", func(o *Outcome) { o.Calls[0].Results[1].Lo ^= 1 << 63 }, func(o *Outcome) { o.Calls[0].Results[1].Lo ^= 1 << 62 }},
		{"another result", nil, func(o *Outcome) { o.Calls[0].Results[0].Lo ^= 1 << 63 }},
		{"high half", func(o *Outcome) { o.Calls[2].Results[1].Hi ^= 1 }, func(o *Outcome) { o.Calls[2].Results[1].Lo ^= 1 }},
		{"type", nil, func(o *Outcome) { o.Calls[2].Results[0].Type = wasmast.I32 }},
		{"global after a call", func(o *Outcome) { o.Calls[0].After.Globals[0].Value.Lo ^= 16 }, func(o *Outcome) { o.Calls[0].After.Globals[0].Value.Lo ^= 2 }},
		{"memory after a call", func(o *Outcome) { o.Calls[0].After.Memories[0].Data[0x10] ^= 2 }, func(o *Outcome) { o.Calls[0].After.Memories[0].Data[0] ^= 4 }},
		{"global", func(o *Outcome) { o.State.Globals[0].Value.Lo ^= 2 }, func(o *Outcome) { o.State.Globals[0].Value.Lo ^= 16 }},
		{"memory", func(o *Outcome) { o.State.Memories[0].Data[0] ^= 4 }, func(o *Outcome) { o.State.Memories[0].Data[0x10] ^= 2 }},
		{"memory beyond the shorter", func(o *Outcome) { o.State.Memories[0].Data = append(o.State.Memories[0].Data, 0x80) },
			func(o *Outcome) { o.State.Memories[0].Data = append(o.State.Memories[0].Data, 0x81) }},
		{"size of memory", nil, func(o *Outcome) { o.State.Memories[0].Pages++ }},
		{"trap instead of an open result", nil, func(o *Outcome) { o.Calls[2].Trap, o.Calls[2].Results = Unreachable, nil }},
	} {
		differ := func(open *Open, change func(*Outcome)) bool {
			a, b := sampleBetween(), sampleBetween()
			change(&b)
			there, back := open.Compare(a, b), open.Compare(b, a)
			if (there == "") != (back == "") {
				t.Errorf("%s: %q, the other way round %q", c.name, there, back)
			}
			return there != ""
		}
		if !differ(&open, c.out) {
			t.Errorf("%s: a bit that is not open does not differ", c.name)
		}
		if c.in == nil {
			continue
		}
		if differ(&open, c.in) {
			t.Errorf("%s: open bits differ", c.name)
		}
		if !differ(&Open{}, c.in) {
			t.Errorf("%s: no bit is open, but those do not differ", c.name)
		}
	}
}

// sampleBetween is sample with state after the first call.
func sampleBetween() Outcome {
	o, after := sample(), sample().State
	o.Calls[0].After = after
	return o
}

// TestCompareKnowsSoFar has a difference in each event, of which only the first ones are known, and failures of the
// engine, which no choice allows.
func TestCompareKnowsSoFar(t *testing.T) {
	result := func(i int) func(o *Outcome) {
		return func(o *Outcome) { o.Calls[i] = Event{Func: o.Calls[i].Func, Trap: MemoryBounds} }
	}
	failure := func(i int) func(o *Outcome) {
		return func(o *Outcome) { o.Calls[i] = Event{Func: o.Calls[i].Func, Trap: Failure} }
	}
	for _, c := range []struct {
		name   string
		change func(o *Outcome)
		event  int // in which it shows
		always bool
	}{
		{"trap at instantiation", func(o *Outcome) { *o = Outcome{Stage: Uninstantiable, Start: Event{Trap: MemoryBounds}} }, 0, false},
		{"host call at instantiation", func(o *Outcome) { o.Start.Trace = nil }, 0, false},
		{"crash", func(o *Outcome) { *o = Outcome{Stage: Crashed} }, 0, true},
		{"first call", result(0), 1, false},
		{"second call", result(1), 2, false},
		{"failure", failure(1), 2, true},
		{"state", func(o *Outcome) { o.State.Globals[0].Value.Lo++ }, 4, false},
	} {
		for known := range 5 {
			open := &Open{Inconclusive: DependsOnNaN, Events: known}
			a, b := sample(), sample()
			c.change(&b)
			want := c.always || c.event < known
			if c.event == 4 {
				want = false // what is known of all calls is not known of the state
			}
			if d := open.Compare(a, b); (d != "") != want {
				t.Errorf("%s, %d events known: %q", c.name, known, d)
			}
		}
	}
}

func TestCompareVerdicts(t *testing.T) {
	for _, c := range []struct {
		a, b VerdictKind
		want string
	}{
		{Accept, Accept, ""},
		{Reject, Reject, ""},
		{Accept, Reject, "accepted (ours) vs rejected (theirs)"},
		{Reject, Accept, "rejected (ours) vs accepted (theirs)"},
		{Accept, Crash, "accepted (ours) vs crashed (theirs)"},
		{Reject, Crash, "rejected (ours) vs crashed (theirs)"},
		{Accept, Inconclusive, ""},
		{Inconclusive, Reject, ""},
	} {
		a, b := fake{verdict: Verdict{Kind: c.a, Text: "ours"}}, fake{verdict: Verdict{Kind: c.b, Text: "theirs"}}
		if got := CompareVerdicts(a.Validate(nil), b.Validate(nil)); got != c.want {
			t.Errorf("%v and %v: %q", c.a, c.b, got)
		}
	}
}

func TestEveryTrapHasItsText(t *testing.T) {
	for _, s := range []store.Trap{
		store.TrapUnreachable, store.TrapDivideByZero, store.TrapIntegerOverflow, store.TrapInvalidConversion,
		store.TrapMemoryBounds, store.TrapTableBounds, store.TrapUndefinedElement, store.TrapUninitialized,
		store.TrapIndirectCallMistype,
	} {
		if got := TrapOf(s).String(); got != string(s) {
			t.Errorf("%q becomes %q", s, got)
		}
	}
	if got := (TableBounds | Uninitialized).String(); got != "out of bounds table access or uninitialized element" {
		t.Error(got)
	}
}
