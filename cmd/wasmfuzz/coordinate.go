package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/campaign"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/finding"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/isolate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
)

// workersDir is the directory of the workers in that of a campaign.
const workersDir = "workers"

// coordinate runs a campaign: it starts the workers, collects what they find, and tells the user.
func (f *campaignFlags) coordinate(cmd *cobra.Command, p *property) (err error) {
	if err := f.checkNames(); err != nil {
		return err
	}
	s := &session{flags: f, cmd: cmd, out: f.result.text(cmd.OutOrStdout(), cmd.ErrOrStderr()), ended: make(chan end),
		warnings: warnings{kinds: map[string]bool{}}, title: "wasmfuzz " + p.String(), asksAll: p.Command == "validate"}
	if s.home, err = openHome(f.dir, p.Campaign, cmd.ErrOrStderr()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.home.Close()) }()
	if err := finding.CheckDir(f.out); err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	if s.merger, err = finding.NewMerger(f.out); err != nil {
		return fmt.Errorf("--out: %v", err)
	}
	if s.sync, err = f.openSyncing(cmd, p.Campaign, s.say); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.sync.Close()) }()
	if err := s.open(); err != nil {
		return err
	}
	if !f.quiet {
		p.begin(s.out, len(s.team.Modules))
	}
	ctx, stop := limited(cmd.Context(), s.home.begun, f.time)
	defer stop()
	hide := s.show()
	s.watch(ctx, stop, func(i int) error { return f.launch(ctx, cmd, p, member{s.dir, i}) })
	s.close()
	hide()
	return s.finish()
}

// checkNames reports what flags name and does not exist, as far as that can be told without starting anything. The fault
// is planted here too, as our version depends on it.
func (f *campaignFlags) checkNames() error {
	if _, err := fuzz.Named(f.strategy); err != nil {
		return fmt.Errorf("--strategy: %v", err)
	}
	if _, err := readKnown(f.known); err != nil {
		return err
	}
	return plant(f.fault)
}

// launch runs a worker until it ends: in a process that is supervised, or one that is not, or in this one.
func (f *campaignFlags) launch(ctx context.Context, cmd *cobra.Command, p *property, m member) error {
	stderr, isFile := cmd.ErrOrStderr().(*os.File)
	switch {
	case f.isolate && isFile:
		return supervised(isolate.Supervise(ctx, isolate.Command{
			Stderr: stderr, Environment: []string{team.Environment(m.dir, m.number)},
			Timeout: f.engines.timeout, Memory: f.engines.memory << 20,
		}))
	case f.workers > 1:
		return spawn(ctx, m, cmd.ErrOrStderr())
	}
	return f.work(ctx, cmd, p, m)
}

// spawn runs a worker in a process of its own, which ends in good order when ctx is done or this process ends.
func spawn(ctx context.Context, m member, stderr io.Writer) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	worker := exec.Cmd{Path: exe, Args: os.Args, Env: append(os.Environ(), team.Environment(m.dir, m.number)), Stderr: stderr}
	stdin, err := worker.StdinPipe()
	if err != nil {
		return err
	}
	if err := worker.Start(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { stdin.Close() })()
	err = worker.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return supervised(exit.ExitCode(), nil)
	}
	return err
}

// session is a campaign in progress.
type session struct {
	flags    *campaignFlags
	cmd      *cobra.Command
	out      io.Writer
	dir      string // of the team
	home     *home
	team     *team.Coordinator
	merger   *finding.Merger
	sync     *syncing
	display  display
	modules  int // of the corpus
	title    string
	asksAll  bool // whether engines are asked about all modules, and not only about valid ones
	history  history
	warnings warnings
	ended    chan end // workers that have ended
	statuses []team.Status
	total    team.Status
	looked   time.Time // when it was last found out
	err      error     // that ends the session
	failed   bool      // whether a worker had trouble, of which it has told
}

// end is that of a worker.
type end struct {
	worker int
	err    error
}

