package fuzz

import (
	"cmp"
	"slices"
)

// A queue holds candidates in the order of a strategy, the first one at the end.
type queue struct {
	compare    func(a, b Candidate) int
	rounds     Rounds
	present    [Failed + 1]int // the round in progress, by verdict if there are generations
	candidates []Candidate
}

// add queues a new candidate.
func (q *queue) add(c Candidate) {
	c.Round = *q.round(c)
	if q.rounds == Generations {
		c.Round++
	}
	q.push(c)
}

// push inserts c in front of its equals.
func (q *queue) push(c Candidate) {
	i, _ := slices.BinarySearchFunc(q.candidates, c, func(e, c Candidate) int {
		return cmp.Or(q.compare(c, e), -1)
	})
	q.candidates = slices.Insert(q.candidates, i, c)
}

// first returns the candidate whose mutants are tested now, or false if the queue
// is empty.
func (q *queue) first() (Candidate, bool) {
	if len(q.candidates) == 0 {
		return Candidate{}, false
	}
	c := q.candidates[len(q.candidates)-1]
	present := q.round(c)
	*present = max(*present, c.Round)
	return c, true
}

// again queues a candidate for the next round that has been in this one.
func (q *queue) again(c Candidate) {
	c.Round++
	q.push(c)
}

// round returns the round in progress among values like c.
func (q *queue) round(c Candidate) *int {
	if q.rounds == Generations {
		return &q.present[c.Verdict]
	}
	return &q.present[0]
}

// drop removes the first candidate.
func (q *queue) drop() { q.candidates = q.candidates[:len(q.candidates)-1] }
