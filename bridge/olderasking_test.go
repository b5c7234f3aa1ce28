package bridge

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A tool that was written before 2026-07-28, with a library that speaks that: it may not ask in the newest protocol, and does in
// other hosts, which speak an older one. Nothing of what it does is done twice.
func TestToolThatAsksInTheOlderWayIsAskedOnceMoreInIt(t *testing.T) {
	h := newHost(t, nil, func(_ *config.Server, o *Options) {
		o.Clock = clock.System{}
		o.Dial = func() (Streams, error) {
			in, out := servePipes(t)
			return Streams{In: in, Out: out}, nil
		}
	})
	if got := h.State().Protocol; got != "2026-07-28" {
		t.Fatalf("speaks %s at first", got)
	}
	first := wait(t, h.call("{}"))
	if first.Phase != Broken || !strings.Contains(first.Failure.What, "in an older way") || !strings.Contains(first.Failure.Do, "run the tool again") || !strings.Contains(first.Failure.Detail, "elicitation/create") {
		t.Fatalf("%+v %+v", first, first.Failure)
	}
	h.person.none()
	h.until("ready in the older protocol", func(s ServerState) bool { return s.Phase == Ready && s.Protocol == olderProtocol && len(s.Tools) > 0 })
	call := h.call("{}")
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"queue": "long", "notify": false}}
	if state := wait(t, call); state.Phase != Finished || state.Result.Text != "accept" {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

// Over the web and without a session, an older server hears no answer: it is spoken to in the newest protocol after all, so that the
// tools that ask in the newest way go on working.
func TestOlderWayThatCarriesNoAnswersIsLeftAgain(t *testing.T) {
	server := labServer(t.Context())
	server.AddTool(&mcp.Tool{Name: "old", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: "Where?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)})
		return nil, err
	})
	handler := wiretest.Streamable(t, server, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	h := newWeb(t, handler, nil)
	h.ready()
	if state := wait(t, h.Server.Call(h.tool(t, "old"), nil)); state.Phase != Broken || !strings.Contains(state.Failure.Do, "Then run the tool again") {
		t.Fatalf("%+v %+v", state, state.Failure)
	}
	h.until("back in the newest protocol", func(s ServerState) bool {
		h.Server.mu.Lock()
		defer h.Server.mu.Unlock()
		return h.Server.olderInVain && s.Phase == Ready && s.Protocol == "2026-07-28" && len(s.Tools) > 0
	})
	if state := wait(t, h.Server.Call(h.tool(t, "old"), nil)); state.Phase != Broken || !strings.Contains(state.Failure.Do, "people who made the server") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	call := h.Server.Call(h.tool(t, "ask"), nil)
	h.person.next().answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Finished || !strings.Contains(state.Result.Text, `"action":"decline"`) {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

func TestPinnedProtocolIsKeptAndNamed(t *testing.T) {
	h := newHost(t, nil, func(e *config.Server, o *Options) {
		e.Protocol = "2026-07-28"
		o.Clock = clock.System{}
		o.Dial = func() (Streams, error) {
			in, out := servePipes(t)
			return Streams{In: in, Out: out}, nil
		}
	})
	if state := wait(t, h.call("{}")); state.Phase != Broken || !strings.Contains(state.Failure.Do, "protocolVersion") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	if got := h.State(); got.Phase != Ready || got.Protocol != "2026-07-28" {
		t.Errorf("%+v", got)
	}
}

// The sentences of the libraries that people's servers are made with, and what only looks like them.
func TestSentencesOfToolsThatMayNotAsk(t *testing.T) {
	for words, want := range map[string]bool{
		`"elicitation/create" cannot be sent while serving a request on protocol version 2026-07-28: return an InputRequests map instead (multi round-trip requests, SEP-2322)`:                                          true,
		`"elicitation/create": server-initiated requests are not supported in protocol version 2026-07-28 or later: return an InputRequests map from the handler instead (multi round-trip requests, SEP-2322)`:          true,
		`Server-to-client requests are not available on protocol revision 2026-07-28: 'elicitation/create' cannot be sent while serving a request on that revision. Return inputRequired(...) from the handler instead.`: true,
		`URL elicitation cannot be signalled by throwing UrlElicitationRequiredError on protocol revision 2026-07-28: return inputRequired(...) from the handler instead.`:                                               true,
		"The visit on 2026-07-28 is taken.":         false,
		"Client does not support form elicitation.": false,
		`unknown method "elicitation/create"`:       false,
	} {
		if got := asksOlder("2026-07-28", words); got != want {
			t.Errorf("%v: %s", got, words)
		}
		if asksOlder(olderProtocol, words) {
			t.Errorf("in the older protocol: %s", words)
		}
	}
}

// A tool's own failure stays what it is, in its own words.
func TestOtherFailuresOfToolsKeepTheConnection(t *testing.T) {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		s.Answer(m, `{"content":[{"type":"text","text":"The visit on 2026-07-28 is taken."}],"isError":true}`)
	}
	h := newHost(t, script, nil)
	if state := wait(t, h.call("{}")); state.Phase != Finished || !state.Result.IsError {
		t.Errorf("%+v", state)
	}
	if got := h.State().Phase; got != Ready {
		t.Errorf("phase %v", got)
	}
}

// Closing it just then is no fault: there is no connection, and no failure either.
func TestServerIsClosedWhileItConnectsAnew(t *testing.T) {
	var server atomic.Pointer[Server]
	h := newHost(t, nil, func(_ *config.Server, o *Options) {
		o.Clock = clock.System{}
		o.Dial = func() (Streams, error) {
			in, out := servePipes(t)
			return Streams{In: in, Out: out}, nil
		}
		o.Notify = func(Event) {
			if s := server.Load(); s != nil && s.State().Phase == Starting {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.run.cancel(ErrClosing)
			}
		}
	})
	server.Store(h.Server)
	if state := wait(t, h.call("{}")); state.Phase != Broken {
		t.Errorf("%+v", state)
	}
	if f := h.until("off", func(s ServerState) bool { return s.Phase == Off || s.Phase == Failed }).Failure; f != nil {
		t.Errorf("%+v", f)
	}
}
