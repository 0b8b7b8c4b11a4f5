package record

import (
	"encoding/json"
	"path/filepath"
)

// Moment is what a campaign has come to at some time. All counts are of the campaign as a whole, however often it was
// stopped and resumed.
type Moment struct {
	Session     int            `json:"session"` // how often the campaign has been started, from 1
	Seconds     float64        `json:"seconds"` // for which it has run
	Tests       int            `json:"tests"`
	Valid       int            `json:"valid"` // tests whose module our validator accepts
	Edges       int            `json:"edges"` // that tests of this session have taken
	Modules     int            `json:"modules"`
	Divergences int            `json:"divergences"`
	Flaky       int            `json:"flaky,omitempty"`
	R           int            `json:"r"`      // samples of each random mutant
	Resets      int            `json:"resets"` // of this session
	Queued      [2]int         `json:"queued"` // valid and discarded modules whose mutants are being tested
	Undecided   map[string]int `json:"inconclusive,omitempty"`
	Kinds       map[string]int `json:"kinds,omitempty"`    // divergences by kind
	Warnings    []string       `json:"warnings,omitempty"` // about the campaign, in this session
}

// Moments returns the statistics of the campaign in the order of time.
func (d *Dir) Moments() []Moment { return d.moments }

// Measure adds a moment to the statistics.
func (d *Dir) Measure(m Moment) error {
	err := AppendLine(d.statistics, m)
	if err == nil {
		d.moments = append(d.moments, m)
	}
	return err
}

// takeMoment returns a function that appends moments, which are lines of JSON.
func takeMoment(moments *[]Moment) func(line []byte) error {
	return func(line []byte) error {
		var m Moment
		err := json.Unmarshal(line, &m)
		*moments = append(*moments, m)
		return err
	}
}

// Statistics reads the statistics in a directory, whether or not a campaign is running in it.
func Statistics(path string) ([]Moment, error) {
	var moments []Moment
	_, err := readLines(filepath.Join(path, statisticsFile), takeMoment(&moments))
	return moments, err
}

// Modules reads the modules in a directory, whether or not a campaign is running in it.
func Modules(path string) (map[string][]byte, error) {
	d := Dir{path: path}
	modules := map[string][]byte{}
	_, err := readLines(filepath.Join(path, corpusFile), func(line []byte) error {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		wasm, err := d.Module(e)
		modules[e.Name] = wasm
		return err
	})
	return modules, err
}
