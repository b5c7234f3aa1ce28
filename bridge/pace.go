package bridge

import (
	"context"
	"time"

	"parley/bridge/clock"
)

// pace is the brake on reading a list that a server announces to have changed. Some announce it whenever it is read (aspire#14494), a few
// times a second (BrowserOS#1005), or have another list each time (aspire#14375: 1,742 readings in three minutes). It counts readings and
// looks at nothing else: whether the list was another one, or could be read at all, is up to the server. It is used by one reader at a
// time. The zero value is ready.
type pace struct {
	spent time.Time // when all readings so far are paid for
}

// A server may have its list read a number of times in a row, as is usual while it starts. Each of these comes back after a while; with
// none left, that is how long a reading waits, so that a change in a flood shows within seconds too.
const (
	freeReads = 10
	readEvery = 3 * time.Second
)

// turn waits for as long as the next reading is too early, and counts it. It reports false when ctx ended meanwhile.
func (p *pace) turn(ctx context.Context, c Clock) bool {
	for {
		now := c.Now()
		if p.spent.Before(now) {
			p.spent = now
		}
		left := p.spent.Sub(now) - (freeReads-1)*readEvery
		if left <= 0 {
			p.spent = p.spent.Add(readEvery)
			return true
		}
		if !clock.Sleep(ctx, c, left) {
			return false
		}
	}
}
