package fuzz

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

func TestPower(t *testing.T) {
	for _, c := range []struct {
		name                         string
		cost, avgCost, size, avgSize int
		verdict                      Verdict
		want                         int
	}{
		{"average", 100, 100, 100, 100, Passed, 1000},
		{"average, discarded", 100, 100, 100, 100, Discarded, 330},
		{"cheap and large", 24, 100, 334, 100, Passed, 9000},
		{"dear and small", 1001, 100, 33, 100, Passed, 50}, // 2.5 is raised to 5
		{"never more", 1, 100, 1000, 100, Passed, 9000},
		{"dear", 401, 100, 100, 100, Passed, 250},
		{"rather dear", 201, 100, 100, 100, Passed, 500},
		{"a little dear", 134, 100, 100, 100, Passed, 750},
		{"at the bound", 133, 100, 133, 100, Passed, 1000},
		{"rather cheap", 33, 100, 100, 100, Passed, 2000},
		{"a little cheap", 49, 100, 100, 100, Passed, 1500},
		{"large", 100, 100, 201, 100, Passed, 2000},
		{"rather large", 100, 100, 134, 100, Passed, 1500},
		{"small", 100, 100, 49, 100, Passed, 500},
		{"rather small", 100, 100, 66, 100, Passed, 750},
		{"nothing is known", 0, 0, 0, 0, Passed, 1000},
	} {
		if got := power(c.cost, c.avgCost, c.size, c.avgSize, c.verdict); got != c.want {
			t.Errorf("%s: energy %d, want %d", c.name, got, c.want)
		}
	}
}

// thrice is FuzzChick with an energy of three.
func thrice() Strategy {
	s := FuzzChick()
	s.Energy = func(Candidate, Status) int { return 3 }
	return s
}

func TestFuzzChickOrder(t *testing.T) {
	for _, c := range []struct {
		name      string
		generated []string
		facts     map[string]fact
		want      string
	}{
		{
			name: "generations, newest first", generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), varied: []string{"B", "C", "a"}},
				"B": {sites: sites(11, 12), varied: []string{"b1", "b2", "b3"}},
				"C": {sites: sites(21, 29), varied: []string{"D", "c2", "c3"}},
				"D": {sites: sites(31, 39), varied: []string{"d1", "d2", "d3"}},
			},
			want: "A B C a D c2 c3 b1 b2 b3 d1 d2 d3",
		},
		{
			name:      "discarded ones last, whatever their parents, and a value is generated after each",
			generated: []string{"D", "E", "A", "X", "Y", "B", "Z"},
			facts: map[string]fact{
				"D":  {verdict: Discarded, sites: sites(1, 3), varied: []string{"d1", "d2", "d3"}},
				"d1": {verdict: Discarded, sites: sites(11, 12), varied: []string{"d1a", "d1b", "d1c"}},
				"d3": {verdict: Discarded, sites: sites(21, 22), varied: []string{"P", "d3b", "d3c"}},
				"P":  {sites: sites(31, 32), varied: []string{"p1", "p2", "p3"}},
			},
			want: "D d1 d2 d3 E P p1 p2 p3 d3b d3c A d1a d1b d1c X Y B Z",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{facts: c.facts, generated: c.generated}
			s.run(Config{Strategy: thrice()})
			if got := s.order(); got != c.want {
				t.Errorf("tested %s\nwant   %s", got, c.want)
			}
		})
	}
}

// TestEnergyOfRun checks which averages the energy of FuzzChick is computed from, by a clock that each test advances.
func TestEnergyOfRun(t *testing.T) {
	now := 0
	cost := map[string]int{"A": 100, "B": 5}
	s := script{generated: []string{"A", ".", "B"}, facts: map[string]fact{
		"A": {sites: sites(1, 10), varied: []string{"a"}},
		"B": {verdict: Discarded, sites: sites(21, 50), varied: []string{"b"}},
	}}
	var energies []int
	strategy := FuzzChick()
	strategy.Energy = func(c Candidate, s Status) int {
		energies = append(energies, energyOfAFL(c, s))
		return 1
	}
	s.testing = func(v string) { now += cost[v] }
	s.run(Config{Strategy: strategy, Tests: 5, Clock: func() int { return now }})
	// A is all there is. B, the fourth test, costs 5 of 105/4 on average and covers 30 of 40/2: 100*3*1.5*0.33 is 148.
	if want := []int{1000, 1480}; !slices.Equal(energies, want) {
		t.Errorf("energies %v, want %v", energies, want)
	}
}

