// Wasmfuzz tests WebAssembly engines against each other and against a validator and an interpreter of its own,
// with modules made by exhaustive, coverage-guided mutation.
//
// It exits with status 0 if it found no divergence, 1 if it found one, and 2 if something went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/isolate"
	"github.com/wasmfuzz/wasmfuzz/cmd/wasmfuzz/team"
)

// The exit statuses, those of cmp(1).
const (
	statusSame    = 0
	statusDiffers = 1
	statusTrouble = 2
)

// errDiffers ends a command that found a divergence and has reported it.
var errDiffers = errors.New("divergence found")

// together is the time in which several signals are one.
const together = 300 * time.Millisecond

func main() { os.Exit(start()) }

// start executes the command line of the process, which may be that of a worker.
func start() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the campaign in good order; a second one, with the handler gone, ends the process. Some who
	// send signals send them twice at once, to a process and to its group.
	context.AfterFunc(ctx, func() { time.AfterFunc(together, stop) })
	worker, err := isolate.Worker()
	dir, number, err2 := team.Member()
	if err := errors.Join(err, err2); err != nil {
		fmt.Fprintln(os.Stderr, "wasmfuzz:", err)
		return statusTrouble
	}
	if dir != "" {
		ctx = withMember(ctx, member{dir, number})
	}
	switch {
	case worker != nil:
		ctx = withWorker(ctx, worker)
		if worker.Interrupted() {
			stop()
		}
	case dir != "":
		go func() { // until the coordinator lets go, or ends
			_, _ = io.Copy(io.Discard, os.Stdin)
			stop()
		}()
	}
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if worker != nil {
		worker.Done() // and not if there is a panic
	}
	return status
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cmd := newRootCmd()
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	switch err := cmd.ExecuteContext(ctx); {
	case err == nil:
		return statusSame
	case errors.Is(err, errDiffers):
		return statusDiffers
	case errors.Is(err, errReported):
		return statusTrouble
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "wasmfuzz: interrupted")
		return statusTrouble
	default:
		fmt.Fprintln(stderr, "wasmfuzz:", err)
		return statusTrouble
	}
}
