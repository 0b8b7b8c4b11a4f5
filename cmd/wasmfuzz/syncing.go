package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/peers"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/record"
)

// syncing exchanges what a campaign finds with others. What fails, as network file systems do, is tried again; it is no
// trouble of the campaign.
type syncing struct {
	peers  *peers.Dir
	last   time.Time
	unsent []module
	tell   func(text string) // of findings
	warn   func(string)
}

// module is one of the corpus.
type module struct {
	wasm  []byte
	entry record.Entry
}

// syncEvery is the time between two exchanges.
const syncEvery = 10 * time.Second

// openSyncing opens the directory of --sync. The result is nil if there is none.
func (f *campaignFlags) openSyncing(cmd *cobra.Command, c record.Campaign, tell func(string)) (*syncing, error) {
	if f.sync == "" {
		return nil, nil
	}
	name := f.name
	if name == "" {
		var err error
		if name, err = f.nameHere(); err != nil {
			return nil, fmt.Errorf("--sync: %v; use --sync-as", err)
		}
	}
	warn := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "wasmfuzz: --sync:", text) }
	d, err := peers.Join(f.sync, name, c, warn)
	if err != nil {
		return nil, fmt.Errorf("--sync: %v", err)
	}
	return &syncing{peers: d, tell: tell, warn: warn}, nil
}

// nameHere returns a name that stays the same from session to session, and that no other campaign has here or elsewhere.
func (f *campaignFlags) nameHere() (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	if f.dir == "" {
		return fmt.Sprintf("%s-%d", host, os.Getpid()), nil
	}
	dir, err := filepath.Abs(f.dir)
	sum := sha256.Sum256([]byte(dir))
	return fmt.Sprintf("%s-%x", host, sum[:4]), err
}

// begin takes what the others have already, and gives them what the campaign has. It returns the modules that it has taken.
func (y *syncing) begin(h *home, m *finding.Merger) ([][]byte, error) {
	if y == nil {
		return nil, nil
	}
	taken, err := y.take(h, m)
	if err != nil || h.dir == nil {
		return taken, err
	}
	for _, e := range h.dir.Entries() {
		wasm, err := h.dir.Module(e)
		if err != nil {
			return nil, err
		}
		y.kept(wasm, e)
	}
	y.give(m)
	return taken, nil
}

// kept takes note of a module that the others are to be given.
func (y *syncing) kept(wasm []byte, e record.Entry) {
	if y != nil {
		y.unsent = append(y.unsent, module{wasm, e})
	}
}

// exchange gives and takes if it is time to, or at the end, and returns the modules that it has taken.
func (y *syncing) exchange(h *home, m *finding.Merger, last bool) ([][]byte, error) {
	if y == nil || !last && time.Since(y.last) < syncEvery {
		return nil, nil
	}
	y.give(m)
	return y.take(h, m)
}

// give gives the others what they have not been given.
func (y *syncing) give(m *finding.Merger) {
	var err error
	for err == nil && len(y.unsent) > 0 {
		if err = y.peers.Publish(y.unsent[0].wasm, y.unsent[0].entry); err == nil {
			y.unsent = y.unsent[1:]
		}
	}
	for _, dir := range m.Dirs() {
		err = errors.Join(err, y.peers.PublishFinding(dir))
	}
	if err != nil {
		y.warn(fmt.Sprintf("%v; it is tried again", err))
	}
}

// take takes what the others have found, and tells of their findings.
func (y *syncing) take(h *home, m *finding.Merger) ([][]byte, error) {
	y.last = time.Now()
	modules := y.peers.Modules()
	for _, wasm := range modules {
		if err := h.keep(wasm, record.Entry{}); err != nil {
			return nil, err
		}
	}
	for _, dir := range y.peers.Findings() {
		isNew, err := m.AddForeign(dir)
		if err != nil {
			return nil, err
		}
		if isNew {
			y.tell(fmt.Sprintf("finding of %s: %s\n", peers.PeerOf(dir), filepath.Base(dir)))
		}
	}
	return modules, nil
}

// Close lets others use the name.
func (y *syncing) Close() error {
	if y == nil {
		return nil
	}
	return y.peers.Close()
}
