package fuzz

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// A fact is what a script says of a value.
type fact struct {
	verdict Verdict
	sites   []uint32 // passed by its test
	pure    []string // its mutants
	random  []string // what its random mutant returns, again and again
	varied  []string // what its random mutator returns, again and again
}

// A script says what happens to values, which are names. A value without a fact
// passes, has an empty trace and no mutants.
type script struct {
	facts     map[string]fact
	seeds     []string
	generated []string       // in order; then come values named "."
	testing   func(v string) // if not nil, called in each test
	imports   map[int]script // what is imported before a test: seeds, and as generated what is known
	tested    []string       // what has been tested, recorded by run
	kept      []string       // what Keep was called with, and with how much
}

func (s *script) run(cfg Config) Report[string] {
	if cfg.Tests == 0 {
		cfg.Tests = 100
	}
	return Run(context.Background(), Target[string]{
		Generate: func(*rand.Rand, int) string {
			if len(s.generated) == 0 {
				return "."
			}
			v := s.generated[0]
			s.generated = s.generated[1:]
			return v
		},
		Mutator: (*names)(s),
		Seeds:   s.seeds,
		Import: func(tests int) (seeds, known []string) {
			return s.imports[tests].seeds, s.imports[tests].generated
		},
		Keep: func(v string, c Candidate, new int) { s.kept = append(s.kept, fmt.Sprint(v, c.Seq, "+", new)) },
		Test: func(v string) Verdict {
			s.tested = append(s.tested, v)
			if s.testing != nil {
				s.testing(v)
			}
			for _, site := range s.facts[v].sites {
				probe.Hit(site)
			}
			return s.facts[v].verdict
		},
	}, cfg)
}

// order returns what has been tested up to the first generated ".".
func (s *script) order() string {
	if i := slices.Index(s.tested, "."); i >= 0 {
		return strings.Join(s.tested[:i], " ")
	}
	return strings.Join(s.tested, " ")
}

// names is the mutator of a script's values.
type names script

func (m *names) Mutate(v string) iter.Seq[mutate.Mutant[string]] {
	return func(yield func(mutate.Mutant[string]) bool) {
		f := m.facts[v]
		for _, w := range f.pure {
			if !yield(mutate.Mutant[string]{Pure: w}) {
				return
			}
		}
		if f.random != nil {
			next := 0
			yield(mutate.Mutant[string]{Rand: func(*rand.Rand) string {
				next++
				return f.random[(next-1)%len(f.random)]
			}})
		}
	}
}

// Vary moves what it returns to the end.
func (m *names) Vary(_ *rand.Rand, v string) string {
	f := m.facts[v]
	if len(f.varied) == 0 {
		return v
	}
	w := f.varied[0]
	f.varied = append(f.varied[1:len(f.varied):len(f.varied)], w)
	m.facts[v] = f
	return w
}

func (*names) Default() string                        { return "" }
func (*names) Arity(string) int                       { return 0 }
func (*names) Child(string, int) mutate.Child[string] { panic("no children") }
func (*names) Random(*rand.Rand, int) string          { return "" }
func (*names) Equal(a, b string) bool                 { return a == b }
func (*names) Hash(h uint64, v string) uint64         { return mutate.String[string]().Hash(h, v) }

