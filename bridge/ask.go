package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"parley/bridge/link"
	"parley/bridge/schema"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
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
	ctx       context.Context
	cancel    context.CancelCauseFunc
	owners    []*Call       // the calls of which one is waiting for it; none for a background request
	completed chan struct{} // closed when the link's errand is reported done
	isDone    bool          // completed is closed
	gone      chan struct{} // closed when the request has ended
	words     string        // why the server withdrew it
}

// question is an elicitation as its params say it, checked.
type question struct {
	request Request
	schema  json.RawMessage
	form    schema.Form
	data    json.RawMessage // of a pending result
	linkID  string
	note    string
}

// readQuestion reads the params of elicitation/create. The error is one for the server: the person is not asked
// (contract M5, M6; cases proto-elicitation-error-response-shape, url-relative, url-backslash-host-trick).
func readQuestion(raw json.RawMessage, serverAddress string) (question, *jsonrpc.Error) {
	var p struct {
		Mode            json.RawMessage `json:"mode"`
		Message         json.RawMessage `json:"message"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
		URL             json.RawMessage `json:"url"`
		ElicitationID   json.RawMessage `json:"elicitationId"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return question{}, invalidParams("params of elicitation/create must be an object")
	}
	params := &mcp.ElicitParams{Message: messageText(p.Message), ElicitationID: messageText(p.ElicitationID)}
	if !isNull(p.RequestedSchema) {
		params.RequestedSchema = p.RequestedSchema
	}
	if !isNull(p.Mode) && json.Unmarshal(p.Mode, &params.Mode) != nil {
		return question{}, invalidParams("mode must be \"form\" or \"url\"")
	}
	if !isNull(p.URL) && json.Unmarshal(p.URL, &params.URL) != nil {
		return question{}, invalidParams("url must be a string")
	}
	switch params.Mode {
	case "", "form":
		return formQuestion(params), nil
	case "url":
		if params.URL == "" {
			return question{}, invalidParams("url is required in url mode")
		}
		if _, err := link.Screen(params.URL, serverAddress); err != nil {
			return question{}, invalidParams(fmt.Sprintf("url: %v", err))
		}
		return question{request: ElicitationToRequest(params), linkID: params.ElicitationID}, nil
	}
	return question{}, invalidParams(fmt.Sprintf("unsupported elicitation mode %q", params.Mode))
}

// formQuestion is a request for a form. One without a schema is a confirmation (M8, case form-requested-schema-missing).
func formQuestion(params *mcp.ElicitParams) question {
	q := question{request: ElicitationToRequest(params)}
	if raw, ok := params.RequestedSchema.(json.RawMessage); ok {
		q.schema = raw
		q.form = schema.Parse(raw)
	}
	if params.URL != "" {
		q.note = "The server also sent an address, but this kind of request has no use for one: " + params.URL
	}
	return q
}

func invalidParams(message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// result is what goes on the wire for an answer: content with the fields in the order of the form for an accepted form,
// none for a link and for everything that is not accepted (contract B2, B5, B7, D4).
func (q question) result(answer Answer) json.RawMessage {
	res := AnswerToElicitResult(answer)
	list := []member{{"action", quote(res.Action)}}
	if res.Action == "accept" && q.request.Kind != KindAuthorization {
		list = append(list, member{"content", q.content(res.Content)})
	}
	return object(list)
}

// content writes values in the order of the form; what the form does not know follows in the order of the alphabet.
func (q question) content(values map[string]any) json.RawMessage {
	rest := make(map[string]any, len(values))
	for key, value := range values {
		rest[key] = value
	}
	var list []member
	add := func(key string) {
		raw, err := EncodeJSON(rest[key])
		if err == nil {
			list = append(list, member{key, raw})
		}
		delete(rest, key)
	}
	for _, field := range q.form.Fields {
		if _, ok := rest[field.Key]; ok {
			add(field.Key)
		}
	}
	for _, key := range sortedKeys(rest) {
		add(key)
	}
	return object(list)
}

func sortedKeys(values map[string]any) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// check says in plain words why an accepted answer must not go out, or gives nil. A good form never lets one through;
// this keeps any other WaitFor from sending what the server did not ask for (contract F3).
func (q question) check(answer Answer) error {
	if !answer.OK || q.request.Kind != KindInput || q.schema == nil {
		return nil
	}
	problems := q.form.Validate(q.content(answer.Data))
	if len(problems) == 0 {
		return nil
	}
	first := problems[0]
	if first.Field < 0 {
		return errors.New(first.Message)
	}
	return fmt.Errorf("%s: %s", q.form.Fields[first.Field].Label, first.Message)
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
		if !answer.OK || a.ctx.Err() != nil {
			return answer, EndUndelivered, err
		}
		s.opts.Log.Warn("answer not delivered", "server", s.entry.Name, "error", err)
		susp.Again = &Again{Answer: answer, Err: err}
	}
}

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
	if len(a.owners) == 1 {
		susp.Call = a.owners[0]
	}
	return susp
}

// newReceipt says how a request ended; handOut tells the app.
func (s *Server) newReceipt(a *ask, susp Suspension, answer Answer, ending Ending) *Receipt {
	after := s.opts.Clock.Now().Sub(susp.Arrived)
	if ending == EndStoppedWaiting {
		s.learnWaiting(after.Round(time.Second))
	}
	return &Receipt{Suspension: susp, Answer: answer, Ending: ending, After: after, Words: a.words}
}

func (s *Server) handOut(r *Receipt) {
	s.notify(Event{Server: s, Call: r.Suspension.Call, Receipt: r})
}
