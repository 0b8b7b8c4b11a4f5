package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves the report of a campaign that may be running: as a page at /, as JSON at /report.json, and the latest
// numbers for Prometheus at /metrics. Gather makes the data of the present moment. It is called by one request at a time,
// and an error of it is that of the request.
func Handler(gather func() (Data, error)) http.Handler {
	s := &site{gather: gather}
	registry := prometheus.NewRegistry()
	registry.MustRegister(s)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /report.json", s.json)
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return mux
}

type site struct {
	mu     sync.Mutex
	gather func() (Data, error)
}

func (s *site) data() (Data, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gather()
}

func (s *site) page(w http.ResponseWriter, _ *http.Request) {
	s.answer(w, "text/html; charset=utf-8", func(d Data) ([]byte, error) {
		d.Live = true
		var page bytes.Buffer
		err := Write(&page, d)
		return page.Bytes(), err
	})
}

func (s *site) json(w http.ResponseWriter, _ *http.Request) {
	s.answer(w, "application/json", func(d Data) ([]byte, error) {
		return json.MarshalIndent(summary{
			Campaign: d.Campaign.String(), Last: d.Last(), Modules: d.Modules, Valid: d.Valid, Ops: d.Ops, Findings: d.Findings,
		}, "", "  ")
	})
}

// summary is the report as JSON. The moments before the last are in the campaign's directory.
type summary struct {
	Campaign string    `json:"campaign"`
	Last     any       `json:"last"`
	Modules  int       `json:"modules"`
	Valid    int       `json:"valid"`
	Findings []Finding `json:"findings"`
	Ops      []Op      `json:"instructions"`
}

func (s *site) answer(w http.ResponseWriter, contentType string, make func(Data) ([]byte, error)) {
	d, err := s.data()
	var content []byte
	if err == nil {
		content, err = make(d)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(content) // a client that has gone is none of our business
}

// Describe describes nothing beforehand: which reasons and findings there are turns out in the course of a campaign.
func (s *site) Describe(chan<- *prometheus.Desc) {}

// Collect has the numbers of the latest moment.
func (s *site) Collect(metrics chan<- prometheus.Metric) {
	d, err := s.data()
	if err != nil {
		metrics <- prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
		return
	}
	send := func(kind prometheus.ValueType, name, help string, value float64, labels ...string) {
		var names, values []string
		for i := 0; i < len(labels); i += 2 {
			names, values = append(names, labels[i]), append(values, labels[i+1])
		}
		desc := prometheus.NewDesc("wasmfuzz_"+name, help, names, prometheus.Labels{"campaign": d.Campaign.String()})
		metrics <- prometheus.MustNewConstMetric(desc, kind, value, values...)
	}
	m := d.Last()
	send(prometheus.CounterValue, "seconds_total", "Time for which the campaign has run.", m.Seconds)
	send(prometheus.CounterValue, "tests_total", "Tests.", float64(m.Tests))
	send(prometheus.CounterValue, "valid_tests_total", "Tests whose module is valid.", float64(m.Valid))
	send(prometheus.CounterValue, "divergences_total", "Divergences that repeat.", float64(m.Divergences))
	send(prometheus.CounterValue, "flaky_total", "Divergences that do not repeat.", float64(m.Flaky))
	send(prometheus.GaugeValue, "edges", "Edges that tests of this session have taken.", float64(m.Edges))
	send(prometheus.GaugeValue, "corpus_modules", "Modules in the corpus.", float64(d.Modules))
	send(prometheus.GaugeValue, "findings", "Findings.", float64(len(d.Findings)))
	send(prometheus.GaugeValue, "queued", "Modules whose mutants are being tested.", float64(m.Queued[0]), "verdict", "valid")
	send(prometheus.GaugeValue, "queued", "Modules whose mutants are being tested.", float64(m.Queued[1]), "verdict", "discarded")
	send(prometheus.GaugeValue, "resets", "Resets of this session.", float64(m.Resets))
	for _, c := range counts(m.Undecided) {
		engine, reason, _ := strings.Cut(c.Name, ": ")
		send(prometheus.CounterValue, "inconclusive_total", "Answers that decide nothing.", float64(c.N), "engine", engine, "reason", reason)
	}
}

// Listen returns a listener on an address, a host and a port or a port. Without a host it is the loopback interface.
func Listen(address string) (net.Listener, error) {
	if !strings.Contains(address, ":") {
		address = ":" + address
	}
	if strings.HasPrefix(address, ":") {
		address = "localhost" + address
	}
	return net.Listen("tcp", address)
}

// Serve serves until ctx is done, and then lets the requests end that are being answered.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	stopped := context.AfterFunc(ctx, func() {
		over, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(over)
	})
	defer stopped()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
