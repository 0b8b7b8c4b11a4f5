package programs

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDownloadedPrograms runs two builds of SQLite and the reader of source maps that Firefox has.
func TestDownloadedPrograms(t *testing.T) {
	if os.Getenv("WASMFUZZ_PROGRAMS") != "all" {
		t.Skip("needs the network; set WASMFUZZ_PROGRAMS=all")
	}
	for _, d := range []struct {
		get     func(t *testing.T, pkg, file string) ([]byte, error)
		pkg     string
		program program
	}{
		{fromGo, "github.com/ncruces/go-sqlite3@v0.8.0", program{"embed/sqlite3.wasm", nil, goSQLite}},
		{fromNPM, "sql.js@1.8.0", program{"dist/sql-wasm-debug.wasm", nil, sqlJS}},
		{fromNPM, "source-map@0.7.4", program{"lib/mappings.wasm", nil, sourceMap}},
	} {
		t.Run(d.pkg, func(t *testing.T) {
			b, err := d.get(t, d.pkg, d.program.file)
			if err != nil {
				t.Fatalf("%s: %v", d.pkg, err)
			}
			d.program.test(t, b)
		})
	}
}

// fromGo returns a file of a Go module, given with its version.
func fromGo(t *testing.T, module, file string) ([]byte, error) {
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = t.TempDir() // outside this module, whose go.sum does not have it
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod download: %w: %s", err, out)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		return nil, fmt.Errorf("go mod download: %w", err)
	}
	return os.ReadFile(filepath.Join(downloaded.Dir, file))
}

// fromNPM returns a file of an npm package, given with its version.
func fromNPM(t *testing.T, pkg, file string) ([]byte, error) {
	cmd := exec.Command("npm", "pack", "--silent", pkg)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("npm pack, which this test needs: %w", err)
	}
	f, err := os.Open(filepath.Join(cmd.Dir, strings.TrimSpace(string(out))))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("no file %s", file)
		}
		if err != nil {
			return nil, err
		}
		if h.Name == "package/"+file {
			return io.ReadAll(archive)
		}
	}
}

func goSQLite(s *session) {
	out := uint32(s.result("malloc", 16))
	const readWrite, create, memory = 2, 4, 0x80
	s.want(0, "sqlite3_open_v2", s.text("malloc", ":memory:"), out, readWrite|create|memory, 0)
	db := s.word(out)
	sqlite(s, db, func(sql string) uint32 {
		s.want(0, "sqlite3_prepare_v3", db, s.text("malloc", sql), uint32(len(sql)), 0, out, 0)
		return s.word(out)
	})
}

func sqlJS(s *session) {
	s.call("__wasm_call_ctors")
	out := uint32(s.result("malloc", 16))
	s.want(0, "sqlite3_open", s.text("malloc", ":memory:"), out)
	db := s.word(out)
	sqlite(s, db, func(sql string) uint32 {
		s.want(0, "sqlite3_prepare_v2", db, s.text("malloc", sql), uint32(len(sql)), out, 0)
		return s.word(out)
	})
}

// sqlite works with an open database.
func sqlite(s *session, db uint32, prepare func(string) uint32) {
	const row, done = 100, 101
	for _, sql := range []string{
		"CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, x REAL)",
		"WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i < 1000) " +
			"INSERT INTO t SELECT i, printf('%s-%05d', hex(i*i), i), i/3.0 FROM n",
		"CREATE INDEX by_name ON t (name DESC)",
		"UPDATE t SET name = upper(replace(name, '-', '_')) || 'x' WHERE id % 7 = 3",
		"DELETE FROM t WHERE x > 55.5 AND name LIKE '3%1'",
	} {
		s.want(0, "sqlite3_exec", db, s.text("malloc", sql), 0, 0, 0)
	}
	q := prepare("SELECT count(*), group_concat(name, ','), round(total(x), 6) FROM " +
		"(SELECT a.name, b.x FROM t a JOIN t b ON b.id = a.id / 2 ORDER BY a.name LIMIT 12)")
	s.want(row, "sqlite3_step", q)
	s.want(3, "sqlite3_column_count", q)
	s.result("sqlite3_column_text", q, 1)
	s.wantText("12", uint32(s.result("sqlite3_column_text", q, 0)))
	s.call("sqlite3_column_double", q, 2)
	s.want(done, "sqlite3_step", q)
	s.want(0, "sqlite3_finalize", q)

	q = prepare("SELECT printf('%d %.3f', 6*7, avg(x)) FROM t WHERE id <= 9 AND id <> 4")
	s.want(row, "sqlite3_step", q)
	s.wantText("42 1.708", uint32(s.result("sqlite3_column_text", q, 0)))
	s.want(0, "sqlite3_finalize", q)

	s.want(1, "sqlite3_exec", db, s.text("malloc", "SELECT FROM nothing"), 0, 0, 0)
	s.wantText("near \"FROM\": syntax error", uint32(s.result("sqlite3_errmsg", db)))
	s.want(0, "sqlite3_close_v2", db)
}

func sourceMap(s *session) {
	const mappings = "AAAA,IAAI,EAAE,CAAC;AACP,SAAS,IAAIA,GAAG;EACZ,OAAOC,KAAK,GAAGC,KAAK;AACxB"
	at := uint32(s.result("allocate_mappings", uint32(len(mappings))))
	s.poke(at, mappings)
	m := uint32(s.result("parse_mappings", at))
	if m == 0 {
		s.Fatal("the mappings were not parsed")
	}
	s.call("compute_column_spans", m)
	s.call("by_generated_location", m)
	s.call("by_original_location", m)
	s.call("original_location_for", m, 3, 9, 1)
	s.call("generated_location_for", m, 0, 2, 4, 1)
	s.call("free_mappings", m)
	s.want(0, "get_last_error")
}
