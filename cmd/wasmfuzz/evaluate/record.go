package evaluate

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A column is a field of a record as text.
type column struct {
	name string
	get  func(r *Record) string
	set  func(r *Record, text string) error
}

// columns are the fields of a record in the order of the file.
var columns = []column{
	text("property", func(r *Record) *string { return &r.Property }),
	text("bug", func(r *Record) *string { return &r.Bug }),
	text("strategy", func(r *Record) *string { return &r.Strategy }),
	number("run", func(r *Record) *int { return &r.Run }),
	{"seed", seedText, checkSeed},
	text("oracle", func(r *Record) *string { return &r.Oracle }),
	{"seeds", func(r *Record) string { return strconv.FormatBool(r.Seeds) }, func(r *Record, text string) (err error) {
		r.Seeds, err = strconv.ParseBool(text)
		return err
	}},
	number("limit", func(r *Record) *int { return &r.Limit }),
	{"time", func(r *Record) string { return r.Time.String() }, func(r *Record, text string) (err error) {
		r.Time, err = time.ParseDuration(text)
		return err
	}},
	text("result", func(r *Record) *string { return &r.Result }),
	number("tests", func(r *Record) *int { return &r.Tests }),
	number("passed", func(r *Record) *int { return &r.Passed }),
	number("discarded", func(r *Record) *int { return &r.Discarded }),
	{"seconds", func(r *Record) string { return strconv.FormatFloat(r.Seconds, 'f', 6, 64) }, func(r *Record, text string) (err error) {
		r.Seconds, err = strconv.ParseFloat(text, 64)
		return err
	}},
	text("version", func(r *Record) *string { return &r.Version }),
	text("engines", func(r *Record) *string { return &r.Engines }),
}

func text(name string, field func(r *Record) *string) column {
	return column{name, func(r *Record) string { return *field(r) }, func(r *Record, text string) error {
		*field(r) = text
		return nil
	}}
}

func number(name string, field func(r *Record) *int) column {
	return column{name, func(r *Record) string { return strconv.Itoa(*field(r)) }, func(r *Record, text string) (err error) {
		*field(r), err = strconv.Atoi(text)
		return err
	}}
}

func seedText(r *Record) string { return strconv.FormatUint(r.Seed(), 10) }

// checkSeed makes sure that the run used the seed that its cell would use today.
func checkSeed(r *Record, text string) error {
	if text != seedText(r) {
		return fmt.Errorf("seed %s is not that of the run, %s", text, seedText(r))
	}
	return nil
}

// header is the first line of a file of records.
func header() string {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	return line(names)
}

// Line returns the record as a line of comma-separated values, with its end.
func (r Record) Line() string {
	var fields []string
	for _, c := range columns {
		fields = append(fields, c.get(&r))
	}
	return line(fields)
}

func line(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(fields); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	w.Flush()
	return b.String()
}

// ParseLine is the inverse of Line.
func ParseLine(s string) (Record, error) {
	fields, err := csv.NewReader(strings.NewReader(s)).Read()
	if err != nil {
		return Record{}, err
	}
	return record(fields)
}

func record(fields []string) (Record, error) {
	if len(fields) != len(columns) {
		return Record{}, fmt.Errorf("%d fields, want %d", len(fields), len(columns))
	}
	var r Record
	for i, c := range columns {
		if err := c.set(&r, fields[i]); err != nil {
			return Record{}, fmt.Errorf("%s: %v", c.name, err)
		}
	}
	return r, nil
}
