package report

import (
	"bufio"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/interp"
	interptraced "github.com/wasmfuzz/wasmfuzz/interp/traced"
	"github.com/wasmfuzz/wasmfuzz/mutate/probe"
	"github.com/wasmfuzz/wasmfuzz/validate"
	validatetraced "github.com/wasmfuzz/wasmfuzz/validate/traced"
)

// File is a file of our validator or interpreter, and what was covered of it.
type File struct {
	Name       string // such as validate/instr.go
	Lines      []Line
	Sites, Hit int // in all lines
}

// Line is a line of source, and how many sites there are in it, see package probe.
type Line struct {
	Number     int
	Text       string
	Sites, Hit int
}

// Class says how much of a line is covered: "all", "some" or "none", or "" if there is nothing to cover.
func (l Line) Class() string {
	switch {
	case l.Sites == 0:
		return ""
	case l.Hit == l.Sites:
		return "all"
	case l.Hit > 0:
		return "some"
	}
	return "none"
}

// Percent is the share of sites that are covered.
func (f File) Percent() int {
	if f.Sites == 0 {
		return 100
	}
	return 100 * f.Hit / f.Sites
}

// Sources returns the files of both packages with the coverage that edges make, see probe.Edges. Files without sites are
// left out.
func Sources(edges map[uint32]bool) ([]File, error) {
	covered := map[uint32]bool{}
	for e := range edges {
		covered[e%probe.Sites] = true
	}
	var files []File
	for _, pkg := range []struct {
		name             string
		original, traced fs.FS
	}{
		{"validate", validate.Source, validatetraced.Source},
		{"interp", interp.Source, interptraced.Source},
	} {
		entries, err := fs.ReadDir(pkg.original, ".")
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			f, err := file(pkg.original, pkg.traced, e.Name(), covered)
			if err != nil {
				return nil, err
			}
			if f.Name = pkg.name + "/" + e.Name(); f.Sites > 0 {
				files = append(files, f)
			}
		}
	}
	return files, nil
}

// file reads a file and looks up its sites in the copy, which has the same lines. A file without a copy has no sites.
func file(original, traced fs.FS, name string, covered map[uint32]bool) (File, error) {
	var f File
	text, err := fs.ReadFile(original, name)
	if err != nil {
		return f, err
	}
	instrumented, err := fs.ReadFile(traced, name)
	if err != nil {
		return f, nil
	}
	probed := bufio.NewScanner(strings.NewReader(string(instrumented)))
	for line := range strings.Lines(string(text)) {
		probed.Scan()
		l := Line{Number: len(f.Lines) + 1, Text: strings.TrimSuffix(line, "\n")}
		for _, s := range sites(probed.Text()) {
			l.Sites++
			if covered[s] {
				l.Hit++
			}
		}
		f.Lines = append(f.Lines, l)
		f.Sites += l.Sites
		f.Hit += l.Hit
	}
	return f, probed.Err()
}

// siteCall matches the calls that pass a site. A Value has one for each of a number of values, of which the first
// stands for all.
var siteCall = regexp.MustCompile(`\bprobe\.(Hit|Pass|Fail|Step)\((\d+)\)`)

// sites returns the sites in a line of instrumented source.
func sites(line string) []uint32 {
	var all []uint32
	for _, m := range siteCall.FindAllStringSubmatch(line, -1) {
		n, err := strconv.ParseUint(m[2], 10, 32)
		if err != nil {
			panic(fmt.Sprintf("wasmfuzz: internal error: site %s: %v", m[2], err))
		}
		all = append(all, uint32(n))
	}
	return all
}
