package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/google/uuid"
)

// CallPhase is the state of a call.
type CallPhase int

// The phases. The last three are final.
const (
	Running  CallPhase = iota
	Waiting            // for the person
	Finished           // Result is set
	Broken             // Failure is set
	Stopped            // by the person
)

// CallState is what there is to show of a call.
type CallState struct {
	Phase       CallPhase
	Started     time.Time
	Ended       time.Time     // zero while it runs
	Asking      time.Duration // how much of the time went into waiting for the person, up to now
	Progress    Progress
	Result      *Result
	Failure     *Failure
	CanContinue bool // the server asked too many times in a row; Continue goes on
}

// Progress is the latest word of the server about a running call.
type Progress struct {
	Done, Total float64 // Total is 0 when the server gave none
	Message     string  // untrusted
}

// Call is one run of a tool, or one reading of a resource or a prompt: arguments, rounds, requests, progress, result. Its
// methods are safe for concurrent use.
type Call struct {
	id        string
	server    *Server
	tool      Tool
	arguments json.RawMessage
	errand    errand
	ctx       context.Context
	cancel    context.CancelCauseFunc
	done      chan struct{}

	mu       sync.Mutex
	state    CallState
	open     int       // requests of this call that wait for the person
	since    time.Time // when the first of them came
	limit    *stopwatch
	resume   []member // the next round's members, when CanContinue
	held     []*Receipt
	stopping bool
}

// errTimeLimit is the cause with which a call ends that the server entry's time limit ended.
var errTimeLimit = errors.New("the time limit of this server was reached")

func newCall(s *Server, tool Tool, arguments json.RawMessage, e errand) *Call {
	c := &Call{id: uuid.NewString(), server: s, tool: tool, arguments: arguments, errand: e, done: make(chan struct{})}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	c.state = CallState{Phase: Running, Started: s.opts.Clock.Now()}
	c.limit = newStopwatch(s.opts.Clock, s.entry.Timeout, func() { c.cancel(errTimeLimit) })
	return c
}

// ID is unique in this process. Server, Tool and Arguments are what it was started with; a resource or a prompt stands in
// for the tool with its name alone.
func (c *Call) ID() string                 { return c.id }
func (c *Call) Server() *Server            { return c.server }
func (c *Call) Tool() Tool                 { return c.tool }
func (c *Call) Arguments() json.RawMessage { return c.arguments }

// Done is closed when the call has ended.
func (c *Call) Done() <-chan struct{} { return c.done }

// State is a snapshot.
func (c *Call) State() CallState {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.state
	if c.open > 0 {
		state.Asking += c.server.opts.Clock.Now().Sub(c.since)
		if state.Phase == Running {
			state.Phase = Waiting
		}
	}
	return state
}

// stopPatience is how long Stop lets the answers to open requests take before it cancels the call all the same.
const stopPatience = 2 * time.Second

// Stop answers the call's open requests with cancel, then cancels the call (contract T6; case
// proto-user-cancels-call-with-modal-open). It returns at once.
func (c *Call) Stop() {
	c.mu.Lock()
	already := c.stopping
	c.stopping = true
	c.mu.Unlock()
	if already {
		return
	}
	conn := c.server.connection()
	if conn == nil {
		c.cancel(ErrStopped)
		return
	}
	asks := conn.asksOf(c)
	for _, a := range asks {
		a.cancel(ErrStopped)
	}
	if len(asks) == 0 {
		c.cancel(ErrStopped)
		return
	}
	go func() {
		late := make(chan struct{})
		defer c.server.opts.Clock.AfterFunc(stopPatience, func() { close(late) })()
		for _, a := range asks {
			select {
			case <-a.gone:
			case <-late:
			}
		}
		c.cancel(ErrStopped)
	}()
}

func (c *Call) isStopping() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopping
}

// Continue goes on with a call that was ended because the server kept asking. It gives nil unless CanContinue.
func (c *Call) Continue() *Call {
	c.mu.Lock()
	resume, ok := c.resume, c.state.CanContinue
	c.state.CanContinue = false
	c.mu.Unlock()
	if !ok {
		return nil
	}
	next := newCall(c.server, c.tool, c.arguments, c.errand)
	next.resume = resume
	c.server.startCall(next)
	return next
}

// asking counts the requests of this call that wait for the person. The time limit stands still while there are any
// (contract T5; case proto-tool-timeout-paused-while-asking).
func (c *Call) asking(change int) {
	c.mu.Lock()
	before := c.open
	c.open += change
	now := c.server.opts.Clock.Now()
	switch {
	case before == 0 && c.open > 0:
		c.since = now
		c.limit.pause()
	case before > 0 && c.open == 0:
		c.state.Asking += now.Sub(c.since)
		if c.state.Ended.IsZero() {
			c.limit.run()
		}
	}
	c.mu.Unlock()
	c.server.notify(Event{Server: c.server, Call: c})
}

// progress keeps the server's latest word. A sign of life begins the time limit anew.
func (c *Call) progress(p Progress) {
	p.Message = c.server.hush(p.Message)
	c.mu.Lock()
	c.state.Progress = p
	if c.state.Ended.IsZero() {
		c.limit.restart(c.server.entry.Timeout)
	}
	c.mu.Unlock()
	c.server.notify(Event{Server: c.server, Call: c})
}

// run is the life of the call. It never panics out.
func (c *Call) run(conn *conn) {
	var end CallState
	func() {
		defer func() {
			if p := recover(); p != nil {
				c.server.opts.Panicked(p, debug.Stack())
				end = CallState{Phase: Broken, Failure: internalFailure(p)}
			}
		}()
		c.mu.Lock()
		c.limit.run()
		resume := c.resume
		c.mu.Unlock()
		end = c.rounds(conn, resume)
	}()
	c.finish(end)
}

// finish makes the state final.
func (c *Call) finish(end CallState) {
	end.Failure = c.server.quiet(end.Failure)
	c.mu.Lock()
	c.limit.pause()
	now := c.server.opts.Clock.Now()
	c.state.Phase, c.state.Result, c.state.Failure, c.state.CanContinue = end.Phase, end.Result, end.Failure, end.CanContinue
	c.state.Ended = now
	c.mu.Unlock()
	c.cancel(nil)
	close(c.done)
	c.server.notify(Event{Server: c.server, Call: c})
}
