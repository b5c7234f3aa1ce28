package schema

import (
	"sync/atomic"
	"time"
)

// budget is the time that one look at a form may spend on what a server can make slow: patterns with backtracking and
// judging. When it is used up, the rest counts as met, so that a form never freezes, whatever is in it.
type budget struct{ spent atomic.Int64 }

const mostSpent = 500 * time.Millisecond

// renew begins a new look.
func (b *budget) renew() {
	if b != nil {
		b.spent.Store(0)
	}
}

func (b *budget) isSpent() bool { return time.Duration(b.spent.Load()) > mostSpent }

// charge adds the time since start.
func (b *budget) charge(start time.Time) { b.spent.Add(int64(time.Since(start))) }
