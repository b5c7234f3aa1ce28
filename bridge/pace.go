package bridge

import (
	"context"
	"time"
)

// pace slows down the reading of a list that a server announces to have changed though it has not: some do so whenever it is read
// (aspire#14494), or a few times a second (BrowserOS#1005). It is used by one reader at a time. The zero value is ready.
type pace struct {
	last time.Time // when it was read
	same int       // how often in a row it had not changed
}

// Reading the same list a few times in a row is usual while a server starts.
const (
	freeReads    = 5
	firstPace    = 250 * time.Millisecond
	slowestPace  = 30 * time.Second
	paceDoublers = 8
)

// wait waits for as long as the next reading is too early. It reports false when ctx ended meanwhile.
func (p *pace) wait(ctx context.Context, clock Clock) bool {
	if p.same < freeReads {
		return true
	}
	left := min(firstPace<<min(p.same-freeReads, paceDoublers), slowestPace) - clock.Now().Sub(p.last)
	if left <= 0 {
		return true
	}
	over := make(chan struct{})
	defer clock.AfterFunc(left, func() { close(over) })()
	select {
	case <-over:
		return true
	case <-ctx.Done():
		return false
	}
}

// read notes that the list was read, and whether it was another one.
func (p *pace) read(now time.Time, changed bool) {
	p.last = now
	p.same++
	if changed {
		p.same = 0
	}
}
