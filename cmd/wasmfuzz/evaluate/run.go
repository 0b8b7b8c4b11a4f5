package evaluate

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Run carries out cells, at most jobs of them at a time, in their order. Each record is passed to done, one after the
// other. The first error, of do, done or ctx, ends the experiment.
func Run(ctx context.Context, cells []Cell, jobs int, do func(context.Context, Cell) (Record, error), done func(Record) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	var mu sync.Mutex
	for _, c := range cells {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			r, err := do(ctx, c)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return done(r)
		})
	}
	return g.Wait()
}