// sites returns the numbers from first to last: a trace of so many new edges, if
// its sites are used by nothing else.
func sites(first, last uint32) (s []uint32) {
	for n := first; n <= last; n++ {
		s = append(s, n)
	}
	return s
}

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name      string
		strategy  Strategy
		generated []string
		seeds     []string
		facts     map[string]fact
		want      string
	}{
		{
			name: "more novel mutants first", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a1", "B", "a3"}},
				"B": {sites: sites(11, 15), pure: []string{"b1", "b2"}},
			},
			want: "A a1 B b1 b2 a3",
		},
		{
			name: "less novel mutants later", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a1", "B", "a3"}},
				"B": {sites: sites(11, 12), pure: []string{"b1", "b2"}},
			},
			want: "A a1 B a3 b1 b2",
		},
		{
			name: "only new edges count", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"B", "C"}},
				"B": {sites: sites(1, 5), pure: []string{"b1"}},
				"C": {sites: sites(2, 3), pure: []string{"c1"}},
			},
			want: "A B C b1 c1",
		},
		{
			name: "among equals newest first", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a1", "B", "a3"}},
				"B": {sites: sites(11, 13), pure: []string{"b1", "C", "b3"}},
				"C": {sites: sites(21, 23), pure: []string{"c1"}},
			},
			want: "A a1 B b1 C c1 b3 a3",
		},
		{
			name: "no LIFO: oldest first", strategy: NoLIFO(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"a1", "B", "C"}},
				"B": {sites: sites(11, 13), pure: []string{"b1", "b2"}},
				"C": {sites: sites(21, 29), pure: []string{"c1"}},
			},
			want: "A a1 B C b1 b2 c1",
		},
		{
			name: "boring tests are not mutated", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 3), pure: []string{"B"}},
				"B": {sites: sites(1, 2), pure: []string{"b1"}},
			},
			want: "A B",
		},
		{
			name: "generated discards are not mutated", strategy: Mutagen(), generated: []string{"D", "A"},
			facts: map[string]fact{
				"D": {verdict: Discarded, sites: sites(1, 3), pure: []string{"d1"}},
				"A": {sites: sites(11, 12), pure: []string{"a1"}},
			},
			want: "D A a1",
		},
		{
			name: "generated discards are registered", strategy: Mutagen(), generated: []string{"D", "A", "B"},
			facts: map[string]fact{
				"D": {verdict: Discarded, sites: sites(1, 3)},
				"A": {sites: sites(1, 3), pure: []string{"a1"}},
				"B": {sites: sites(1, 4), pure: []string{"b1"}},
			},
			want: "D A B b1",
		},
		{
			name: "discards wait until nothing else is left", strategy: Mutagen(), generated: []string{"A"},
			facts: map[string]fact{
				"A":  {sites: sites(1, 2), pure: []string{"D", "a2", "B"}},
				"D":  {verdict: Discarded, sites: sites(11, 19), pure: []string{"E", "d2", "d3"}},
				"B":  {sites: sites(21, 21), pure: []string{"b1"}},
				"E":  {verdict: Discarded, sites: sites(31, 39), pure: []string{"e1"}},
				"d2": {sites: sites(41, 41), pure: []string{"d2a"}},
			},
			want: "A D a2 B b1 E d2 d2a d3",
		},
		{
			name: "no LIFO: discards wait too", strategy: NoLIFO(), generated: []string{"A"},
			facts: map[string]fact{
				"A": {sites: sites(1, 2), pure: []string{"D", "B"}},
				"D": {verdict: Discarded, sites: sites(11, 19), pure: []string{"d1"}},
				"B": {sites: sites(21, 21), pure: []string{"b1"}},
			},
			want: "A D B b1 d1",
		},
		{
			name: "seeds first", strategy: Mutagen(), generated: []string{"A"}, seeds: []string{"S", "T", "D", "E"},
			facts: map[string]fact{
				"S": {sites: sites(1, 1), pure: []string{"s1"}},
				"T": {sites: sites(1, 1), pure: []string{"t1"}}, // passes, so boring or not
				"D": {verdict: Discarded, sites: sites(1, 2), pure: []string{"d1"}},
				"E": {verdict: Discarded, sites: sites(1, 2), pure: []string{"e1"}},
				"A": {sites: sites(1, 3)},
			},
			want: "S T D E s1 t1 d1 A",
		},
		{
			name: "generate only", strategy: Random(), generated: []string{"A", "B"}, seeds: []string{"S"},
			facts: map[string]fact{
				"S": {sites: sites(1, 1), pure: []string{"s1"}},
				"A": {sites: sites(1, 3), pure: []string{"a1"}},
			},
			want: "S A B",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script{facts: c.facts, generated: c.generated, seeds: c.seeds}
			s.run(Config{Strategy: c.strategy})
			if got := s.order(); got != c.want {
				t.Errorf("tested %s\nwant   %s", got, c.want)
			}
		})
	}
}

func TestMaxSteps(t *testing.T) {
	chain := make(map[string]fact)
	for n := range 30 {
		chain[strings.Repeat("x", n+1)] = fact{sites: sites(uint32(n+1), uint32(n+1)), pure: []string{strings.Repeat("x", n+2)}}
	}
	for limit, want := range map[int]int{0: 30, 1: 1, 10: 10} {
		strategy := Mutagen()
		strategy.MaxSteps = limit
		s := script{facts: chain, generated: []string{"x"}}
		most := 0
		s.run(Config{Strategy: strategy, Progress: func(s Status) { most = max(most, s.Last.Steps) }})
		if most != want {
			t.Errorf("MaxSteps %d: %d generations of mutants, want %d", limit, most, want)
		}
	}
}

