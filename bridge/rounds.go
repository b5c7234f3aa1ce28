package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/bridge/link"
	"parley/bridge/schema"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	empty, linked, resumed := 0, false, false
	for round := 0; ; {
		raw, err := c.send(conn, extra)
		if wire, ok := asWireError(err); ok && wire.Code == mcp.CodeURLElicitationRequired {
			if linked {
				return broken(linkAgainFailure(wire))
			}
			if end := c.links(conn, wire); end != nil {
				return *end
			}
			linked = true
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
			return CallState{Phase: Finished, Result: readResult(raw)}
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
	conn.begin(c)
	defer conn.finish(c)
	x := &exchange{call: c, extra: extra, stub: c.errand.stub, onSent: func() { c.settle(true, nil) }}
	raw, err := conn.request(x, func(meta mcp.Meta) error { return c.errand.send(c.ctx, conn.session, meta) })
	c.settle(false, err) // nothing is left to settle when it went out
	return raw, err
}

// errand is what a call asks the server to do. Tools, resources and prompts all may ask back in the middle (specification
// 2026-07-28, basic/patterns/mrtr).
type errand struct {
	send func(context.Context, *mcp.ClientSession, mcp.Meta) error
	stub string // the result that the SDK gets to see, see exchange
}

func runTool(name string, arguments json.RawMessage) errand {
	return errand{stub: `{"content":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Meta: meta, Name: name, Arguments: arguments})
		return err
	}}
}

func readResource(uri string) errand {
	return errand{stub: `{"contents":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.ReadResource(ctx, &mcp.ReadResourceParams{Meta: meta, URI: uri})
		return err
	}}
}

func getPrompt(name string, arguments map[string]string) errand {
	return errand{stub: `{"messages":[],"resultType":"complete"}`, send: func(ctx context.Context, session *mcp.ClientSession, meta mcp.Meta) error {
		_, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Meta: meta, Name: name, Arguments: arguments})
		return err
	}}
}

