package bridge

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"parley/bridge/hush"
)

// maxOpen is how many requests of one server may be open at once. A server that floods is told so, and the person is
// not buried (bad input: "a server that floods requests").
const maxOpen = 100

// maxMisfits is how often a WaitFor may give an answer that does not fit before the request is closed without one.
const maxMisfits = 10

// ask is one request that is open: in the waiting line or in front of the person.
type ask struct {
	key       string // the JSON-RPC id as on the wire; "" when the server is not waiting for a response
	linkID    string // elicitationId
	arrived   time.Time
	losses    int // how often the server's stream had been lost by then
	ctx       context.Context
	cancel    context.CancelCauseFunc
	owners    []*Call       // the calls of which one is waiting for it; none for a background request
	outlives  bool          // it may be a job's, and does not end with the calls (contract J4)
	call      *Call         // the one call that is known to wait for it, when it came
	completed chan struct{} // closed when the link's errand is reported done
	isDone    bool          // completed is closed
	gone      chan struct{} // closed when the request has ended
}

// put asks the person until an answer fits and is delivered, or nobody waits for one any more, and says how it ended.
// deliver hands the answer to the server; its error is for the person. On return the server has been told what the
// Ending says.
func (s *Server) put(a *ask, q question, susp Suspension, deliver func(Answer) error) (Answer, Ending, error) {
	for misfits := 0; ; {
		answer := s.wait(a.ctx, susp)
		if ending, silent := silentEnding(a.ctx); silent {
			return answer, ending, nil
		}
		if err := q.check(answer); err != nil && misfits < maxMisfits {
			misfits++
			susp.Again = &Again{Answer: answer, Err: err}
			continue
		} else if err != nil {
			answer = Answer{ID: answer.ID, Reason: ReasonCancelled}
		}
		err := deliver(answer)
		if err == nil {
			return answer, endingOf(answer), nil
		}
		if errors.Is(err, ErrUnconfirmed) {
			return answer, EndUnconfirmed, err
		}
		if !answer.OK || a.ctx.Err() != nil {
			return answer, EndUndelivered, err
		}
		s.opts.Log.Warn("answer not delivered", "server", s.entry.Name, "error", hush.Addresses(s.hush(err.Error())))
		susp.Again = &Again{Answer: answer, Err: err}
	}
}

// withdrawal is [ErrWithdrawn] with the server's own words about it.
type withdrawal struct{ words string }

func (withdrawal) Error() string { return ErrWithdrawn.Error() }

func (withdrawal) Unwrap() error { return ErrWithdrawn }

// silentEnding tells the endings of which the server is told nothing (contract T2, D3; case proto-server-cancels-elicitation).
func silentEnding(ctx context.Context) (Ending, bool) {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrWithdrawn):
		return EndWithdrawn, true
	case errors.Is(cause, ErrStoppedWaiting):
		return EndStoppedWaiting, true
	case errors.Is(cause, ErrServerGone):
		return EndServerGone, true
	}
	return 0, false
}

// endingOf tells the endings in which the server is told something.
func endingOf(answer Answer) Ending {
	switch {
	case answer.OK:
		return EndSent
	case answer.Reason == ReasonDeclined:
		return EndDeclined
	case answer.Reason == ReasonExpired:
		return EndExpired
	}
	return EndDismissed
}

// wait calls the WaitFor and makes sure that what comes back is an answer to this request: one to another id, one after
// the time was over and one from a WaitFor that failed count as closed without deciding (contract A2, B6, R7).
func (s *Server) wait(ctx context.Context, susp Suspension) (answer Answer) {
	id := susp.Request.ID
	defer func() {
		if p := recover(); p != nil {
			s.opts.Panicked(p, debug.Stack())
			answer = Answer{ID: id, Reason: ReasonCancelled}
		}
	}()
	if at := susp.Request.ExpiresAt; !at.IsZero() {
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		stop := s.opts.Clock.AfterFunc(max(0, at.Sub(s.opts.Clock.Now())), func() { cancel(ErrExpired) })
		defer stop()
	}
	answer = s.opts.WaitFor(ctx, susp)
	if ctx.Err() != nil {
		return AnswerAtEnd(ctx, id)
	}
	if answer.ID != id {
		s.opts.Log.Error("answer to another request", "server", s.entry.Name, "want", id, "got", answer.ID)
		return Answer{ID: id, Reason: ReasonCancelled}
	}
	return answer
}

// suspension is the envelope around a question.
func (s *Server) suspension(a *ask, q question) Suspension {
	susp := Suspension{
		Request:       q.request,
		Server:        s.entry.Name,
		Arrived:       a.arrived,
		Schema:        q.schema,
		Data:          q.data,
		Note:          q.note,
		Index:         1,
		Total:         1,
		AnswerWithin:  s.entry.AnswerTimeout,
		UsuallyWaits:  s.usuallyWaits(),
		AnswerOnOpen:  s.entry.AnswerOnOpen,
		ServerAddress: s.entry.URL,
	}
	if q.request.Kind == KindAuthorization {
		susp.Completed = a.completed
	}
	susp.Call = a.call
	susp.Request.Prompt, susp.Note = s.hush(susp.Request.Prompt), s.hush(susp.Note)
	return susp
}

// newReceipt says how a request ended; handOut tells the app.
func (s *Server) newReceipt(a *ask, susp Suspension, answer Answer, ending Ending) *Receipt {
	after := s.opts.Clock.Now().Sub(susp.Arrived)
	if s.gaveUp(a, ending) {
		s.learnWaiting(after.Round(time.Second))
	}
	r := &Receipt{Suspension: susp, Answer: answer, Ending: ending, After: after}
	var w withdrawal
	if errors.As(context.Cause(a.ctx), &w) {
		r.Words = s.hush(w.words)
	}
	return r
}

// errCallOver is [ErrStoppedWaiting] for a call that is over without the server having said so.
var errCallOver = fmt.Errorf("%w (silently)", ErrStoppedWaiting)

// gaveUp reports whether a server showed how long it waits (contract D2): it went on without an answer, all by itself. One that died, lost
// its stream or was cut off says nothing of that.
func (s *Server) gaveUp(a *ask, ending Ending) bool {
	if ending != EndStoppedWaiting || errors.Is(context.Cause(a.ctx), errCallOver) {
		return false
	}
	c := s.connection()
	return c == nil || c.web.losses() == a.losses
}

func (s *Server) handOut(r *Receipt) {
	s.notify(Event{Server: s, Call: r.Suspension.Call, Receipt: r})
}