// statuses returns the status after each test.
func (s *script) statuses(cfg Config) (all []Status) {
	cfg.Progress = func(s Status) { all = append(all, s) }
	s.run(cfg)
	return all
}

func TestReset(t *testing.T) {
	for _, c := range []struct {
		strategy Strategy
		tests    []int // the numbers of the first tests after resets
	}{
		{Sweep(), []int{1001, 3001, 7001, 15001}},
		{Mutagen(), []int{1002, 3003, 7004, 15005}},
	} {
		all := new(script).statuses(Config{Strategy: c.strategy, Tests: 15005})
		for i, n := range c.tests {
			for after, s := range all[n-2 : n] {
				if want := i + after; s.Resets != want || s.R != 1<<want || s.Reset != 1000<<want {
					t.Errorf("%s, test %d: R %d, reset after %d, %d resets; want %d resets",
						c.strategy.Name, n-1+after, s.R, s.Reset, s.Resets, want)
				}
			}
		}
	}
}

func TestNoReset(t *testing.T) {
	all := new(script).statuses(Config{Strategy: NoReset(), Tests: 3000})
	if s := all[2999]; s.R != 25 || s.Resets != 0 {
		t.Errorf("R %d after %d resets, want 25 after none", s.R, s.Resets)
	}
}

// TestResetStartsOver checks that after a reset, known traces are novel again, the
// seeds come back, and batches sample random mutants R times.
func TestResetStartsOver(t *testing.T) {
	strategy := Mutagen()
	strategy.Reset = 3
	s := script{
		seeds: []string{"S"},
		facts: map[string]fact{"S": {sites: sites(1, 4), random: []string{"r1", "r2"}}},
	}
	all := s.statuses(Config{Strategy: strategy, Tests: 19})
	want := "S r1 . . . S r1 r2 . . . . . S r1 r2 r1 r2 ."
	if got := strings.Join(s.tested, " "); got != want {
		t.Errorf("tested %s\nwant   %s", got, want)
	}
	if again := all[5]; again.Last.Novel != 4 || again.Known != 4 || again.Boring != 0 {
		t.Errorf("after a reset %d edges are novel of %d, %d boring tests; want 4 of 4, none",
			again.Last.Novel, again.Known, again.Boring)
	}
}

// TestKeep checks that a value is kept when it shows something for the first time ever, and not again after a reset.
func TestKeep(t *testing.T) {
	strategy := Mutagen()
	strategy.Reset = 3
	s := script{
		seeds: []string{"S"},
		facts: map[string]fact{
			"S": {sites: sites(1, 4), pure: []string{"same", "more", "bad", "failing"}}, "same": {sites: sites(1, 3)},
			"more": {sites: sites(1, 6)}, "bad": {verdict: Discarded, sites: sites(20, 20)}, "failing": {verdict: Failed, sites: sites(30, 40)},
		},
	}
	s.run(Config{Strategy: strategy, Tests: 30, KeepGoing: true})
	if want := []string{"S1+4", "more3+2", "bad4+1"}; !slices.Equal(s.kept, want) {
		t.Errorf("kept %q, want %q", s.kept, want)
	}
}

// TestResetAmidBatch checks that a reset may happen while mutants are left, and that the strategy may wait for them.
func TestResetAmidBatch(t *testing.T) {
	amid := Mutagen()
	amid.Reset = 3
	dry := Sweep()
	dry.Reset = 4
	for _, c := range []struct {
		strategy Strategy
		resets   int // the number of the first test after it
	}{{amid, 6}, {dry, 8}} {
		s := script{
			generated: []string{"A"},
			facts:     map[string]fact{"A": {sites: sites(1, 1), pure: []string{"a", "b", "c", "d", "e", "f"}}},
		}
		all := s.statuses(Config{Strategy: c.strategy, Tests: 9})
		if got, want := s.order(), "A a b c d e f"; got != want {
			t.Errorf("tested %s, want %s", got, want)
		}
		if first := slices.IndexFunc(all, func(s Status) bool { return s.Resets == 1 }) + 1; first != c.resets {
			t.Errorf("a reset before test %d, want %d", first, c.resets)
		}
	}
}

