package config

import (
	"context"
	"errors"
	"time"
)

// Clock is the time as [Keeper.Watch] sees it, so that tests need not wait.
type Clock interface {
	// AfterFunc calls f in its own goroutine after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Keeper reads, edits and watches one servers file, and tells its own changes from those of others. It may be used from several
// goroutines. Only Path must be set.
type Keeper struct {
	Path  string
	Clock Clock // nil: the time of the machine
}

// Load is [Load] for the file. What it read is from then on no news to [Keeper.Watch].
func (k *Keeper) Load(getenv func(string) string) (File, error) { return Load(k.Path, getenv) }

// Edit is [Edit] for the file. What it wrote is no news to [Keeper.Watch], unless others had changed the file before.
func (k *Keeper) Edit(change func(*Editor) error) error { return Edit(k.Path, change) }

// Watch calls changed whenever the file holds something else than was last loaded, edited or told of, until ctx ends. It waits until
// the file has settled, so that nobody reads half of it; it also sees files that are replaced, removed, or appear later, in folders
// that appear later. It returns when ctx has ended and no call to changed is running.
//
// changed is called by one goroutine at a time, also for a file that is broken or gone: what that means [Keeper.Load] tells. The error
// is that of ctx.
func (k *Keeper) Watch(ctx context.Context, changed func()) error { return errors.New("not there yet") }

// Watch is [Keeper.Watch] for a file that nobody edits here: changed is called for each change from now on.
func Watch(ctx context.Context, path string, changed func()) error {
	return errors.New("not there yet")
}
