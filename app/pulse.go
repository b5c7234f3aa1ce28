package app

import (
	"sync"
	"time"

	"parley/bridge"
)

// pulse gathers the bridge's events into few redraws: the first one at once, then at most one in every beat, so that a
// server that floods progress costs nothing. Receipts are never merged; they arrive in order.
type pulse struct {
	door  *Door
	clock Clock
	flush func(changes) // on Fyne's goroutine

	mu      sync.Mutex
	waiting changes
	queued  bool      // a flush is on its way
	last    time.Time // when the latest flush was let go
}

// changes is what happened since the last flush.
type changes struct {
	servers  bool            // some server's state
	calls    map[string]bool // ids of the calls that changed
	receipts []bridge.Receipt
}

// beat is the shortest time between two redraws.
const beat = 50 * time.Millisecond

// notify takes one event. It is called from the bridge's goroutines and never blocks.
func (p *pulse) notify(e bridge.Event) {
	wait, queue := p.take(e)
	switch {
	case !queue: // it goes with the flush that is on its way
	case wait <= 0:
		p.door.Do(p.beat)
	default:
		p.clock.AfterFunc(wait, func() { p.door.Do(p.beat) })
	}
}

// take keeps an event and tells when the next flush is due, if this event is what calls for one.
func (p *pulse) take(e bridge.Event) (wait time.Duration, queue bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting.add(e)
	if p.queued {
		return 0, false
	}
	p.queued = true
	if p.last.IsZero() {
		return 0, true
	}
	return p.last.Add(beat).Sub(p.clock.Now()), true
}

func (c *changes) add(e bridge.Event) {
	if e.Receipt != nil {
		c.receipts = append(c.receipts, *e.Receipt)
	}
	if e.Call == nil {
		c.servers = true
		return
	}
	if c.calls == nil {
		c.calls = make(map[string]bool)
	}
	c.calls[e.Call.ID()] = true
	// A call that starts or stops waiting changes what its server's row says.
	c.servers = true
}

// beat hands over what has gathered. It runs on Fyne's goroutine.
func (p *pulse) beat() {
	p.mu.Lock()
	now := p.waiting
	p.waiting = changes{}
	p.queued = false
	p.last = p.clock.Now()
	p.mu.Unlock()
	p.flush(now)
}
