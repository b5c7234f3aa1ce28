package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxRounds is how often a server may ask for more input before the call is stopped and the person decides whether to go on
// (case mrtr-endless-rounds-bounded).
const maxRounds = 20

// maxEmptyRounds is how often a server may say "not yet" without asking anything. The pauses in between grow.
const maxEmptyRounds = 60

// rounds runs the errand and everything that its results ask for: the inputs of a multi-round call (MRTR), links that the
// call requires (-32042), one pending result. It gives the final state.
func (c *Call) rounds(conn *conn, extra []member) CallState {
	empty, resumed := 0, false
	opened := map[string]bool{} // links that the person was done with
	for round := 0; ; {
		raw, err := c.send(conn, extra)
		if wire, ok := asWireError(err); ok && wire.Code == mcp.CodeURLElicitationRequired {
			if end := c.links(conn, wire, opened); end != nil {
				return *end
			}
			continue
		}
		if err != nil {
			return c.ended(conn, err)
		}
		head, err := readHead(raw)
		if err != nil {
			return broken(unreadableResult(raw, err))
		}
		switch {
		case head.pending != nil && resumed:
			return broken(&Failure{What: "unresolved: " + head.pending.request.Prompt, Detail: string(raw)}) // contract L2
		case head.pending != nil:
			answer, end := c.resolve(conn, *head.pending)
			if end != nil {
				return *end
			}
			extra, resumed = answer, true
			continue
		case !head.inputRequired:
			return c.finished(conn, readResult(raw))
		case len(head.inputs) == 0 && len(head.state) == 0: // trying again would only run the tool again
			return broken(&Failure{What: "The server says that it needs something, but not what.", Do: "Tell the people who made the server; what it sent is below.", Detail: string(raw)})
		case len(head.inputs) == 0:
			if empty++; empty > maxEmptyRounds {
				return broken(&Failure{What: "The server kept saying that it is not ready yet.", Do: "Try again later.", Detail: string(raw)})
			}
			if !c.pause(empty) {
				return c.ended(conn, context.Cause(c.ctx))
			}
			extra = head.state
			continue
		}
		if round++; round > maxRounds {
			c.mu.Lock()
			c.resume = extra
			c.mu.Unlock()
			return CallState{Phase: Broken, CanContinue: true, Failure: &Failure{
				What: fmt.Sprintf("The server asked %d times in a row without finishing.", maxRounds),
				Do:   "Press Continue if you expect it to ask more.",
			}}
		}
		responses, end := c.inputs(conn, head.inputs)
		if end != nil {
			return *end
		}
		extra = append([]member{{"inputResponses", responses}}, head.state...)
	}
}

// send puts the call on the wire once.
func (c *Call) send(conn *conn, extra []member) (json.RawMessage, error) {
	conn.web.awaitWhole(c.ctx, conn.ctx.Done())
	conn.begin(c)
	x := &exchange{call: c, extra: extra, stub: c.errand.stub, onSent: func() { c.settle(true, nil) }}
	raw, err := conn.request(x, func(meta mcp.Meta) error { return c.errand.send(c.ctx, conn.session, meta) })
	if errors.Is(err, errBrokeOff) && c.ctx.Err() == nil {
		conn.doubt()
	}
	c.settle(false, err) // nothing is left to settle when it went out
	if err == nil || answeredWith(err) || costsOneCall(err) || c.ctx.Err() != nil {
		conn.finish(c, errCallOver)
	} else {
		conn.lostCall(c)
	}
	return raw, err
}

// ended tells why a call came back without a result.
func (c *Call) ended(conn *conn, err error) CallState {
	cause := context.Cause(c.ctx)
	switch {
	case cause == nil && c.isStopping(): // what it waited for was taken away first
		cause = ErrStopped
	case cause == nil:
		cause = err
	}
	switch {
	case errors.Is(cause, ErrStopped), errors.Is(cause, ErrClosing):
		return CallState{Phase: Stopped}
	case errors.Is(cause, errTimeLimit):
		return broken(&Failure{
			What: fmt.Sprintf("The server did not answer within %s.", c.server.entry.Timeout),
			Do:   "Run it again, or give this server more time in its entry (Edit, timeout).",
			Err:  cause,
		})
	}
	if wire, ok := asWireError(err); ok {
		if f := c.server.askedOlder(conn, wire.Message); f != nil {
			return broken(f)
		}
	}
	return broken(c.server.callFailure(conn, err))
}

// finished is how a call ends that has a result. One that only says that the tool may not ask is a failure of the connection.
func (c *Call) finished(conn *conn, result *Result) CallState {
	if result.IsError {
		if f := c.server.askedOlder(conn, result.Text); f != nil {
			return broken(f)
		}
	}
	return CallState{Phase: Finished, Result: result}
}

func broken(f *Failure) CallState { return CallState{Phase: Broken, Failure: f} }

// resultHead is the part of a result that decides how the call goes on.
type resultHead struct {
	inputRequired bool
	inputs        []member // inputRequests in the order of the document
	state         []member // requestState exactly as it came, or nothing when it was absent
	pending       *question
}

// readHead reads it. A kind of result that is not known is an error: taking it for an empty success would be a lie
// (specification 2026-07-28, basic: resultType).
func readHead(raw json.RawMessage) (resultHead, error) {
	var wire struct {
		ResultType    string          `json:"resultType"`
		InputRequests json.RawMessage `json:"inputRequests"`
		RequestState  json.RawMessage `json:"requestState"`
		Meta          struct {
			Pending json.RawMessage `json:"pending"`
		} `json:"_meta"`
	}
	if err := readJSON(raw, &wire); err != nil {
		return resultHead{}, err
	}
	switch wire.ResultType {
	case "", "complete":
		return resultHead{pending: readPending(wire.Meta.Pending)}, nil
	case "input_required":
	default:
		return resultHead{}, fmt.Errorf("unknown kind of result %q", wire.ResultType)
	}
	head := resultHead{inputRequired: true}
	if !isNull(wire.RequestState) {
		head.state = []member{{"requestState", wire.RequestState}}
	}
	if isNull(wire.InputRequests) {
		return head, nil
	}
	var err error
	head.inputs, err = members(wire.InputRequests)
	return head, err
}

// pause waits between two tries of a server that says "not yet": longer each time, up to five seconds. It reports false
// when the call ended meanwhile (case mrtr-state-only-paced-retry).
func (c *Call) pause(try int) bool {
	over := make(chan struct{})
	defer c.server.opts.Clock.AfterFunc(min(time.Duration(try)*time.Second, 5*time.Second), func() { close(over) })()
	c.progress(Progress{Done: float64(try), Message: "The server is still working."})
	select {
	case <-over:
		return true
	case <-c.ctx.Done():
		return false
	}
}