func TestFailure(t *testing.T) {
	facts := map[string]fact{
		"D": {verdict: Discarded},
		"A": {sites: sites(1, 2), pure: []string{"a1", "F", "a3"}},
		"F": {verdict: Failed, sites: sites(11, 19), pure: []string{"f1"}},
		"B": {sites: sites(11, 12), pure: []string{"F"}},
	}
	s := script{facts: facts, generated: []string{"D", "A"}}
	r := s.run(Config{})
	if got, want := s.order(), "D A a1 F"; got != want {
		t.Fatalf("tested %s, want %s", got, want)
	}
	want := Candidate{Seq: 4, Origin: Mutated, Verdict: Failed, Novelty: Novelty{Covered: 9}, Parent: 2, ParentPassed: true, Steps: 1}
	if len(r.Failures) != 1 || r.Failures[0].Value != "F" || r.Failures[0].Candidate != want {
		t.Errorf("failures %+v, want F, %+v", r.Failures, want)
	}
	if want := [...]int{Passed: 2, Discarded: 1, Failed: 1}; r.Verdicts != want {
		t.Errorf("verdicts %v, want %v", r.Verdicts, want)
	}

	// Going on: what F reached is still novel for B, and F is not mutated.
	s = script{facts: facts, generated: []string{"D", "A", "B", "F", "F"}}
	r = s.run(Config{Strategy: Mutagen(), KeepGoing: true, MaxFailures: 3})
	if got, want := s.order(), "D A a1 F a3 B F F F"; got != want {
		t.Errorf("tested %s, want %s", got, want)
	}
	if r.Verdicts[Failed] != 4 || len(r.Failures) != 3 {
		t.Errorf("%d failures, %d kept; want 4, 3", r.Verdicts[Failed], len(r.Failures))
	}

	// Going on from failures, if the strategy says so.
	strategy := Mutagen()
	strategy.Admit = func(c Candidate) bool { return c.Verdict == Failed || interesting(c) }
	s = script{facts: facts, generated: []string{"A"}}
	s.run(Config{Strategy: strategy, KeepGoing: true})
	if got, want := s.order(), "A a1 F a3 f1"; got != want {
		t.Errorf("tested %s, want %s", got, want)
	}
}

func TestStatus(t *testing.T) {
	s := script{
		seeds:     []string{"S"},
		generated: []string{"A"},
		facts: map[string]fact{
			"S":  {sites: sites(1, 1)},
			"A":  {sites: sites(1, 3), pure: []string{"D", "a2", "a3"}},
			"D":  {verdict: Discarded, sites: sites(1, 5), pure: []string{"d1"}},
			"a2": {sites: sites(1, 6), pure: []string{"x"}},
		},
	}
	all := s.statuses(Config{Tests: 4})
	want := Status{
		Verdicts: [...]int{Passed: 3, Discarded: 1, Failed: 0},
		Origins:  [Imported + 1]int{Generated: 1, Seeded: 1, Mutated: 2},
		Queued:   [...]int{Passed: 2, Discarded: 1, Failed: 0},
		Known:    6,
		R:        1,
		Reset:    1000,
		Admitted: 4, Covered: 15, MaxCovered: 6,
		Last: Candidate{Seq: 4, Origin: Mutated, Novelty: Novelty{Novel: 1, Covered: 6}, Parent: 2, ParentPassed: true, Steps: 1},
	}
	if all[3] != want {
		t.Errorf("status %+v\nwant   %+v", all[3], want)
	}
	for i, s := range all {
		if s.Tests() != i+1 || s.Last.Seq != i+1 {
			t.Errorf("test %d: %d tests, the last is number %d", i+1, s.Tests(), s.Last.Seq)
		}
	}
}

