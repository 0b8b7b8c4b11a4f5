package toy

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

// TestToy passes for the package and for its copy: instrument's tests run it on both.
func TestToy(t *testing.T) {
	yes := func() bool { return true }
	no := func() bool { return false }
	never := func() bool { t.Error("an operand was evaluated that must not be"); return true }
	tests := []struct {
		name      string
		got, want any
	}{
		{"Classify", []string{Classify(-1), Classify(4), Classify(0), Classify(3)}, []string{"negative", "even", "zero", "odd"}},
		{"And", []bool{And(yes, yes, yes), And(yes, yes, no), And(yes, no, never), And(no, never, never)}, []bool{true, false, false, false}},
		{"Mixed", []bool{Mixed(true, true, false), Mixed(true, true, true), Mixed(false, true, false)}, []bool{false, true, true}},
		{"Named", []Flag{Named(true, 3), Named(true, 9), Named(false, 3)}, []Flag{false, true, true}},
		{"Literal", []bool{Literal(point{1, 2}), Literal(point{3, 4}), Literal(point{5, 6}), Literal(point{})}, []bool{true, true, true, false}},
		{"Loops", []int{Loops(0), Loops(7), Loops(30)}, []int{4, 32, 98}},
		{"Labels", Labels(3), "0 0;1 0;1 1;2 0;2 1;2 2;3"},
		{"Switch", []string{Switch(1), Switch(2), Switch(7), Switch(20)}, []string{"two four or six other", "four or six other", "between", "between"}},
		{"Types", []string{Types(nil), Types(1), Types("s"), Types(time.Second), Types(1.5)}, []string{"nil", "1", "s", "1s", "?"}},
		{"Select", []int{Select(nil), Select(filled(7))}, []int{-1, 7}},
		{"Max", []any{Max(1, 2), Max(2.5, 1)}, []any{2, 2.5}},
		{"Swap", []any{NewPair(1, "a").Swap(true), NewPair(1, "a").Swap(false)}, []any{Pair[string, int]{"a", 1}, Pair[string, int]{}}},
		{"Closures", []int{Closures(5), Closures(0)}, []int{20, -1}},
		{"Run", []int{Run([]Instr{{0, 5}, {1, 2}, {2, 10}}), Run([]Instr{{3, 0}})}, []int{30, -1}},
		{"Sum", Sum(4), 20},
		{"Data", []string{Data(0), Data(2)}, []string{"abc", "ab"}},
		{"Skipped", []bool{Skipped(4), Skipped(5), Skipped(0)}, []bool{true, false, true}},
	}
	for _, tt := range tests {
		if !reflect.DeepEqual(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	defer func() {
		if got := fmt.Sprint(recover()); got != "too large: 1200" {
			t.Errorf("panic %q", got)
		}
	}()
	Run([]Instr{{0, 100}, {2, 12}})
}

func filled(v int) chan int {
	c := make(chan int, 1)
	c <- v
	return c
}
