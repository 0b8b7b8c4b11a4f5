package evaluate

import (
	"errors"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// A Sample is the runs of one bug with one strategy.
type Sample struct {
	Property, Bug, Strategy string
	Runs, Found, Crashed    int
	Tests, Seconds          []float64 // to failure, of the runs that found the bug
}

// FailureRate is the proportion of runs that found the bug.
func (s Sample) FailureRate() float64 { return float64(s.Found) / float64(s.Runs) }

// Samples groups records that planted a bug by it and by strategy. Samples are in the order in which the records name
// the bugs first, and for each bug the strategies.
func Samples(records []Record) []Sample {
	var samples []Sample
	bugs, strategies := Bugs(records), Strategies(records)
	for _, b := range bugs {
		for _, name := range strategies {
			s := Sample{Property: b.Property, Bug: b.Bug, Strategy: name}
			for _, r := range records {
				if r.Property == b.Property && r.Bug == b.Bug && r.Strategy == name {
					s.add(r)
				}
			}
			if s.Runs > 0 {
				samples = append(samples, s)
			}
		}
	}
	return samples
}

func (s *Sample) add(r Record) {
	s.Runs++
	switch r.Result {
	case Found:
		s.Found++
		s.Tests = append(s.Tests, float64(r.Tests))
		s.Seconds = append(s.Seconds, r.Seconds)
	case Crashed:
		s.Crashed++
	}
}

// Bugs returns the bugs of the records as cells that have only a property and a bug.
func Bugs(records []Record) []Cell {
	return distinct(records, func(r Record) Cell { return Cell{Property: r.Property, Bug: r.Bug} })
}

// Strategies returns the strategies of the records.
func Strategies(records []Record) []string {
	return distinct(records, func(r Record) string { return r.Strategy })
}

// distinct returns the values of the records in the order of their first occurrence.
func distinct[T comparable](records []Record, value func(Record) T) []T {
	var values []T
	for _, r := range records {
		if v := value(r); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// median returns the median, or NaN of nothing.
func median(xs []float64) float64 { return stats.Sample{Xs: xs}.Quantile(0.5) }

// mean returns the mean, or NaN of nothing.
func mean(xs []float64) float64 { return stats.Mean(xs) }

// censored returns the effort of all runs of a sample, of which xs are those that found the bug. The others would have
// taken longer than any, had they been allowed to.
func (s Sample) censored(xs []float64) []float64 {
	all := slices.Clone(xs)
	for len(all) < s.Runs {
		all = append(all, math.Inf(1))
	}
	return all
}

// A Comparison says of two samples of efforts which is the smaller.
type Comparison struct {
	// Less and Greater are the p-values of the two one-tailed Mann-Whitney U tests, of the hypotheses that efforts of
	// the first are smaller and larger. Both are 1 if all efforts are equal.
	Less, Greater float64
	// A12 is the effect size of Vargha and Delaney: the probability that an effort of the first is smaller than one of
	// the second, where equal ones count one half. 0.5 is no difference.
	A12 float64
}

// Compare compares two samples of efforts.
func Compare(a, b []float64) Comparison {
	less, err := stats.MannWhitneyUTest(a, b, stats.LocationLess)
	if errors.Is(err, stats.ErrSamplesEqual) {
		return Comparison{Less: 1, Greater: 1, A12: 0.5}
	}
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	// The library takes the other tail one step too far when there are ties, so it is asked for the same tail of the
	// samples swapped.
	greater, err := stats.MannWhitneyUTest(b, a, stats.LocationLess)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return Comparison{Less: less.P, Greater: greater.P, A12: 1 - less.U/float64(len(a)*len(b))}
}

// significant is the threshold of p in the paper.
const significant = 0.05