// TestBatchesGo checks that the loop holds on to batches in the queue only.
func TestBatchesGo(t *testing.T) {
	m := &names{facts: map[string]fact{"S": {pure: []string{"s1"}}, "T": {pure: []string{"t1", "t2"}}}}
	l := newLoop(Target[string]{
		Generate: func(*rand.Rand, int) string { return "." },
		Mutator:  m,
		Test:     func(string) Verdict { return Passed },
		Seeds:    []string{"S", "T"},
	}, Config{Strategy: Mutagen()})
	for test, want := range []int{1, 2, 2, 2, 1, 0} {
		l.step()
		if len(l.mutants) != want || len(l.queue.candidates) != want {
			t.Errorf("after test %d: %d batches, %d queued; want %d", test+1, len(l.mutants), len(l.queue.candidates), want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	target := Target[string]{
		Generate: func(*rand.Rand, int) string { return "." },
		Mutator:  new(names),
	}
	tests := 0
	target.Test = func(string) Verdict {
		if tests++; tests == 7 {
			cancel()
		}
		return Passed
	}
	if r := Run(ctx, target, Config{}); r.Tests() != 7 || r.Verdicts[Passed] != 7 {
		t.Errorf("cancelled in test 7, the report has %d", r.Tests())
	}
	if r := Run(ctx, target, Config{}); r.Tests() != 0 || tests != 7 {
		t.Errorf("cancelled before the first test, the report has %d", r.Tests())
	}
}

func TestBudget(t *testing.T) {
	probe.Limit(100)
	defer probe.Limit(0)
	target := Target[string]{
		Generate: func(*rand.Rand, int) string { return "." },
		Mutator:  new(names),
		Test: func(string) Verdict {
			for {
				probe.Step(1)
			}
		},
	}
	r := Run(context.Background(), target, Config{Tests: 3})
	if r.Verdicts[Discarded] != 3 || r.Known != 2 {
		t.Errorf("verdicts %v and %d edges of endless tests, want 3 discarded and 2", r.Verdicts, r.Known)
	}
}

func TestPanicPasses(t *testing.T) {
	defer func() {
		if x := recover(); x != "ours" {
			t.Errorf("recovered %v, want the panic of the property", x)
		}
	}()
	Run(context.Background(), Target[string]{
		Generate: func(*rand.Rand, int) string { return "." },
		Mutator:  new(names),
		Test:     func(string) Verdict { panic("ours") },
	}, Config{})
}

func TestSize(t *testing.T) {
	for _, c := range []struct{ passed, discarded, most, tests, want int }{
		{0, 0, 10, 1e6, 0},
		{7, 0, 10, 1e6, 7},
		{17, 0, 10, 1e6, 7},
		{3, 25, 10, 1e6, 5},
		{0, 99, 10, 1e6, 9},
		{0, 100, 10, 1e6, 10},
		{9, 1e6, 10, 1e6, 10},
		{7, 0, 10, 0, 7}, // no limit
		// 25 tests: the last 5 go through all sizes.
		{19, 0, 10, 25, 9},
		{20, 0, 10, 25, 0},
		{21, 0, 10, 25, 2},
		{24, 0, 10, 25, 8},
		{24, 15, 10, 25, 9},
		{25, 0, 10, 25, 5}, // beyond the limit
	} {
		if got := size(c.passed, c.discarded, c.most, c.tests); got != c.want {
			t.Errorf("size(%d, %d, %d, %d) = %d, want %d", c.passed, c.discarded, c.most, c.tests, got, c.want)
		}
	}
}

func TestSizesReachGenerator(t *testing.T) {
	var got []int
	Run(context.Background(), Target[string]{
		Generate: func(_ *rand.Rand, size int) string { got = append(got, size); return "." },
		Mutator:  new(names),
		Test:     func(string) Verdict { return Passed },
	}, Config{MaxSize: 3, Tests: 7})
	if want := []int{0, 1, 2, 0, 1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("sizes %v, want %v", got, want)
	}
}

func TestNamed(t *testing.T) {
	for _, name := range Names() {
		if s, err := Named(name); err != nil || s.Name != name {
			t.Errorf("Named(%q): %q, %v", name, s.Name, err)
		}
	}
	if _, err := Named("best"); err == nil || !strings.Contains(err.Error(), "sweep, mutagen, no-lifo, no-reset, ") {
		t.Errorf("Named(best): %v, want an error that lists the names", err)
	}
}

func TestEdgeLog(t *testing.T) {
	l := NewEdgeLog()
	for i, c := range []struct {
		verdict      Verdict
		sites        []uint32
		novel, known int
	}{
		{Failed, sites(1, 9), 0, 0},
		{Discarded, sites(1, 3), 3, 3},
		{Passed, sites(1, 3), 0, 3},
		{Passed, []uint32{3, 2, 3}, 2, 5}, // 2 to 3 is known
		{Passed, []uint32{probe.Sites - 1}, 1, 6},
		{Passed, nil, 0, 6},
	} {
		l.Begin()
		for _, s := range c.sites {
			probe.Hit(s)
		}
		if novel := l.End(c.verdict).Novel; novel != c.novel || l.Known() != c.known {
			t.Errorf("test %d: %d novel, %d known; want %d, %d", i, novel, l.Known(), c.novel, c.known)
		}
	}
	l.Clear()
	l.Begin()
	for _, s := range sites(1, 4) {
		probe.Hit(s)
	}
	if novel := l.End(Passed).Novel; novel != 4 || l.Known() != 7 {
		t.Errorf("after Clear: %d novel, %d known; want 4, 7", novel, l.Known())
	}
}

// TestOwnLog checks that Run asks the log it is given.
func TestOwnLog(t *testing.T) {
	log := new(countingLog)
	s := script{generated: []string{"A"}, facts: map[string]fact{"A": {pure: []string{"a1"}}}}
	r := s.run(Config{Log: log, Tests: 3})
	if got, want := s.order(), "A a1"; got != want || r.Known != 3 {
		t.Errorf("tested %s, %d known; want %s, 3", got, r.Known, want)
	}
}

// A countingLog finds every test novel.
type countingLog struct{ begun, ended int }

func (l *countingLog) Begin()              { l.begun++ }
func (l *countingLog) End(Verdict) Novelty { l.ended++; return Novelty{Novel: 1} }
func (l *countingLog) Clear()              {}
func (l *countingLog) Known() int          { return min(l.begun, l.ended) }

func TestReportOfNothing(t *testing.T) {
	r := new(script).run(Config{Tests: 1})
	want := Report[string]{Status: Status{
		Verdicts: [...]int{Passed: 1, Failed: 0}, Origins: [Imported + 1]int{Generated: 1, Mutated: 0},
		R: 1, Boring: 1, Reset: 1000, Last: Candidate{Seq: 1},
	}}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("report %+v\nwant   %+v", r, want)
	}
}

// BenchmarkGenerated measures the loop's own cost of a test with 100 known edges.
func BenchmarkGenerated(b *testing.B) { benchmark(b, Random()) }

// BenchmarkMutated is the same for a mutant that costs next to nothing.
func BenchmarkMutated(b *testing.B) {
	s := Mutagen()
	s.R, s.Reset = b.N, 0
	benchmark(b, s)
}

func benchmark(b *testing.B, s Strategy) {
	m := &names{facts: map[string]fact{"A": {random: []string{"A"}}}}
	b.ReportAllocs()
	Run(context.Background(), Target[string]{
		Generate: func(*rand.Rand, int) string { return "A" },
		Mutator:  m,
		Test: func(string) Verdict {
			for n := range uint32(100) {
				probe.Hit(n + 1)
			}
			return Passed
		},
	}, Config{Strategy: s, Tests: b.N})
}

// BenchmarkProbes is the share of the probes in the above.
func BenchmarkProbes(b *testing.B) {
	for b.Loop() {
		probe.Reset()
		for n := range uint32(100) {
			probe.Hit(n + 1)
		}
	}
}

// TestImport checks that what comes from other runs is tested next, and that what is known there is not mutated here,
// nor novel any more.
func TestImport(t *testing.T) {
	s := script{
		facts: map[string]fact{
			"s": {sites: []uint32{1}, pure: []string{"a", "b"}, random: []string{"r"}},
			"a": {sites: []uint32{2}, pure: []string{"never: known before"}},
			"k": {sites: []uint32{2}, pure: []string{"never: known there"}},
			"i": {sites: []uint32{3}, pure: []string{"j"}},
		},
		seeds:   []string{"s"},
		imports: map[int]script{1: {seeds: []string{"i"}, generated: []string{"k"}}},
	}
	r := s.run(Config{Strategy: NoLIFO(), Tests: 8})
	if got, want := s.order(), "s k i a b r j"; got != want {
		t.Errorf("tested %s, want %s", got, want)
	}
	if got := r.Origins[Imported]; got != 1 {
		t.Errorf("%d imported, want 1", got)
	}
}

// TestParts checks that runs divide the mutants of seeds, and nothing but these.
func TestParts(t *testing.T) {
	const parts = 3
	tested := map[string]int{}
	for part := range parts {
		s := script{
			facts: map[string]fact{
				"s": {sites: []uint32{1}, pure: []string{"a", "b", "c", "d", "e"}, random: []string{"r"}},
				"c": {sites: []uint32{2}, pure: []string{"ca", "cb", "cc"}},
			},
			seeds: []string{"s"},
		}
		s.run(Config{Strategy: NoReset(), Tests: 30, Part: part, Parts: parts})
		for _, v := range s.tested {
			tested[v]++
		}
	}
	want := map[string]int{"s": parts, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "r": 25, "ca": 1, "cb": 1, "cc": 1}
	delete(tested, ".")
	if !reflect.DeepEqual(tested, want) {
		t.Errorf("tested %v, want %v", tested, want)
	}
}
