package app

import (
	"sync/atomic"
	"testing"
	"time"
)

// tidied is a tidy whose surroundings a test plays.
type tidied struct {
	*tidy
	clock    *handClock
	bytes    atomic.Uint64 // ever asked for
	releases int
	redraws  int
}

func newTidied() *tidied {
	d := &tidied{clock: newHandClock()}
	d.tidy = newTidy(d.clock, func() { d.releases++ }, func() {
		d.redraws++
		d.bytes.Add(3 * tidyQuiet) // a frame
	})
	d.asked = d.bytes.Load
	return d
}

// works asks for memory during a time, every second.
func (d *tidied) works(during time.Duration) {
	for range int(during / time.Second) {
		d.bytes.Add(tidyQuiet)
		d.clock.Advance(time.Second)
	}
}

func TestMemoryIsGivenBackOnceItIsQuiet(t *testing.T) {
	d := newTidied()
	d.stirred()
	d.works(time.Minute)
	if d.releases != 0 {
		t.Fatal("memory is collected while something goes on")
	}
	d.clock.Advance(2 * tidyLook)
	if d.releases != 1 || d.redraws != 0 {
		t.Fatalf("after a while of quiet: given back %d times, drawn %d times", d.releases, d.redraws)
	}
	d.clock.Advance(time.Hour)
	if d.releases != 3 || d.redraws != 1 {
		t.Errorf("after what was drawn has expired: given back %d times, drawn %d times", d.releases, d.redraws)
	}
}

func TestNothingWakesWhatIsAtRest(t *testing.T) {
	d := newTidied()
	d.stirred()
	d.clock.Advance(time.Hour)
	if n := waitingTimers(d.clock); n != 0 {
		t.Fatalf("%d timers run at rest", n)
	}
	d.stirred()
	d.stirred()
	if n := waitingTimers(d.clock); n != 1 {
		t.Errorf("%d timers after something happened", n)
	}
}

func TestAPingIsNoReasonToCollect(t *testing.T) {
	d := newTidied()
	ping := func(times int) {
		for range times {
			d.bytes.Add(1000)
			d.stirred()
			d.clock.Advance(2 * tidyLook)
		}
	}
	d.works(time.Minute)
	ping(20)
	if d.releases != 3 || d.redraws != 1 {
		t.Fatalf("among pings: given back %d times, drawn %d times", d.releases, d.redraws)
	}
	ping(50)
	if d.releases != 3 || d.redraws != 1 {
		t.Errorf("for pings: given back %d times, drawn %d times", d.releases, d.redraws)
	}
}

func TestWithoutAWayToGiveBackNothingIsLookedAt(t *testing.T) {
	clock := newHandClock()
	newTidy(clock, nil, nil).stirred()
	if waitingTimers(clock) != 0 {
		t.Error("a timer runs for nothing")
	}
}

func waitingTimers(c *handClock) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.timers {
		if !t.done {
			n++
		}
	}
	return n
}
