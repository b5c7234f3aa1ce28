package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// inputs asks for the inputs of one round, one after the other with a way back, and gives them as they go out together. Which
// folders the server may see was decided before, so nobody is asked for that.
func (c *Call) inputs(conn *conn, requests []member) (json.RawMessage, *CallState) {
	var asked []int // the requests that are for the person
	questions := make([]question, len(requests))
	responses := make([]member, len(requests))
	for i, m := range requests {
		responses[i].Key = m.Key
		if isRootsRequest(m.Value) {
			responses[i].Value = c.server.rootsResult()
			continue
		}
		q, failure := readInput(m.Value, c.server.entry.URL)
		if failure != nil {
			end := broken(failure)
			return nil, &end
		}
		questions[i] = q
		asked = append(asked, i)
	}
	receipts := make([]*Receipt, len(asked))
	for i := 0; i < len(asked); {
		var before *Answer
		if receipts[i] != nil {
			before = &receipts[i].Answer
		}
		r, back, end := c.input(conn, questions[asked[i]], i, len(asked), before)
		if end != nil {
			return nil, end
		}
		if back {
			i--
			continue
		}
		receipts[i] = r
		i++
	}
	for i, at := range asked {
		responses[at].Value = questions[at].result(receipts[i].Answer)
	}
	c.hold(receipts...)
	return object(responses), nil
}

// readInput reads one input request of a round. Only questions to the person are known (case
// mrtr-sampling-request-unsupported): nothing is asked and then wasted.
func readInput(raw json.RawMessage, serverAddress string) (question, *Failure) {
	var wire struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return question{}, &Failure{What: "The server asked for something that cannot be read.", Detail: string(raw), Err: err}
	}
	switch wire.Method {
	case "elicitation/create":
		q, failure := readQuestion(wire.Params, serverAddress)
		if failure != nil {
			return question{}, &Failure{What: "The server asked in a way that cannot be shown: " + failure.Message + ".", Detail: string(raw), Err: failure}
		}
		return q, nil
	case "sampling/createMessage":
		return question{}, &Failure{
			What:   "The server asked for an answer from a language model (sampling), which Parley does not offer.",
			Do:     "Nothing was sent. Ask the maintainer of the server whether it works without.",
			Detail: string(raw),
		}
	}
	return question{}, &Failure{
		What:   fmt.Sprintf("The server asked for %q, which Parley did not offer.", wire.Method),
		Detail: string(raw),
	}
}

// input asks for one input of a round. before is the answer given when the person was here already.
func (c *Call) input(conn *conn, q question, i, total int, before *Answer) (r *Receipt, back bool, end *CallState) {
	r, end = c.ask(conn, q, func(susp *Suspension) {
		susp.Index, susp.Total = i+1, total
		if before != nil {
			susp.Again = &Again{Answer: *before}
		}
		if i > 0 {
			susp.Back = func() { back = true }
		}
	})
	return r, back, end
}

// ask puts one question for which the server is not waiting on the wire, and gives how it ended; the receipt is not handed
// out yet. end is set when the call is over with it.
func (c *Call) ask(conn *conn, q question, prepare func(*Suspension)) (r *Receipt, end *CallState) {
	a, failure := conn.open("", c)
	if a == nil {
		err := conn.endCause()
		if failure != nil {
			err = failure
		}
		over := c.ended(conn, err)
		return nil, &over
	}
	defer conn.close(a)
	conn.link(a, q.linkID)
	susp := c.server.suspension(a, q)
	prepare(&susp)
	answer, ending, _ := c.server.put(a, q, susp, func(Answer) error { return nil })
	r = c.server.newReceipt(a, susp, answer, ending)
	cause := context.Cause(a.ctx)
	if cause == nil {
		return r, nil
	}
	if errors.Is(cause, ErrStopped) || errors.Is(cause, ErrClosing) {
		r.Ending = EndStopped
	}
	c.server.handOut(r)
	over := c.ended(conn, cause)
	return r, &over
}

// settle hands out the receipts of answers that went along with the last message of this call, or could not.
func (c *Call) settle(sent bool, err error) {
	c.mu.Lock()
	held := c.held
	c.held = nil
	c.mu.Unlock()
	for _, r := range held {
		r.Told = sent
		if !sent {
			r.Ending, r.Err = EndUndelivered, err
		}
		if !sent && mayHaveArrived(err) {
			r.Ending, r.Err = EndUnconfirmed, fmt.Errorf("%w: %w", ErrUnconfirmed, err)
		}
		c.server.handOut(r)
	}
}

// hold keeps receipts until the message with their answers is on its way.
func (c *Call) hold(receipts ...*Receipt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = append(c.held, receipts...)
}

// mayHaveArrived reports whether a message went out although nothing came back that says so.
func mayHaveArrived(err error) bool {
	var refused refusedCall
	return errors.Is(err, errBrokeOff) || errors.As(err, &refused) && passedOn(refused.said.status)
}