// digits is a target whose values are what the generator drew: up to size times a digit, written as text.
func digits(test func(string) Verdict) Target[string] {
	return Target[string]{
		Generate: func(r *rand.Rand, size int) string {
			var b strings.Builder
			for range size {
				fmt.Fprint(&b, r.IntN(10))
			}
			return b.String()
		},
		Test: test,
	}
}

func TestZestRegenerates(t *testing.T) {
	var values []string
	differ := make(map[int]int)
	target := digits(func(v string) Verdict {
		if values = append(values, v); len(values) == 1 {
			probe.Hit(1)
			return Passed
		}
		if len(v) != len(values[0]) {
			t.Fatalf("%q is of another size than %q", v, values[0])
		}
		n := 0
		for i := range v {
			if v[i] != values[0][i] {
				n++
			}
		}
		differ[n]++
		return Passed
	})
	generate := target.Generate
	target.Generate = func(r *rand.Rand, _ int) string { return generate(r, 400) }
	Run(t.Context(), target, Config{Strategy: Zest(), Tests: 1001})
	sum := 0
	for n, times := range differ {
		sum += n * times
	}
	// Eight places on average, at one in ten of which the digit stays what it was.
	if mean := float64(sum) / 1000; math.Abs(mean-7.2) > .8 {
		t.Errorf("values differ from the first in %.1f places on average, want 7.2", mean)
	}
}

// TestZestOrder checks what values are saved for, and that they are visited in turn, each for as many mutants as its
// coverage and credit earn. What is generated does not matter.
func TestZestOrder(t *testing.T) {
	type outcome struct {
		verdict Verdict
		sites   []uint32
	}
	script := map[int]outcome{ // by number of the test
		1:    {Discarded, sites(1, 20)},  // new: saved
		2:    {Passed, sites(1, 10)},     // new among passed ones: saved, and takes the credit for half
		3:    {Discarded, sites(1, 19)},  // nothing new
		1001: {Passed, sites(1, 20)},     // takes the other half
		2500: {Discarded, sites(31, 31)}, // new
	}
	n := 0
	target := digits(func(string) Verdict {
		n++
		for _, s := range script[n].sites {
			probe.Hit(s)
		}
		return script[n].verdict
	})
	var turns []turn
	r := Run(t.Context(), target, Config{Strategy: Zest(), Tests: 4000, Progress: func(s Status) {
		if n := len(turns); n == 0 || turns[n-1].parent != s.Last.Parent {
			turns = append(turns, turn{parent: s.Last.Parent})
		}
		turns[len(turns)-1].mutants++
	}})
	if r.Origins != [Imported + 1]int{Generated: 1, Mutated: 3999} || r.Admitted != 4 {
		t.Errorf("origins %v, %d saved; want 1 generated, 4 saved", r.Origins, r.Admitted)
	}
	// Up to 50 for the largest coverage, in proportion, and 20 times as many while there is credit: in the second
	// round the first has none.
	if want := []turn{{0, 1}, {1, 1000}, {2, 500}, {1001, 1000}, {2500, 40}, {1, 50}, {2, 500}, {1001, 909}}; !slices.Equal(turns, want) {
		t.Errorf("visited %v, want %v", turns, want)
	}
}

// A turn is a visit to a saved value.
type turn struct{ parent, mutants int }

func TestZestLeavesSeeds(t *testing.T) {
	target := digits(func(string) Verdict { return Passed })
	target.Seeds = []string{"seed"}
	if r := Run(t.Context(), target, Config{Strategy: Zest(), Tests: 3}); r.Admitted != 0 || r.Origins != [Imported + 1]int{2, 1, 0} {
		t.Errorf("%d saved, origins %v", r.Admitted, r.Origins)
	}
}

