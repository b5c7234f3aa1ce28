package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// WaitFor asks the person and waits for the answer. There is one in a running Parley, and every suspension goes
// through it: elicitations, the inputs of a multi-round call, links that a call requires, pending results.
//
// It may be called from many goroutines at once. When ctx ends, nobody waits for the answer any more and
// context.Cause says why: [ErrWithdrawn], [ErrServerGone], [ErrStoppedWaiting] or [ErrExpired] (answer expired), or
// [ErrStopped], [ErrClosing] (answer cancelled). It then returns at once; [AnswerAtEnd] gives the Answer that fits.
type WaitFor func(context.Context, Suspension) Answer

// Suspension is the host's envelope around a Request: where it comes from and how it may be answered. It never goes
// on the wire.
type Suspension struct {
	Request Request
	Server  string    // the name that the person gave the server
	Call    *Call     // the call that is waiting; nil when no call is, or when the protocol does not say which
	Arrived time.Time // when the bridge received it

	Schema        json.RawMessage // the requested schema as the server wrote it; nil when there is none
	Data          json.RawMessage // Request.Data as the server wrote it, its order and digits kept; nil for elicitations
	Note          string          // what the person should know about the request itself, in plain words; usually ""
	Index, Total  int             // "1 of 2" in a round of several inputs; Total is 1 otherwise
	AnswerWithin  time.Duration   // the server entry's own limit, counted from when the person sees it; 0: none
	UsuallyWaits  time.Duration   // how long this server was seen to wait before; 0: not known
	AnswerOnOpen  bool            // opening the link is the answer already (contract U2, D1)
	ServerAddress string          // the server's own address; "" for a program
	Completed     <-chan struct{} // closed when the server reports that the link's errand is done; nil for no link
	Again         *Again          // why the same request is put once more; nil the first time
	Own           bool            // Parley itself asks, for a value of the server's entry, before the server is started
	SigningIn     bool            // the link leads to where one signs in to the server; the answer goes to nobody else
	Back          func()          // call it, then return any Answer: the input before is asked again. nil: none before
}

// Again tells why a request comes a second time: its answer could not be delivered, does not fit what the server
// asked for, or the person went back to it. The Answer is what was given before, to be filled in.
type Again struct {
	Answer Answer
	Err    error // nil when the person went back; else says in plain words what went wrong
}

// The causes with which the context of a WaitFor ends.
var (
	ErrWithdrawn      = errors.New("the server has withdrawn the question")
	ErrStoppedWaiting = errors.New("the server stopped waiting")
	ErrServerGone     = errors.New("the server has stopped")
	ErrExpired        = errors.New("the time to answer was over")
	ErrStopped        = errors.New("the call was stopped")
	ErrClosing        = errors.New("the server is being closed")
)

// ErrUnconfirmed is wrapped by the error of a delivery of which it is not known whether the server got it: the answer went out, and the
// connection broke before anything was said to it. A request gets one answer, so the person is not asked for a second.
var ErrUnconfirmed = errors.New("sent, and not confirmed")

// AnswerAtEnd is the Answer of a WaitFor whose context ended: cancelled when this side ended it, expired otherwise.
func AnswerAtEnd(ctx context.Context, id string) Answer {
	cause := context.Cause(ctx)
	if errors.Is(cause, ErrStopped) || errors.Is(cause, ErrClosing) {
		return Answer{ID: id, Reason: ReasonCancelled}
	}
	return Answer{ID: id, Reason: ReasonExpired}
}

// Ending is what became of one request, from the server's point of view.
type Ending int

// The endings. The first four tell the server something, unless Receipt.Told is false; the rest send it nothing.
const (
	EndSent           Ending = iota // the answer went out: accept
	EndDeclined                     // decline went out
	EndDismissed                    // cancel went out: closed without deciding, stopped or quit
	EndExpired                      // cancel went out: the time to answer was over
	EndStoppedWaiting               // its call returned meanwhile, or it said that the time was over
	EndWithdrawn                    // the server cancelled it
	EndServerGone                   // the connection was lost
	EndUndelivered                  // it could not be delivered
	EndStopped                      // the call was stopped before an answer could go along with it
	EndUnconfirmed                  // the answer went out, and nobody knows whether it arrived: it is not sent a second time
)

// Receipt says how a request ended. It is made after the answer was handed to the transport, never before.
type Receipt struct {
	Suspension Suspension
	Answer     Answer
	Ending     Ending
	Told       bool          // the server was told what Ending says; false for a refusal that only this side knows
	After      time.Duration // since the request arrived
	Words      string        // the server's own reason for withdrawing, when it gave one; untrusted
	Err        error         // for EndUndelivered and EndUnconfirmed: why
}
