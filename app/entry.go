package app

import (
	"sync/atomic"
	"time"

	"parley/bridge"
	"parley/bridge/schema"
	"parley/widgets"
)

// entry is one open request in the waiting line. The fields below "screen" belong to Fyne's goroutine; the answer may be
// given from any.
type entry struct {
	s       bridge.Suspension
	arrived time.Time
	body    body // made on the bridge's goroutine, only read afterwards

	given  atomic.Bool
	answer chan bridge.Answer // holds the one answer

	// screen
	key       question
	draft     []schema.Input // what was typed so far
	aside     bool           // the person pressed −
	seen      bool           // it has been in front of the person
	came      time.Time      // when it came up by itself; zero when the person brought it up
	remark    string         // of this showing only, such as a browser that did not open
	opened    bool           // its link was opened in the browser
	completed bool           // the server reports its link's errand done
	gone      bool           // it has left the line
	deadline  time.Time      // zero: none
	unarm     func() bool    // stops the timer of AnswerWithin; nil: none runs
	sheet     sheet          // its modal while it is shown
}

// sheet is the modal of a request; widgets.Modal is one.
type sheet interface {
	Show()
	Close() []schema.Input
	Tick(cause string)
	Completed()
	SetPosition(position string)
	SetCrowd(requests int)
	InFront() bool
}

var _ sheet = (*widgets.Modal)(nil)

// give answers the request, once: it reports whether this answer is the one.
func (e *entry) give(a bridge.Answer) bool {
	if e.given.Swap(true) {
		return false
	}
	a.ID = e.s.Request.ID // contract A2: the answer echoes the id
	e.answer <- a
	return true
}

// expire answers that the time is over.
func (e *entry) expire() {
	e.give(bridge.Answer{Reason: bridge.ReasonExpired})
}

// tool names the tool that the request belongs to, for finding drafts again; "" when no call is known.
func (e *entry) tool() string {
	if e.s.Call == nil {
		return ""
	}
	return e.s.Call.Tool().Name
}

// left is the time until the deadline; ok is false when there is none.
func (e *entry) left(now time.Time) (left time.Duration, ok bool) {
	if e.deadline.IsZero() {
		return 0, false
	}
	return e.deadline.Sub(now), true
}
