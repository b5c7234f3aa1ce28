package app

import (
	"sync"
	"sync/atomic"
)

// Door is the one way into Fyne's goroutine. main hands it fyne.Do, tests a queue that the test goroutine empties.
// What goes through it runs inside the crash net.
//
// What is queued while Fyne is busy goes through together. Fyne takes one function between two frames, more or less, so a
// hundred requests at once would take a hundred frames to come in one by one.
type Door struct {
	enter  func(func())
	net    *Net
	closed atomic.Bool

	mu      sync.Mutex
	waiting []func()
	called  bool // a call of pass is on its way
}

// NewDoor makes a door that enters with do, which queues a function for Fyne's goroutine and returns at once.
func NewDoor(do func(func()), net *Net) *Door {
	return &Door{enter: do, net: net}
}

// Do queues f for Fyne's goroutine and returns at once. Functions run in the order in which they were queued. After
// Close it does nothing: there is no screen any more, and Fyne would run f on the caller's goroutine.
func (d *Door) Do(f func()) {
	if d.closed.Load() {
		return
	}
	d.mu.Lock()
	d.waiting = append(d.waiting, f)
	first := !d.called
	d.called = true
	d.mu.Unlock()
	if first {
		d.enter(d.pass)
	}
}

// pass runs what is waiting. What is queued meanwhile waits for the next time, so that Fyne can draw in between.
func (d *Door) pass() {
	d.mu.Lock()
	fs := d.waiting
	d.waiting, d.called = nil, false
	d.mu.Unlock()
	for _, f := range fs {
		if d.closed.Load() {
			return
		}
		d.net.Run(f)
	}
}

// Close shuts the door for good. Nothing may rely on what was still queued.
func (d *Door) Close() { d.closed.Store(true) }
