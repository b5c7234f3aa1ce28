package clocktest

import (
	"slices"
	"sync"
	"time"
)

// Clock is a clock that moves when a test says so.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*timer
}

type timer struct {
	at   time.Time
	f    func()
	over bool
}

// New makes one that stands at nine in the morning.
func New() *Clock { return &Clock{now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)} }

// Now implements clock.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc implements clock.Clock. What is due is called by Advance.
func (c *Clock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := &timer{at: c.now.Add(d), f: f}
	c.timers = append(c.timers, one)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		stopped := !one.over
		one.over = true
		return stopped
	}
}

// Advance moves the clock and waits for what was due.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []func()
	for _, one := range c.timers {
		if !one.over && !one.at.After(c.now) {
			one.over = true
			due = append(due, one.f)
		}
	}
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}

// Due reports whether something is to be called exactly d from now.
func (c *Clock) Due(d time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.timers, func(one *timer) bool { return !one.over && one.at.Equal(c.now.Add(d)) })
}

// Set is how many calls have been asked for, over all.
func (c *Clock) Set() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}
