//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
