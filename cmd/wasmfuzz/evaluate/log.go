package evaluate

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Log is a file of records that survives the sudden end of the process: each record is written at once and synced.
type Log struct {
	Records []Record // in the order of the file
	file    *os.File
}

// OpenLog opens the file for appending, or makes it. An incomplete line at its end, which a process left that was
// killed, is removed.
func OpenLog(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l := &Log{file: f}
	if err := l.load(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

func (l *Log) load() error {
	b, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	if err := l.file.Truncate(int64(len(b))); err != nil {
		return err
	}
	if _, err := l.file.Seek(int64(len(b)), io.SeekStart); err != nil {
		return err
	}
	if len(b) == 0 {
		return l.write(header())
	}
	l.Records, err = parse(b)
	return err
}

// ReadLog returns the records of a file. An incomplete line at its end is left out.
func ReadLog(path string) ([]Record, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	records, err := parse(b[:bytes.LastIndexByte(b, '\n')+1])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return records, nil
}

// parse reads the lines of a file.
func parse(b []byte) ([]Record, error) {
	if !strings.HasPrefix(string(b), header()) {
		return nil, errors.New("line 1: this is not the header of a file of records")
	}
	var records []Record
	seen := map[Cell]int{}
	r := csv.NewReader(bytes.NewReader(b))
	for n := 1; ; n++ {
		fields, err := r.Read()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, err
		}
		if n == 1 {
			continue
		}
		rec, err := record(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %v", n, err)
		}
		if seen[rec.Cell] > 0 {
			return nil, fmt.Errorf("line %d: the same run as line %d", n, seen[rec.Cell])
		}
		seen[rec.Cell] = n
		records = append(records, rec)
	}
}

// Append adds a record to the file and returns when it is on disk.
func (l *Log) Append(r Record) error {
	if err := l.write(r.Line()); err != nil {
		return err
	}
	l.Records = append(l.Records, r)
	return nil
}

func (l *Log) write(s string) error {
	if _, err := io.WriteString(l.file, s); err != nil {
		return err
	}
	return l.file.Sync()
}

// Missing returns the cells that the log has no record of. It is an error if a record in it was made under another
// setup.
func (l *Log) Missing(cells []Cell, setup Setup) ([]Cell, error) {
	have := map[Cell]bool{}
	for _, r := range l.Records {
		if r.Setup != setup {
			return nil, fmt.Errorf("it holds runs of another experiment: %v, not %v", r.Setup, setup)
		}
		have[r.Cell] = true
	}
	var missing []Cell
	for _, c := range cells {
		if !have[c] {
			missing = append(missing, c)
		}
	}
	return missing, nil
}

// String returns the flags that ask for the setup.
func (s Setup) String() string {
	flags := fmt.Sprintf("--oracle %s --limit %d", s.Oracle, s.Limit)
	if s.Time > 0 {
		flags += fmt.Sprintf(" --time %v", s.Time)
	}
	if s.Seeds {
		flags += " --seeds"
	}
	return flags
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
