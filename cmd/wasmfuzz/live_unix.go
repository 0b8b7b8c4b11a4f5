//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// continued returns a channel on which something comes when the process goes on after it was stopped.
func continued() <-chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	return c
}
