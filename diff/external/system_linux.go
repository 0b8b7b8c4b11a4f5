package external

import (
	"os/exec"
	"syscall"
)

// detach makes a command the leader of a process group of its own, so that an interrupt from the terminal does not
// reach it before the campaign has ended in good order, and so that it can be killed with its children. It does not
// outlive this process.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill kills a command that was started, and its process group.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
}
