package diff

import (
	"slices"
	"strings"
	"testing"
)

func TestCampsAndMajority(t *testing.T) {
	for _, test := range []struct {
		name     string
		answers  string // a letter for each engine; ? abstains; * agrees with all
		families string // a letter for each engine
		camps    []int
		majority int
	}{
		{"all agree", "aaa", "123", []int{0, 0, 0}, 0},
		{"one is alone", "aba", "123", []int{0, 1, 0}, 0},
		{"the first is alone", "abb", "123", []int{0, 1, 1}, 1},
		{"two against each other", "ab", "12", []int{0, 1}, Undecided},
		{"three opinions", "abc", "123", []int{0, 1, 2}, Undecided},
		{"a family has one vote", "abbb", "1222", []int{0, 1, 1, 1}, Undecided},
		{"a family is outvoted", "abba", "1223", []int{0, 1, 1, 0}, 0},
		{"a family is divided", "abab", "1223", []int{0, 1, 0, 1}, Undecided},
		{"a divided family against one", "aba", "122", []int{0, 1, 0}, 0},
		{"abstention", "a?b", "123", []int{0, Undecided, 1}, Undecided},
		{"a vague answer takes no side", "ab*", "123", []int{0, 1, Undecided}, Undecided},
		{"a vague answer comes first", "*ab", "123", []int{Undecided, 0, 1}, Undecided},
		{"a vague answer comes first, among others", "*aba", "1234", []int{Undecided, 0, 1, 0}, 0},
		{"a vague answer among equals", "aa*", "123", []int{0, 0, 0}, 0},
		{"nobody decides", "??", "12", []int{Undecided, Undecided}, Undecided},
		{"nobody", "", "", []int{}, Undecided},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := func(i int) string { return test.answers[i : i+1] }
			camps := Camps(len(test.answers), func(i int) bool { return at(i) == "?" }, func(i, j int) bool {
				return at(i) == at(j) || strings.Contains(at(i)+at(j), "*")
			})
			if !slices.Equal(camps, test.camps) {
				t.Errorf("camps are %v, want %v", camps, test.camps)
			}
			if got := Majority(camps, func(i int) string { return test.families[i : i+1] }); got != test.majority {
				t.Errorf("the majority is %d, want %d", got, test.majority)
			}
		})
	}
}
