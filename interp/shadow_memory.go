//probe:omit

package interp

import (
	"iter"
	"maps"
	"slices"
)

// shadowMemory holds the shadows of a memory's bytes, by pages of which those are left out that are all zero.
type shadowMemory[S comparable] map[uint64]*[shadowPage]S

const shadowPage = 256

// all returns the shadows other than zero by their addresses, in order.
func (m shadowMemory[S]) all() iter.Seq2[uint64, S] {
	var none S
	return func(yield func(uint64, S) bool) {
		for _, p := range slices.Sorted(maps.Keys(m)) {
			for i, s := range m[p] {
				if s != none && !yield(p*shadowPage+uint64(i), s) {
					return
				}
			}
		}
	}
}

func (m shadowMemory[S]) get(at uint64) (s S) {
	if p := m[at/shadowPage]; p != nil {
		s = p[at%shadowPage]
	}
	return s
}

func (m shadowMemory[S]) set(at uint64, s S) {
	p := m[at/shadowPage]
	if p == nil {
		var none S
		if s == none {
			return
		}
		p = new([shadowPage]S)
		m[at/shadowPage] = p
	}
	p[at%shadowPage] = s
}

// fill gives n bytes the same shadow.
func (m shadowMemory[S]) fill(at uint64, s S, n uint64) {
	var none S
	if s != none {
		for i := range n {
			m.set(at+i, s)
		}
		return
	}
	for there := range m.all() {
		if there >= at && there < at+n {
			m.set(there, none)
		}
	}
}

// move copies the shadows of n bytes.
func (m shadowMemory[S]) move(to, from, n uint64) {
	moved := shadowMemory[S]{}
	for at, s := range m.all() {
		if at >= from && at < from+n {
			moved.set(at-from+to, s)
		}
	}
	var none S
	m.fill(to, none, n)
	for at, s := range moved.all() {
		m.set(at, s)
	}
}