func TestPathLog(t *testing.T) {
	l := NewPathLog(5)
	for i, c := range []struct {
		path    []uint32
		verdict Verdict
		want    Novelty
		known   int
	}{
		{path: []uint32{1, 2, 3}, want: Novelty{Novel: 3, Depth: 0, Covered: 3}, known: 3},
		{path: []uint32{1, 2, 3}, want: Novelty{Novel: 0, Depth: 3, Covered: 3}, known: 3},
		{path: []uint32{1, 2}, want: Novelty{Novel: 0, Depth: 2, Covered: 2}, known: 3},
		{path: []uint32{1, 2, 4, 2, 4}, want: Novelty{Novel: 3, Depth: 2, Covered: 4}, known: 6},
		{path: []uint32{1, 2, 4, 3}, want: Novelty{Novel: 1, Depth: 3, Covered: 4}, known: 7},
		{path: []uint32{2, 1, 2, 3}, verdict: Failed, want: Novelty{Covered: 4}, known: 7},
		{path: []uint32{2, 1, 2, 3}, verdict: Discarded, want: Novelty{Novel: 4, Depth: 0, Covered: 4}, known: 11},
		{path: []uint32{1, 2, 3, 3, 3, 3, 7}, want: Novelty{Novel: 2, Depth: 3, Covered: 5}, known: 13}, // cut to five
		{path: []uint32{1, 2, 3, 3, 3, 3, 8}, want: Novelty{Novel: 0, Depth: 5, Covered: 5}, known: 13},
		{path: nil, want: Novelty{}, known: 13},
	} {
		l.Begin()
		for _, s := range c.path {
			probe.Hit(s)
		}
		if got := l.End(c.verdict); got != c.want || l.Known() != c.known {
			t.Errorf("test %d: %+v, %d known; want %+v, %d", i, got, l.Known(), c.want, c.known)
		}
	}
	l.Clear()
	l.Begin()
	probe.Hit(1)
	if got, want := l.End(Passed), (Novelty{Novel: 1, Covered: 1}); got != want || l.Known() != 13 {
		t.Errorf("after Clear: %+v, %d known; want %+v, 13", got, l.Known(), want)
	}
}

func TestPathsOrder(t *testing.T) {
	s := script{generated: []string{"A"}, facts: map[string]fact{
		"A": {sites: []uint32{1, 2, 3, 4}, pure: []string{"B", "C", "a3"}},
		"B": {sites: []uint32{1, 2, 3, 9, 9, 9}, pure: []string{"b1"}}, // leaves at 3, later than A
		"C": {sites: []uint32{1, 9, 9, 9}, pure: []string{"c1", "D"}},  // leaves at 1, later than A, sooner than B
		"D": {sites: []uint32{8}, pure: []string{"d1"}},                // leaves at 0, like A, and is newer
	}}
	s.run(Config{Strategy: Paths()})
	if got, want := s.order(), "A B C a3 c1 D d1 b1"; got != want {
		t.Errorf("tested %s, want %s", got, want)
	}
}

func TestLogs(t *testing.T) {
	type step struct {
		verdict Verdict
		sites   []uint32
		want    Novelty
	}
	for _, c := range []struct {
		name  string
		log   Log
		steps []step
	}{
		{"edges", NewEdgeLog(), []step{
			{Discarded, sites(1, 4), Novelty{Novel: 4, Covered: 4}},
			{Passed, sites(1, 5), Novelty{Novel: 1, Covered: 5}},
		}},
		{"split", NewSplitLog(), []step{
			{Discarded, sites(1, 4), Novelty{Novel: 4, Covered: 4}},
			{Passed, sites(1, 5), Novelty{Novel: 5, Covered: 5}},
			{Discarded, sites(1, 5), Novelty{Novel: 1, Covered: 5}},
			{Passed, sites(1, 4), Novelty{Novel: 0, Covered: 4}},
		}},
		{"credit", NewCreditLog(), []step{
			{Discarded, sites(1, 4), Novelty{Novel: 4, Covered: 4}},
			{Passed, sites(1, 3), Novelty{Novel: 0, Passing: 3, Covered: 3}},
			{Failed, sites(1, 9), Novelty{Covered: 9}},
			{Passed, sites(1, 6), Novelty{Novel: 2, Passing: 3, Covered: 6}},
			{Discarded, sites(1, 7), Novelty{Novel: 1, Covered: 7}},
		}},
	} {
		for round := range 2 {
			for i, s := range c.steps {
				c.log.Begin()
				for _, site := range s.sites {
					probe.Hit(site)
				}
				if got := c.log.End(s.verdict); got != s.want {
					t.Errorf("%s, round %d, test %d: %+v, want %+v", c.name, round, i+1, got, s.want)
				}
			}
			if credit, ok := c.log.(creditor); ok {
				var got []int
				for n := range len(c.steps) {
					got = append(got, credit.Credit(round*len(c.steps)+n+1))
				}
				if want := []int{0, 3, 0, 3, 1}; !slices.Equal(got, want) {
					t.Errorf("round %d: credit %v, want %v", round, got, want)
				}
			}
			c.log.Clear()
		}
	}
}

