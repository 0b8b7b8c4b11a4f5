package main

import (
	"cmp"
	"slices"
)

// An edit collects changes of a text and makes them all at once. Offsets are
// those of the original text throughout. Only deletions and insertions are
// possible, and no insertion contains a newline, so the lines stay where they
// were.
type edit struct {
	src   []byte
	marks []mark
}

// A mark is one change: text inserted at an offset, or bytes deleted from it on.
type mark struct {
	offset  int
	closing bool
	text    string
	deleted int
}

// open inserts text at an offset. Of several openings at one offset, the one
// inserted first comes first.
func (e *edit) open(offset int, text string) {
	if offset > 0 && isWord(e.src[offset-1]) && isWord(text[0]) {
		text = " " + text // if(x) must not become ifprobe.Cond
	}
	e.marks = append(e.marks, mark{offset: offset, text: text})
}

// close inserts text at an offset, before anything opened there. Of several
// closings at one offset, the one inserted last comes first: outer nodes are
// visited before inner ones, and so brackets nest.
func (e *edit) close(offset int, text string) {
	e.marks = append(e.marks, mark{offset: offset, text: text, closing: true})
}

// wrap puts texts before and after the bytes from start to end.
func (e *edit) wrap(start, end int, before, after string) {
	e.open(start, before)
	e.close(end, after)
}

// replace puts text in the place of the bytes from start to end, which are on
// one line.
func (e *edit) replace(start, end int, text string) {
	e.marks = append(e.marks, mark{offset: start, text: text, deleted: end - start})
}

// bytes returns the changed text.
func (e *edit) bytes() []byte {
	order := make([]int, len(e.marks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := e.marks[i], e.marks[j]
		switch {
		case a.offset != b.offset:
			return cmp.Compare(a.offset, b.offset)
		case a.closing != b.closing && a.closing:
			return -1
		case a.closing != b.closing:
			return +1
		case a.closing:
			return cmp.Compare(j, i)
		}
		return cmp.Compare(i, j)
	})
	var out []byte
	done := 0
	for _, i := range order {
		m := e.marks[i]
		out = append(out, e.src[done:m.offset]...)
		out = append(out, m.text...)
		done = m.offset + m.deleted
	}
	return append(out, e.src[done:]...)
}

func isWord(b byte) bool {
	return b == '_' || b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}
