package app

import "sync/atomic"

// Door is the one way into Fyne's goroutine. main hands it fyne.Do, tests a queue that the test goroutine empties.
// What goes through it runs inside the crash net.
type Door struct {
	enter  func(func())
	net    *Net
	closed atomic.Bool
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
	d.enter(func() {
		if d.closed.Load() {
			return
		}
		d.net.Run(f)
	})
}

// Close shuts the door for good. Nothing may rely on what was still queued.
func (d *Door) Close() { d.closed.Store(true) }