// open makes the directory of the team, having taken over from a team that was there before.
func (s *session) open() (err error) {
	if s.home.dir == nil {
		temporary, err := os.MkdirTemp("", "wasmfuzz-*")
		if err != nil {
			return err
		}
		s.dir = filepath.Join(temporary, workersDir)
	} else if s.dir = filepath.Join(s.home.dir.Path(), workersDir); exists(s.dir) {
		if err := s.takeOver(); err != nil {
			return err
		}
	}
	taken, err := s.sync.begin(s.home, s.merger)
	if err != nil {
		return err
	}
	n := s.flags.workers
	if s.flags.tests > 0 {
		n = min(n, s.flags.tests)
	}
	s.statuses = make([]team.Status, n)
	plan := s.home.plan(team.Plan{Workers: n, Tests: s.flags.tests, Seed: s.flags.seed})
	s.modules = len(plan.Modules)
	if s.team, err = team.Start(s.dir, plan); err != nil {
		return err
	}
	s.team.Keep = func(k campaign.Kept) error {
		e := entryOf(k, plan.Before)
		s.modules++
		s.sync.kept(k.Wasm, e)
		return s.home.keep(k.Wasm, e)
	}
	s.team.News = s.tell
	s.offer(taken)
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// takeOver takes what the workers of a session have found that was killed, as far as it was not known yet.
func (s *session) takeOver() error {
	old, err := team.TakeOver(s.dir)
	if err != nil {
		fmt.Fprintf(s.cmd.ErrOrStderr(), "wasmfuzz: what workers have left is lost: %v\n", err)
		return os.RemoveAll(s.dir)
	}
	old.Keep = func(k campaign.Kept) error { return s.home.keep(k.Wasm, entryOf(k, old.Before)) }
	old.News = func(worker int, n team.News) error {
		_, err := s.add(old, worker, n)
		return err
	}
	err = old.Poll()
	met := make([][]finding.Met, old.Workers)
	for i := range met {
		status, statusErr := old.Status(i)
		met[i] = status.Findings
		err = errors.Join(err, statusErr, s.merger.Rest(old.Findings(i)))
	}
	s.merger.Count(met)
	if err = errors.Join(err, s.merger.Close(), old.Close()); err != nil {
		return err
	}
	s.merger.Forget()
	return old.Remove()
}

// offer gives the workers modules of others.
func (s *session) offer(modules [][]byte) {
	for _, wasm := range modules {
		s.team.Offer(wasm)
	}
}

// tell passes on what a worker has to tell the user, unless another one has found the same bug.
func (s *session) tell(worker int, n team.News) error {
	fresh, err := s.add(s.team, worker, n)
	if fresh && err == nil {
		s.say(n.Text)
	}
	return err
}

// add takes the finding of which news tell, and reports whether they are new to the user.
func (s *session) add(t *team.Coordinator, worker int, n team.News) (bool, error) {
	if n.Finding == "" {
		return true, s.merger.Rest(t.Findings(worker))
	}
	return s.merger.Add(worker, filepath.Join(t.Findings(worker), n.Finding))
}

// poll is the time between two looks at what the workers have told.
const poll = 10 * time.Millisecond

// watch runs the workers to their ends, which comes soon when one of them has trouble, or stop is called.
func (s *session) watch(ctx context.Context, stop func(), launch func(worker int) error) {
	start := func(i int) { go func() { s.ended <- end{i, launch(i)} }() }
	// The others wait until the first one has begun: what ends all of them is told once.
	start(0)
	running, waiting := 1, s.team.Workers-1
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for running > 0 {
		select {
		case e := <-s.ended:
			running--
			s.end(e)
		case <-tick.C:
		}
		s.look(running == 0)
		if waiting > 0 && s.total.Engines != nil && ctx.Err() == nil {
			for i := range waiting {
				start(i + 1)
			}
			running, waiting = running+waiting, 0
		}
		if s.err != nil || s.failed || s.flags.stopOnFirst && s.total.Divergences > 0 {
			stop()
		}
	}
}

// end takes the end of a worker.
func (s *session) end(e end) {
	s.team.End(e.worker)
	if errors.Is(e.err, errReported) {
		s.failed = true
	} else if e.err != nil && s.err == nil {
		s.err = e.err
	}
}

// look finds out what the workers have done since the last time, and now and then what they have come to. After an error it
// does nothing but wait for their ends.
func (s *session) look(last bool) {
	if s.err != nil {
		return
	}
	s.err = s.team.Poll()
	if s.err != nil || !last && time.Since(s.looked) < often {
		return
	}
	s.looked = time.Now()
	var total team.Status
	met := make([][]finding.Met, len(s.statuses))
	for i := range s.statuses {
		status, err := s.team.Status(i)
		if err != nil {
			s.err = err
			return
		}
		total.Add(&status)
		met[i] = status.Findings
	}
	s.total = total
	s.merger.Count(met)
	s.judge()
	s.display.update(s.overview())
	if time.Since(s.home.last) >= between && !last {
		s.err = errors.Join(s.merger.Save(), s.home.measure(&s.total, s.warnings.texts))
	}
	if !last && s.err == nil {
		var taken [][]byte
		taken, s.err = s.sync.exchange(s.home, s.merger, false)
		s.offer(taken)
	}
}

// close writes what the session has come to, for the next one.
func (s *session) close() {
	for i := range s.statuses {
		s.err = errors.Join(s.err, s.merger.Rest(s.team.Findings(i)))
	}
	s.err = errors.Join(s.err, s.merger.Close(), s.home.measure(&s.total, s.warnings.texts), s.team.Close())
	if s.err == nil {
		_, s.err = s.sync.exchange(s.home, s.merger, true)
	}
	switch {
	case s.home.dir == nil:
		s.err = errors.Join(s.err, os.RemoveAll(filepath.Dir(s.dir)))
	case s.err == nil: // else the next session takes over
		s.err = s.team.Remove()
	}
}

// finish writes what the session has come to, for the user.
func (s *session) finish() error {
	if s.total.Engines == nil && s.err == nil && s.failed {
		return errReported // before anything began
	}
	result := newResult(&s.total, s.flags.origin(s.cmd), s.home.begun)
	result.met(s.merger.Tallies())
	result.Warnings = append(result.Warnings, s.warnings.texts...)
	result.Interrupted = s.cmd.Context().Err() != nil
	switch {
	case s.err != nil:
		result.Error = s.err.Error()
	case s.failed:
		result.Error = errReported.Error()
	}
	result.print(s.out)
	switch err := errors.Join(s.err, s.flags.result.write(s.cmd.OutOrStdout(), result)); {
	case err != nil:
		return err
	case s.failed:
		return errReported
	case s.total.Divergences > 0:
		return errDiffers
	}
	return nil
}
