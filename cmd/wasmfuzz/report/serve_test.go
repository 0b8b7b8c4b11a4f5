package report

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

func get(t *testing.T, h http.Handler, path string) (status int, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// TestHandler: each answer is that of the moment.
func TestHandler(t *testing.T) {
	tests := 0
	h := Handler(func() (Data, error) {
		tests += 1000
		return Data{
			Campaign: record.Campaign{Command: "validate"}, Findings: []Finding{{Report: &finding.Report{Title: "one", Count: 3}}},
			Moments: []record.Moment{{Tests: tests, Undecided: map[string]int{"wazero: engine limit": 5}}},
		}, nil
	})
	status, page := get(t, h, "/")
	if status != 200 || !strings.Contains(page, "<td>1000, of which 0 valid</td>") || !strings.Contains(page, `http-equiv="refresh"`) {
		t.Errorf("%d %s", status, page)
	}
	_, text := get(t, h, "/report.json")
	var got struct {
		Last     record.Moment
		Findings []struct {
			Title string
			Count int
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Last.Tests != 2000 || len(got.Findings) != 1 || got.Findings[0].Count != 3 {
		t.Errorf("%v, %+v", err, got)
	}
	_, metrics := get(t, h, "/metrics")
	for _, want := range []string{
		`wasmfuzz_tests_total{campaign="validate"} 3000`, `wasmfuzz_findings{campaign="validate"} 1`,
		`wasmfuzz_inconclusive_total{campaign="validate",engine="wazero",reason="engine limit"} 5`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("no %s in\n%s", want, metrics)
		}
	}
	if status, _ := get(t, h, "/other"); status != http.StatusNotFound {
		t.Errorf("/other: %d", status)
	}
	broken := Handler(func() (Data, error) { return Data{}, errors.New("the disk is gone") })
	for _, path := range []string{"/", "/report.json", "/metrics"} {
		if status, text := get(t, broken, path); status != http.StatusInternalServerError || !strings.Contains(text, "the disk is gone") {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

// TestServe serves on the loopback interface until the context is done.
func TestServe(t *testing.T) {
	for _, address := range []string{"0", ":0", "127.0.0.1:0"} {
		l, err := Listen(address)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") && !strings.HasPrefix(l.Addr().String(), "[::1]:") {
			t.Errorf("%s: listens on %s", address, l.Addr())
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
		}()
		answer, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(answer.Body); string(body) != "here" || err != nil {
			t.Errorf("%q, %v", body, err)
		}
		answer.Body.Close()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if _, err := Listen("nosuch host:1"); err == nil {
		t.Error("no error")
	}
}
