package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
)

// show begins to show the session, and returns what ends that. While there is a live view, what is written to standard
// error on the same terminal goes through it too.
func (s *session) show() (hide func()) {
	s.display = newDisplay(s.out, s.flags.quiet)
	release := func() {}
	if _, isLive := s.display.(*live); isLive && isTerminal(s.cmd.ErrOrStderr()) {
		release = capture(s.cmd, s.display.tell)
	}
	return func() {
		release()
		s.display.close()
		s.display = nil
	}
}

// capture has lines that are written to the standard error of a command, also by processes that it starts, told in another
// way until it is released.
func capture(cmd *cobra.Command, tell func(string)) (release func()) {
	before := cmd.ErrOrStderr()
	r, w, err := os.Pipe()
	if err != nil {
		return func() {} // they are written into the view, which is drawn again
	}
	cmd.SetErr(w)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for in := bufio.NewScanner(r); in.Scan(); {
			tell(in.Text() + "\n")
		}
	}()
	return func() {
		cmd.SetErr(before)
		w.Close()
		<-done
		r.Close()
	}
}

// say writes what is to stay.
func (s *session) say(text string) {
	if s.display != nil {
		s.display.tell(text)
		return
	}
	io.WriteString(s.out, text)
}

// judge takes note of how the session has grown, and warns if that makes it doubtful that it is worth while.
func (s *session) judge() {
	s.history.add(time.Since(s.home.begun), s.total.Known, s.total.Tests())
	for _, w := range s.warnings.add(doubts(&s.total, s.total.Tests()-s.history.tests, s.asksAll)) {
		s.say(fmt.Sprintf("warning: %s\n", w))
	}
}

// overview returns what the session has come to. It does not change afterwards.
func (s *session) overview() *overview {
	o := &overview{
		title: s.title, workers: s.team.Workers, elapsed: time.Since(s.home.begun), modules: s.modules,
		history: s.history, tallies: s.merger.Tallies(), warnings: slices.Clone(s.warnings.texts), Status: s.total,
	}
	o.history.edges = slices.Clone(s.history.edges)
	return o
}
