package store

import (
	"sync"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// PageSize is the size of a page of memory in bytes (section 4.2.8).
const PageSize = 1 << 16

// Memory is a memory instance. Its bytes come into being when they are first accessed, so that a new memory
// costs nothing and two memories can be compared at the cost of what was touched.
type Memory struct {
	// Type is the type the memory was created with.
	Type wasmast.MemType
	// Data holds the bytes from address 0 on that were committed so far. All bytes beyond, up to the size of the
	// memory, are zero.
	Data []byte
	// Limited reports that the memory once failed to grow to a size that its type allows.
	Limited bool

	pages, max uint32
	first      *[PageSize]byte // the buffer that Data begins in, if it is to be recycled
}

// firsts recycles the buffers of memories that do not need more than a page.
var firsts = sync.Pool{New: func() any { return new([PageSize]byte) }}

// NewMemory returns a memory of the smallest size that t allows. It fails with ExhaustedMemory if that is
// more than maxPages.
func NewMemory(t wasmast.MemType, maxPages uint32) (*Memory, error) {
	if t.Limits.Min > maxPages {
		return nil, ExhaustedMemory
	}
	return &Memory{Type: t, pages: t.Limits.Min, max: maxPages}, nil
}

// Pages returns the size in pages.
func (m *Memory) Pages() uint32 { return m.pages }

// Size returns the size in bytes.
func (m *Memory) Size() uint64 { return uint64(m.pages) * PageSize }

// Commit makes Data at least end bytes long. It reports false if the memory is smaller than that.
func (m *Memory) Commit(end uint64) bool {
	size := m.Size()
	if end > size {
		return false
	}
	old := uint64(len(m.Data))
	if end <= old {
		return true
	}
	const granule = 4096
	end = min(size, max(2*old, (end+granule-1)&^(granule-1)))
	if end > uint64(cap(m.Data)) {
		m.enlarge(end)
	}
	m.Data = m.Data[:end]
	clear(m.Data[old:])
	return true
}

// enlarge moves Data to a buffer of at least n bytes.
func (m *Memory) enlarge(n uint64) {
	if n <= PageSize {
		m.first = firsts.Get().(*[PageSize]byte)
		m.Data = append(m.first[:0], m.Data...)
		return
	}
	m.Data = append(make([]byte, 0, n), m.Data...)
	m.recycle()
}

func (m *Memory) recycle() {
	if m.first != nil {
		firsts.Put(m.first)
		m.first = nil
	}
}

// Bytes returns all bytes of the memory. The slice is valid until the memory grows.
func (m *Memory) Bytes() []byte {
	m.Commit(m.Size())
	return m.Data
}

// Grow adds pages and returns the previous size in pages, or reports false if the type's maximum or the limit of
// the implementation forbids it (section 4.4.7, memory.grow).
func (m *Memory) Grow(pages uint32) (uint32, bool) {
	old, size := m.pages, uint64(m.pages)+uint64(pages)
	if size > maxPages(m.Type.Limits) {
		return 0, false
	}
	if size > uint64(m.max) {
		m.Limited = true
		return 0, false
	}
	m.pages = uint32(size)
	return old, true
}

// maxPages is the maximum of a memory's limits, which is 4 GiB if there is none.
func maxPages(l wasmast.Limits) uint64 {
	if l.Max == nil {
		return 1 << 16
	}
	return uint64(*l.Max)
}

// Free recycles the memory's buffer. The memory must not be used afterwards.
func (m *Memory) Free() {
	m.Data = nil
	m.recycle()
}
