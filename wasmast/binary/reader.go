package binary

import (
	"unicode/utf8"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The reasons for which bytes are malformed, in the words of the specification's test suite or, where it has no
// test, of its reference interpreter.
const (
	unexpectedEnd      wasmast.Code = "unexpected end"
	noMagic            wasmast.Code = "magic header not detected"
	unknownVersion     wasmast.Code = "unknown binary version"
	unexpectedSecEnd   wasmast.Code = "unexpected end of section or function"
	outOfBounds        wasmast.Code = "length out of bounds"
	tooLong            wasmast.Code = "integer representation too long"
	tooLarge           wasmast.Code = "integer too large"
	badUTF8            wasmast.Code = "malformed UTF-8 encoding"
	badSectionID       wasmast.Code = "malformed section id"
	sizeMismatch       wasmast.Code = "section size mismatch"
	contentAfterLast   wasmast.Code = "unexpected content after last section"
	badFuncType        wasmast.Code = "malformed function type"
	badValType         wasmast.Code = "malformed value type"
	badRefType         wasmast.Code = "malformed reference type"
	badBlockType       wasmast.Code = "malformed block type"
	badMutability      wasmast.Code = "malformed mutability"
	badImportKind      wasmast.Code = "malformed import kind"
	badExportKind      wasmast.Code = "malformed export kind"
	badElemKind        wasmast.Code = "malformed element kind"
	badElemForm        wasmast.Code = "malformed elements segment kind"
	badDataForm        wasmast.Code = "malformed data segment kind"
	badMemArg          wasmast.Code = "malformed memop flags"
	illegalOpcode      wasmast.Code = "illegal opcode"
	endExpected        wasmast.Code = "END opcode expected"
	zeroExpected       wasmast.Code = "zero byte expected"
	tooManyLocals      wasmast.Code = "too many locals"
	funcsAndCode       wasmast.Code = "function and code section have inconsistent lengths"
	dataCountAndData   wasmast.Code = "data count and data section have inconsistent lengths"
	dataCountRequired  wasmast.Code = "data count section required"
	nestingTooDeep     wasmast.Code = "nesting too deep"
	tooManyLocalsInAll wasmast.Code = "too many locals in all functions"
	arityTooLarge      wasmast.Code = "too many parameters or results"
)

// reader reads bytes from left to right. Where they are malformed it panics with a *wasmast.Error, which Decode
// recovers.
type reader struct {
	b   []byte
	pos int
}

// fail rejects the module as malformed at an offset.
func (r *reader) fail(at int, code wasmast.Code) {
	panic(&wasmast.Error{Stage: wasmast.Malformed, Code: code, Offset: at})
}

// limit rejects the module for an implementation limit that it exceeds at an offset.
func (r *reader) limit(at int, code wasmast.Code) {
	panic(&wasmast.Error{Stage: wasmast.Limit, Code: code, Offset: at})
}

// left returns the number of bytes not yet read.
func (r *reader) left() int { return len(r.b) - r.pos }

func (r *reader) byte() byte {
	if r.pos >= len(r.b) {
		r.fail(len(r.b), unexpectedSecEnd)
	}
	r.pos++
	return r.b[r.pos-1]
}

// bytes reads n bytes, which remain part of the input.
func (r *reader) bytes(n int) []byte {
	if n < 0 || n > r.left() {
		r.fail(len(r.b), unexpectedSecEnd)
	}
	r.pos += n
	return r.b[r.pos-n : r.pos]
}

// expect reads one given byte.
func (r *reader) expect(want byte, code wasmast.Code) {
	if r.byte() != want {
		r.fail(r.pos-1, code)
	}
}

// length reads a number of elements or bytes that follow. Each element has at least one byte, so the number cannot
// exceed what is left of the input. (The test suite wants a number that is too large by no more than its own
// length to be found out at the end of the input.)
func (r *reader) length() int {
	at := r.pos
	n := r.u32()
	if uint64(n) > uint64(len(r.b)-at) {
		r.fail(at, outOfBounds)
	}
	return int(n)
}

// name reads a name (section 5.2.4).
func (r *reader) name() string {
	at := r.pos
	s := string(r.bytes(r.length()))
	if !utf8.ValidString(s) {
		r.fail(at, badUTF8)
	}
	return s
}

// typeByte reads the code of a type: the specification makes it a signed integer of one byte.
func (r *reader) typeByte() byte {
	b := r.byte()
	if b >= 0x80 {
		r.fail(r.pos, tooLong)
	}
	return b
}

// ahead bounds the number of elements for which memory is allocated before they are read.
const ahead = 256

// vec reads a vector of elements (section 5.1.3). An empty one is nil.
func vec[T any](r *reader, elem func() T) []T {
	n := r.length()
	if n == 0 {
		return nil
	}
	v := make([]T, 0, min(n, ahead))
	for range n {
		v = append(v, elem())
	}
	return v
}

// slab hands out pieces of a larger array, so that many short slices cost few allocations.
type slab[T any] struct{ free []T }

// take returns n zero elements, nil if n is 0. A new array gets room for more pieces, of more elements in all.
func (s *slab[T]) take(n, more int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.free = make([]T, max(n, min(more, ahead)))
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	return piece
}
