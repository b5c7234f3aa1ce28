package bridge

import (
	"time"

	"parley/bridge/clock"
)

// Clock is the time as the bridge sees it, so that tests need not wait.
type Clock = clock.Clock

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
