package probe

import (
	"slices"
	"testing"
)

// run makes one run that passes the given sites.
func run(sites ...uint32) []uint32 {
	Reset()
	for _, s := range sites {
		Hit(s)
	}
	return Edges()
}

func edge(from, to uint32) uint32 { return from*Sites + to }

func TestEdges(t *testing.T) {
	const last = Sites - 1
	tests := []struct {
		name  string
		sites []uint32
		want  []uint32
	}{
		{"empty", nil, nil},
		{"entry", []uint32{7}, []uint32{edge(0, 7)}},
		{"pairs", []uint32{1, 2, 3}, []uint32{edge(0, 1), edge(1, 2), edge(2, 3)}},
		{"no counts", []uint32{1, 2, 1, 2, 1}, []uint32{edge(0, 1), edge(1, 2), edge(2, 1)}},
		{"self", []uint32{5, 5, 5}, []uint32{edge(0, 5), edge(5, 5)}},
		{"direction", []uint32{2, 1, 2}, []uint32{edge(0, 2), edge(2, 1), edge(1, 2)}},
		{"extremes", []uint32{last, 1, last, last}, []uint32{edge(0, last), edge(last, 1), edge(1, last), edge(last, last)}},
	}
	for _, tt := range tests {
		if got := run(tt.sites...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: edges %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestResetForgets(t *testing.T) {
	first := slices.Clone(run(1, 2, 3))
	if again := run(1, 2, 3); !slices.Equal(again, first) {
		t.Errorf("the same run again: edges %v, want %v", again, first)
	}
	if got := run(); len(got) != 0 {
		t.Errorf("after Reset: edges %v, want none", got)
	}
}

func TestTrace(t *testing.T) {
	Record()
	for _, s := range []uint32{3, 1, 3, 1, 3, Sites - 1} {
		Hit(s)
	}
	if got, want := Trace(), []uint16{3, 1, 3, 1, 3, Sites - 1}; !slices.Equal(got, want) {
		t.Errorf("trace %v, want %v", got, want)
	}
	want := []uint32{edge(0, 3), edge(3, 1), edge(1, 3), edge(3, Sites-1)}
	for range 2 {
		if got := Edges(); !slices.Equal(got, want) {
			t.Errorf("edges of the recorded run %v, want %v", got, want)
		}
	}
	if got, want := run(3, 1, 3, 1), []uint32{edge(0, 3), edge(3, 1), edge(1, 3)}; !slices.Equal(got, want) {
		t.Errorf("edges of a run that is not recorded %v, want %v", got, want)
	}
	Record()
	for range uint32(capacity) {
		Hit(1)
		Hit(2)
	}
	Hit(3)
	if n, last := len(Trace()), Trace()[capacity-2]; n != capacity || last != 1 {
		t.Errorf("trace of %d sites, the last but one is %d; want %d, 1", n, last, capacity)
	}
	if got := run(3, 1); len(got) != 2 {
		t.Errorf("edges after a long trace: %v, want 2", got)
	}
}

// TestAside: another run in between leaves nothing behind, whether or not it ends with a panic.
func TestAside(t *testing.T) {
	other := func() {
		defer func() { recover() }()
		Aside(func() {
			if len(Edges()) != 0 || Steps() != 0 {
				t.Error("the other run does not begin with nothing")
			}
			for _, s := range []uint32{7, 2, 3, 9} {
				Step(s)
			}
			panic("at the end")
		})
	}
	Reset()
	Step(1)
	Step(2)
	other()
	Step(3)
	Step(2)
	Step(3)
	if got, want := Edges(), []uint32{edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 2)}; !slices.Equal(got, want) || Steps() != 5 {
		t.Errorf("edges %v after %d steps, want %v after 5", got, Steps(), want)
	}
	Record()
	Hit(1)
	other()
	Hit(1)
	if got, want := Trace(), []uint16{1, 1}; !slices.Equal(got, want) {
		t.Errorf("trace %v, want %v", got, want)
	}
	Watch(true)
	defer Watch(false)
	Reset()
	Cond(1000, true)
	want := Infected()
	Aside(func() { Cond(2000, true) })
	if got := Infected(); !slices.Equal(got, want) {
		t.Errorf("infected %v, want %v", got, want)
	}
}

func TestTooManyEdges(t *testing.T) {
	Reset()
	for a := uint32(1); a < 300; a++ {
		for b := uint32(300); b < 600; b++ {
			Hit(a)
			Hit(b)
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Edges did not panic")
			}
		}()
		Edges()
	}()
	if got, want := run(1, 300), []uint32{edge(0, 1), edge(1, 300)}; !slices.Equal(got, want) {
		t.Errorf("the next run: edges %v, want %v", got, want)
	}
}

func TestValue(t *testing.T) {
	Reset()
	Value(100, 10, 0)
	Value(100, 10, 9)
	if want := []uint32{edge(0, 100), edge(100, 109)}; !slices.Equal(Edges(), want) {
		t.Errorf("edges %v, want %v", Edges(), want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a value out of range did not panic")
		}
	}()
	Value(100, 10, 10)
}

func TestOperands(t *testing.T) {
	Reset()
	if !Pass(1) || Fail(2) {
		t.Error("Pass must be true, Fail false")
	}
	if want := []uint32{edge(0, 1), edge(1, 2)}; !slices.Equal(Edges(), want) {
		t.Errorf("edges %v, want %v", Edges(), want)
	}
}

func TestLimit(t *testing.T) {
	steps := func(n int) (end any) {
		defer func() { end = recover() }()
		Reset()
		for range n {
			Step(1)
			Hit(2)
		}
		return nil
	}
	tests := []struct {
		limit uint64
		n     int
		want  any
	}{
		{0, 100_000, nil},
		{1000, 1000, nil},
		{1000, 1001, Exhausted{}},
		{1000, 1000, nil},
		{0, 100_000, nil},
	}
	for _, tt := range tests {
		Limit(tt.limit)
		if got := steps(tt.n); got != tt.want {
			t.Errorf("%d steps under limit %d ended with %v, want %v", tt.n, tt.limit, got, tt.want)
		}
		if want := []uint32{edge(0, 1), edge(1, 2), edge(2, 1)}; !slices.Equal(Edges(), want) {
			t.Errorf("edges %v, want %v", Edges(), want)
		}
	}
	if steps(7); Steps() != 7 {
		t.Errorf("Steps() = %d, want 7", Steps())
	}
}

// TestRenew: a part of a run has the budget for itself.
func TestRenew(t *testing.T) {
	defer Limit(0)
	Limit(3)
	Reset()
	for range 4 {
		Step(1)
		Step(1)
		Step(1)
		Renew()
	}
	defer func() {
		if _, ok := recover().(Exhausted); !ok {
			t.Error("no end of the budget")
		}
	}()
	for range 4 {
		Step(1)
	}
}

func TestCond(t *testing.T) {
	const id = 100
	tests := []struct {
		name            string
		fault           uint32
		onFalse, onTrue bool
	}{
		{"none", 0, false, true},
		{"before", id - 1, false, true},
		{"negate", id + Negate, true, false},
		{"true", id + True, true, true},
		{"false", id + False, false, false},
		{"after", id + kinds, false, true},
	}
	defer Activate(0)
	defer Watch(false)
	for _, watch := range []bool{false, true} {
		Watch(watch)
		for _, tt := range tests {
			Activate(tt.fault)
			if got := Cond(id, false); got != tt.onFalse {
				t.Errorf("%s: Cond(false) = %v, want %v", tt.name, got, tt.onFalse)
			}
			if got := Cond(id, true); got != tt.onTrue {
				t.Errorf("%s: Cond(true) = %v, want %v", tt.name, got, tt.onTrue)
			}
			if got, want := On(id), tt.fault == id; got != want {
				t.Errorf("%s: On = %v, want %v", tt.name, got, want)
			}
		}
	}
}

func TestInfected(t *testing.T) {
	tests := []struct {
		name string
		run  func()
		want []uint32
	}{
		{"nothing", func() {}, nil},
		{"true", func() { Cond(100, true) }, []uint32{100 + Negate, 100 + False}},
		{"false", func() { Cond(100, false) }, []uint32{100 + Negate, 100 + True}},
		{"both", func() { Cond(100, true); Cond(100, false); Cond(100, true) }, []uint32{100 + Negate, 100 + True, 100 + False}},
		{"named", func() { On(200); On(200) }, []uint32{200}},
		{"two", func() { On(300); Cond(100, true) }, []uint32{100 + Negate, 100 + False, 300}},
		{"highest", func() { Cond(Faults-kinds, true) }, []uint32{Faults - kinds + Negate, Faults - kinds + False}},
	}
	for _, watch := range []bool{true, false} {
		Watch(watch)
		for _, tt := range tests {
			Reset()
			tt.run()
			want := tt.want
			if !watch {
				want = nil
			}
			if got := Infected(); !slices.Equal(got, want) {
				t.Errorf("%s (watched: %v): infected %v, want %v", tt.name, watch, got, want)
			}
		}
	}
}
