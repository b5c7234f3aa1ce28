package bridge

import (
	"context"
	"time"
)

// Clock is the time as the bridge sees it, so that tests need not wait.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the Clock of the machine.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// sleep waits. It reports false when ctx ended meanwhile.
func sleep(ctx context.Context, clock Clock, d time.Duration) bool {
	over := make(chan struct{})
	defer clock.AfterFunc(d, func() { close(over) })()
	select {
	case <-over:
		return true
	case <-ctx.Done():
		return false
	}
}

// stopwatch counts down a time limit that stands still while it is paused. It is used under its owner's lock.
type stopwatch struct {
	clock Clock
	left  time.Duration // when it last stood still
	since time.Time     // when it last began to run; zero while it stands still
	stop  func() bool
	over  func()
}

// newStopwatch makes a paused stopwatch that calls over when limit has run down. A limit of 0 never runs down.
func newStopwatch(clock Clock, limit time.Duration, over func()) *stopwatch {
	return &stopwatch{clock: clock, left: limit, over: over}
}

func (s *stopwatch) run() {
	if s.left <= 0 || !s.since.IsZero() {
		return
	}
	s.since = s.clock.Now()
	s.stop = s.clock.AfterFunc(s.left, s.over)
}

func (s *stopwatch) pause() {
	if s.since.IsZero() {
		return
	}
	s.stop()
	// A limit that has just run down keeps a moment, so that pausing never turns it into one without end.
	s.left = max(s.left-s.clock.Now().Sub(s.since), time.Millisecond)
	s.since = time.Time{}
}

// restart begins the whole limit anew, unless it is paused.
func (s *stopwatch) restart(limit time.Duration) {
	running := !s.since.IsZero()
	s.pause()
	s.left = limit
	if running {
		s.run()
	}
}
