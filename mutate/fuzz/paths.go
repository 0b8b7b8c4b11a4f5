package fuzz

import (
	"slices"

	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
)

// NewPathLog returns a log of the paths that tests take: the sites that they pass,
// in order, up to the given length. 0 means 1024. It is the log that the published
// code of MUTAGEN calls a tree: the tree of all prefixes of the paths, in which a
// test adds a branch. What is new is the number of nodes added, and Depth that of
// the node where the branch begins. Known is the size that the tree has had at most.
func NewPathLog(length int) Log {
	if length == 0 {
		length = 1024
	}
	return &pathLog{length: length}
}

// A pathLog holds the tree with runs of nodes that have one child joined.
type pathLog struct {
	length int
	root   run
	size   int
	known  int
}

// A run is a part of paths, with the ways in which they go on after it. No two of
// these begin alike.
type run struct {
	sites []uint16
	next  []*run
}

func (l *pathLog) Begin()     { probe.Record() }
func (l *pathLog) Known() int { return l.known }

func (l *pathLog) End(v Verdict) Novelty {
	trace := probe.Trace()
	n := Novelty{Covered: len(probe.Edges())}
	if v == Failed {
		return n
	}
	trace = trace[:min(len(trace), l.length)]
	n.Depth = l.root.insert(trace)
	n.Novel = len(trace) - n.Depth
	l.size += n.Novel
	l.known = max(l.known, l.size)
	return n
}

func (l *pathLog) Clear() { l.root, l.size = run{}, 0 }

// insert adds a path below r and returns how much of it was there.
func (r *run) insert(path []uint16) (depth int) {
	for depth < len(path) {
		i := slices.IndexFunc(r.next, func(n *run) bool { return n.sites[0] == path[depth] })
		if i < 0 {
			r.next = append(r.next, &run{sites: slices.Clone(path[depth:])})
			return depth
		}
		r = r.next[i]
		same := 1
		for same < len(r.sites) && depth+same < len(path) && r.sites[same] == path[depth+same] {
			same++
		}
		depth += same
		if same < len(r.sites) {
			r.split(same)
		}
	}
	return depth
}

// split makes two runs of r, the first of n sites.
func (r *run) split(n int) {
	r.next = []*run{{sites: r.sites[n:], next: r.next}}
	r.sites = r.sites[:n:n]
}
