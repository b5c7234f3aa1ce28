package nanohubtest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// raised is nanohub-mcp's RuntimeError, with its own words.
type raised string

func (e raised) Error() string { return string(e) }

// question is one request of the server that waits for its answer.
type question struct {
	session string
	answer  chan message // has room for one
	late    chan struct{}
	gone    chan struct{}
	isGone  bool // under the server's lock
}

func (q *question) abandon() {
	if !q.isGone {
		q.isGone = true
		close(q.gone)
	}
}

// ask sends a request to the client of a session and waits for its result. Nobody is told when the wait is over (contract T1).
func (s *Server) ask(session, method, params string, patience time.Duration, asked func()) (json.RawMessage, error) {
	if session == "" {
		return nil, raised(fmt.Sprintf("Client session is required for %s", method))
	}
	q := &question{session: session, answer: make(chan message, 1), late: make(chan struct{}), gone: make(chan struct{})}
	id := "server-" + uuid.NewString()
	key := session + ":" + id
	s.mu.Lock()
	if len(s.streams[session]) == 0 {
		s.mu.Unlock()
		return nil, raised(fmt.Sprintf("No active client stream for session %s — cannot send %s", session, method))
	}
	s.pending[key] = q
	limit := s.after(patience, func() { close(q.late) })
	s.broadcast(session, dumps(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":%q,"params":%s}`, id, method, params)))
	s.mu.Unlock()
	if asked != nil {
		asked()
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.stop(limit)
		delete(s.pending, key)
	}()
	select {
	case msg := <-q.answer:
		if len(msg.Error) > 0 {
			var failure struct{ Message string }
			_ = json.Unmarshal(msg.Error, &failure)
			return nil, raised(failure.Message)
		}
		return msg.Result, nil
	case <-q.late:
		return nil, raised(fmt.Sprintf("Timed out waiting for client response to %s", method))
	case <-q.gone:
		return nil, raised(fmt.Sprintf("Client stream closed before responding to %s", method))
	case <-s.ended:
		return nil, raised("the test is over")
	}
}

// receive takes an answer to a question that waits. One that comes too late is not known any more (contract T3).
func (s *Server) receive(session string, msg message) bool {
	id := textOf(msg.ID)
	if session == "" || id == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.pending[session+":"+id]
	if q == nil {
		return false
	}
	select {
	case q.answer <- msg:
	default: // the first one counts
	}
	return true
}

// supports reports whether the client of a session can be asked in a mode. A bare {} stands for forms (contract C2).
func (s *Server) supports(session, mode string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var can struct {
		Elicitation map[string]json.RawMessage
	}
	if json.Unmarshal(s.capabilities[session], &can) != nil || can.Elicitation == nil {
		return false
	}
	if len(can.Elicitation) == 0 {
		return mode == "form"
	}
	_, named := can.Elicitation[mode]
	return named
}

// caller is what a tool can do with its client: nanohub-mcp's ctx.
type caller struct {
	server  *Server
	session string
	token   json.RawMessage // for progress; nil when the client gave none
	asked   func()          // called when it has asked something; nil: nobody waits for that
}

// elicit asks with a form. schema is JSON; "" asks for nothing but yes or no.
func (c caller) elicit(message, schema string) (json.RawMessage, error) {
	if schema == "" {
		schema = `{"type":"object","properties":{},"required":[]}`
	}
	return c.create("form", fmt.Sprintf(`{"mode":"form","message":%s,"requestedSchema":%s}`, quote(message), schema))
}

// elicitURL asks to open an address. Nothing is ever said about its completion (contract 0.10).
func (c caller) elicitURL(message, address string) (json.RawMessage, error) {
	return c.create("url", fmt.Sprintf(`{"mode":"url","message":%s,"url":%s,"elicitationId":%q}`, quote(message), quote(address), uuid.NewString()))
}

func (c caller) create(mode, params string) (json.RawMessage, error) {
	if !c.server.supports(c.session, mode) {
		return nil, raised(fmt.Sprintf("Client does not support %s elicitation", mode))
	}
	return c.server.ask(c.session, "elicitation/create", params, Patience, c.asked)
}

// progress says how far a call is. Without a token it says nothing.
func (c caller) progress(done, total int, message string) {
	if isNone(c.token) {
		return
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.broadcast(c.session, dumps(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d,"total":%d,"message":%s}}`, c.token, done, total, quote(message))))
}
