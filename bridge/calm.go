package bridge

import (
	"time"

	"parley/bridge/clock"
)

// calm keeps the questions of a server back that are likely to be taken back at once. Servers that ask and withdraw without a pause had a
// form drawn for each, and the window filled 900 MB with them in eight seconds. It is used under the lock of its connection. The zero
// value is ready.
type calm struct {
	spent time.Time // when all questions that were taken back at once are paid for
}

// Some questions may be taken back at once, and each of these again after a while; then the next ones wait before they are put, and nobody
// sees those that are taken back meanwhile.
const (
	atOnce    = 2 * time.Second // after it arrived
	freeTakes = 10
	takeEvery = time.Second
	longCalm  = 3 * time.Second // the longest wait: a question that is meant is put all the same
)

// tookBack counts a question that was taken back.
func (c *calm) tookBack(arrived, now time.Time) {
	if now.Sub(arrived) >= atOnce {
		return
	}
	if c.spent.Before(now) {
		c.spent = now
	}
	c.spent = c.spent.Add(takeEvery)
	if most := now.Add((freeTakes-1)*takeEvery + longCalm); c.spent.After(most) {
		c.spent = most
	}
}

// wait is how long the next question is to wait.
func (c *calm) wait(now time.Time) time.Duration {
	return c.spent.Add(-(freeTakes - 1) * takeEvery).Sub(now) // a whole one must have come back, not a part of it
}

// rest lets a question wait for as long as it must. It reports false when it was taken back meanwhile, so that there is nothing to put.
func (c *conn) rest(a *ask) bool {
	now := c.server.opts.Clock
	c.mu.Lock()
	wait := c.calm.wait(now.Now())
	c.mu.Unlock()
	if wait <= 0 || clock.Sleep(a.ctx, now, wait) {
		return true
	}
	_, silent := silentEnding(a.ctx)
	return !silent // the server is to be told that Parley closes, or that the call was stopped
}
