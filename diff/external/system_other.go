//go:build !linux

package external

import "os/exec"

// detach does nothing: process groups are Linux's here. A process ends at the end of its input.
func detach(*exec.Cmd) {}

// kill kills a command that was started.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
