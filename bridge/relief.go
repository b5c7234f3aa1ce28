package bridge

import (
	"runtime/debug"
	"time"
)

// largeMessage is from when on a message is one after which memory is given back: reading it takes several times its size, and Go by
// itself keeps that for minutes.
const largeMessage = 16 << 20

// reliefAfter is how long after a large message memory is given back: whatever came of it is known by then.
const reliefAfter = 2 * time.Second

// large implements wireEvents.
func (c *conn) large() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.relieving {
		return
	}
	c.relieving = true
	c.server.opts.Clock.AfterFunc(reliefAfter, func() {
		c.mu.Lock()
		c.relieving = false
		c.mu.Unlock()
		debug.FreeOSMemory()
	})
}
