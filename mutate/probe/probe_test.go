package probe

import (
	"errors"
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
	for _, limit := range []int{0, 1000} {
		Limit(limit)
		for _, tt := range tests {
			if got := run(tt.sites...); !slices.Equal(got, tt.want) {
				t.Errorf("%s (limit %d): edges %v, want %v", tt.name, limit, got, tt.want)
			}
		}
	}
	Limit(0)
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

func TestEntryIsNoSite(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Hit(0) did not panic")
		}
		Reset()
	}()
	run(1, 0)
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

// endless passes sites for ever, and returns what ended it.
func endless(loop func()) (end error) {
	defer func() { end = recover().(error) }()
	for {
		loop()
	}
}

func TestLimit(t *testing.T) {
	defer Limit(0)
	defer Activate(0)
	Activate(16)
	Limit(1000)
	Reset()
	err := endless(func() { Hit(1) })
	var x Exhausted
	if !errors.As(err, &x) || x != (Exhausted{Budget: 1000, Fault: 16}) {
		t.Fatalf("ended by %v, want Exhausted after 1000 steps under fault 16", err)
	}
	run(slices.Repeat([]uint32{1, 2}, 500)...)
	if Steps() != 1000 {
		t.Errorf("Steps() = %d, want 1000: Reset must begin a new count", Steps())
	}
}

func TestLimitOfPass(t *testing.T) {
	defer Limit(0)
	Limit(10)
	Reset()
	var x Exhausted
	if err := endless(func() { Pass(1) }); !errors.As(err, &x) {
		t.Errorf("ended by %v, want Exhausted", err)
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
		{"both", func() { Cond(100, true); Cond(100, false); Cond(100, true) }, []uint32{100 + Negate, 100 + False, 100 + True}},
		{"named", func() { On(200); On(200) }, []uint32{200}},
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
