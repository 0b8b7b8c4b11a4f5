package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// AppendLine writes a value as a line of JSON, at once. What a full disk has left of it is taken away again.
func AppendLine(f *os.File, value any) error {
	js, err := json.Marshal(value)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	n, err := f.Write(append(js, '\n'))
	if err != nil && n > 0 {
		if size, seekErr := f.Seek(0, 2); seekErr == nil {
			err = errors.Join(err, f.Truncate(size-int64(n)))
		}
	}
	return err
}

// OpenLines opens a file of lines for appending, and calls take with each line that is there. A last line without an
// end is cut off.
func OpenLines(path string, take func(line []byte) error) (*os.File, error) {
	size, err := readLines(path, take)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(size); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// readLines calls take with each line of a file, but not with a last one without an end, and returns the size of what it
// has read. A file that does not exist has no lines.
func readLines(path string, take func(line []byte) error) (size int64, err error) {
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	whole := content[:bytes.LastIndexByte(content, '\n')+1]
	n := 0
	for line := range bytes.Lines(whole) {
		n++
		if err := take(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return 0, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	return int64(len(whole)), nil
}

// Tail reads the lines of a file to which another process may be appending.
type Tail struct {
	path  string
	file  *os.File // nil as long as there is none
	next  int64    // where the line after those in chunk begins
	chunk []byte   // whole lines that were read but not returned
}

// NewTail returns the tail of a file from its beginning. The file need not exist yet.
func NewTail(path string) *Tail { return &Tail{path: path} }

// Next returns the next line, without its end. It is nil if the file has no further whole line yet.
func (t *Tail) Next() ([]byte, error) {
	if len(t.chunk) == 0 {
		if err := t.fill(); err != nil || len(t.chunk) == 0 {
			return nil, err
		}
	}
	line, rest, _ := bytes.Cut(t.chunk, []byte("\n"))
	t.chunk = rest
	return line, nil
}

// fill reads the whole lines that there are. The beginning of another one is left in the file: who writes it may be
// killed, and another process take its place.
func (t *Tail) fill() (err error) {
	if t.file == nil {
		if t.file, err = os.Open(t.path); errors.Is(err, os.ErrNotExist) {
			t.file = nil
			return nil
		} else if err != nil {
			return err
		}
	}
	content, err := io.ReadAll(io.NewSectionReader(t.file, t.next, 1<<62))
	if err != nil {
		return err
	}
	t.chunk = content[:bytes.LastIndexByte(content, '\n')+1]
	t.next += int64(len(t.chunk))
	return nil
}

// Close closes the file.
func (t *Tail) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}
