package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/program"
)

// Failure tells the person what went wrong.
type Failure struct {
	What   string // one sentence in plain words
	Do     string // what the person can do about it; may be ""
	Detail string // the evidence, shown on request; untrusted
	Status int    // of HTTP, when an answer refused; 0 otherwise
	Err    error

	Instead *Instead // where the server wants to be called, when the person may decide for that
}

// PointsAtDetail reports whether what to do speaks of the evidence, which stands below: then it is shown without being asked for.
func (f *Failure) PointsAtDetail() bool { return f.Detail != "" && strings.Contains(f.Do, "below") }

// Error is for logs; the app shows the parts.
func (f *Failure) Error() string { return f.What }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// callFailure explains why a call came back without a result.
func (s *Server) callFailure(c *conn, err error) *Failure {
	if wire, ok := asWireError(err); ok && answeredWith(err) {
		f := s.protocolFailure(wire)
		f.What, f.Detail = c.hush(f.What), c.hush(f.Detail)
		return f
	}
	if f := signInFailure(err); f != nil {
		return f
	}
	var a *away
	if errors.As(err, &a) {
		return s.awayFailure(a)
	}
	if hungUp(err) || errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, ErrServerGone) || errors.Is(err, errLineTooLong) ||
		errors.Is(err, errBrokeOff) || errors.Is(err, errNotSent) {
		c.awaitExplanation()
	}
	if state := s.State(); state.Phase != Ready && state.Failure != nil {
		f := &Failure{
			What:   fmt.Sprintf("%s stopped before it had finished. %s", s.entry.Name, state.Failure.What),
			Do:     "Start the server again, then run the tool again.",
			Detail: state.Failure.Detail,
			Err:    err,
		}
		switch {
		case errors.Is(err, mcp.ErrSessionMissing), errors.Is(err, errNotSent): // refused as a whole, so it did nothing (case http-session-404-reinitialise)
			f.What = "The tool was not run. " + state.Failure.What
			f.Do = "Parley connects to it anew by itself; then run the tool again."
		case c.web != nil:
			f.Do = mayHaveRun
		}
		return f
	}
	f := &Failure{
		What: fmt.Sprintf("%s could not be reached.", s.entry.Name),
		Do:   "Try again; if it stays like this, start the server again.",
		Err:  err,
	}
	if err != nil {
		f.Detail = c.hush(err.Error())
	}
	var odd oddAnswer
	if errors.As(err, &odd) {
		f.What = fmt.Sprintf("%s answered the call, but %s.", s.entry.Name, odd.what)
		f.Do = "Run it again; if it stays like this, tell the people who run the server. It may have done what it was asked to."
		f.Detail = c.hush(strings.TrimSpace(err.Error() + "\n" + odd.said))
		return f
	}
	if errors.Is(err, errAnswerLost) {
		f.What = fmt.Sprintf("%s took the call, but %s.", s.entry.Name, err)
		f.Do = mayHaveRun
		return f
	}
	if errors.Is(err, errBrokeOff) {
		f.What = fmt.Sprintf("%s broke off before it had answered the call.", s.entry.Name)
		f.Do = mayHaveRun
		return f
	}
	said := c.web.lastSaid()
	var refused refusedCall
	if errors.As(err, &refused) {
		said = refused.said
	}
	if said.status >= 400 {
		f.What = fmt.Sprintf("%s did not take the call (status %d).", s.entry.Name, said.status)
		if said.status == http.StatusRequestEntityTooLarge { // contract N8
			f.What = fmt.Sprintf("This is more than %s takes at once (status 413).", s.entry.Name)
			f.Do = "Run it with less: a shorter text, or a smaller file."
		}
		if words := said.words(); words != "" {
			f.What += " It says: " + words
		}
		f.Detail += "\n" + said.body
	}
	return f
}

// mayHaveRun is the advice for a call that was delivered and not answered.
const mayHaveRun = "It may have done what it was asked to. Check that before you run it again."

// costsOneCall reports whether an error is about the one call alone, and the connection lives.
func costsOneCall(err error) bool {
	var odd oddAnswer
	var refused refusedCall
	return errors.As(err, &odd) || errors.As(err, &refused) || errors.Is(err, errAnswerLost)
}

// awaitExplanation waits until the server's state says why the connection broke: a call notices it first.
func (c *conn) awaitExplanation() {
	late := make(chan struct{})
	limit := program.StopPatience + time.Second
	if c.web != nil {
		limit = time.Second // nothing has to end there first
	}
	defer c.server.opts.Clock.AfterFunc(limit, func() { close(late) })()
	select {
	case <-c.explained:
	case <-late:
	}
}

// answeredWith reports whether an error is what the server answered with. The SDK has errors of the same kind for messages that did not get
// through.
func answeredWith(err error) bool {
	var own saidByServer
	wire, ok := asWireError(err)
	return ok && (errors.As(err, &own) || !isTransportError(wire))
}

// isTransportError tells the SDK's own codes for a broken transport from a server's error.
func isTransportError(wire *jsonrpc.Error) bool {
	return wire.Code == -32003 || wire.Code == -32004 || wire.Code == -32005
}

// toolsFailure is for a connected server whose tools cannot be read. hush takes the secrets out of its words.
func toolsFailure(err error, hush func(string) string) *Failure {
	f := &Failure{What: "The server is connected, but its list of tools could not be read.", Do: "Start it again.", Detail: hush(err.Error()), Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		f.What = "The server is connected, but did not send its list of tools in time."
	}
	return f
}

// unreadableResult is for a result that is none.
func unreadableResult(raw json.RawMessage, err error) *Failure {
	return &Failure{
		What:   "The server sent a result that cannot be read: " + err.Error() + ".",
		Do:     "Tell the people who made the server; what it sent is below.",
		Detail: string(raw),
		Err:    err,
	}
}

// internalFailure is for a fault of Parley's own.
func internalFailure(what any) *Failure {
	return &Failure{
		What:   "Something went wrong inside Parley.",
		Do:     "Your other servers are not affected. Run the tool again.",
		Detail: fmt.Sprint(what),
	}
}

// phaseLimit is how long one phase of connecting may take.
func (s *Server) phaseLimit() time.Duration {
	if s.entry.Timeout > 0 {
		return s.entry.Timeout
	}
	return defaultPhaseLimit
}
