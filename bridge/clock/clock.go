package clock

import (
	"context"
	"time"
)

// Clock tells the time and rings. Its methods are safe for concurrent use.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// System is the Clock of the machine.
type System struct{}

// Now implements [Clock].
func (System) Now() time.Time { return time.Now() }

// AfterFunc implements [Clock].
func (System) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Sleep waits. It reports false when ctx ended meanwhile.
func Sleep(ctx context.Context, c Clock, d time.Duration) bool {
	over := make(chan struct{})
	defer c.AfterFunc(d, func() { close(over) })()
	select {
	case <-over:
		return true
	case <-ctx.Done():
		return false
	}
}
