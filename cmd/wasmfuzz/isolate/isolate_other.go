//go:build !linux

package isolate

import (
	"context"
	"errors"
)

// Supported reports whether this system can isolate engines.
const Supported = false

// Worker returns nil: no process is a worker here.
func Worker() (*Journal, error) { return nil, nil }

// Supervise is an error.
func Supervise(context.Context, Command) (status int, err error) {
	return 0, errors.New("engines can be isolated on Linux only")
}