// ended tells why a call came back without a result.
func (c *Call) ended(conn *conn, err error) CallState {
	cause := context.Cause(c.ctx)
	if cause == nil {
		cause = err
	}
	switch {
	case errors.Is(cause, ErrStopped), errors.Is(cause, ErrClosing):
		return CallState{Phase: Stopped}
	case errors.Is(cause, errTimeLimit):
		return broken(&Failure{
			What: fmt.Sprintf("The server did not answer within %s.", c.server.entry.Timeout),
			Do:   "Run it again, or give this server more time in the servers file (timeout).",
			Err:  cause,
		})
	}
	return broken(c.server.callFailure(conn, err))
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
	if err := json.Unmarshal(raw, &wire); err != nil {
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

// readPending reads a suspended result (contract D6, P2). What is no well-formed Request is none.
func readPending(raw json.RawMessage) *question {
	if isNull(raw) {
		return nil
	}
	q := question{}
	err := json.Unmarshal(raw, &q.request)
	if err != nil && !errors.Is(err, ErrUnreadableExpiry) || q.request.ID == "" || q.request.Kind == "" {
		return nil
	}
	if err != nil {
		q.note = "The server set a time limit that cannot be read, so there is none."
	}
	var wire struct {
		Data json.RawMessage `json:"data"`
	}
	_ = json.Unmarshal(raw, &wire) // it was read above
	q.data = wire.Data
	if q.request.Kind == KindInput {
		var data struct {
			Schema json.RawMessage `json:"schema"`
		}
		if json.Unmarshal(wire.Data, &data) == nil && !isNull(data.Schema) {
			q.schema, q.form = data.Schema, schema.Parse(data.Schema)
		}
	}
	return &q
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

// inputs asks for the inputs of one round, one after the other with a way back, and gives them as they go out together.
func (c *Call) inputs(conn *conn, requests []member) (json.RawMessage, *CallState) {
	questions := make([]question, len(requests))
	for i, m := range requests {
		q, failure := readInput(m.Value, c.server.entry.URL)
		if failure != nil {
			end := broken(failure)
			return nil, &end
		}
		questions[i] = q
	}
	receipts := make([]*Receipt, len(questions))
	for i := 0; i < len(questions); {
		var before *Answer
		if receipts[i] != nil {
			before = &receipts[i].Answer
		}
		r, back, end := c.input(conn, questions[i], i, len(questions), before)
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
	responses := make([]member, len(questions))
	for i, q := range questions {
		responses[i] = member{requests[i].Key, q.result(receipts[i].Answer)}
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
		c.server.handOut(r)
	}
}

// hold keeps receipts until the message with their answers is on its way.
func (c *Call) hold(receipts ...*Receipt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = append(c.held, receipts...)
}

// resolve asks for the answer to a pending result and gives the members for calling the tool once more (contract D6, L1, L3).
func (c *Call) resolve(conn *conn, q question) ([]member, *CallState) {
	req := q.request
	if req.URL != "" {
		if _, err := link.Screen(req.URL, c.server.entry.URL); err != nil {
			end := broken(&Failure{What: fmt.Sprintf("The server sent an address that cannot be used: %v.", err)})
			return nil, &end
		}
	}
	r, end := c.ask(conn, q, func(*Suspension) {})
	if end != nil {
		return nil, end
	}
	if !r.Answer.OK {
		c.server.handOut(r)
		end := broken(&Failure{What: "declined/expired: " + req.Prompt})
		return nil, &end
	}
	raw, err := EncodeJSON(r.Answer)
	if err != nil {
		end := broken(internalFailure(err))
		return nil, &end
	}
	c.hold(r)
	return []member{{"_meta", object([]member{{"answer", raw}})}}, nil
}

// links shows the links that a call requires, one after the other, and gives nil when the person was done with all of them:
// then the call is made once more. A refusal ends it, and the server is not told (contract U4; cases proto-url-required-error-*).
func (c *Call) links(conn *conn, wire *jsonrpc.Error) *CallState {
	questions, ok := requiredLinks(wire, c.server.entry.URL)
	if !ok {
		end := broken(protocolFailure(wire))
		return &end
	}
	for i, q := range questions {
		r, end := c.ask(conn, q, func(susp *Suspension) { susp.Index, susp.Total = i+1, len(questions) })
		if end != nil {
			return end
		}
		c.server.handOut(r)
		if !r.Answer.OK {
			end := broken(&Failure{
				What:   notOpened(r.Answer.Reason),
				Do:     "Run it again when you want to open the link.",
				Detail: protocolFailure(wire).Detail,
			})
			return &end
		}
	}
	return nil
}

// requiredLinks reads the links of a -32042 error. Anything but links makes it an error like any other: there would be no way to
// send an answer to a form (case proto-url-required-error-has-form-mode).
func requiredLinks(wire *jsonrpc.Error, serverAddress string) ([]question, bool) {
	var data struct {
		Elicitations []json.RawMessage `json:"elicitations"`
	}
	if err := json.Unmarshal(wire.Data, &data); err != nil || len(data.Elicitations) == 0 {
		return nil, false
	}
	questions := make([]question, len(data.Elicitations))
	for i, raw := range data.Elicitations {
		q, failure := readQuestion(raw, serverAddress)
		if failure != nil || q.request.Kind != KindAuthorization {
			return nil, false
		}
		questions[i] = q
	}
	return questions, true
}

func notOpened(reason Reason) string {
	if reason == ReasonDeclined {
		return "You declined to open the link that this tool needs, so it was not run."
	}
	return "The link that this tool needs was not opened, so it was not run."
}

// linkAgainFailure is for a server that requires a link again right after the person was done with it (case
// proto-url-required-error-same-url-again).
func linkAgainFailure(wire *jsonrpc.Error) *Failure {
	return &Failure{
		What:   "The server asks for the same link again: " + strings.TrimSuffix(wire.Message, ".") + ".",
		Do:     "Check in your browser that you finished there, then run it again.",
		Detail: protocolFailure(wire).Detail,
		Err:    wire,
	}
}
