package bridge

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/nanohubtest"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// hangsUp takes answers and then breaks off, or says with a status that it could not pass them on.
type hangsUp struct {
	next   http.Handler
	status int // 0 breaks off

	mu      sync.Mutex
	answers []string
}

func (s *hangsUp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw := readBody(r)
	if !strings.Contains(raw, `"action":`) {
		s.next.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	s.answers = append(s.answers, raw)
	s.mu.Unlock()
	if s.status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(s.status)
}

// One request, one answer: what went out and was not confirmed may have arrived. The person is told so, and not asked for a second.
func TestAnswerThatWasNotConfirmedIsNotAskedForAgain(t *testing.T) {
	for name, status := range map[string]int{"broke off": 0, "not passed on": http.StatusBadGateway, "not in time": http.StatusGatewayTimeout} {
		for _, stateless := range []bool{false, true} {
			f := &hangsUp{next: streamable(t, stateless), status: status}
			h := newWeb(t, f, nil)
			h.ready()
			call := h.Server.Call(h.tool(t, "ask"), nil)
			h.person.next().answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
			if r := h.receipt(); r.Ending != EndUnconfirmed || r.Told || r.Err == nil || r.Answer.Data["zip"] != "12345" {
				t.Errorf("%s, stateless %v: receipt %+v", name, stateless, r)
			}
			h.person.none()
			call.Stop()
			wait(t, call)
			f.mu.Lock()
			if len(f.answers) != 1 {
				t.Errorf("%s, stateless %v: %d answers went out", name, stateless, len(f.answers))
			}
			f.mu.Unlock()
		}
	}
}

// A refusal was not taken, and nothing was sent to a place where nobody listens: then another answer is the first one.
func TestAnswerThatWasNotSentIsKept(t *testing.T) {
	p := newPlace(t, wiretest.Streamable(t, labServer(t.Context()), &mcp.StreamableHTTPOptions{Stateless: true}))
	p.web.SetKeepAlivesEnabled(false) // else a message is written to a connection that is dead by now
	h := p.host(t, nil)
	h.Server.Call(h.tool(t, "ask"), nil)
	a := h.person.next()
	p.kill()
	a.answer <- Answer{OK: true, Data: map[string]any{"zip": "12345"}}
	if r := h.receipt(); r.Ending != EndUndelivered || r.Told {
		t.Errorf("receipt %+v", r)
	}
}

// A server that is killed while it waits for an answer did not stop waiting: the question is over at once, the call was delivered, and
// nothing is learnt of its patience.
func TestKilledWithAQuestionOpen(t *testing.T) {
	for name, serve := range map[string]func() (http.Handler, string){
		"nanoHUB":  func() (http.Handler, string) { return nanohubtest.New(t), "submit_batch" },
		"stateful": func() (http.Handler, string) { return streamable(t, false), "ask" },
	} {
		t.Run(name, func(t *testing.T) {
			handler, tool := serve()
			p := newPlace(t, handler)
			h := p.host(t, nil)
			call := h.Server.Call(h.tool(t, tool), nil)
			a := h.person.next()
			h.clock.Advance(time.Second)
			before := time.Now()
			p.kill()
			<-a.ctx.Done()
			r, state := h.receipt(), wait(t, call)
			if took := time.Since(before); took > 3*time.Second {
				t.Errorf("over after %s", took)
			}
			if r.Ending != EndServerGone || r.Told || h.usuallyWaits() != 0 {
				t.Errorf("ending %d, told %v, %v, usually waits %s", r.Ending, r.Told, r.Err, h.usuallyWaits())
			}
			if state.Failure == nil || !strings.Contains(state.Failure.Do, "may have done") || strings.Contains(state.Failure.What, "could not be reached") {
				t.Errorf("%+v", state.Failure)
			}
		})
	}
}

// Nor does one say how long it waits that went on because its stream was lost.
func TestLostStreamTeachesNoPatience(t *testing.T) {
	hub := nanohubtest.New(t)
	h := newNanohub(t, hub, nil)
	call := h.Server.Call(h.tool(t, "submit_batch"), nil)
	h.person.next()
	h.clock.Advance(time.Second)
	hub.Forget()
	if got := h.text(call); !strings.Contains(got, "Client stream closed") {
		t.Errorf("result %s", got)
	}
	if r := h.receipt(); r.Ending != EndStoppedWaiting || h.usuallyWaits() != 0 {
		t.Errorf("receipt %+v, usually waits %s", r, h.usuallyWaits())
	}
}
