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
)

// The exit statuses, those of cmp(1).
const (
	statusSame    = 0
	statusDiffers = 1
	statusTrouble = 2
)

// errDiffers ends a command that found a divergence and has reported it.
var errDiffers = errors.New("divergence found")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the campaign in good order; a second one, with the handler gone, ends the process.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
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
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "wasmfuzz: interrupted")
		return statusTrouble
	default:
		fmt.Fprintln(stderr, "wasmfuzz:", err)
		return statusTrouble
	}
}