func TestSweepOrder(t *testing.T) {
	for _, c := range []struct {
		name      string
		stalled   int // after so many boring tests
		restart   int // after so many tests
		generated []string
		facts     map[string]fact
		tests     int
		want      string
	}{
		{
			name: "no mutant twice", generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a", "B", "A", "c", "a"}},
				"B": {sites: sites(11, 15), pure: []string{"a", "A", "b", "c"}},
			},
			want: "A a B b c",
		},
		{
			name: "again after a reset", generated: []string{"A", "x", "y", "A"},
			facts: map[string]fact{"A": {sites: sites(1, 3), pure: []string{"a", "b"}}},
			tests: 9,
			want:  "A a b x y A a b",
		},
		{
			name: "among equals the cheapest first, then the newest", generated: []string{"A"},
			facts: map[string]fact{
				"A":  {sites: sites(1, 9), pure: []string{"BB", "C", "D"}},
				"BB": {sites: sites(11, 19), pure: []string{"b"}},
				"C":  {sites: sites(21, 29), pure: []string{"c"}},
				"D":  {sites: sites(31, 39), pure: []string{"d"}},
			},
			want: "A BB C c D d b",
		},
		{
			name: "when the search stalls, every other test is of boring values", stalled: 2, generated: []string{"A"},
			facts: map[string]fact{
				"A":   {sites: sites(1, 3), pure: []string{"a", "b", "bad", "c", "d", "e"}},
				"a":   {pure: []string{"a1", "a2"}},
				"b":   {pure: []string{"b1"}},
				"bad": {verdict: Discarded, pure: []string{"worse"}},
			},
			tests: 11,
			want:  "A a b bad a1 c a2 d b1 e",
		},
		{
			name: "a value is generated now and then", restart: 2, generated: []string{"A", "B"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a", "b", "c"}},
				"B": {sites: sites(11, 15), pure: []string{"d"}},
			},
			want: "A a B d b c",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			strategy := Sweep()
			strategy.Reset = 2
			strategy.Stalled = func(s Status) bool { return c.stalled > 0 && s.Boring >= c.stalled && s.Tests()%2 == 0 }
			strategy.Restart = func(s Status) bool { return c.restart > 0 && s.Tests() == c.restart }
			cost := 0
			s := script{generated: c.generated, facts: c.facts, testing: func(v string) { cost += len(v) }}
			s.run(Config{Strategy: strategy, Tests: c.tests, Clock: func() int { return cost }})
			if got := s.order(); got != c.want {
				t.Errorf("tested %s\nwant   %s", got, c.want)
			}
		})
	}
	status := Status{Verdicts: [...]int{Passed: 320, Failed: 0}}
	next := Status{Verdicts: [...]int{Passed: 321, Failed: 0}}
	seeded := Status{Verdicts: status.Verdicts, Origins: [Imported + 1]int{Seeded: 4}}
	for boring, want := range map[int]bool{599: false, 600: true} {
		if seeded.Boring = boring; Sweep().Stalled(seeded) != want {
			t.Errorf("stalled with four seeds after %d boring tests: %v", boring, !want)
		}
	}
	for boring, want := range map[int]bool{149: false, 150: true} {
		status.Boring, next.Boring = boring, boring
		if Sweep().Stalled(status) != want || Sweep().Restart(next) != want {
			t.Errorf("stalled after %d boring tests: %v", boring, !want)
		}
		if Sweep().Stalled(next) || Sweep().Restart(status) {
			t.Errorf("all tests are of values that were set aside, or generated")
		}
	}
}
